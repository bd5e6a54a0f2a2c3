package search_test

import (
	"context"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
)

// TestValue: the value of a board alone is what the tables hold, on every board that a
// search settles, and what is not settled has bounds that hold it.
func TestValue(t *testing.T) {
	aboveTables(t, 100, func(t *testing.T, r bitboard.Rules, p search.Prober, set []bitboard.Board, ask oracle) {
		s := newSolver(t, r, p, 1)
		exact := 0
		for _, b := range set {
			res, err := s.Value(context.Background(), b, search.Limits{Nodes: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			checkValue(t, r, res, "board", res.Value, ask(b))
			if len(res.Moves) > 0 || res.Estimated || res.Best != -1 {
				t.Errorf("%v: %d moves, estimated %v, best %d, want none", b.Pits(), len(res.Moves), res.Estimated, res.Best)
			}
			if res.Status() == search.Exact {
				exact++
			}
		}
		if exact < len(set)/4 {
			t.Errorf("%d of %d boards are exact, want a quarter", exact, len(set))
		}
	})
}

// TestValueInTables: boards in the tables are looked up, and a finished game is worth
// what its end gives.
func TestValueInTables(t *testing.T) {
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, 6)
	s := newSolver(t, r, db, 1)
	for n := range 7 {
		for _, b := range randomBoards(n, 50) {
			res, err := s.Value(context.Background(), b, search.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if want := tableOracle(db)(b).value; res.Low != want || res.High != want || res.Nodes != 0 {
				t.Errorf("%v: %d … %d after %d nodes, want %d after none", b.Pits(), res.Low, res.High, res.Nodes, want)
			}
		}
	}
}

// TestValueThreads: any number of threads finds the same.
func TestValueThreads(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	for _, b := range randomBoards(26, 10) {
		one, err := newSolver(t, r, db, 1).Value(context.Background(), b, search.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		two, err := newSolver(t, r, db, 2).Value(context.Background(), b, search.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if one.Status() != search.Exact || one.Low != two.Low || one.High != two.High {
			t.Errorf("%v: %d … %d by one thread, %d … %d by two", b.Pits(), one.Low, one.High, two.Low, two.High)
		}
	}
}
