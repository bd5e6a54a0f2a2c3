package egdb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ayosolve/bitboard"
)

// install puts the sealed folder building-NN in the place of layer-NN. A layer
// that is there already, without bounds, stands aside as old-NN until then.
func install(dir string, n int) error {
	final, temporary := layerDir(dir, n), filepath.Join(dir, fmt.Sprintf("building-%02d", n))
	old := filepath.Join(dir, fmt.Sprintf("old-%02d", n))
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if err := os.Rename(final, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(temporary, final); err != nil {
		return err
	}
	if err := syncDir(dir); err != nil {
		return err
	}
	return os.RemoveAll(old)
}

// tidy brings a folder in order that a build left when it was killed: it finishes
// an installation that was begun, and removes what is half done.
func tidy(dir string) error {
	for n := range bitboard.MaxSeeds + 1 {
		final, temporary := layerDir(dir, n), filepath.Join(dir, fmt.Sprintf("building-%02d", n))
		old := filepath.Join(dir, fmt.Sprintf("old-%02d", n))
		if _, err := os.Stat(final); errors.Is(err, os.ErrNotExist) {
			if checkSeal(temporary) == nil {
				if err := os.Rename(temporary, final); err != nil {
					return err
				}
			} else if _, err := os.Stat(old); err == nil {
				if err := os.Rename(old, final); err != nil {
					return err
				}
			}
		}
		if err := errors.Join(os.RemoveAll(temporary), os.RemoveAll(old)); err != nil {
			return err
		}
	}
	os.Remove(checkpointFile(dir) + ".new")
	return nil
}
