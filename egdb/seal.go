package egdb

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A layer's folder is sealed when all its files are written: sealName then lists
// each of them, a line "CRC-32C bytes name" (the sum in hexadecimal), and ends
// with a line "CRC-32C bytes ." about the list itself. A folder without a seal is
// not a layer. The seal is checked before a folder is opened, so that the database
// in it never meets a changed byte.
const sealName = "SEAL"

// seal writes the seal of a folder, everything in it having reached the disk
// first.
func seal(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for _, e := range entries {
		sum, size, err := sumFile(filepath.Join(dir, e.Name()), true)
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%08x %d %s\n", sum, size, e.Name())
	}
	fmt.Fprintf(&list, "%08x %d .\n", crc32.Checksum(list.Bytes(), castagnoli), list.Len())
	if err := writeBytes(filepath.Join(dir, sealName), list.Bytes()); err != nil {
		return err
	}
	return syncDir(dir)
}

// checkSeal returns ErrDamaged if a folder's files are not as they were sealed,
// and the error of the file system if it has no seal.
func checkSeal(dir string) error {
	f, err := openFile(filepath.Join(dir, sealName))
	if err != nil {
		return err
	}
	list, err := io.ReadAll(f)
	f.Close()
	if err != nil {
		return err
	}
	// The seal itself first: names in it are not to be trusted before.
	end := bytes.LastIndexByte(bytes.TrimSuffix(list, []byte("\n")), '\n') + 1
	if string(list[end:]) != fmt.Sprintf("%08x %d .\n", crc32.Checksum(list[:end], castagnoli), end) {
		return fmt.Errorf("%w: %s: %s has changed", ErrDamaged, dir, sealName)
	}
	files := 0
	for line := range strings.Lines(string(list[:end])) {
		var sum uint32
		var size int64
		var name string
		if _, err := fmt.Sscanf(line, "%08x %d %s\n", &sum, &size, &name); err != nil {
			return fmt.Errorf("%w: %s: line %d of %s", ErrDamaged, dir, files+1, sealName)
		}
		got, n, err := sumFile(filepath.Join(dir, filepath.Base(name)), false)
		if os.IsNotExist(err) {
			return fmt.Errorf("%w: %s: %s is missing", ErrDamaged, dir, name)
		}
		if err != nil {
			return err
		}
		if got != sum || n != size {
			return fmt.Errorf("%w: %s: %s has changed", ErrDamaged, dir, name)
		}
		files++
	}
	return checkComplete(dir, files)
}

// checkComplete refuses files that no seal speaks of.
func checkComplete(dir string, sealed int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if len(entries) != sealed+1 {
		return fmt.Errorf("%w: %s: %d files, %d sealed", ErrDamaged, dir, len(entries)-1, sealed)
	}
	return nil
}

// sumFile returns the CRC-32C and size of a file, after sending it to the disk if
// asked to.
func sumFile(name string, sync bool) (sum uint32, size int64, err error) {
	f, err := openFile(name)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	if sync {
		if err := f.Sync(); err != nil {
			return 0, 0, err
		}
	}
	h := crc32.New(castagnoli)
	size, err = io.CopyBuffer(h, struct{ io.Reader }{f}, make([]byte, 64<<10))
	return h.Sum32(), size, err
}

// openFile opens a file to read it. Anything else of that name is ErrDamaged: a pipe would
// be waited for.
func openFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a file", ErrDamaged, name)
	}
	return os.Open(name)
}

// writeFile writes a file that is there whole or not at all, and on the disk.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(name + ".new")
		return err
	}
	return os.Rename(name+".new", name)
}

// writeBytes is writeFile for what is in memory.
func writeBytes(name string, data []byte) error {
	return writeFile(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// syncDir sends a folder's entries to the disk. Some systems can't, and then
// there is nothing to do.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	_ = f.Sync()
	return nil
}
