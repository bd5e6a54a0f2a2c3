package egdb

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ayosolve/bitboard"
)

// storeAll stores tables with bounds in a new folder.
func storeAll(t *testing.T, db *DB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for n := range db.memory {
		storeLayer(t, layerDir(filepath.Join(dir, db.rules.Name()), n, true), db, n, true)
	}
	return dir
}

// withOpen calls visit with the tables of a folder.
func withOpen(t *testing.T, dir string, r bitboard.Rules, visit func(db *DB)) {
	t.Helper()
	db, err := Open(dir, r)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	visit(db)
}

// cloned returns a layer that may be changed.
func cloned(c *content) *content {
	return &content{values: slices.Clone(c.values), low: slices.Clone(c.low), high: slices.Clone(c.high)}
}

// TestWrong: a value or a bound that is wrong under checksums that are right is found
// by Verify with Full, and by Import.
func TestWrong(t *testing.T) {
	t.Parallel()
	const n = 5
	ctx := context.Background()
	db := inMemory(t, "oware", n)
	own := func(dir string) string { return layerDir(filepath.Join(dir, "oware"), n, true) }
	rng := rand.New(rand.NewPCG(1, 2))
	right := db.memory[n]
	dir := storeAll(t, db)
	try := func(what string, c *content) {
		t.Helper()
		if _, err := writeLayer(ctx, own(dir), db.rules, n, c, 1); err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		withOpen(t, dir, db.rules, func(db *DB) {
			if err := db.Verify(ctx, VerifyOptions{Workers: 1, Full: true}); !errors.Is(err, ErrWrong) {
				t.Errorf("%s: Verify = %v, want ErrWrong", what, err)
			}
			if err := db.Export(ctx, n, &file); err != nil {
				t.Fatal(err)
			}
		})
		if err := os.RemoveAll(own(dir)); err != nil {
			t.Fatal(err)
		}
		if r, err := Import(ctx, dir, db.rules, &file, 1); !errors.Is(err, ErrWrong) || r != nil {
			t.Errorf("%s: Import = %v, %v, want ErrWrong", what, r, err)
		}
	}
	for range 4 {
		c := cloned(right)
		i := rng.IntN(len(c.values))
		if c.values[i] += 2; c.values[i] > n {
			c.values[i] -= 4
		}
		try("a value", c)
		c = cloned(right)
		c.low[i]--
		try("a low bound", c)
		c = cloned(right)
		c.high[i]++
		try("a high bound", c)
	}
	c := cloned(right)
	for i := range c.low {
		c.low[i], c.high[i] = -n, n
	}
	try("bounds that say nothing", c)
}

// rerecorded stores a layer whose record is changed.
func rerecorded(t *testing.T, dir string, db *DB, n int, change func(*Record)) {
	t.Helper()
	ctx, own := context.Background(), layerDir(filepath.Join(dir, db.rules.Name()), n, true)
	models, record, err := survey(ctx, db.rules, n, db.memory[n], 1)
	if err != nil {
		t.Fatal(err)
	}
	change(record)
	if err := errors.Join(os.RemoveAll(own), os.MkdirAll(own, 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := writeEntries(ctx, own, db.rules, n, db.memory[n], models, record, 1); err != nil {
		t.Fatal(err)
	}
	if err := seal(own); err != nil {
		t.Fatal(err)
	}
}

// TestRecordRefused: a record of a newer format, of other rules or that contradicts
// its layer.
func TestRecordRefused(t *testing.T) {
	t.Parallel()
	const n = 4
	ctx := context.Background()
	db := inMemory(t, "oware", n)
	dir := storeAll(t, db)
	for what, tc := range map[string]struct {
		change func(*Record)
		want   error
	}{
		"newer":               {func(r *Record) { r.Format = FormatVersion + 1 }, ErrFormat},
		"newer and different": {func(r *Record) { r.Format, r.Histogram, r.BlockValues = 99, nil, 7 }, ErrFormat},
		"older":               {func(r *Record) { r.Format = 0 }, ErrDamaged},
		"other rules":         {func(r *Record) { r.Rules = "ayoayo" }, ErrRules},
		"layer":               {func(r *Record) { r.Layer-- }, ErrDamaged},
		"boards":              {func(r *Record) { r.Boards++ }, ErrDamaged},
		"block size":          {func(r *Record) { r.BlockValues *= 2 }, ErrDamaged},
		"histogram cut":       {func(r *Record) { r.Histogram = r.Histogram[1:] }, ErrDamaged},
		"histogram's sum":     {func(r *Record) { r.Histogram[0]++ }, ErrDamaged},
		"histogram's overflow": {func(r *Record) {
			r.Histogram[0], r.Histogram[1] = r.Histogram[0]+math.MaxUint64/2+1, r.Histogram[1]+math.MaxUint64/2+1
		}, ErrDamaged},
		"histogram moved":    {func(r *Record) { r.Histogram[n]--; r.Histogram[n+1]++ }, ErrDamaged},
		"checksum":           {func(r *Record) { r.SHA256 = r.SHA256[1:] + "0" }, ErrDamaged},
		"boards that meet":   {func(r *Record) { r.Bounds = &BoundsRecord{r.Bounds.Met + 1, r.Bounds.SHA256Low, r.Bounds.SHA256High} }, ErrDamaged},
		"checksum of bounds": {func(r *Record) { r.Bounds = &BoundsRecord{r.Bounds.Met, r.Bounds.SHA256High, r.Bounds.SHA256Low} }, ErrDamaged},
	} {
		rerecorded(t, dir, db, n, tc.change)
		withOpen(t, dir, db.rules, func(stored *DB) {
			if err := stored.Verify(ctx, VerifyOptions{Workers: 1}); !errors.Is(err, tc.want) {
				t.Errorf("%s: Verify = %v, want %v", what, err, tc.want)
			}
			// The checksums of a layer are Verify's to compare; the rest keeps it shut.
			if v, err := stored.Probe(bitboard.Unrank(n, 0)); err != nil && (!errors.Is(err, tc.want) || v != (Value{})) {
				t.Errorf("%s: Probe = %+v, %v, want %v", what, v, err, tc.want)
			}
		})
		if tc.want == ErrFormat || tc.want == ErrRules {
			if err := BuildStored(ctx, dir, db.rules, BuildOptions{Seeds: n + 1, Workers: 1}); !errors.Is(err, tc.want) {
				t.Errorf("%s: BuildStored = %v, want %v", what, err, tc.want)
			}
		}
	}
}

// mended sets every checksum in a layer file as if what is there were meant: those of
// the sections, and of the blocks in them.
func mended(file []byte, rules string, n int) []byte {
	if len(file) < len(fileMagic) {
		return file
	}
	var record Record
	models := 0
	rest := file[len(fileMagic):]
	for section := 0; len(rest) >= 8; section++ {
		size := binary.LittleEndian.Uint32(rest)
		if uint64(size) > uint64(len(rest)-8) {
			break
		}
		data := rest[8:][:size]
		if section == 0 {
			_ = json.Unmarshal(data, &record)
			models = len(record.kinds())
		} else if i := section - 1 - models; i >= 0 && len(data) >= blockHeader {
			blocks := int(blocksOf(bitboard.LayerSize(n)))
			if i/blocks < models {
				signed(entryKey(rules, record.kinds()[i/blocks], n, uint32(i%blocks)), data)
			}
		}
		binary.LittleEndian.PutUint32(rest[4:], crc32.Checksum(data, castagnoli))
		rest = rest[8+size:]
	}
	return file
}

// FuzzReadLayerFile: whatever a layer file says under checksums that are right, it is
// read or refused. What is read has the boards of its layer.
func FuzzReadLayerFile(f *testing.F) {
	r, err := bitboard.Preset("oware")
	if err != nil {
		f.Fatal(err)
	}
	const n = 3
	ctx := context.Background()
	for _, bounds := range []bool{false, true} {
		dir := f.TempDir()
		if err := BuildStored(ctx, dir, r, BuildOptions{Seeds: n, Bounds: bounds, Workers: 1}); err != nil {
			f.Fatal(err)
		}
		db, err := Open(dir, r)
		if err != nil {
			f.Fatal(err)
		}
		var file bytes.Buffer
		if err := db.Export(ctx, n, &file); err != nil {
			f.Fatal(err)
		}
		db.Close()
		f.Add(file.Bytes())
		rng := rand.New(rand.NewPCG(1, 1))
		for range 50 {
			changed := bytes.Clone(file.Bytes())
			changed[len(fileMagic)+rng.IntN(len(changed)-len(fileMagic))] = byte(rng.Uint32())
			f.Add(changed)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		c, record, err := readLayerFile(bytes.NewReader(mended(bytes.Clone(file), r.Name(), n)), r, n)
		if err != nil {
			if c != nil || record != nil {
				t.Fatal("an error and a layer")
			}
			return
		}
		defer c.free()
		if uint64(len(c.values)) != bitboard.LayerSize(n) || (record.Bounds != nil) != (c.low != nil) {
			t.Fatal("not the layer's boards")
		}
		_ = checkContent(ctx, r, n, c, record, 1)
	})
}
