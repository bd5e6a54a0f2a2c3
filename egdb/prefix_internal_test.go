package egdb

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCodeLengths: the code is complete, no longer than may be, and as short as the
// best there is, which for few symbols is found by trying all.
func TestCodeLengths(t *testing.T) {
	check := func(counts []uint64) (bits uint64) {
		t.Helper()
		covered, occurring := 0, 0
		for i, n := range codeLengths(counts) {
			if (n == absent) != (counts[i] == 0) || n != absent && n > longestCode {
				t.Fatalf("counts %v: a code of %d bits for the symbol at %d", counts, n, i)
			}
			if n != absent {
				covered += 1 << (longestCode - n)
				bits += counts[i] * uint64(n)
				occurring++
			}
		}
		if occurring > 0 && covered != 1<<longestCode {
			t.Fatalf("counts %v: an incomplete code", counts)
		}
		return bits
	}
	check([]uint64{0, 0})
	if check([]uint64{0, 5, 0}) != 0 {
		t.Error("a symbol that is alone takes bits")
	}
	check(slices.Repeat([]uint64{1}, 97))
	fibonacci := []uint64{1, 1}
	for len(fibonacci) < 60 {
		fibonacci = append(fibonacci, fibonacci[len(fibonacci)-1]+fibonacci[len(fibonacci)-2])
	}
	check(fibonacci) // the best code without a limit would have 59 bits
	rng := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		counts := make([]uint64, 1+rng.IntN(97))
		for i := range counts {
			if rng.IntN(3) > 0 {
				counts[i] = rng.Uint64() >> (20 + rng.IntN(44))
			}
		}
		check(counts)
	}
	for range 200 {
		counts := make([]uint64, 2+rng.IntN(4))
		for i := range counts {
			counts[i] = 1 + rng.Uint64N(1<<rng.IntN(12))
		}
		if got, want := check(counts), shortest(counts, 1<<longestCode); got != want {
			t.Fatalf("counts %v: %d bits, %d would do", counts, got, want)
		}
	}
}

// shortest returns the fewest bits of symbols whose codes take up just some room.
func shortest(counts []uint64, room int) uint64 {
	if len(counts) == 0 {
		if room == 0 {
			return 0
		}
		return math.MaxUint64
	}
	best := uint64(math.MaxUint64)
	for bits := range uint64(longestCode + 1) {
		if takes := 1 << (longestCode - bits); takes <= room {
			if rest := shortest(counts[1:], room-takes); rest != math.MaxUint64 {
				best = min(best, rest+counts[0]*bits)
			}
		}
	}
	return best
}

func TestParsePrefixModelRefuses(t *testing.T) {
	counts := new(triples)
	counts.count([]int8{0, 1, 2, 2, 2, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 0}, nil)
	good := counts.model().append(nil)
	if _, err := parsePrefixModel(good); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, text []byte) {
		t.Helper()
		if m, err := parsePrefixModel(text); !errors.Is(err, errModel) || m != nil {
			t.Errorf("%s: %v, want errModel", what, err)
		}
	}
	for n := range len(good) {
		refused("cut short", good[:n])
	}
	refused("longer", append(slices.Clone(good), 0))
	symbols := int(good[0])
	for i := 1 + symbols; i < len(good); i++ {
		for _, bits := range []uint8{longestCode + 1, absent - 1} {
			changed := slices.Clone(good)
			changed[i] = bits
			refused("a code that is too long", changed)
		}
		if changed := slices.Clone(good); good[i] != absent && good[i] > 0 {
			changed[i]--
			refused("a code for too much", changed)
			changed[i] += 2
			refused("a code for too little", changed)
		}
	}
	swapped := slices.Clone(good)
	swapped[1], swapped[2] = swapped[2], swapped[1]
	refused("symbols out of order", swapped)
	refused("no first context", []byte{1, 5, 0, absent, absent})
	refused("nothing in the first context", []byte{1, 0, 0, absent, 0})
	refused("no symbols", []byte{0})
	many := []byte{mostSymbols + 1}
	for i := range mostSymbols + 1 {
		many = append(many, byte(i-49))
	}
	refused("more symbols than seeds", append(many, slices.Repeat([]byte{absent}, (mostSymbols+1)*(mostSymbols+1)*trends)...))
}

func FuzzParsePrefixModel(f *testing.F) {
	for _, values := range [][]int8{{0}, {1, 2, 3}, {-48, 48, 0, 0, 0, 0}} {
		counts := new(triples)
		counts.count(values, nil)
		f.Add(counts.model().append(nil))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := parsePrefixModel(text)
		if err != nil {
			return
		}
		if got := m.append(nil); !slices.Equal(got, text) {
			t.Fatal("what was read is written otherwise")
		}
		newPrefixEncoder(m)
		for i, e := range newPrefixDecoder(m).table {
			if count := e >> 44 & 7; e != 0 && (count < 1 || count > mostAtOnce || e>>40&15 > longestCode || int(e>>54) >= m.contexts()) {
				t.Fatalf("entry %d is %#x", i, e)
			}
		}
	})
}
