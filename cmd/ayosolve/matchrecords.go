package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"ayosolve/cmd/ayosolve/match"
	"ayosolve/cmd/ayosolve/ogn"
)

// records is the file of a match's games. They are written in order of their numbers,
// each as soon as those before it are.
type records struct {
	file    recordsFile // nil for none
	size    int64       // bytes of the games that are in it
	written int         // games
	err     error       // the first; nothing is written after it
}

// recordsFile is an os.File, apart from tests.
type recordsFile interface {
	io.WriteCloser
	Truncate(size int64) error
}

// newRecords makes the file, none if it has no name.
func newRecords(name string) (*records, error) {
	if name == "" {
		return &records{}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &records{file: f}, nil
}

// add writes the games that are next.
func (w *records) add(_ match.Game, r match.Report) {
	for w.written < len(r.Games) && r.Games[w.written].Number == w.written+1 {
		w.write(r, w.written)
		w.written++
	}
}

// write writes a game, and if it can't leaves none of it behind: half a game is not to
// be taken for a whole one.
func (w *records) write(r match.Report, at int) {
	if w.file == nil || w.err != nil {
		return
	}
	var text bytes.Buffer
	if w.size > 0 {
		text.WriteByte('\n') // between two games
	}
	if w.err = ogn.Write(&text, r.Games[at].Record(r.Names, time.Now())); w.err != nil {
		return
	}
	n, err := w.file.Write(text.Bytes())
	if err != nil {
		w.err = fmt.Errorf("%w; it has the games before number %d", err, r.Games[at].Number)
		if n > 0 {
			w.err = errors.Join(w.err, w.file.Truncate(w.size))
		}
		return
	}
	w.size += int64(n)
}

// close writes the games that are left, some before them not having been finished.
func (w *records) close(r match.Report) error {
	if w.file == nil {
		return nil
	}
	for at := w.written; at < len(r.Games); at++ {
		w.write(r, at)
	}
	return errors.Join(w.err, w.file.Close())
}
