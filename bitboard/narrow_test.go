package bitboard

import (
	"fmt"
	"slices"
	"testing"
)

// relayPresets are the relay games.
var relayPresets = []string{"ayoayo", "ayoayo-owner", "ayoayo-left", "ayoayo-pratt"}

// someBoards returns boards of n seeds: all of a small layer, evenly drawn ones of a
// large one.
func someBoards(n int) []Board {
	var boards []Board
	size := LayerSize(n)
	if size < 2000 {
		for rank := range size {
			boards = append(boards, Unrank(n, rank))
		}
		return boards
	}
	rng := seededRand(uint64(n))
	for range 1500 {
		boards = append(boards, Unrank(n, rng.Uint64N(size)))
	}
	// Boards with few empty pits, where laps go round.
	for range 500 {
		b := Board{}
		for range n {
			b = b.add(rng.IntN(Pits), 1)
		}
		boards = append(boards, b)
	}
	return boards
}

func TestNarrow(t *testing.T) {
	for n := range NarrowSeeds + 1 {
		for _, b := range someBoards(n) {
			x := b.Narrow()
			if x.Board() != b || x.Turn().Board() != b.Turn() {
				t.Fatalf("%v: narrow %v, turned %v", b, x.Board(), x.Turn().Board())
			}
			seeds, rank := x.LayerRank()
			if s, r := b.LayerRank(); s != seeds || r != rank {
				t.Fatalf("%v: rank %d %d, want %d %d", b, seeds, rank, s, r)
			}
		}
	}
}

// TestSower compares with Moves.
func TestSower(t *testing.T) {
	for _, name := range relayPresets {
		r := mustPreset(t, name)
		s := NewSower(r)
		for n := 1; n <= NarrowSeeds; n++ {
			byOwn := map[uint64][]uint32{}
			for _, b := range someBoards(n) {
				if b.Opp != 0 {
					byOwn[b.Own] = append(byOwn[b.Own], PackRow(b.Opp))
				}
			}
			for own, opp := range byOwn {
				for opp := range slices.Chunk(opp, SowBatch) {
					checkSow(t, r, s, PackRow(own), opp)
				}
			}
		}
	}
}

func checkSow(t *testing.T, r Rules, s *Sower, own uint32, opp []uint32) {
	t.Helper()
	var legal [SowBatch]uint8
	captures := s.Sow(nil, legal[:], own, opp)
	type capture struct {
		board    Board
		captured uint8
	}
	got := make([][]capture, len(opp))
	for _, c := range captures {
		got[c.At] = append(got[c.At], capture{c.Board.Turn().Board(), c.Captured})
	}
	for at, row := range opp {
		var moves [MaxMoves]Child
		b := JoinRows(own, row).Board()
		var want []capture
		count := uint8(0)
		for _, m := range moves[:r.Moves(b, &moves)] {
			if m.Captured == 0 {
				count += SowStay
				continue
			}
			count += SowCapture
			want = append(want, capture{m.Board, m.Captured})
		}
		order := func(a, b capture) int {
			return slices.Compare([]uint64{a.board.Own, a.board.Opp}, []uint64{b.board.Own, b.board.Opp})
		}
		slices.SortFunc(got[at], order)
		slices.SortFunc(want, order)
		if legal[at] != count || !slices.Equal(got[at], want) {
			t.Fatalf("%s, %v: %#x, %v, want %#x, %v", r.Name(), b, legal[at], got[at], count, want)
		}
	}
}

// TestUnsower compares with AppendPredecessors.
func TestUnsower(t *testing.T) {
	r := mustPreset(t, "ayoayo")
	u := NewUnsower(r)
	for n := range NarrowSeeds + 1 {
		for boards := range slices.Chunk(someBoards(n), 100) {
			var narrow []Narrow
			for _, b := range boards {
				narrow = append(narrow, b.Narrow())
			}
			got := make([][]string, len(boards))
			for _, o := range u.Unsow(nil, narrow) {
				got[o.At] = append(got[o.At], fmt.Sprint(o.Board.Board()))
			}
			for at, b := range boards {
				var want []string
				for _, e := range r.AppendPredecessors(nil, b) {
					want = append(want, fmt.Sprint(e.Board))
				}
				slices.Sort(got[at])
				slices.Sort(want)
				if !slices.Equal(got[at], want) {
					t.Fatalf("%v: origins %v, want %v", b, got[at], want)
				}
			}
		}
	}
}
