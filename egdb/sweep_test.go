package egdb_test

import (
	"slices"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
)

// sweep is the slow twin of Build. It is written from RULES.md: it makes the
// moves of every board of a layer forwards, again and again until nothing
// changes, and knows neither un-sowing nor counters nor thresholds.
type sweep struct {
	rules             bitboard.Rules
	values, low, high [][]int8 // by seeds and rank
}

// newSweep sweeps layers 0 to n.
func newSweep(r bitboard.Rules, n int) *sweep {
	s := &sweep{rules: r}
	for layer := range n + 1 {
		s.extend(layer)
	}
	return s
}

func (s *sweep) extend(n int) {
	// Under split, play that never ends is worth 0. So a mover has a positive value
	// only by forcing it in finite play, and a negative one only if the opponent can
	// force that. gain and loss hold what is forced so far, starting from nothing. At
	// the end at most one of them is not 0.
	gain, loss := fill(n, 0), fill(n, 0)
	s.iterate(n, gain, loss, s.values, s.values, 0, 0)
	values := fill(n, 0)
	for i := range values {
		values[i] = gain[i] + loss[i]
	}
	// What the mover nets at least and at most under any repetition rule starts from
	// the worst and the best there is.
	low, high := fill(n, -n), fill(n, n)
	s.iterate(n, low, high, s.low, s.high, -n, n)

	s.values = append(s.values, values)
	s.low, s.high = append(s.low, low), append(s.high, high)
}

// fill returns a layer with one value on all boards.
func fill(n, value int) []int8 { return slices.Repeat([]int8{int8(value)}, int(bitboard.LayerSize(n))) }

// iterate raises low, never below least, and lowers high, never above most, to
// the values that
//
//	low(p)  = max over moves of captured − high(child)
//	high(p) = max over moves of captured − low(child)
//
// have when nothing changes any more. Children of fewer seeds are in lowBelow and
// highBelow.
func (s *sweep) iterate(n int, low, high []int8, lowBelow, highBelow [][]int8, least, most int) {
	lows, highs := append(slices.Clone(lowBelow), low), append(slices.Clone(highBelow), high)
	for changed := true; changed; {
		changed = false
		boards(n, func(rank int, b bitboard.Board) {
			l, h := s.best(b, lows, highs)
			l, h = max(l, least), min(h, most)
			if int(low[rank]) != l || int(high[rank]) != h {
				low[rank], high[rank] = int8(l), int8(h)
				changed = true
			}
		})
	}
}

// best is the right side of iterate's equations, or of a board without a legal
// move what the end gives.
func (s *sweep) best(b bitboard.Board, lows, highs [][]int8) (low, high int) {
	var moves [bitboard.MaxMoves]bitboard.Child
	count := s.rules.Moves(b, &moves)
	if count == 0 {
		net := s.rules.EndNet(b)
		return net, net
	}
	low, high = -bitboard.MaxSeeds, -bitboard.MaxSeeds
	for _, m := range moves[:count] {
		seeds, rank := m.Board.LayerRank()
		low = max(low, int(m.Captured)-int(highs[seeds][rank]))
		high = max(high, int(m.Captured)-int(lows[seeds][rank]))
	}
	return low, high
}

func TestBuildMatchesSweep(t *testing.T) {
	seeds := 6
	if boardtest.Long() {
		seeds = 10
	}
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		db := shared(t, r)
		if seeds > db.MaxSeeds() {
			db = built(t, r, tablesTo(seeds))
		}
		want := newSweep(r, seeds)
		for n := range seeds + 1 {
			sameLayer(t, "value", n, db.Values(n), want.values[n])
			low, high := db.Bounds(n)
			sameLayer(t, "low", n, low, want.low[n])
			sameLayer(t, "high", n, high, want.high[n])
		}
	})
}

// sameLayer compares two layers byte for byte and shows the first board on which
// they differ.
func sameLayer(t *testing.T, what string, n int, got, want []int8) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("layer %d: %d boards, want %d", n, len(got), len(want))
	}
	for rank := range want {
		if got[rank] != want[rank] {
			t.Fatalf("layer %d: %s of %v is %d, want %d", n, what, bitboard.Unrank(n, uint64(rank)).Pits(), got[rank], want[rank])
		}
	}
}

// TestSweepSharesRepeats holds the slow twin itself to a board that needs no
// search: both players have one legal move all the way round, nothing is captured,
// and the board comes back.
func TestSweepSharesRepeats(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	start := boardtest.Board(t, [bitboard.Pits]int{5: 1, 11: 1})
	b := start
	for range 12 {
		var moves [bitboard.MaxMoves]bitboard.Child
		if count := r.Moves(b, &moves); count != 1 || moves[0].Captured != 0 {
			t.Fatalf("%v: %d moves, want one that captures nothing", b.Pits(), count)
		}
		b = moves[0].Board
	}
	if b != start {
		t.Fatalf("%v leads to %v, want it back", start.Pits(), b.Pits())
	}
	s := newSweep(r, 2)
	rank := start.Rank()
	if v, l, h := s.values[2][rank], s.low[2][rank], s.high[2][rank]; v != 0 || l != -2 || h != 2 {
		t.Errorf("%v: value %d in %d … %d, want 0 in -2 … 2", start.Pits(), v, l, h)
	}
}
