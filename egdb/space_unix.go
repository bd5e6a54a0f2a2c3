//go:build linux || darwin

package egdb

import (
	"fmt"
	"syscall"
)

// needSpace returns ErrSpace if the file system of a folder has not that many
// bytes free. Asked beforehand, it spares a night's work on a layer the trouble of
// being written in part.
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
