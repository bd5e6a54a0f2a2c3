package egdb

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// A layer's folder is superseded when the one with bounds stands beside it, and is
// then removed. A reader may have chosen it a moment before, and Badger ends the
// process when a folder vanishes while it opens it. So a reader holds a shared lock
// on the folder itself for as long as the opening takes, and who removes it an
// exclusive one. No reader ever waits: where the lock is taken, the folder that
// supersedes this one is there. Readers do not meet, and may read where they may
// not write, for nothing is created.

// folderLock returns a lock on a folder, not taken yet.
func folderLock(dir string) *flock.Flock { return flock.New(dir, flock.SetFlag(os.O_RDONLY)) }

// holdFolder keeps a folder from being removed until release is called. It returns
// an error that is os.ErrNotExist if the folder is gone or about to be. Where the
// system knows no locks on folders it holds nothing.
func holdFolder(dir string) (release func(), err error) {
	lock := folderLock(dir)
	held, err := lock.TryRLock()
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, err
	case err != nil:
		return func() {}, nil
	case !held:
		return nil, &os.PathError{Op: "open", Path: dir, Err: os.ErrNotExist}
	}
	return func() { _ = lock.Close() }, nil
}

// openingTime is how long an installation waits for readers that are opening a folder.
// Opening takes milliseconds; a reader that has been stopped in the middle must not
// stop a build.
const openingTime = time.Second

// removeSuperseded removes a folder unless it is still being opened when the time is
// over, and then leaves it for a later build to tidy. Where the system knows no locks on folders,
// last decides: only a build that comes later can be sure that nobody opens it.
func removeSuperseded(dir string, wait time.Duration, last bool) error {
	lock := folderLock(dir)
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	switch held, err := lock.TryLockContext(ctx, time.Millisecond); {
	case held:
		defer lock.Close()
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.Is(err, context.DeadlineExceeded), !last:
		return nil
	}
	return os.RemoveAll(dir)
}
