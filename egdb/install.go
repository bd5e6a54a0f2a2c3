package egdb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"ayosolve/bitboard"
)

// A layer without bounds is in layer-NN, one with bounds in layer-NN-bounds, so
// that no folder ever takes the place of another: a reader that is in the middle
// of opening it would meet files of both, and Badger removes tables that its
// MANIFEST does not list, even one that only reads.

// layerDir is the folder of a finished layer.
func layerDir(dir string, n int, bounds bool) string {
	return filepath.Join(dir, fmt.Sprintf("layer-%02d", n)+suffix(bounds))
}

// buildingDir is the folder of a layer that is being written.
func buildingDir(dir string, n int, bounds bool) string {
	return filepath.Join(dir, fmt.Sprintf("building-%02d", n)+suffix(bounds))
}

func suffix(bounds bool) string {
	if bounds {
		return "-bounds"
	}
	return ""
}

// findLayer returns the folder of a finished layer, the one with bounds if there
// are two, and an error that is os.ErrNotExist if there is none.
func findLayer(dir string, n int) (name string, err error) {
	// A build may put the one with bounds there at any time, and only then removes
	// the other.
	for _, bounds := range []bool{true, false, true} {
		name = layerDir(dir, n, bounds)
		if _, err = os.Stat(name); !errors.Is(err, os.ErrNotExist) {
			return name, err
		}
	}
	return "", err
}

// openToWrite opens the tables of some rules for a writer: the folder is made if it
// isn't there, locked against other writers until the lock is closed, and tidied. It
// returns ErrLocked if another process writes there.
func openToWrite(dir string, r bitboard.Rules) (*DB, *flock.Flock, error) {
	own := filepath.Join(dir, r.Name())
	if err := os.MkdirAll(own, 0o777); err != nil {
		return nil, nil, err
	}
	lock := flock.New(filepath.Join(own, "LOCK"))
	if locked, err := lock.TryLock(); err != nil {
		return nil, nil, err
	} else if !locked {
		return nil, nil, fmt.Errorf("%w: %s", ErrLocked, own)
	}
	if err := tidy(own); err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}
	db, err := Open(dir, r)
	if err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}
	return db, lock, nil
}

// install makes a sealed folder that was being built a finished layer. With bounds
// it replaces the one without.
func install(dir string, n int, bounds bool) error {
	final := layerDir(dir, n, bounds)
	// What is there is above a layer that was missing, and out of readers' sight.
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	if err := os.Rename(buildingDir(dir, n, bounds), final); err != nil {
		return err
	}
	if err := syncDir(dir); err != nil {
		return err
	}
	if !bounds {
		return nil
	}
	return removeSuperseded(layerDir(dir, n, false), openingTime, false)
}

// tidy brings a folder in order that a build left when it was killed: it finishes
// an installation that was begun, and removes what is half done.
func tidy(dir string) error {
	for n := range bitboard.MaxSeeds + 1 {
		for _, bounds := range []bool{false, true} {
			building := buildingDir(dir, n, bounds)
			if _, err := os.Stat(layerDir(dir, n, bounds)); errors.Is(err, os.ErrNotExist) && checkSeal(building) == nil {
				if err := install(dir, n, bounds); err != nil {
					return err
				}
			}
			if err := os.RemoveAll(building); err != nil {
				return err
			}
		}
		if checkSeal(layerDir(dir, n, true)) == nil {
			if err := removeSuperseded(layerDir(dir, n, false), openingTime, true); err != nil {
				return err
			}
		}
	}
	os.Remove(checkpointFile(dir) + ".new")
	return nil
}
