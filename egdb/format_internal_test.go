package egdb

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// firstFormat stores a layer in format 1, with values coded as bounds are.
func firstFormat(t *testing.T, dir string, db *DB, n int) {
	t.Helper()
	ctx, c := context.Background(), db.memory[n]
	own := layerDir(filepath.Join(dir, db.rules.Name()), n, c.low != nil)
	models, record, err := survey(ctx, db.rules, n, c, 1)
	if err != nil {
		t.Fatal(err)
	}
	counts := new(pairs)
	for b := range blocksOf(record.Boards) {
		counts.count(block(c.values, b), nil)
	}
	models[0], record.Format = counts.model(), 1
	if err := errors.Join(os.RemoveAll(own), os.MkdirAll(own, 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := writeEntries(ctx, own, db.rules, n, c, models, record, 1); err != nil {
		t.Fatal(err)
	}
	if err := seal(own); err != nil {
		t.Fatal(err)
	}
}

// TestFirstFormat: layers of format 1 are read, loaded and paged, exported and
// imported, verified, and built upon.
func TestFirstFormat(t *testing.T) {
	t.Parallel()
	const n = 7
	ctx := context.Background()
	for _, name := range []string{"ayoayo", "oware"} {
		db := inMemory(t, name, n)
		dir := storeAll(t, db)
		for i := range n + 1 {
			firstFormat(t, dir, db, i)
		}
		open := func(dir string) *DB {
			stored, err := Open(dir, db.rules)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(stored.Close)
			return stored
		}
		stored := open(dir)
		if r, err := stored.Record(n); err != nil || r.Format != 1 {
			t.Fatalf("record %+v, %v", r, err)
		}
		if err := stored.Verify(ctx, VerifyOptions{Full: true, Workers: 1}); err != nil {
			t.Error(err)
		}
		if _, err := stored.Load(ctx, n, 1<<30, 1); err != nil {
			t.Fatal(err)
		}
		same := func(what string, got *DB) {
			t.Helper()
			for i := range n + 1 {
				low, high := got.Bounds(i)
				sameBytes(t, what+": values", got.Values(i), db.Values(i))
				sameBytes(t, what+": lower bounds", low, db.memory[i].low)
				sameBytes(t, what+": upper bounds", high, db.memory[i].high)
			}
		}
		same("loaded", stored)
		byPage := open(dir)
		if _, err := byPage.Page(ctx, n, 1<<30, 1); err != nil {
			t.Fatal(err)
		}
		values, _, _ := byPage.Paged(n)
		for rank := range values {
			if err := byPage.Fetch(n, uint64(rank)); err != nil || values[rank] != db.Values(n)[rank] {
				t.Fatalf("rank %d: %d, %v, want %d", rank, values[rank], err, db.Values(n)[rank])
			}
		}
		imported := t.TempDir()
		for i := range n + 1 {
			var file bytes.Buffer
			if err := stored.Export(ctx, i, &file); err != nil {
				t.Fatal(err)
			}
			if _, err := Import(ctx, imported, db.rules, &file, 1); err != nil {
				t.Fatal(err)
			}
		}
		if err := BuildStored(ctx, imported, db.rules, BuildOptions{Seeds: n + 1, Bounds: true, Workers: 1}); err != nil {
			t.Fatal(err)
		}
		again := open(imported)
		if r, err := again.Record(n); err != nil || r.Format != FormatVersion {
			t.Errorf("imported: record %+v, %v", r, err)
		}
		if _, err := again.Load(ctx, n, 1<<30, 1); err != nil {
			t.Fatal(err)
		}
		same("imported", again)
	}
}
