package egdb

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScale: probabilities sum to modelOne, and what occurs has one.
func TestScale(t *testing.T) {
	check := func(counts []uint64) {
		t.Helper()
		freq := scale(slices.Clone(counts))
		sum := 0
		for i, f := range freq {
			if (f > 0) != (counts[i] > 0) {
				t.Fatalf("counts %v: probability %d of the symbol at %d", counts, f, i)
			}
			sum += int(f)
		}
		if len(freq) != len(counts) || sum != modelOne {
			t.Fatalf("counts %v: probabilities %v sum to %d", counts, freq, sum)
		}
	}
	check([]uint64{1})
	check([]uint64{0, 5, 0})
	check([]uint64{1, 1})
	check([]uint64{1, 1, 1})
	check(slices.Repeat([]uint64{1}, 97))
	check(slices.Repeat([]uint64{1 << 33}, 256))
	for _, most := range []uint64{2, 2000, 1 << 20, 1 << 33} {
		skewed := slices.Repeat([]uint64{1}, 97)
		skewed[48] = most
		check(skewed)
		skewed[0], skewed[96] = most, most
		check(skewed)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		counts := make([]uint64, 1+rng.IntN(256))
		counts[rng.IntN(len(counts))] = 1
		for i := range counts {
			if rng.IntN(3) > 0 {
				counts[i] = rng.Uint64() >> (30 + rng.IntN(34))
			}
		}
		if slices.Max(counts) > 0 {
			check(counts)
		}
	}
}

func TestParseModelRefuses(t *testing.T) {
	counts := new(pairs)
	counts.count([]int8{0, 1, 2, 2, 2, -1, 0, 0, 0, 0, 1}, nil)
	good := counts.model().append(nil)
	if _, err := parseModel(good); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, text []byte) {
		t.Helper()
		if m, err := parseModel(text); !errors.Is(err, errModel) || m != nil {
			t.Errorf("%s: %v, want errModel", what, err)
		}
	}
	for n := range len(good) {
		refused("cut short", good[:n])
	}
	refused("longer", append(slices.Clone(good), 0))
	refused("no symbols and no contexts", []byte{0, 0})
	refused("no symbols", []byte{0, 1, 5})
	refused("no contexts", []byte{1, 0, 5})
	lists := 2 + int(good[0]) + int(good[1])
	for i := lists; i < len(good); i += 2 {
		changed := slices.Clone(good)
		binary.LittleEndian.PutUint16(changed[i:], binary.LittleEndian.Uint16(changed[i:])+1)
		refused("probabilities that sum to more", changed)
	}
	// Sums that are right only by overflow.
	over := []byte{2, 1, 0, 1, 0}
	over = binary.LittleEndian.AppendUint16(over, modelOne+1)
	refused("probabilities that overflow", binary.LittleEndian.AppendUint16(over, 0xffff))
}

func FuzzParseModel(f *testing.F) {
	for _, values := range [][]int8{{0}, {1, 2, 3}, {-48, 48, 0, 0, 0, 0}} {
		counts := new(pairs)
		counts.count(values, nil)
		f.Add(counts.model().append(nil))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := parseModel(text)
		if err != nil {
			return
		}
		if got := m.append(nil); !slices.Equal(got, text) {
			t.Fatal("what was read is written otherwise")
		}
		newDecoder(m)
		newEncoder(m)
	})
}
