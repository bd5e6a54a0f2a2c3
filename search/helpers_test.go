package search_test

import (
	"context"
	"sync"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
	"ayosolve/search"
)

// testHash is the transposition table of tests, in bytes.
const testHash = 16 << 20

// tablesKey names tables that tests share.
type tablesKey struct {
	rules bitboard.Rules
	seeds int
}

// sharedTables builds tables with bounds once for all tests.
var sharedTables = func() func(k tablesKey) (*egdb.DB, error) {
	var mu sync.Mutex
	built := map[tablesKey]func() (*egdb.DB, error){}
	return func(k tablesKey) (*egdb.DB, error) {
		mu.Lock()
		build := built[k]
		if build == nil {
			build = sync.OnceValues(func() (*egdb.DB, error) {
				return egdb.Build(context.Background(), k.rules, egdb.BuildOptions{Seeds: k.seeds, Bounds: true, Workers: 2})
			})
			built[k] = build
		}
		mu.Unlock()
		return build()
	}
}()

// tables returns tables of a rule set to some layer. They are not closed.
func tables(tb testing.TB, r bitboard.Rules, seeds int) *egdb.DB {
	tb.Helper()
	r.Repetition = bitboard.RepetitionSplit
	db, err := sharedTables(tablesKey{r, seeds})
	if err != nil {
		tb.Fatal(err)
	}
	return db
}

// upTo is tables of which only the layers to seeds are used.
type upTo struct {
	search.Prober
	seeds int
}

func (p upTo) MaxSeeds() int { return p.seeds }

// valuesOnly is tables without bounds.
type valuesOnly struct{ search.Prober }

func (valuesOnly) Bounds(int) (low, high []int8) { return nil, nil }

// newSolver returns a Solver with a small transposition table.
func newSolver(tb testing.TB, r bitboard.Rules, p search.Prober, threads int) *search.Solver {
	tb.Helper()
	s, err := search.New(r, p, search.Options{Threads: threads, Hash: testHash})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// analyze analyses a board without a context's limits.
func analyze(tb testing.TB, s *search.Solver, b bitboard.Board, l search.Limits) *search.Result {
	tb.Helper()
	res, err := s.Analyze(context.Background(), b, l, nil)
	if err != nil {
		tb.Fatalf("%v: %v", b.Pits(), err)
	}
	return res
}

// fewer returns n, or a tenth of it in short runs.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// randomBoards returns boards of n seeds, all equally likely, the same in every
// run.
func randomBoards(n, count int) []bitboard.Board { return boardtest.Random(n, count, 0x5ea) }
