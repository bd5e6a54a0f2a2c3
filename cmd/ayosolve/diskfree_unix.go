//go:build linux || darwin

package main

import (
	"path/filepath"
	"syscall"
)

// diskFree returns the bytes free on the file system of a folder, or of where it
// will be made; ok is false if that isn't known.
func diskFree(dir string) (bytes uint64, ok bool) {
	for {
		var fs syscall.Statfs_t
		if syscall.Statfs(dir, &fs) == nil {
			return fs.Bavail * uint64(fs.Bsize), true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return 0, false
		}
		dir = parent
	}
}
