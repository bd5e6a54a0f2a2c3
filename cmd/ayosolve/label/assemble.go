package label

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ayosolve/bitboard"
)

// Summary is what a job has come to.
type Summary struct {
	Positions uint64
	Exact     uint64 // whose value is exact
	Over      uint64 // that are the end of a game, and exact
	AllExact  uint64 // of whose moves every one is exact too
	Nodes     uint64
	Bytes     int64 // of the output
}

// Assemble writes the finished chunks to a file, which is there whole or not at all.
// A chunk that is damaged is removed, and ErrDamaged: the job must be labelled again.
func (j *Job) Assemble(ctx context.Context, format Format, file string) (s Summary, err error) {
	part := fmt.Sprintf("%s.part%d", file, os.Getpid())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return s, err
	}
	defer os.Remove(part)
	defer f.Close()
	w, err := j.newWriter(format, f)
	if err != nil {
		return s, err
	}
	for i := range j.Chunks() {
		if err := errors.Join(ctx.Err(), j.assembleChunk(i, w, &s)); err != nil {
			return s, err
		}
	}
	if err := errors.Join(w.close(), f.Sync()); err != nil {
		return s, err
	}
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	s.Bytes = info.Size()
	return s, errors.Join(f.Close(), os.Rename(part, file))
}

func (j *Job) assembleChunk(i int, w rowWriter, s *Summary) error {
	file := j.chunkFile(i)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: chunk %d is missing", ErrDamaged, i)
	}
	if err != nil {
		return err
	}
	err = j.Header(i).decode(data, j.size(i), func(l *Label) error {
		s.count(l)
		r := j.Params.Row(l)
		return w.write(&r)
	})
	if errors.Is(err, ErrDamaged) {
		return errors.Join(err, os.Remove(file))
	}
	return err
}

// count adds a label.
func (s *Summary) count(l *Label) {
	s.Positions++
	s.Nodes += l.Nodes
	if l.Termination != bitboard.NotOver {
		s.Over++
	}
	if l.Low != l.High {
		return
	}
	s.Exact++
	for _, m := range l.Moves {
		if m.Legal && m.Low != m.High {
			return
		}
	}
	s.AllExact++
}
