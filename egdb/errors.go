package egdb

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// What can go wrong. Errors of this package wrap one of these, or come from the
// file system or a context as they are.
var (
	// ErrOptions reports options out of range.
	ErrOptions = errors.New("bad options")
	// ErrMemory reports that the memory allowed, or the system's, is too little.
	ErrMemory = errors.New("not enough memory")
	// ErrSpace reports that the disk has not the room for a layer.
	ErrSpace = errors.New("not enough disk space")
	// ErrAbove reports a board with more seeds than the tables have layers for.
	ErrAbove = errors.New("above the tables")
	// ErrDamaged reports a stored layer that fails a check. Nothing read from it was
	// returned.
	ErrDamaged = errors.New("damaged tables")
	// ErrRules reports tables that were built for other rules.
	ErrRules = errors.New("tables of other rules")
	// ErrFormat reports tables that a newer program wrote.
	ErrFormat = errors.New("tables of a newer format")
	// ErrLocked reports that another process builds in the same folder.
	ErrLocked = errors.New("another build is running in this folder")
	// ErrWrong reports tables whose checksums are right and whose values are not.
	ErrWrong = errors.New("wrong tables")
)

func memoryError(n uint64, err error) error {
	return fmt.Errorf("%w: no room for %d boards or messages: %w", ErrMemory, n, err)
}

// exhaustion returns what the system has no more of, nil if that isn't what an error is
// about: it says nothing of the tables. Of such errors Badger passes on the words only.
func exhaustion(err error) error {
	for _, e := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM} {
		if err != nil && strings.Contains(err.Error(), e.Error()) {
			return e
		}
	}
	return nil
}
