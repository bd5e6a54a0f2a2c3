package bitboard

import (
	"errors"
	"math"
	"testing"
)

func TestStart(t *testing.T) {
	if got, want := Start(), mustPits(t, [Pits]int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}); got != want {
		t.Errorf("Start() = %v, want %v", got.Pits(), want.Pits())
	}
}

func TestBoardLayout(t *testing.T) {
	b := mustPits(t, [Pits]int{1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5})
	if want := (Board{0x010203040506, 0x000102030405}); b != want {
		t.Errorf("packed %012x %012x, want %012x %012x", b.Own, b.Opp, want.Own, want.Opp)
	}
}

func TestFromPitsInvalid(t *testing.T) {
	const quarter = math.MaxInt/2 + 1 // four of them are 0
	for _, pits := range [][Pits]int{
		{-1},
		{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1},
		{2, -1},
		{MaxSeeds + 1},
		{MaxSeeds, 1},
		{5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
		{256},
		{quarter, quarter, quarter, quarter},
	} {
		if b, err := FromPits(pits); !errors.Is(err, ErrBoard) || b != (Board{}) {
			t.Errorf("FromPits(%v) = %v, %v, want ErrBoard", pits, b.Pits(), err)
		}
	}
}

// TestBoardAccessors compares all that reads a board with the pits it was made of.
func TestBoardAccessors(t *testing.T) {
	rng := seededRand(8)
	for seeds := range MaxSeeds + 1 {
		for range 50 {
			want := scatter(rng, seeds).Pits()
			b := mustPits(t, want)
			for i := range Pits {
				if b.Pit(i) != want[i] {
					t.Errorf("%v: Pit(%d) = %d", want, i, b.Pit(i))
				}
			}
			if got := b.Turn().Pits(); got != [Pits]int(naiveTurn(want)) {
				t.Errorf("%v: Turn %v", want, got)
			}
			own, opp := naiveRow(want, 0), naiveRow(want, 6)
			if b.OwnSeeds() != own || b.OppSeeds() != opp || b.Seeds() != own+opp {
				t.Errorf("%v: %d + %d = %d seeds", want, b.OwnSeeds(), b.OppSeeds(), b.Seeds())
			}
		}
	}
}
