package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gofrs/flock"
)

// TestFirstTablesNotKept has the program make the tables of the first run where another
// build holds the folder, for a search that would page them.
func TestFirstTablesNotKept(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes tables to 14 seeds")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ayoayo"), 0o755); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(filepath.Join(dir, "ayoayo", "LOCK"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		t.Fatal(ok, err)
	}
	defer lock.Close()
	rules, err := newRulesFlags().rules()
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	got, err := openOrBuild(context.Background(), place{rules: rules, dir: dir, threads: 2, paged: true}, 2, newStatusLine(&told))
	if err != nil {
		t.Fatal(err)
	}
	defer got.close()
	if got.reach != firstSeeds || !strings.Contains(told.String(), "can't be kept: another build is running") {
		t.Errorf("tables to %d seeds, told %q", got.reach, told.String())
	}
}
