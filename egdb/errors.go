package egdb

import (
	"errors"
	"fmt"
)

// ErrMemory reports that the system has not the memory a build needs.
var ErrMemory = errors.New("not enough memory")

func memoryError(n uint64, err error) error {
	return fmt.Errorf("%w: %d elements: %w", ErrMemory, n, err)
}

// ErrOptions reports options out of range.
var ErrOptions = errors.New("bad options")
