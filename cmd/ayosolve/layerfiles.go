package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// layerBytes returns the bytes on disk of a stored layer, all files together: what
// can't be read counts nothing. A layer is a folder of the name layer-NN, perhaps
// with more after it.
func layerBytes(p place, seeds int) (bytes uint64) {
	entries, err := os.ReadDir(p.own())
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), fmt.Sprintf("layer-%02d", seeds)) {
			bytes += folderBytes(filepath.Join(p.own(), e.Name()))
		}
	}
	return bytes
}

// folderBytes returns the bytes of all files in a folder.
func folderBytes(dir string) (bytes uint64) {
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		if info, err := entry.Info(); err == nil {
			bytes += uint64(info.Size())
		}
		return nil
	})
	return bytes
}
