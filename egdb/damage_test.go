package egdb_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// filesOf returns the files of a stored layer.
func filesOf(tb testing.TB, dir string, r bitboard.Rules, n int) (files []string) {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(dir, r.Name(), fmt.Sprintf("layer-%02d*", n), "*"))
	if err != nil || len(files) < 4 {
		tb.Fatalf("layer %d has files %v, %v", n, files, err)
	}
	return files
}

// changed changes a byte of a file until the returned function is called.
func changed(tb testing.TB, file string, at int64, bit uint8) (restore func()) {
	tb.Helper()
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, at); err != nil {
		tb.Fatal(err)
	}
	b[0] ^= bit
	if _, err := f.WriteAt(b, at); err != nil {
		tb.Fatal(err)
	}
	return func() {
		if bit != 0 {
			changed(tb, file, at, bit)
		}
	}
}

// mustRefuse checks that nobody reads a damaged layer: Verify, Record, Probe, Load,
// Export and a build that needs it fail with one of some errors, and the layers
// below stay readable.
func mustRefuse(t *testing.T, what, dir string, r bitboard.Rules, n int, want ...error) {
	t.Helper()
	is := func(err error) bool {
		for _, w := range want {
			if errors.Is(err, w) {
				return true
			}
		}
		return false
	}
	ctx := context.Background()
	calls := map[string]func(db *egdb.DB) error{
		"Verify": func(db *egdb.DB) error { return db.Verify(ctx, egdb.VerifyOptions{Workers: 2}) },
		"Record": func(db *egdb.DB) error { _, err := db.Record(n); return err },
		"Probe": func(db *egdb.DB) error {
			v, err := db.Probe(randomBoards(n, 1)[0])
			if v != (egdb.Value{}) {
				return fmt.Errorf("a value, %+v, and %w", v, err)
			}
			return err
		},
		"Load": func(db *egdb.DB) error {
			last, err := db.Load(ctx, db.MaxSeeds(), 1<<30, 2)
			if err == nil || last >= n || db.Values(n) != nil {
				return fmt.Errorf("loaded to %d, and %v", last, err)
			}
			return err
		},
	}
	for name, call := range calls {
		db, err := egdb.Open(dir, r)
		if err == nil {
			err = call(db)
			db.Close()
		}
		if !is(err) {
			t.Errorf("%s: %s: %v, want %v", what, name, err, want)
		}
	}
	below := opened(t, dir, r)
	defer below.Close()
	if n > 0 {
		b := randomBoards(n-1, 1)[0]
		if got, err := below.Probe(b); err != nil || got.Value != int(shared(t, r).Values(n - 1)[b.Rank()]) {
			t.Errorf("%s: the layer below: Probe = %+v, %v", what, got, err)
		}
	}
}

// TestEveryByte changes bytes of every file of some layers, at both ends and at
// random.
func TestEveryByte(t *testing.T) {
	boardtest.Slow(t)
	samples := 6
	if boardtest.Long() {
		samples = 400
	}
	for _, tc := range []struct {
		rules  string
		o      egdb.BuildOptions
		layers []int
	}{
		{"ayoayo", valuesTo(7), []int{0, 7}},
		{"oware", tablesTo(7), []int{5, 7}},
	} {
		t.Run(tc.rules, func(t *testing.T) {
			t.Parallel()
			r := boardtest.Preset(t, tc.rules)
			dir := copied(t, r, tc.o)
			rng := rand.New(rand.NewPCG(1, uint64(samples)))
			for _, n := range tc.layers {
				for _, file := range filesOf(t, dir, r, n) {
					info, err := os.Stat(file)
					if err != nil {
						t.Fatal(err)
					}
					places := []int64{0, 1, info.Size() / 2, info.Size() - 2, info.Size() - 1}
					for range samples {
						places = append(places, rng.Int64N(info.Size()))
					}
					for _, at := range places {
						restore := changed(t, file, at, 1<<rng.IntN(8))
						mustRefuse(t, fmt.Sprintf("%s, byte %d", file, at), dir, r, n, egdb.ErrDamaged)
						restore()
					}
				}
			}
			mustVerify(t, dir, r, egdb.VerifyOptions{Full: true})
		})
	}
}

// TestEveryByteOfSeal: no byte of a seal is without meaning.
func TestEveryByteOfSeal(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "ayoayo")
	dir := copied(t, r, valuesTo(7))
	file := filepath.Join(dir, r.Name(), "layer-07", "SEAL")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b := randomBoards(7, 1)[0]
	for at := range text {
		for bit := range 8 {
			restore := changed(t, file, int64(at), 1<<bit)
			db := opened(t, dir, r)
			if got, err := db.Probe(b); !errors.Is(err, egdb.ErrDamaged) || got != (egdb.Value{}) {
				t.Errorf("byte %d, bit %d: Probe = %+v, %v, want ErrDamaged", at, bit, got, err)
			}
			db.Close()
			restore()
		}
	}
}

// TestFilesDamaged: files that are cut, longer, zeroed, missing, exchanged or too
// many.
func TestFilesDamaged(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	const n = 7
	pristine := template(t, r, tablesTo(n))
	write := func(file string, data []byte) error { return os.WriteFile(file, data, 0o666) }
	for what, spoil := range map[string]func(file string, data []byte) error{
		"cut by one": func(file string, data []byte) error { return write(file, data[:len(data)-1]) },
		"halved":     func(file string, data []byte) error { return write(file, data[:len(data)/2]) },
		"emptied":    func(file string, data []byte) error { return write(file, nil) },
		"zeroed":     func(file string, data []byte) error { return write(file, make([]byte, len(data))) },
		"longer":     func(file string, data []byte) error { return write(file, append(data, 0)) },
		"missing":    func(file string, data []byte) error { return os.Remove(file) },
		"of another": func(file string, data []byte) error { return write(file, []byte("something else")) },
		"renamed":    func(file string, data []byte) error { return os.Rename(file, file+"x") },
		"joined by another": func(file string, data []byte) error {
			return write(filepath.Join(filepath.Dir(file), "more"), data)
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for _, file := range filesOf(t, pristine, r, n) {
				dir := copied(t, r, tablesTo(n))
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				name := filepath.Base(file)
				if err := spoil(filepath.Join(dir, r.Name(), layerName(n, true), name), data); err != nil {
					t.Fatal(err)
				}
				mustRefuse(t, what+": "+name, dir, r, n, egdb.ErrDamaged)
			}
		})
	}
}

// TestFoldersExchanged: a layer in the place of another, or of other rules.
func TestFoldersExchanged(t *testing.T) {
	t.Parallel()
	ayoayo, oware := boardtest.Preset(t, "ayoayo"), boardtest.Preset(t, "oware")
	layer := func(dir string, r bitboard.Rules, n int) string {
		return filepath.Join(dir, r.Name(), layerName(n, true))
	}
	t.Run("layers", func(t *testing.T) {
		dir := copied(t, ayoayo, tablesTo(7))
		five, six := layer(dir, ayoayo, 5), layer(dir, ayoayo, 6)
		err := errors.Join(os.Rename(five, five+"x"), os.Rename(six, five), os.Rename(five+"x", six))
		if err != nil {
			t.Fatal(err)
		}
		mustRefuse(t, "6 in the place of 5", dir, ayoayo, 5, egdb.ErrDamaged)
		err = egdb.BuildStored(context.Background(), dir, ayoayo, tablesTo(8))
		if !errors.Is(err, egdb.ErrDamaged) {
			t.Errorf("BuildStored = %v, want ErrDamaged", err)
		}
	})
	t.Run("rules", func(t *testing.T) {
		dir, other := copied(t, ayoayo, tablesTo(7)), copied(t, oware, tablesTo(7))
		if err := errors.Join(os.RemoveAll(layer(dir, ayoayo, 6)), os.Rename(layer(other, oware, 6), layer(dir, ayoayo, 6))); err != nil {
			t.Fatal(err)
		}
		mustRefuse(t, "oware's layer 6", dir, ayoayo, 6, egdb.ErrRules)
	})
	t.Run("all of other rules", func(t *testing.T) {
		dir := copied(t, oware, tablesTo(7))
		if err := os.Rename(filepath.Join(dir, "oware"), filepath.Join(dir, "ayoayo")); err != nil {
			t.Fatal(err)
		}
		mustRefuse(t, "oware's tables", dir, ayoayo, 0, egdb.ErrRules)
		if err := egdb.BuildStored(context.Background(), dir, ayoayo, valuesTo(8)); !errors.Is(err, egdb.ErrRules) {
			t.Errorf("BuildStored = %v, want ErrRules", err)
		}
	})
	t.Run("an empty folder", func(t *testing.T) {
		dir := copied(t, ayoayo, tablesTo(7))
		if err := errors.Join(os.RemoveAll(layer(dir, ayoayo, 6)), os.Mkdir(layer(dir, ayoayo, 6), 0o777)); err != nil {
			t.Fatal(err)
		}
		mustRefuse(t, "an empty folder", dir, ayoayo, 6, egdb.ErrDamaged)
	})
	t.Run("a gap", func(t *testing.T) {
		dir := copied(t, ayoayo, tablesTo(7))
		if err := os.RemoveAll(layer(dir, ayoayo, 4)); err != nil {
			t.Fatal(err)
		}
		if got := opened(t, dir, ayoayo).MaxSeeds(); got != 3 {
			t.Errorf("MaxSeeds() = %d, want 3", got)
		}
		mustBuild(t, dir, ayoayo, tablesTo(7))
		sameTables(t, ayoayo, dir, template(t, ayoayo, tablesTo(7)))
	})
}
