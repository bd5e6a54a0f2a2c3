package search_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
	"ayosolve/search"
)

// pagedTables returns stored tables to some layer, loaded and paged.
func pagedTables(t *testing.T, r bitboard.Rules, seeds int) (loaded, paged *egdb.DB) {
	t.Helper()
	dir, ctx := t.TempDir(), context.Background()
	if err := egdb.BuildStored(ctx, dir, r, egdb.BuildOptions{Seeds: seeds, Bounds: true, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	open := func() *egdb.DB {
		db, err := egdb.Open(dir, r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		return db
	}
	loaded, paged = open(), open()
	if _, err := loaded.Load(ctx, seeds, 1<<30, 2); err != nil {
		t.Fatal(err)
	}
	if _, err := paged.Page(ctx, seeds, 1<<30, 2); err != nil {
		t.Fatal(err)
	}
	return loaded, paged
}

// TestPaged: with paged tables one thread finds what it finds with loaded ones, with as
// many nodes, and two threads nothing that contradicts it.
func TestPaged(t *testing.T) {
	const n = 7
	for _, name := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, name)
		loaded, paged := pagedTables(t, r, n)
		count := 20
		if testing.Short() {
			count = 5
		}
		for _, b := range randomBoards(n+3, count) {
			want := analyze(t, newSolver(t, r, loaded, 1), b, search.Limits{Nodes: 100_000})
			got := analyze(t, newSolver(t, r, paged, 1), b, search.Limits{Nodes: 100_000})
			if got.Nodes != want.Nodes || got.Value != want.Value {
				t.Errorf("%s %v: %+v after %d nodes, want %+v after %d", name, b.Pits(), got.Value, got.Nodes, want.Value, want.Nodes)
			}
			both := analyze(t, newSolver(t, r, paged, 2), b, search.Limits{Nodes: 100_000})
			for i, m := range both.Moves {
				if w := want.Moves[i]; m.Low > w.High || m.High < w.Low {
					t.Errorf("%s %v: two threads say %+v, one %+v", name, b.Pits(), m, w)
				}
			}
		}
	}
}

// failing is paged tables that fail from some look-up on.
type failing struct {
	*egdb.DB
	left *atomic.Int64
}

var errTables = errors.New("the tables have failed")

func (f failing) Fetch(n int, rank uint64) error {
	if f.left.Add(-1) < 0 {
		return errTables
	}
	return f.DB.Fetch(n, rank)
}

// TestPagedFails: an analysis whose tables fail ends with their error, and what it
// reports before is never wrong.
func TestPagedFails(t *testing.T) {
	const n = 7
	limits := search.Limits{Nodes: 50_000}
	for _, name := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, name)
		loaded, paged := pagedTables(t, r, n)
		b := randomBoards(n+4, 1)[0]
		want := analyze(t, newSolver(t, r, loaded, 1), b, limits)
		for _, left := range []int64{0, 1, 10, 100, 1000} {
			for threads := 1; threads <= 2; threads++ {
				f := failing{paged, new(atomic.Int64)}
				f.left.Store(left)
				s := newSolver(t, r, f, threads)
				got, err := s.Analyze(context.Background(), b, limits, func(now *search.Result) {
					for i, m := range now.Moves {
						if w := want.Moves[i]; m.Low > w.High || m.High < w.Low {
							t.Errorf("%s, %d look-ups: %+v is reported, which is %+v", name, left, m, w)
						}
					}
				})
				if f.left.Load() >= 0 {
					continue // it took no more
				}
				if !errors.Is(err, errTables) || got != nil {
					t.Errorf("%s, %d look-ups: %+v, %v, want the tables' error", name, left, got, err)
				}
				if _, err := s.Value(context.Background(), b, limits); !errors.Is(err, errTables) {
					t.Errorf("%s, again: %v, want the tables' error", name, err)
				}
			}
		}
	}
}
