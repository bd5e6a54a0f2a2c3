package fleet

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label"
	"ayosolve/egdb"
)

// TestFetch publishes tables and fetches them into an empty folder and into one with
// some layers: then they are the same, and checked.
func TestFetch(t *testing.T) {
	p := testParams(t, 10)
	s := testServer(t, "0", t.TempDir())
	f := connect(t, s)
	from := storedTables(t, usedSeeds, true)
	db, err := egdb.Open(from, bitboard.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, want := range []bool{true, false} {
		for n := range usedSeeds + 1 {
			if put, bytes, err := f.PublishLayer(t.Context(), db, n); err != nil || put != want || bytes == 0 {
				t.Errorf("layer %d: published %v, %d bytes, %v", n, put, bytes, err)
			}
		}
	}
	for _, had := range []int{-1, 3} {
		dir := t.TempDir()
		if had >= 0 {
			dir = storedTables(t, had, true)
		}
		var said []string
		own := Tables{Fleet: f, Dir: dir, Threads: 1, Memory: 1 << 30, fetchAll: true, Say: func(text string) { said = append(said, text) }}
		got, release, err := own.Prepare(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if got.MaxSeeds() != usedSeeds || len(said) != usedSeeds-had+1 {
			t.Errorf("tables to %d seeds, said %q", got.MaxSeeds(), said)
		}
		release()
	}
}

// TestFetchOther finds other layers than the job's, or none, where they are published.
func TestFetchOther(t *testing.T) {
	slow(t)
	s := testServer(t, "0", t.TempDir())
	f := connect(t, s)
	own := Tables{Fleet: f, Dir: t.TempDir(), Threads: 1, Memory: 1 << 30, fetchAll: true}
	refused := func(p *label.Params, words string) {
		t.Helper()
		_, _, err := own.Prepare(t.Context(), p)
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", words, err)
		}
	}
	p := testParams(t, 10)
	refused(p, "it needs layer 0 of ayoayo")
	db, err := egdb.Open(storedTables(t, usedSeeds, false), bitboard.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for n := range usedSeeds + 1 {
		if _, _, err := f.PublishLayer(t.Context(), db, n); err != nil {
			t.Fatal(err)
		}
	}
	refused(p, "has no bounds, the job's has among those published")
	p.Bounds = false
	p.Tables = append([]label.Layer{}, p.Tables...)
	p.Tables[2].SHA256 = p.Tables[1].SHA256
	refused(p, "layer 2 of ayoayo has the SHA-256")
}

// TestOwnTables compares the folder's layers with the job's.
func TestOwnTables(t *testing.T) {
	slow(t)
	p := testParams(t, 10)
	f := connect(t, testServer(t, "0", t.TempDir()))
	prepare := func(dir string, memory uint64) error {
		own := Tables{Fleet: f, Dir: dir, Threads: 1, Memory: memory, fetchAll: true}
		_, release, err := own.Prepare(t.Context(), p)
		if err == nil {
			release()
		}
		return err
	}
	larger := storedTables(t, usedSeeds+1, true)
	if err := prepare(larger, 1<<30); err != nil {
		t.Error(err)
	}
	if err := prepare(larger, 20_000); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "room for those to") {
		t.Errorf("little memory: %v", err)
	}
	if err := prepare(storedTables(t, usedSeeds, false), 1<<30); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "no bounds") {
		t.Errorf("no bounds: %v", err)
	}
	p.Tables = append([]label.Layer{}, p.Tables...)
	p.Tables[4].SHA256 = p.Tables[3].SHA256
	if err := prepare(larger, 1<<30); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "layer 4 of ayoayo") {
		t.Errorf("another layer: %v", err)
	}
	// Tables of other rules under this name.
	other := t.TempDir()
	r, err := bitboard.Preset("ayoayo-left")
	if err != nil {
		t.Fatal(err)
	}
	if err := egdb.BuildStored(t.Context(), other, r, egdb.BuildOptions{Seeds: 3, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(other, r.Name()), filepath.Join(other, "ayoayo")); err != nil {
		t.Fatal(err)
	}
	if err := prepare(other, 1<<30); !errors.Is(err, egdb.ErrRules) {
		t.Errorf("other rules: %v", err)
	}
}

// TestMakeTables makes small tables where there are none, or none with bounds.
func TestMakeTables(t *testing.T) {
	slow(t)
	p := testParams(t, 10)
	for _, dir := range []string{t.TempDir(), storedTables(t, 3, false)} {
		own := Tables{Dir: dir, Threads: 2, Memory: 1 << 30}
		got, release, err := own.Prepare(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if low, _ := got.Bounds(usedSeeds); low == nil {
			t.Error("they have no bounds")
		}
		release()
	}
}
