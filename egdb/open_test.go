package egdb_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestOpenNothing: where there are no tables there are no layers.
func TestOpenNothing(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	db := opened(t, filepath.Join(t.TempDir(), "nowhere"), r)
	if got := db.MaxSeeds(); got != -1 {
		t.Errorf("MaxSeeds() = %d, want -1", got)
	}
	if _, err := db.Probe(bitboard.Board{}); !errors.Is(err, egdb.ErrAbove) {
		t.Errorf("Probe: %v, want ErrAbove", err)
	}
	if _, err := db.Record(0); !errors.Is(err, egdb.ErrAbove) {
		t.Errorf("Record: %v, want ErrAbove", err)
	}
	if n, err := db.Load(context.Background(), 5, 1<<20, 1); n != -1 || err != nil {
		t.Errorf("Load = %d, %v, want -1, nil", n, err)
	}
	if err := db.Verify(context.Background(), egdb.VerifyOptions{Workers: 1}); err != nil {
		t.Errorf("Verify: %v", err)
	}
	if err := db.Verify(context.Background(), egdb.VerifyOptions{}); !errors.Is(err, egdb.ErrOptions) {
		t.Errorf("Verify without workers: %v, want ErrOptions", err)
	}
}

// TestDiskBytes: a layer's files together, nothing for what is not there.
func TestDiskBytes(t *testing.T) {
	t.Parallel()
	r, dir := boardtest.Preset(t, "oware"), t.TempDir()
	if err := egdb.BuildStored(context.Background(), dir, r, tablesTo(3)); err != nil {
		t.Fatal(err)
	}
	db := opened(t, dir, r)
	for n := range 4 {
		files, err := filepath.Glob(filepath.Join(dir, r.Name(), layerName(n, true), "*"))
		if err != nil {
			t.Fatal(err)
		}
		want := uint64(0)
		for _, name := range files {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			want += uint64(info.Size())
		}
		if got := db.DiskBytes(n); got != want || want == 0 {
			t.Errorf("layer %d: %d bytes, want %d", n, got, want)
		}
	}
	if got := db.DiskBytes(-1) + db.DiskBytes(4); got != 0 {
		t.Errorf("%d bytes of layers that are not there", got)
	}
}

// TestLoadBudget: Load keeps to its budget, and probes beyond it read the disk.
func TestLoadBudget(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "oware")
	dir := template(t, r, tablesTo(7))
	for n := range 8 {
		db := opened(t, dir, r)
		need := 3 * bitboard.BoardsBelow(n+1)
		if got, err := db.Load(context.Background(), 7, need-1, 2); got != n-1 || err != nil {
			t.Errorf("Load with %d bytes = %d, %v, want %d", need-1, got, err, n-1)
		}
		if got, err := db.Load(context.Background(), n, need, 2); got != n || err != nil {
			t.Errorf("Load with %d bytes = %d, %v, want %d", need, got, err, n)
		}
		checkProbes(t, db, shared(t, r), 7, true)
	}
}
