package label

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// FailedDir is the folder with the positions of chunks that were given up.
func (j *Job) FailedDir() string { return j.path("failed") }

// Failed notes that a chunk was given up and why: a file with a line that says so,
// behind a #, and its positions.
func (j *Job) Failed(i int, why string) error {
	keys, err := j.Keys(i)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# chunk %d was given up: %q\n", i, why)
	for _, k := range keys {
		p, err := k.Position()
		if err != nil {
			return err
		}
		text.WriteString(p.String() + "\n")
	}
	if err := os.MkdirAll(j.FailedDir(), 0o777); err != nil {
		return err
	}
	return writeWhole(filepath.Join(j.FailedDir(), fmt.Sprintf("%d.txt", i)), text.Bytes())
}

// ForgetFailed forgets which chunks were given up.
func (j *Job) ForgetFailed() error { return os.RemoveAll(j.FailedDir()) }
