//go:build linux || darwin

package egdb

import (
	"fmt"
	"syscall"
)

// needSpace returns ErrSpace if the file system of a folder has not that many
// bytes free. A database that runs into a full disk can't be told from one that
// is mapped wrongly, so the room is asked for beforehand.
func needSpace(dir string, bytes uint64) error {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return nil // not known: go on and see
	}
	if free := fs.Bavail * uint64(fs.Bsize); free < bytes {
		return fmt.Errorf("%w: %s has %d MB free, %d MB are needed", ErrSpace, dir, free/1e6, (bytes+1e6-1)/1e6)
	}
	return nil
}
