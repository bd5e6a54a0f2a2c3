package egdb_test

import (
	"context"
	"sync"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// sharedSeeds is the largest layer of the tables that tests share.
const sharedSeeds = 9

// sharedTables builds the tables of a preset once for all tests, with bounds, by
// two workers.
var sharedTables = func() func(r bitboard.Rules) (*egdb.DB, error) {
	var mu sync.Mutex
	built := map[bitboard.Rules]func() (*egdb.DB, error){}
	return func(r bitboard.Rules) (*egdb.DB, error) {
		mu.Lock()
		build := built[r]
		if build == nil {
			build = sync.OnceValues(func() (*egdb.DB, error) {
				return egdb.Build(context.Background(), r, tablesTo(sharedSeeds))
			})
			built[r] = build
		}
		mu.Unlock()
		return build()
	}
}()

// shared returns the tables of a preset to sharedSeeds. They are not closed.
func shared(tb testing.TB, r bitboard.Rules) *egdb.DB {
	tb.Helper()
	db, err := sharedTables(r)
	if err != nil {
		tb.Fatal(err)
	}
	return db
}

// tablesTo are options for tables with bounds to a layer.
func tablesTo(seeds int) egdb.BuildOptions {
	return egdb.BuildOptions{Seeds: seeds, Bounds: true, Workers: 2}
}

// valuesTo are options for tables of values alone to a layer.
func valuesTo(seeds int) egdb.BuildOptions {
	return egdb.BuildOptions{Seeds: seeds, Workers: 2}
}

// built builds tables that are closed when the test ends.
func built(tb testing.TB, r bitboard.Rules, o egdb.BuildOptions) *egdb.DB {
	tb.Helper()
	db, err := egdb.Build(context.Background(), r, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	return db
}

// boards calls visit for every board of a layer, in rank order.
func boards(n int, visit func(rank int, b bitboard.Board)) {
	b, ok := bitboard.Unrank(n, 0), true
	for rank := 0; ok; rank++ {
		visit(rank, b)
		b, ok = b.Next()
	}
}

// randomBoards returns boards of n seeds, all equally likely, the same in every
// run.
func randomBoards(n, count int) []bitboard.Board { return boardtest.Random(n, count, 0xe9db) }
