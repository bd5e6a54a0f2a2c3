package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// writeWhole writes a file under another name and gives it its own when it is whole,
// unless ctx is done or it may not be written over.
func writeWhole(ctx context.Context, file string, force bool, write func(f *os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".part*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	err = write(f)
	if err := errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close(), ctx.Err(), mayWrite(file, force, "")); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
