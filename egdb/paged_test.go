package egdb_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// paged opens stored tables until the test ends, with all layers paged.
func paged(tb testing.TB, dir string, r bitboard.Rules) *egdb.DB {
	tb.Helper()
	db := opened(tb, dir, r)
	reach, err := db.Page(context.Background(), bitboard.MaxSeeds, 1<<30, 2)
	if err != nil || reach != db.MaxSeeds() {
		tb.Fatalf("paged to %d of %d: %v", reach, db.MaxSeeds(), err)
	}
	return db
}

// TestPaged: four goroutines that look boards up in different orders find what is there
// when the tables are loaded as a whole.
func TestPaged(t *testing.T) {
	boardtest.Slow(t)
	for _, name := range []string{"ayoayo", "oware"} {
		for _, bounds := range []bool{false, true} {
			r := boardtest.Preset(t, name)
			dir := t.TempDir()
			o := valuesTo(sharedSeeds)
			o.Bounds = bounds
			mustBuild(t, dir, r, o)
			want, got := opened(t, dir, r), paged(t, dir, r)
			if _, err := want.Load(context.Background(), sharedSeeds, 1<<30, 2); err != nil {
				t.Fatal(err)
			}
			var workers sync.WaitGroup
			for i := range 4 {
				workers.Go(func() { sameWhenFetched(t, got, want, uint64(i)) })
			}
			workers.Wait()
			for _, b := range randomBoards(sharedSeeds, 100) {
				g, err := got.Probe(b)
				if w, _ := want.Probe(b); g != w || err != nil {
					t.Fatalf("%v: probed %+v, %v, want %+v", b.Pits(), g, err, w)
				}
			}
		}
	}
}

// sameWhenFetched compares all boards of two tables, of which one is paged, in an order
// of its own.
func sameWhenFetched(t *testing.T, got, want *egdb.DB, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for n := range want.MaxSeeds() + 1 {
		values, low, high := got.Paged(n)
		wantLow, wantHigh := want.Bounds(n)
		if got.Values(n) != nil || (low == nil) != (wantLow == nil) {
			t.Errorf("layer %d: it has what it has not", n)
			return
		}
		size := bitboard.LayerSize(n)
		start := rng.Uint64N(size)
		for i := range size {
			rank := (start + i*7919) % size // a prime that divides the size of no layer here
			if err := got.Fetch(n, rank); err != nil {
				t.Error(err)
				return
			}
			if values[rank] != want.Values(n)[rank] || low != nil && (low[rank] != wantLow[rank] || high[rank] != wantHigh[rank]) {
				t.Errorf("layer %d, rank %d is not what is loaded", n, rank)
				return
			}
		}
	}
}

// TestPageRoom: layers are paged as far as they fit, and not beside loaded ones.
func TestPageRoom(t *testing.T) {
	r, dir, ctx := boardtest.Preset(t, "ayoayo"), t.TempDir(), context.Background()
	mustBuild(t, dir, r, valuesTo(5))
	room := uint64(0)
	for n := range 4 {
		room += bitboard.LayerSize(n) * 4 / 3
	}
	db := opened(t, dir, r)
	if reach, err := db.Page(ctx, 5, room, 1); reach != 3 || err != nil {
		t.Errorf("paged to %d, %v, want 3", reach, err)
	}
	if values, _, _ := db.Paged(4); values != nil {
		t.Error("layer 4 is paged, for which there is no room")
	}
	if v, err := db.Probe(boardtest.Board(t, [bitboard.Pits]int{1, 1, 1, 1, 1})); err != nil {
		t.Errorf("what is not paged can't be probed: %+v, %v", v, err)
	}
	for what, bring := range map[string]func(context.Context, int, uint64, int) (int, error){"Page": db.Page, "Load": db.Load} {
		if _, err := bring(ctx, 5, 1<<20, 1); !errors.Is(err, egdb.ErrOptions) {
			t.Errorf("%s after Page: %v, want ErrOptions", what, err)
		}
	}
	db = opened(t, dir, r)
	if reach, err := db.Page(ctx, 5, 0, 1); reach != -1 || err != nil {
		t.Errorf("paged to %d, %v, without room", reach, err)
	}
	if _, err := db.Load(ctx, 2, 1<<20, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Page(ctx, 5, 1<<20, 1); !errors.Is(err, egdb.ErrOptions) {
		t.Errorf("Page after Load: %v, want ErrOptions", err)
	}
}

// TestPagedDamage: where a file changes or shrinks while it is open, a board is right or
// an error.
func TestPagedDamage(t *testing.T) {
	r, dir := boardtest.Preset(t, "ayoayo"), t.TempDir()
	mustBuild(t, dir, r, valuesTo(sharedSeeds))
	want := shared(t, r).Values(sharedSeeds)
	for what, damage := range map[string]func(f *os.File, size int64) error{
		"changed": func(f *os.File, size int64) error {
			_, err := f.WriteAt(bytes.Repeat([]byte{0x5a}, 100), size/3)
			return err
		},
		"shrunk":  func(f *os.File, size int64) error { return f.Truncate(size / 3) },
		"emptied": func(f *os.File, size int64) error { return f.Truncate(0) },
	} {
		t.Run(what, func(t *testing.T) {
			own := t.TempDir()
			if err := os.CopyFS(own, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			db := paged(t, own, r)
			layer := filepath.Join(own, r.Name(), layerName(sharedSeeds, false))
			err := filepath.WalkDir(layer, func(name string, e fs.DirEntry, err error) error {
				if err != nil || filepath.Ext(name) != ".sst" {
					return err
				}
				f, err := os.OpenFile(name, os.O_RDWR, 0)
				if err != nil {
					return err
				}
				info, err := f.Stat()
				return errors.Join(err, damage(f, info.Size()), f.Close())
			})
			if err != nil {
				t.Fatal(err)
			}
			values, _, _ := db.Paged(sharedSeeds)
			failed := 0
			for rank := range uint64(len(values)) {
				err := db.Fetch(sharedSeeds, rank)
				switch {
				case errors.Is(err, egdb.ErrDamaged):
					failed++
				case err != nil:
					t.Fatalf("rank %d: %v, want ErrDamaged", rank, err)
				case values[rank] != want[rank]:
					t.Fatalf("rank %d: %d, want %d", rank, values[rank], want[rank])
				}
				if rank%5000 > 0 && failed > 1000 {
					break // every failure reads the file again
				}
			}
			if failed == 0 {
				t.Error("nothing failed")
			}
		})
	}
}
