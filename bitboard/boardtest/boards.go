package boardtest

import (
	"math/rand/v2"
	"testing"

	"ayosolve/bitboard"
)

// Preset returns the rules of that name, and ends the test if there are none.
func Preset(tb testing.TB, name string) bitboard.Rules {
	tb.Helper()
	r, err := bitboard.Preset(name)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// Board returns the board of pits seen by the mover, and ends the test if there is none.
func Board(tb testing.TB, pits [bitboard.Pits]int) bitboard.Board {
	tb.Helper()
	b, err := bitboard.FromPits(pits)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// EachPreset runs a parallel subtest for every preset.
func EachPreset(t *testing.T, test func(t *testing.T, r bitboard.Rules)) {
	t.Helper()
	for _, name := range bitboard.Presets() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, Preset(t, name))
		})
	}
}

// Random returns so many boards of n seeds, all equally likely, and the same for the
// same seed.
func Random(n, count int, seed uint64) []bitboard.Board {
	rng := rand.New(rand.NewPCG(uint64(n), seed))
	out := make([]bitboard.Board, count)
	for i := range out {
		out[i] = bitboard.Unrank(n, rng.Uint64N(bitboard.LayerSize(n)))
	}
	return out
}
