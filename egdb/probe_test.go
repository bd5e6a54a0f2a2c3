package egdb_test

import (
	"errors"
	"sync"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestProbe: a probe gives what Values holds at the board's rank.
func TestProbe(t *testing.T) {
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		db := shared(t, r)
		for n := range 8 {
			values := db.Values(n)
			boards(n, func(rank int, b bitboard.Board) {
				if got, err := db.Probe(b); err != nil || got.Value != int(values[rank]) {
					t.Errorf("Probe(%v) = %v, %v, want %d", b.Pits(), got, err, values[rank])
				}
			})
		}
	})
}

// TestProbeBeyond: boards of more seeds than the tables reach are an error, never a
// value.
func TestProbeBeyond(t *testing.T) {
	db := shared(t, boardtest.Preset(t, "ayoayo"))
	for n := db.MaxSeeds() + 1; n <= bitboard.MaxSeeds; n++ {
		for _, b := range randomBoards(n, 10) {
			if got, err := db.Probe(b); !errors.Is(err, egdb.ErrAbove) || got != (egdb.Value{}) {
				t.Errorf("Probe(%v), %d seeds = %v, %v, want ErrAbove", b.Pits(), n, got, err)
			}
		}
	}
}

func TestMaxSeeds(t *testing.T) {
	for _, seeds := range []int{0, 1, 5} {
		if got := built(t, boardtest.Preset(t, "oware"), valuesTo(seeds)).MaxSeeds(); got != seeds {
			t.Errorf("MaxSeeds() = %d after a build to %d", got, seeds)
		}
	}
}

// TestProbeTogether has 64 goroutines read one DB. The race detector watches.
func TestProbeTogether(t *testing.T) {
	db := shared(t, boardtest.Preset(t, "ayoayo"))
	var group sync.WaitGroup
	for g := range 64 {
		group.Go(func() {
			n := g % (sharedSeeds + 1)
			for _, b := range randomBoards(n, 500) {
				want := db.Values(n)[b.Rank()]
				if got, err := db.Probe(b); err != nil || got.Value != int(want) {
					t.Errorf("Probe(%v) = %v, %v, want %d", b.Pits(), got, err, want)
				}
			}
		})
	}
	group.Wait()
}

func TestProbeAllocates(t *testing.T) {
	db := shared(t, boardtest.Preset(t, "ayoayo"))
	set := randomBoards(sharedSeeds, 100)
	n := testing.AllocsPerRun(10, func() {
		for _, b := range set {
			db.Probe(b)
		}
	})
	if n != 0 {
		t.Errorf("Probe allocates: %v in 100 probes, want 0", n)
	}
}
