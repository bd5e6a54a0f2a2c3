package egdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ayosolve/bitboard"
)

// storeLayer writes a layer of tables in memory to a folder, with its bounds or
// without.
func storeLayer(t *testing.T, dir string, db *DB, n int, bounds bool) {
	t.Helper()
	c := *db.memory[n]
	if !bounds {
		c.low, c.high = nil, nil
	}
	if _, err := writeLayer(context.Background(), dir, db.rules, n, &c, 2); err != nil {
		t.Fatal(err)
	}
}

// inMemory returns tables with bounds.
func inMemory(t *testing.T, rules string, seeds int) *DB {
	t.Helper()
	r, err := bitboard.Preset(rules)
	if err != nil {
		t.Fatal(err)
	}
	db, err := Build(context.Background(), r, BuildOptions{Seeds: seeds, Bounds: true, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// TestTidy puts a folder into every state that a killed build can leave, and some
// that it can't, and builds on.
func TestTidy(t *testing.T) {
	const n, last = 3, 4
	db := inMemory(t, "oware", last)
	type fill func(dir string, bounds bool)
	none := func(string, bool) {}
	good := func(dir string, bounds bool) { storeLayer(t, dir, db, n, bounds) }
	half := func(dir string, bounds bool) {
		good(dir, bounds)
		if err := os.Remove(filepath.Join(dir, sealName)); err != nil {
			t.Fatal(err)
		}
	}
	damaged := func(dir string, bounds bool) {
		good(dir, bounds)
		if err := os.Truncate(filepath.Join(dir, "000001.sst"), 10); err != nil {
			t.Fatal(err)
		}
	}
	finals := map[string]fill{"none": none, "good": good}
	buildings := map[string]fill{"none": none, "half": half, "good": good, "damaged": damaged}
	each := func(fills map[string]fill, visit func(what string, f fill)) {
		for what, f := range fills {
			visit(what, f)
		}
	}
	each(finals, func(values string, fillValues fill) {
		each(finals, func(bounds string, fillBounds fill) {
			each(buildings, func(building string, fillBuilding fill) {
				for _, withBounds := range []bool{false, true} {
					name := fmt.Sprintf("values %s, bounds %s, building%s %s", values, bounds, suffix(withBounds), building)
					t.Run(name, func(t *testing.T) {
						t.Parallel()
						dir := t.TempDir()
						own := filepath.Join(dir, "oware")
						for i := range last + 1 {
							if i != n {
								storeLayer(t, layerDir(own, i, i < n), db, i, i < n)
							}
						}
						fillValues(layerDir(own, n, false), false)
						fillBounds(layerDir(own, n, true), true)
						fillBuilding(buildingDir(own, n, withBounds), withBounds)
						if err := os.WriteFile(checkpointFile(own)+".new", []byte("half"), 0o666); err != nil {
							t.Fatal(err)
						}
						if err := tidy(own); err != nil {
							t.Fatal(err)
						}
						wantBounds := bounds == "good" || building == "good" && withBounds
						wantValues := !wantBounds && (values == "good" || building == "good")
						want := map[string]bool{"layer-00-bounds": true, "layer-01-bounds": true, "layer-02-bounds": true, "layer-04": true}
						if wantBounds {
							want["layer-03-bounds"] = true
						} else if wantValues {
							want["layer-03"] = true
						}
						checkEntries(t, own, want)
						checkBuildsOn(t, dir, db, last)
					})
				}
			})
		})
	})
}

// checkEntries checks what a folder holds.
func checkEntries(t *testing.T, dir string, want map[string]bool) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !want[e.Name()] {
			t.Errorf("%s is left", e.Name())
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d entries, want %d", len(entries), len(want))
	}
}

// checkBuildsOn builds with bounds and compares.
func checkBuildsOn(t *testing.T, dir string, want *DB, last int) {
	t.Helper()
	o := BuildOptions{Seeds: last, Bounds: true, Workers: 1}
	if err := BuildStored(context.Background(), dir, want.rules, o); err != nil {
		t.Fatal(err)
	}
	got, err := Open(dir, want.rules)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	if m, err := got.Load(context.Background(), last, 1<<30, 1); m != last || err != nil {
		t.Fatal(m, err)
	}
	for i := range last + 1 {
		sameBytes(t, "values", got.memory[i].values, want.memory[i].values)
		sameBytes(t, "lower bounds", got.memory[i].low, want.memory[i].low)
		sameBytes(t, "upper bounds", got.memory[i].high, want.memory[i].high)
	}
}

// TestInstallAndStuckReader replaces a layer while a reader is in the middle of
// opening it and never gets further: what the reader has chosen stays whole, others
// open the new one, and the build is not stopped. The next one tidies.
func TestInstallAndStuckReader(t *testing.T) {
	t.Parallel()
	const n = 2
	db := inMemory(t, "oware", n)
	dir := t.TempDir()
	own := filepath.Join(dir, "oware")
	for i := range n + 1 {
		storeLayer(t, layerDir(own, i, false), db, i, false)
	}
	storeLayer(t, buildingDir(own, n, true), db, n, true)
	old := layerDir(own, n, false)
	release, err := holdFolder(old)
	if err != nil {
		t.Fatal(err)
	}
	if err := install(own, n, true); err != nil {
		t.Fatal(err)
	}
	if err := checkSeal(old); err != nil {
		t.Error(err)
	}
	checkReadable(t, dir, db, n)
	release()
	if err := tidy(own); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Errorf("%s is left", old)
	}
}

// TestRemoveWaitsForReader: a folder goes when the last reader has opened it.
func TestRemoveWaitsForReader(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "layer")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	release, err := holdFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	removed := make(chan error, 1)
	go func() { removed <- removeSuperseded(dir, time.Hour, false) }()
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
	release()
	if err := <-removed; err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("it is left")
	}
}

// TestHoldFolder: what is gone or being removed is not there.
func TestHoldFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := holdFolder(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("holdFolder of nothing = %v", err)
	}
	lock := folderLock(dir)
	if held, err := lock.TryLock(); !held || err != nil {
		t.Skip("no locks on folders here:", err)
	}
	if _, err := holdFolder(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("holdFolder of what is being removed = %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	release, err := holdFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	second, err := holdFolder(dir)
	if err != nil {
		t.Fatalf("a second reader: %v", err)
	}
	second()
}

// TestInstallUnderReaders replaces layers while others open them. They find one or
// the other, always.
func TestInstallUnderReaders(t *testing.T) {
	t.Parallel()
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	const n = 2
	db := inMemory(t, "oware", n)
	for range rounds {
		dir := t.TempDir()
		own := filepath.Join(dir, "oware")
		for i := range n + 1 {
			storeLayer(t, layerDir(own, i, false), db, i, false)
			storeLayer(t, buildingDir(own, i, true), db, i, true)
		}
		stop := make(chan struct{})
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				for open := true; open; {
					select {
					case <-stop:
						open = false
					default:
					}
					checkReadable(t, dir, db, n)
				}
			})
		}
		for i := range n + 1 {
			if err := install(own, i, true); err != nil {
				t.Error(err)
			}
		}
		close(stop)
		group.Wait()
	}
}

func checkReadable(t *testing.T, dir string, want *DB, last int) {
	got, err := Open(dir, want.rules)
	if err != nil {
		t.Error(err)
		return
	}
	defer got.Close()
	if got.MaxSeeds() != last {
		t.Errorf("%d layers, want %d", got.MaxSeeds()+1, last+1)
	}
	for n := range last + 1 {
		b := bitboard.Unrank(n, 0)
		if v, err := got.Probe(b); err != nil || v.Value != int(want.memory[n].values[0]) {
			t.Errorf("layer %d: Probe = %+v, %v", n, v, err)
		}
	}
}
