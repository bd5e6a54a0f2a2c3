package main

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"12GiB": 12 << 30, "1.5GiB": 3 << 29, "500MB": 500e6, "3KiB": 3072, "2kb": 2000, "7": 7, "1000000": 1e6, "4B": 4, "0.5MiB": 1 << 19,
		"2 GiB": 2 << 30, "1TiB": 1 << 40, "2TB": 2e12, ".5kib": 512,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "GiB", "12G", "12 gigabytes", "-1", "+1", "0", "0GiB", "1e3", "0x10", "1_000", "inf", "NaN", "1..5", "1,5GiB", "9999999999TiB", "0.5", "٣GiB", "12GiB "} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
		got := runArgs(t.Context(), []string{"build", "--seeds", "3", "--mem", text}, nil)
		if got.status != statusUsage || got.out != "" || !strings.Contains(got.errOut, "is not a size such as 12GiB, 500MB or 4000000000; right is ayosolve build --seeds 14 --mem 12GiB") {
			t.Errorf("--mem %q: %+v", text, got)
		}
		checkOneLine(t, got.errOut)
	}
}

// FuzzParseSize: what is read as a size is one, and a size that is written out is read
// as no less.
func FuzzParseSize(f *testing.F) {
	for _, text := range []string{"12GiB", "1.5gb", "7", "9007199254740991", ".5 kib", "1..5", "0", "9999999999TiB", "B", "99999999999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := parseSize(text)
		if err != nil {
			if !errors.Is(err, errSize) || n != 0 {
				t.Errorf("%q: %d, %v", text, n, err)
			}
			return
		}
		if n < 1 || n >= math.MaxInt64 {
			t.Errorf("%q: %d", text, n)
		}
		if n >= 1<<53 {
			return // no whole number of bytes is exact any more
		}
		if again, err := parseSize(strconv.FormatUint(n, 10)); err != nil || again != n {
			t.Errorf("%d became %d, %v", n, again, err)
		}
		if again, err := parseSize(sizeFlag(n)); err != nil || again < n || again > n+1<<30 {
			t.Errorf("%d became %s and %d, %v", n, sizeFlag(n), again, err)
		}
	})
}

func TestSizeWords(t *testing.T) {
	for bytes, want := range map[uint64]string{
		0: "0 B", 999: "999 B", 1000: "0.98 KiB", 1 << 10: "1.00 KiB", 10<<10 - 1: "10.0 KiB", 1023487: "999 KiB", 1 << 20: "1.00 MiB",
		12 << 30: "12.0 GiB", 123 << 30: "123 GiB", math.MaxUint64: "16.0 EiB",
	} {
		if got := sizeWords(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
		if got := sizeLetter(bytes); len(got) > 5 {
			t.Errorf("%d: %s is wide", bytes, got)
		}
	}
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1.00k", 84672315: "84.7M", 999999: "1.00M", 11058116888: "11.1G"} {
		if got := countLetter(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestTimeWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.00s", 1234 * time.Millisecond: "1.23s", 12345 * time.Millisecond: "12.3s", 59960 * time.Millisecond: "1m00s",
		83 * time.Second: "1m23s", 2*time.Hour + 305*time.Second: "2h05m", 72 * time.Hour: "3.0 days",
	} {
		if got := timeWords(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
	for seconds, want := range map[float64]string{0.1: "1s", 3.4: "3s", 12.4: "12s", 83: "1m23s", 754: "12m30s", 7512: "2h05m"} {
		if got := aboutTime(seconds); got != want {
			t.Errorf("%v: %s, want %s", seconds, got, want)
		}
	}
}
