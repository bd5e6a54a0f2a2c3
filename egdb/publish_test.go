package egdb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// exported returns a layer as a layer file.
func exported(tb testing.TB, dir string, r bitboard.Rules, n int) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := opened(tb, dir, r).Export(context.Background(), n, &out); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// exportedRaw returns a layer's values in the exported order.
func exportedRaw(tb testing.TB, dir string, r bitboard.Rules, n int) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := opened(tb, dir, r).ExportRaw(context.Background(), n, &out); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func importFile(dir string, r bitboard.Rules, file []byte) (*egdb.Record, error) {
	return egdb.Import(context.Background(), dir, r, bytes.NewReader(file), 2)
}

func importRaw(dir string, r bitboard.Rules, file []byte) (*egdb.Record, error) {
	return egdb.ImportRaw(context.Background(), dir, r, bytes.NewReader(file), 2)
}

// TestExportRaw: one signed byte a board, in ascending lexicographic order of pits.
func TestExportRaw(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, name)
		dir, want := template(t, r, tablesTo(7)), shared(t, r)
		for n := range 8 {
			raw := exportedRaw(t, dir, r, n)
			if uint64(len(raw)) != bitboard.LayerSize(n) {
				t.Fatalf("%d bytes, want %d", len(raw), bitboard.LayerSize(n))
			}
			var before [bitboard.Pits]int
			for rank := range raw {
				b := bitboard.Unrank(n, uint64(rank))
				pits := b.Pits()
				if rank > 0 && !less(before, pits) {
					t.Fatalf("%v is not after %v", pits, before)
				}
				before = pits
				if v, err := want.Probe(b); err != nil || v.Value != int(int8(raw[rank])) {
					t.Fatalf("%v: exported %d, want %+v, %v", pits, int8(raw[rank]), v, err)
				}
			}
		}
		if err := opened(t, dir, r).ExportRaw(context.Background(), 8, nil); !errors.Is(err, egdb.ErrAbove) {
			t.Errorf("ExportRaw of a layer that isn't there: %v, want ErrAbove", err)
		}
		if err := opened(t, dir, r).Export(context.Background(), -1, nil); !errors.Is(err, egdb.ErrAbove) {
			t.Errorf("Export of a layer that isn't there: %v, want ErrAbove", err)
		}
	}
}

func less(a, b [bitboard.Pits]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// TestExportImport: what was exported is imported into an empty folder, layer by
// layer, and is the same then; its files again are.
func TestExportImport(t *testing.T) {
	noLeaks(t)
	const seeds = 6
	for _, name := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, name)
		for _, o := range []egdb.BuildOptions{valuesTo(seeds), tablesTo(seeds)} {
			t.Run(fmt.Sprintf("%s/bounds=%t", name, o.Bounds), func(t *testing.T) {
				from, to, raw := template(t, r, o), t.TempDir(), t.TempDir()
				for n := range seeds + 1 {
					file := exported(t, from, r, n)
					record, err := importFile(to, r, file)
					if err != nil || record.Layer != n {
						t.Fatalf("layer %d: Import = %+v, %v", n, record, err)
					}
					if !bytes.Equal(exported(t, to, r, n), file) {
						t.Errorf("layer %d: exported again it is another file", n)
					}
					if record, err := importRaw(raw, r, exportedRaw(t, from, r, n)); err != nil || record.Layer != n {
						t.Fatalf("layer %d: ImportRaw = %+v, %v", n, record, err)
					}
				}
				sameTables(t, r, to, from)
				sameTables(t, r, raw, template(t, r, valuesTo(seeds)))
				mustVerify(t, to, r, egdb.VerifyOptions{Full: true})
				mustBuild(t, raw, r, o)
				sameTables(t, r, raw, from)
			})
		}
	}
}

// TestImportBoundsOverNone: bounds that can't be checked, the layers below having
// none, are left out.
func TestImportBoundsOverNone(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "oware")
	dir := copied(t, r, valuesTo(5))
	if record, err := importFile(dir, r, exported(t, template(t, r, tablesTo(6)), r, 6)); err != nil || record.Bounds != nil {
		t.Fatalf("Import = %+v, %v", record, err)
	}
	sameTables(t, r, dir, template(t, r, valuesTo(6)))
}

// TestImportRefuses: what isn't the next layer of these rules, whole and right, is an
// error, and changes nothing.
func TestImportRefuses(t *testing.T) {
	t.Parallel()
	r, other := boardtest.Preset(t, "oware"), boardtest.Preset(t, "ayoayo")
	tables := template(t, r, tablesTo(7))
	dir := copied(t, r, tablesTo(5))
	file := exported(t, tables, r, 6)
	for _, tc := range []struct {
		what string
		file []byte
		want error
	}{
		{"nothing", nil, egdb.ErrFormat},
		{"something else", []byte("something else altogether"), egdb.ErrFormat},
		{"raw values", exportedRaw(t, tables, r, 6), egdb.ErrFormat},
		{"a layer that is there", exported(t, tables, r, 5), egdb.ErrOptions},
		{"a layer too high", exported(t, tables, r, 7), egdb.ErrOptions},
		{"other rules", exported(t, template(t, other, tablesTo(7)), other, 6), egdb.ErrRules},
		{"other oware", exported(t, template(t, boardtest.Preset(t, "awari"), tablesTo(6)), boardtest.Preset(t, "awari"), 6), egdb.ErrRules},
	} {
		if record, err := importFile(dir, r, tc.file); !errors.Is(err, tc.want) || record != nil {
			t.Errorf("%s: Import = %+v, %v, want %v", tc.what, record, err, tc.want)
		}
	}
	rng := rand.New(rand.NewPCG(4, 4))
	refused := func(what string, file []byte) {
		t.Helper()
		record, err := importFile(dir, r, file)
		if record != nil || !errors.Is(err, egdb.ErrDamaged) && !errors.Is(err, egdb.ErrFormat) {
			t.Errorf("%s: Import = %+v, %v, want ErrDamaged or ErrFormat", what, record, err)
		}
	}
	for _, n := range []int{1, 16, 17, 20, 25, 100, len(file) / 2, len(file) - 9, len(file) - 8, len(file) - 1} {
		refused(fmt.Sprintf("cut to %d bytes", n), file[:n])
	}
	places := []int{0, 16, 17, 18, 19, 20, 21, 24, 25, len(file) - 1, len(file) - 4, len(file) - 5, len(file) - 8, len(file) - 9}
	for range 60 {
		places = append(places, rng.IntN(len(file)))
	}
	for _, at := range places {
		changed := bytes.Clone(file)
		changed[at] ^= 1 << rng.IntN(8)
		refused(fmt.Sprintf("byte %d", at), changed)
	}
	sameTables(t, r, dir, template(t, r, tablesTo(5)))
	if _, err := importFile(dir, r, file); err != nil {
		t.Fatal(err)
	}
	sameTables(t, r, dir, template(t, r, tablesTo(6)))
}

// TestImportRawRefuses: raw values that are too few, too many or not right.
func TestImportRawRefuses(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "oware")
	dir := copied(t, r, valuesTo(5))
	raw := exportedRaw(t, template(t, r, valuesTo(6)), r, 6)
	rng := rand.New(rand.NewPCG(5, 5))
	change := func(by int8) []byte {
		changed := bytes.Clone(raw)
		changed[rng.IntN(len(raw))] += uint8(by)
		return changed
	}
	type file struct {
		what string
		raw  []byte
		want error
	}
	files := []file{
		{"nothing", nil, egdb.ErrDamaged},
		{"too few", raw[:len(raw)-1], egdb.ErrDamaged},
		{"too many", append(bytes.Clone(raw), 0), egdb.ErrDamaged},
		{"another layer", exportedRaw(t, template(t, r, valuesTo(5)), r, 5), egdb.ErrDamaged},
		{"zeros", make([]byte, len(raw)), egdb.ErrWrong},
		{"more than there are seeds", bytes.Repeat([]byte{100}, len(raw)), egdb.ErrWrong},
	}
	for _, by := range []int8{1, -1, 2, -2, 12, 127} {
		files = append(files, file{fmt.Sprintf("one value off by %d", by), change(by), egdb.ErrWrong})
	}
	for _, f := range files {
		if record, err := importRaw(dir, r, f.raw); !errors.Is(err, f.want) || record != nil {
			t.Errorf("%s: ImportRaw = %+v, %v, want %v", f.what, record, err, f.want)
		}
	}
	sameTables(t, r, dir, template(t, r, valuesTo(5)))
}
