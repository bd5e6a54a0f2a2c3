package main

import (
	"bufio"
	"errors"
	"os"
	"time"

	"ayosolve/cmd/ayosolve/match"
	"ayosolve/cmd/ayosolve/ogn"
)

// records is the file of a match's games. They are written in order of their numbers,
// each as soon as those before it are.
type records struct {
	file    *os.File // nil for none
	out     *bufio.Writer
	written int   // games
	err     error // the first
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
	return &records{file: f, out: bufio.NewWriter(f)}, nil
}

// add writes the games that are next.
func (w *records) add(_ match.Game, r match.Report) {
	for w.written < len(r.Games) && r.Games[w.written].Number == w.written+1 {
		w.write(r, w.written)
		w.written++
	}
}

// write writes a game.
func (w *records) write(r match.Report, at int) {
	if w.file == nil || w.err != nil {
		return
	}
	w.err = ogn.Write(w.out, r.Games[at].Record(r.Names, time.Now()))
	w.err = errors.Join(w.err, w.out.Flush())
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
