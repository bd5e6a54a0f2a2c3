package search_test

import (
	"reflect"
	"sync"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
)

// TestRulesTogether: solvers for different rules that work by turns, and at the same
// time, find what each finds alone, node for node.
func TestRulesTogether(t *testing.T) {
	names := []string{"ayoayo", "oware", "ayoayo-pratt", "oware-illegal", "awari"}
	boards := randomBoards(10, 12)
	limits := search.Limits{Nodes: 3000}
	find := func(s *search.Solver, b bitboard.Board) *search.Result {
		res := analyze(t, s, b, limits)
		res.Elapsed = 0
		return res
	}
	fresh := func(name string) *search.Solver {
		r := boardtest.Preset(t, name)
		return newSolver(t, r, tables(t, r, 4), 1)
	}
	alone := map[string][]*search.Result{}
	for _, name := range names {
		s := fresh(name)
		for _, b := range boards {
			alone[name] = append(alone[name], find(s, b))
		}
	}
	check := func(name string, i int, got *search.Result) {
		t.Helper()
		if want := alone[name][i]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s, %v: %+v, and alone %+v", name, boards[i].Pits(), got, want)
		}
	}
	byTurns := map[string]*search.Solver{}
	for _, name := range names {
		byTurns[name] = fresh(name)
	}
	for i, b := range boards {
		for _, name := range names {
			check(name, i, find(byTurns[name], b))
		}
	}
	var group sync.WaitGroup
	for _, name := range names {
		s := fresh(name)
		group.Go(func() {
			for i, b := range boards {
				check(name, i, find(s, b))
			}
		})
	}
	group.Wait()
}
