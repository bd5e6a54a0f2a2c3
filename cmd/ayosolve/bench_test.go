package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestBench: the signature is the one the bench package keeps, and every rate is
// there.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole suite")
	}
	want, err := os.ReadFile("../../bench/testdata/signature")
	if err != nil {
		t.Fatal(err)
	}
	answer := answered[benchAnswer](t, "bench --json")
	if len(answer.Suite) != 6 {
		t.Fatalf("%d measurements", len(answer.Suite))
	}
	if signature := strconv.FormatUint(answer.Signature, 10); signature != strings.TrimSpace(string(want)) {
		t.Errorf("signature %s, want %s", signature, want)
	}
	for _, e := range answer.Suite {
		if e.Count == 0 || e.PerSecond <= 0 {
			t.Errorf("%+v", e)
		}
	}
}

func TestBenchRefuses(t *testing.T) {
	if got := run(t, "bench now", ""); got.status != statusUsage || got.out != "" || strings.Count(got.errOut, "\n") != 1 {
		t.Errorf("%+v", got)
	}
}
