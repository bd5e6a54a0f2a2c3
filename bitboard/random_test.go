package bitboard

import (
	"math/rand/v2"
	"os"
	"testing"
)

// seededRand returns a generator that gives the same numbers in every run.
func seededRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0xa40)) }

// longTests skips a test that needs minutes unless AYOSOLVE_LONG=1.
func longTests(t *testing.T) {
	t.Helper()
	if os.Getenv("AYOSOLVE_LONG") != "1" {
		t.Skip("set AYOSOLVE_LONG=1 to run")
	}
}

// forEachPreset runs a parallel subtest for every preset.
func forEachPreset(t *testing.T, test func(t *testing.T, r Rules)) {
	t.Helper()
	for _, name := range Presets() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, mustPreset(t, name))
		})
	}
}

func mustPreset(tb testing.TB, name string) Rules {
	tb.Helper()
	r, err := Preset(name)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func mustPits(tb testing.TB, pits [Pits]int) Board {
	tb.Helper()
	b, err := FromPits(pits)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// scatter drops n seeds at random. Every pit is open to them with a chance drawn
// for the board, so that there are crowded boards, heaps and empty rows.
func scatter(rng *rand.Rand, n int) Board {
	chance := 0.1 + 0.9*rng.Float64()
	open := []int{rng.IntN(Pits)}
	for i := range Pits {
		if rng.Float64() < chance {
			open = append(open, i)
		}
	}
	var b Board
	for range n {
		b = b.add(open[rng.IntN(len(open))], 1)
	}
	return b
}

// scatterFull drops n ≥ Pits seeds at random so that no pit is empty.
func scatterFull(rng *rand.Rand, n int) Board {
	b := Board{ones, ones}
	for range n - Pits {
		b = b.add(rng.IntN(Pits), 1)
	}
	return b
}

// scatterOneEmpty drops n ≥ Pits seeds at random so that one pit is empty.
func scatterOneEmpty(rng *rand.Rand, n int) Board {
	b := Board{ones, ones}
	hole := rng.IntN(Pits)
	b = b.add(hole, -1)
	for range n - Pits + 1 {
		b = b.add((hole+1+rng.IntN(Pits-1))%Pits, 1)
	}
	return b
}

// reached returns n boards met in random play from the start, most games being
// cut short so that every stage of the game is there.
func reached(rng *rand.Rand, r Rules, n int) []Board {
	boards := make([]Board, 0, n)
	var out [MaxMoves]Child
	for len(boards) < n {
		b := Start()
		for range 1 + rng.IntN(120) {
			boards = append(boards, b)
			count := r.Moves(b, &out)
			if count == 0 || len(boards) == n {
				break
			}
			b = out[rng.IntN(count)].Board
		}
	}
	return boards
}
