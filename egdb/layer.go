package egdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"golang.org/x/sync/errgroup"

	"ayosolve/bitboard"
)

// Every layer is a Badger database of its own, in a folder that is written once,
// sealed, and renamed into place. After that nobody writes to it, so any number of
// processes read it without a lock, a running build among them.

// badgerOptions is for reading few and large entries. They stand inline,
// uncompressed, for the blocks are compressed already.
func badgerOptions(dir string) badger.Options {
	return badger.DefaultOptions(dir).
		WithReadOnly(true).
		WithBypassLockGuard(true).
		WithLogger(nil).
		WithMetricsEnabled(false).
		WithCompression(options.None).
		WithBlockCacheSize(0).
		WithIndexCacheSize(0).
		WithDetectConflicts(false).
		WithNumMemtables(1)
}

// layer is a stored layer, opened when it is first used.
type layer struct {
	rules bitboard.Rules
	n     int
	dir   string

	mu       sync.Mutex
	db       *badger.DB
	record   *Record
	decoders map[kind]blockDecoder
}

// open opens the layer if it isn't, after checking its seal. If a build replaces
// the folder by one with bounds meanwhile, it opens that.
func (l *layer) open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.db != nil {
		return nil
	}
	for {
		err := l.openFolder()
		if err == nil {
			return nil
		}
		now, ferr := findLayer(filepath.Dir(l.dir), l.n)
		if ferr != nil || now == l.dir {
			return err
		}
		l.dir = now
	}
}

func (l *layer) openFolder() error {
	release, err := holdFolder(l.dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer release()
	if err := checkSeal(l.dir); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%w: %s has no seal", ErrDamaged, l.dir)
		}
		return err
	}
	db, err := badger.Open(badgerOptions(l.dir))
	if want := exhaustion(err); want != nil {
		return fmt.Errorf("%s: %w", l.dir, want)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrDamaged, l.dir, err)
	}
	l.db = db
	if err := l.readHead(); err != nil {
		l.shut()
		return fmt.Errorf("%s: %w", filepath.Base(l.dir), err)
	}
	return nil
}

// readHead reads the record and the models.
func (l *layer) readHead() error {
	text, err := l.get(entryKey(l.rules.Name(), kindRecord, l.n, 0))
	if err != nil {
		return l.explainMissing(err)
	}
	if l.record, err = parseRecord(text); err != nil {
		return err
	}
	if err := l.record.validate(l.rules, l.n); err != nil {
		return err
	}
	l.decoders = map[kind]blockDecoder{}
	for _, k := range l.record.kinds() {
		text, err := l.get(entryKey(l.rules.Name(), kindModel, l.n, modelOf(k)))
		if err != nil {
			return err
		}
		if l.decoders[k], err = l.record.decoder(k, text); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return nil
}

// explainMissing tells a folder of other rules from a damaged one: it looks for
// any record.
func (l *layer) explainMissing(missing error) error {
	err := missing
	_ = l.db.View(func(txn *badger.Txn) error {
		it := txn.NewIterator(badger.IteratorOptions{})
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			text, cerr := it.Item().ValueCopy(nil)
			if cerr != nil {
				return cerr
			}
			if r, perr := parseRecord(text); perr == nil && r.Rules != "" {
				if verr := r.validate(l.rules, l.n); verr != nil {
					err = verr
				}
			}
		}
		return nil
	})
	return err
}

// get returns a copy of one entry.
func (l *layer) get(key []byte) (value []byte, err error) {
	err = l.view(key, func(v []byte) error {
		value = append([]byte(nil), v...)
		return nil
	})
	return value, err
}

// view calls fn with an entry. The bytes are the database's own.
func (l *layer) view(key []byte, fn func([]byte) error) (err error) {
	// Badger trusts its indices. Where one has changed since the seal was checked, it
	// may reach out of bounds; and where a file has become shorter, the memory it is
	// mapped to has come to nothing.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: layer %d: %v", ErrDamaged, l.n, p)
		}
	}()
	err = l.db.View(func(txn *badger.Txn) error {
		item, err := txn.Get(key)
		if err != nil {
			return err
		}
		return item.Value(fn)
	})
	if err != nil && !errors.Is(err, errBlock) {
		return fmt.Errorf("%w: layer %d: %w", ErrDamaged, l.n, err)
	}
	return err
}

// shut closes the database. The layer may be opened again.
func (l *layer) shut() {
	if l.db != nil {
		_ = l.db.Close() // it was opened for reading: there is nothing to lose
		l.db = nil
	}
}

func (l *layer) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shut()
}

// readBlock decodes one block of a kind. contexts is the block of values for
// bounds, nil for values. The layer must be open.
func (l *layer) readBlock(dst []int8, k kind, i uint32, contexts []int8) error {
	key := entryKey(l.rules.Name(), k, l.n, i)
	return l.blockError(i, l.view(key, func(data []byte) error {
		return l.decoders[k].decode(dst, key, data, contexts)
	}))
}

// readParts decodes one block of all that c has.
func (l *layer) readParts(c *content, i uint32) error {
	for _, p := range c.parts() {
		if err := l.readBlock(block(p.values, i), p.kind, i, block(p.contexts, i)); err != nil {
			return err
		}
	}
	return nil
}

// blockError says which block an errBlock is about.
func (l *layer) blockError(i uint32, err error) error {
	if errors.Is(err, errBlock) {
		return fmt.Errorf("%w: layer %d, block %d", ErrDamaged, l.n, i)
	}
	return err
}

// load decodes a whole layer into c, whose slices are as long as the layer. c.low
// and c.high may be nil. The layer is opened for it and closed after.
func (l *layer) load(ctx context.Context, c *content, workers int) error {
	if err := l.open(); err != nil {
		return err
	}
	defer l.close()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for b := range blocksOf(uint64(len(c.values))) {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return l.readParts(c, b)
		})
	}
	return group.Wait()
}
