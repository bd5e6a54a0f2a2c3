package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// mayWrite refuses to write over a file that must be kept: one that exists, unless
// forced, and what is no file at all; advice says what to do then, or nothing.
func mayWrite(file string, force bool, advice string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file%s", file, advice)
	case !force:
		return fmt.Errorf("%s exists; --force writes over it", file)
	}
	return nil
}
