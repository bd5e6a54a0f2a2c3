package egdb_test

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestOpenFiles: where no more files may be opened, that is the error, and not that
// tables are damaged.
func TestOpenFiles(t *testing.T) {
	const child = "AYOSOLVE_TEST_OPEN_FILES"
	r := boardtest.Preset(t, "ayoayo")
	if dir := os.Getenv(child); dir != "" {
		limit := syscall.Rlimit{Cur: 20, Max: 20}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		db := opened(t, dir, r)
		for n := range db.MaxSeeds() + 1 {
			if _, err := db.Record(n); err != nil {
				if !errors.Is(err, syscall.EMFILE) || errors.Is(err, egdb.ErrDamaged) {
					t.Errorf("layer %d: %v, want EMFILE", n, err)
				}
				return
			}
		}
		t.Error("all layers were opened")
		return
	}
	dir := t.TempDir()
	mustBuild(t, dir, r, valuesTo(8))
	cmd := exec.Command(os.Args[0], "-test.run=^TestOpenFiles$")
	cmd.Env = append(os.Environ(), child+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
