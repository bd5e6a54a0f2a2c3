package egdb

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"crypto/sha256"

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

// part is one of the arrays of a content, as it is stored.
type part struct {
	kind             kind
	values, contexts []int8 // contexts nil: each value is the next one's context
}

func (c *content) parts() []part {
	parts := []part{{kindValues, c.values, nil}}
	if c.low != nil {
		parts = append(parts, part{kindLow, c.low, c.values}, part{kindHigh, c.high, c.values})
	}
	return parts
}

// block returns one block of an array, nil of nil.
func block(values []int8, i uint32) []int8 {
	if values == nil {
		return nil
	}
	from := int(i) * blockValues
	return values[from:min(from+blockValues, len(values))]
}

// blocksOf returns the number of blocks of n values.
func blocksOf(n uint64) uint32 { return uint32((n + blockValues - 1) / blockValues) }

// writeLayer writes a layer to a new folder and seals it.
func writeLayer(ctx context.Context, dir string, rules bitboard.Rules, n int, c *content, workers int) (*Record, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	models, record, err := survey(ctx, rules, n, c, workers)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := needSpace(dir, c.estimate(models)); err != nil {
		return nil, err
	}
	if err := writeEntries(ctx, dir, rules, n, c, models, record, workers); err != nil {
		return nil, err
	}
	return record, seal(dir)
}

// survey makes one pass over a layer: the models, and all that the record says.
func survey(ctx context.Context, rules bitboard.Rules, n int, c *content, workers int) ([]*model, *Record, error) {
	record := &Record{
		Format: FormatVersion, Rules: rules.Name(), Layer: n, Boards: uint64(len(c.values)), BlockValues: blockValues,
		Histogram: make([]uint64, 2*n+1),
	}
	parts := c.parts()
	models := make([]*model, len(parts))
	sums := make([]string, len(parts))
	met := uint64(0)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, p := range parts {
		group.Go(func() error {
			counts := new(pairs)
			for b := range blocksOf(record.Boards) {
				counts.count(block(p.values, b), block(p.contexts, b))
				if b%256 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
			}
			models[i] = counts.model()
			return nil
		})
		group.Go(func() error {
			sums[i] = rawSum(p.values)
			return nil
		})
	}
	group.Go(func() error {
		for _, v := range c.values {
			if int(v) < -n || int(v) > n {
				return fmt.Errorf("%w: value %d in layer %d", ErrWrong, v, n)
			}
			record.Histogram[int(v)+n]++
		}
		for i := range c.low {
			if c.low[i] == c.high[i] {
				met++
			}
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	record.SHA256 = sums[0]
	if c.low != nil {
		record.Bounds = &BoundsRecord{Met: met, SHA256Low: sums[1], SHA256High: sums[2]}
	}
	return models, record, nil
}

// rawSum returns the SHA-256 of values as signed bytes, in hexadecimal.
func rawSum(values []int8) string {
	sum := sha256.Sum256(asBytes(values))
	return hex.EncodeToString(sum[:])
}

// estimate returns a bound on the bytes that a layer takes on disk: what the
// models promise, and room for indices, the models and the record.
func (c *content) estimate(models []*model) uint64 {
	n := uint64(64 << 10)
	for i, p := range c.parts() {
		n += uint64(len(p.values))*uint64(models[i].bits*1000)/8000*21/20 + uint64(blocksOf(uint64(len(p.values))))*128
	}
	return n
}

// batchBlocks is the number of blocks encoded before they are written.
const batchBlocks = 64

// writeEntries writes a layer's entries to an empty folder, the record last.
func writeEntries(ctx context.Context, dir string, rules bitboard.Rules, n int, c *content, models []*model, record *Record, workers int) error {
	w := &sortedWriter{dir: dir}
	defer w.abandon()
	put := func(keys, values [][]byte) error {
		for i := range keys {
			if err := w.add(keys[i], values[i]); err != nil {
				return err
			}
		}
		return nil
	}
	// Each kind is a run of ascending keys.
	for i, p := range c.parts() {
		e := newEncoder(models[i])
		blocks := blocksOf(uint64(len(p.values)))
		for first := uint32(0); first < blocks; first += batchBlocks {
			count := min(batchBlocks, blocks-first)
			keys, values := make([][]byte, count), make([][]byte, count)
			group, ctx := errgroup.WithContext(ctx)
			group.SetLimit(workers)
			for j := range count {
				group.Go(func() error {
					keys[j] = entryKey(rules.Name(), p.kind, n, first+j)
					values[j] = e.encode(nil, keys[j], block(p.values, first+j), block(p.contexts, first+j))
					return ctx.Err()
				})
			}
			if err := group.Wait(); err != nil {
				return err
			}
			if err := put(keys, values); err != nil {
				return err
			}
		}
		if err := w.endRun(); err != nil {
			return err
		}
	}
	var keys, values [][]byte
	for i, p := range c.parts() {
		keys = append(keys, entryKey(rules.Name(), kindModel, n, modelOf(p.kind)))
		values = append(values, models[i].append(nil))
	}
	if err := put(keys, values); err != nil {
		return err
	}
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	if err := w.add(entryKey(rules.Name(), kindRecord, n, 0), text); err != nil {
		return err
	}
	return w.finish()
}

// layer is a stored layer, opened when it is first used.
type layer struct {
	rules bitboard.Rules
	n     int
	dir   string

	mu       sync.Mutex
	db       *badger.DB
	record   *Record
	decoders map[kind]*decoder
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
	l.decoders = map[kind]*decoder{}
	kinds := []kind{kindValues}
	if l.record.Bounds != nil {
		kinds = append(kinds, kindLow, kindHigh)
	}
	for _, k := range kinds {
		text, err := l.get(entryKey(l.rules.Name(), kindModel, l.n, modelOf(k)))
		if err != nil {
			return err
		}
		m, err := parseModel(text)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		l.decoders[k] = newDecoder(m)
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
	// may reach out of bounds.
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
	err := l.view(key, func(data []byte) error {
		return l.decoders[k].decode(dst, key, data, contexts)
	})
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
			for _, p := range c.parts() {
				if err := l.readBlock(block(p.values, b), p.kind, b, block(p.contexts, b)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
