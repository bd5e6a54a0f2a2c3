package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// openTables opens the tables of a place. It is an error if there are none.
func openTables(p place) (*egdb.DB, error) {
	db, err := egdb.Open(p.dir, p.rules)
	if err != nil {
		return nil, advise(err)
	}
	if db.MaxSeeds() < 0 {
		return nil, fmt.Errorf("no tables of %s in %s; to make some: %s", p.rules.Name(), p.dir, buildCommand(p.rules, 14))
	}
	return db, nil
}

// buildCommand returns the command line that builds tables.
func buildCommand(r bitboard.Rules, seeds int) string {
	line := fmt.Sprintf("ayosolve build --seeds %d", seeds)
	if r.Name() != (bitboard.Rules{}).Name() {
		line += " --rules " + r.Name()
	}
	return line
}

// advisedError is an error with what to do about it.
type advisedError struct {
	message string
	err     error
}

func (e advisedError) Error() string { return e.message }
func (e advisedError) Unwrap() error { return e.err }

// advise adds to an error of the tables what the user can do about it.
func advise(err error) error {
	if err == nil {
		return nil
	}
	for _, known := range []struct {
		is     error
		advice string
	}{
		{egdb.ErrLocked, "wait for it to end, or name another folder with --tables"},
		{egdb.ErrSpace, "make room, or name another folder with --tables; finished layers are kept"},
		{syscall.ENOSPC, "the disk is full: make room, or name another folder with --tables; finished layers are kept"},
		{syscall.EMFILE, "allow more open files (ulimit -n), or close other programs"},
		{egdb.ErrDamaged, "remove that layer's folder and build again"},
		{egdb.ErrWrong, "remove that layer's folder and build again"},
		{egdb.ErrRules, "choose those with --rules, or name another folder with --tables"},
		{egdb.ErrFormat, "use the ayosolve that wrote them, or name another folder with --tables"},
		{egdb.ErrMemory, "allow more, with --mem where there is that flag, or close other programs"},
		{fs.ErrPermission, "name a folder of your own with --tables"},
		{syscall.EROFS, "name a folder that can be written with --tables"},
		{syscall.ENOTDIR, "name a folder with --tables"},
	} {
		text, _, _ := strings.Cut(err.Error(), "\n") // of errors that are joined, the first
		if errors.Is(err, known.is) && !strings.Contains(text, "; ") {
			return advisedError{text + "; " + known.advice, err}
		}
	}
	return err
}

// grace is how long work may take to end after an interrupt before it is left to
// end with the process.
const grace = 25 * time.Millisecond

// interruptible does work that ends soon, but perhaps not at once, when ctx is
// cancelled. Then it waits no longer than grace, and returns the error of ctx.
// What do writes must be sound if the process ends in the middle.
func interruptible(ctx context.Context, do func(context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- do(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return ctx.Err()
	}
}
