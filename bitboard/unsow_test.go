package bitboard

import (
	"slices"
	"testing"
)

// forward is a move that captures nothing and the board it leads to.
type forward struct {
	edge Edge
	to   Board
}

// layerBoards calls visit with every board of a layer in ascending order.
func layerBoards(n int, visit func(b Board)) {
	for b, ok := Unrank(n, 0), true; ok; b, ok = b.Next() {
		visit(b)
	}
}

// quietMoves calls visit with every move of b that captures nothing.
func quietMoves(r Rules, b Board, visit func(f forward)) {
	var out [MaxMoves]Child
	for _, c := range out[:r.Moves(b, &out)] {
		if c.Captured == 0 {
			visit(forward{Edge{b, c.Pit}, c.Board})
		}
	}
}

// TestPredecessorsOfLayers compares, for whole layers, the edges made backward
// with the edges made forward, both ways.
func TestPredecessorsOfLayers(t *testing.T) {
	const maxLayer = 8
	forEachPreset(t, func(t *testing.T, r Rules) {
		var edges []Edge
		for n := range maxLayer + 1 {
			want, got := map[forward]int{}, map[forward]int{}
			layerBoards(n, func(b Board) {
				quietMoves(r, b, func(f forward) { want[f]++ })
				edges = r.AppendPredecessors(edges[:0], b)
				for _, e := range edges {
					got[forward{e, b}]++
				}
			})
			reportMissing(t, "not found back", want, got)
			reportMissing(t, "found back but not made", got, want)
		}
	})
}

// reportMissing reports edges that come more often in one multiset than in
// the other.
func reportMissing(t *testing.T, complaint string, in, other map[forward]int) {
	t.Helper()
	const enough = 5
	count := 0
	for f, n := range in {
		if other[f] >= n {
			continue
		}
		if count++; count <= enough {
			t.Errorf("%v pit %d to %v: %s", f.edge.Board.Pits(), f.edge.Pit, f.to.Pits(), complaint)
		}
	}
	if count > enough {
		t.Errorf("%d edges %s", count, complaint)
	}
}

// checkPredecessors asserts that each edge back from b is a move that leads to b
// and captures nothing, and that none comes twice. It returns how many there are.
func checkPredecessors(t *testing.T, r Rules, b Board) int {
	t.Helper()
	edges := r.AppendPredecessors(nil, b)
	for i, e := range edges {
		if c, ok := r.Play(e.Board, int(e.Pit)); !ok || c.Captured != 0 || c.Board != b {
			t.Errorf("%v: edge back to %v pit %d, which is no such move", b.Pits(), e.Board.Pits(), e.Pit)
		}
		if slices.Contains(edges[:i], e) {
			t.Errorf("%v: edge back to %v pit %d twice", b.Pits(), e.Board.Pits(), e.Pit)
		}
	}
	return len(edges)
}

// TestPredecessorsOfLayersLong goes on to where laps go round the board, in
// little memory: edges that are all right, none twice, and as many as forward,
// are the edges made forward.
func TestPredecessorsOfLayersLong(t *testing.T) {
	longTests(t)
	const minLayer, maxLayer = 9, 13
	for _, name := range []string{"ayoayo", "oware"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := mustPreset(t, name)
			for n := minLayer; n <= maxLayer; n++ {
				backward, made := 0, 0
				layerBoards(n, func(b Board) {
					backward += checkPredecessors(t, r, b)
					quietMoves(r, b, func(forward) { made++ })
				})
				if backward != made {
					t.Errorf("layer %d: %d edges backward, %d forward", n, backward, made)
				}
			}
		})
	}
}

// The fewest and most seeds of random boards on which laps may go round.
const (
	minRoundSeeds = 20
	maxRoundSeeds = MaxSeeds
)

// roundBoards returns boards with minRoundSeeds to maxRoundSeeds seeds: reached
// in play, scattered, without an empty pit and with exactly one.
func roundBoards(r Rules, perCount int) []Board {
	rng := seededRand(7)
	boards := slices.DeleteFunc(reached(rng, r, 20*perCount), func(b Board) bool { return b.Seeds() < minRoundSeeds })
	for n := minRoundSeeds; n <= maxRoundSeeds; n++ {
		for range perCount {
			boards = append(boards, scatter(rng, n), scatterFull(rng, n), scatterOneEmpty(rng, n))
		}
	}
	return boards
}

// TestPredecessorsFindMoves makes moves on random boards and looks for each in
// the edges back from where it leads.
func TestPredecessorsFindMoves(t *testing.T) {
	const boardsPerCount = 50
	forEachPreset(t, func(t *testing.T, r Rules) {
		var edges []Edge
		rounds := 0
		for _, b := range roundBoards(r, boardsPerCount) {
			quietMoves(r, b, func(f forward) {
				if b.Pit(int(f.edge.Pit)) >= Pits {
					rounds++
				}
				edges = r.AppendPredecessors(edges[:0], f.to)
				if !slices.Contains(edges, f.edge) {
					t.Errorf("%v pit %d to %v: not found back", b.Pits(), f.edge.Pit, f.to.Pits())
				}
			})
		}
		if rounds == 0 {
			t.Error("no move began with a lap round the board")
		}
	})
}

// TestPredecessorsAreMoves plays each edge back from random boards.
func TestPredecessorsAreMoves(t *testing.T) {
	const boardsPerCount = 20
	forEachPreset(t, func(t *testing.T, r Rules) {
		rounds := 0
		for _, b := range roundBoards(r, boardsPerCount) {
			checkPredecessors(t, r, b)
			for _, e := range r.AppendPredecessors(nil, b) {
				if e.Board.Pit(int(e.Pit)) >= Pits {
					rounds++
				}
			}
		}
		if rounds == 0 {
			t.Error("no edge undoes a lap round the board")
		}
	})
}

// TestAppendPredecessorsAppends tests that what dst holds stays.
func TestAppendPredecessorsAppends(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		b := mustPits(t, [Pits]int{0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0})
		kept := Edge{Start(), 5}
		want := append([]Edge{kept}, r.AppendPredecessors(nil, b)...)
		if got := r.AppendPredecessors([]Edge{kept}, b); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}
