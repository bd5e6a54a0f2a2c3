package egdb_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestDecayUnderReader changes bytes of tables that somebody has open already, past
// the check of the seal: the checksums of the blocks stand alone then.
func TestDecayUnderReader(t *testing.T) {
	t.Parallel()
	const n = 7
	r := boardtest.Preset(t, "oware")
	dir := copied(t, r, tablesTo(n))
	want := shared(t, r)
	low, high := want.Bounds(n)
	samples := 60
	if boardtest.Long() {
		samples = 3000
	}
	rng := rand.New(rand.NewPCG(6, 6))
	files, err := filepath.Glob(filepath.Join(dir, r.Name(), layerName(n, true), "*.sst"))
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	caught := 0
	for i := range samples {
		file := files[i%len(files)]
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		at := rng.Int64N(info.Size())
		db := opened(t, dir, r)
		if _, err := db.Record(n); err != nil {
			t.Fatal(err)
		}
		restore := changed(t, file, at, 1<<rng.IntN(8))
		b := randomBoards(n, 1)[0]
		rank := b.Rank()
		w := egdb.Value{Value: int(want.Values(n)[rank]), Low: int(low[rank]), High: int(high[rank]), HasBounds: true}
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%s, byte %d of %d: panic: %v", filepath.Base(file), at, info.Size(), p)
				}
			}()
			v, err := db.Probe(b)
			if err != nil && (!errors.Is(err, egdb.ErrDamaged) || v != (egdb.Value{})) || err == nil && v != w {
				t.Errorf("%s: Probe = %+v, %v, want %+v or ErrDamaged", fmt.Sprintf("%s, byte %d", file, at), v, err, w)
			}
			if err != nil {
				caught++
			}
		}()
		restore()
		db.Close()
	}
	t.Logf("%d of %d were met", caught, samples)
}
