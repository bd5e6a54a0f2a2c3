package label

import (
	"bufio"
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzParseParams: parameters that are some come back from what is written of them,
// and are as the program needs them.
func FuzzParseParams(f *testing.F) {
	for _, s := range []Source{{Kind: Input}, randomSource(5), {Kind: Reachable, From: "start", Depth: 3}} {
		f.Add([]byte(testParams(f, s).String()))
	}
	f.Add([]byte(`{"rules":"awari","repetition":"owner","nodes":1,"hash":1048576,"chunk":16384,"source":{"kind":"input"},"tables":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := ParseParams(data)
		if err != nil {
			if !errors.Is(err, ErrParams) {
				t.Errorf("%v", err)
			}
			return
		}
		if p.Game().Name() != p.Rules || p.Game().Repetition.String() != p.Repetition || p.Chunk > MaxChunk || p.Nodes < 1 {
			t.Errorf("%+v", p)
		}
		text := p.String()
		if again, err := ParseParams([]byte(text)); err != nil || again.String() != text {
			t.Errorf("%s came back as %v, %v", text, again, err)
		}
	})
}

// FuzzOpen opens a folder with any manifest and any positions in it. It is the job
// that was asked for, whole, or refused.
func FuzzOpen(f *testing.F) {
	p := testParams(f, Source{Kind: Input})
	dir := filepath.Join(f.TempDir(), "job")
	j := openJob(f, dir, p, endgame+"\n"+"start\n")
	positions, err := os.ReadFile(j.path("positions"))
	if err != nil {
		f.Fatal(err)
	}
	manifest, err := os.ReadFile(j.path("manifest.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(manifest, positions)
	f.Add(bytes.Replace(manifest, []byte(`"count": 2`), []byte(`"count": 1`), 1), positions[:keyBytes])
	f.Add(bytes.Replace(manifest, []byte(`"count": 2`), []byte(`"count": 1229782938247303444`), 1), positions)
	f.Add(bytes.Replace(manifest, []byte(`"source"`), []byte(`"sources"`), 1), positions)
	f.Add([]byte(`{"format":1,"params":1}`), []byte(nil))
	f.Fuzz(func(t *testing.T, manifest, positions []byte) {
		dir := t.TempDir()
		for name, data := range map[string][]byte{"lock": nil, "manifest.json": manifest, "positions": positions} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		j, err := Open(dir, p)
		if err != nil {
			if !errors.Is(err, ErrNoJob) && !errors.Is(err, ErrOtherJob) && !errors.Is(err, ErrDamaged) {
				t.Errorf("%v", err)
			}
			return
		}
		defer j.Close()
		if j.Params.String() != p.String() {
			t.Errorf("a job with %s", j.Params.String())
		}
		if !j.collected {
			return
		}
		total := 0
		for i := range j.Chunks() {
			keys, err := j.Keys(i)
			if err != nil || len(keys) != j.size(i) {
				t.Fatalf("chunk %d of %d positions: %d, %v", i, j.Positions.Count, len(keys), err)
			}
			total += len(keys)
		}
		if total*keyBytes != len(positions) {
			t.Errorf("%d positions in %d bytes", total, len(positions))
		}
	})
}

// FuzzDecodeChunk reads any bytes as a chunk, as they are and with checksum and header
// set right. What passes comes back as the same bytes.
func FuzzDecodeChunk(f *testing.F) {
	rng := rand.New(rand.NewPCG(5, 5))
	h := Header{Digest{1, 2}, 3}
	for n := range 3 {
		data := h.begin(n)
		for range n {
			l := randomLabel(rng)
			data = l.append(data)
		}
		f.Add(seal(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkChunk(t, h, data)
		if labels := len(data) / labelBytes; labels > 0 {
			checkChunk(t, h, seal(append(h.begin(labels), data[:labels*labelBytes]...)))
		}
	})
}

// checkChunk fails unless bytes are refused, or are the chunk that its labels make.
func checkChunk(t *testing.T, h Header, data []byte) {
	t.Helper()
	labels := max(0, len(data)-chunkBytes(0)) / labelBytes
	again := h.begin(labels)
	err := h.decode(data, labels, func(l *Label) error {
		if err := l.Position.Validate(); err != nil {
			t.Errorf("%v", err)
		}
		again = l.append(again)
		return nil
	})
	if err != nil {
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%v", err)
		}
	} else if !bytes.Equal(seal(again), data) {
		t.Errorf("%x became %x", data, again)
	}
}

// FuzzReadLine: the lines of any input are those that strings.Lines has, but for those
// that are too long.
func FuzzReadLine(f *testing.F) {
	f.Add("start\r\n\nx", uint16(0))
	f.Add("\n", uint16(longestLine))
	f.Add("x\n", uint16(longestLine-1))
	f.Add("", uint16(longestLine+1))
	f.Fuzz(func(t *testing.T, text string, before uint16) {
		text = strings.Repeat("a", int(before)) + text
		in := bufio.NewReaderSize(strings.NewReader(text), longestLine+16)
		for want := range strings.Lines(text) {
			want = strings.TrimSuffix(want, "\n")
			switch got, err := readLine(in); {
			case len(want) > longestLine:
				if !errors.Is(err, errLongLine) {
					t.Errorf("%d bytes: %v", len(want), err)
				}
			case err != nil || got != want:
				t.Errorf("%q, %v, not %q", got, err, want)
			}
		}
		if got, err := readLine(in); err == nil {
			t.Errorf("%q after the end", got)
		}
	})
}
