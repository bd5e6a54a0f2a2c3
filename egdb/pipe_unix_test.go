//go:build linux || darwin

package egdb_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestPipesInPlaceOfFiles: a pipe that nobody writes to is damage, and nobody waits for it.
func TestPipesInPlaceOfFiles(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "ayoayo")
	for _, name := range []string{"SEAL", "MANIFEST"} {
		dir := copied(t, r, valuesTo(7))
		asPipe(t, filepath.Join(dir, r.Name(), "layer-07", name))
		late := time.AfterFunc(time.Minute, func() { panic("it waits for " + name) })
		mustRefuse(t, name, dir, r, 7, egdb.ErrDamaged)
		late.Stop()
	}
}

// TestPipeInPlaceOfCheckpoint: it is no loss but of time.
func TestPipeInPlaceOfCheckpoint(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "ayoayo")
	dir := copied(t, r, valuesTo(7))
	asPipe(t, filepath.Join(dir, r.Name(), "checkpoint"))
	late := time.AfterFunc(time.Minute, func() { panic("it waits for the checkpoint") })
	mustBuild(t, dir, r, valuesTo(8))
	late.Stop()
}

func asPipe(t *testing.T, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Skip(err)
	}
}
