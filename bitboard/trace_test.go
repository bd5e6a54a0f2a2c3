package bitboard_test

import (
	"math/rand/v2"
	"testing"

	"ayosolve/bitboard"
)

// TestLaps sows the laps of moves seed by seed and compares what is left with the
// move: the pits differ only by what it captures.
func TestLaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	var relays, captures, long int
	for range 4000 {
		seeds := 1 + rng.IntN(bitboard.MaxSeeds)
		b := bitboard.Unrank(seeds, rng.Uint64N(bitboard.LayerSize(seeds)))
		for _, name := range bitboard.Presets() {
			r, err := bitboard.Preset(name)
			if err != nil {
				t.Fatal(err)
			}
			for pit := range bitboard.RowPits {
				laps, sown := r.Laps(b, pit)
				c, legal := r.Play(b, pit)
				if !legal {
					if laps != nil || sown != b {
						t.Fatalf("%v %s: pit %d is not legal and has laps %v", b.Pits(), name, pit, laps)
					}
					continue
				}
				pits, at := b.Pits(), pit
				for i, lap := range laps {
					if int(lap.Pit) != at || pits[at] != int(lap.Seeds) || i > 0 && lap.Seeds < 2 {
						t.Fatalf("%v %s pit %d, lap %d: %+v on %v", b.Pits(), name, pit, i, lap, pits)
					}
					pits[at] = 0
					for range lap.Seeds {
						if at = (at + 1) % bitboard.Pits; at == int(lap.Pit) {
							at = (at + 1) % bitboard.Pits
						}
						pits[at]++
					}
					if at != int(lap.Last) {
						t.Fatalf("%v %s pit %d, lap %d ends in %d, not in %d", b.Pits(), name, pit, i, at, lap.Last)
					}
				}
				taken := 0
				after := c.Board.Turn().Pits()
				for i, n := range pits {
					taken += n - after[i]
				}
				if pits != sown.Pits() || len(laps) != int(c.Laps) || taken != int(c.Captured) {
					t.Fatalf("%v %s pit %d: %v after %d laps, %d taken, the move is %+v", b.Pits(), name, pit, sown.Pits(), len(laps), taken, c)
				}
				relays += min(len(laps)-1, 1)
				captures += min(taken, 1)
				if len(laps) > 100 {
					long++
				}
			}
		}
	}
	if relays == 0 || captures == 0 || long == 0 {
		t.Errorf("%d relays, %d captures, %d long relays", relays, captures, long)
	}
}
