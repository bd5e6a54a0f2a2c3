package egdb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ayosolve/bitboard"
)

// DB is the tables of one rule set: the layers from 0 seeds up, each with the
// value of every board. Layers are stored in a folder, in memory, or both. A DB
// may be read by any number of goroutines at once, but Load, Verify and Close
// belong to one alone: they close layers.
type DB struct {
	rules  bitboard.Rules
	dir    string   // "" if nothing is stored
	stored []*layer // by seeds
	// By seeds: what is in memory. It may be shorter or longer than stored.
	memory []*content
	cache  *blockCache
}

// Value is what the tables hold of a board, in seeds, seen by its mover.
type Value struct {
	Value int // under RepetitionSplit
	// Low and High are what the mover nets at least and at most under any repetition
	// rule, if HasBounds.
	Low, High int
	HasBounds bool
}

// Open opens the tables of some rules under a folder: those in its subfolder of
// the rules' name. A layer counts if all below it are there. If there are none
// the DB has no layers, which is no error. Layers are checked and opened when they
// are first used; tables that a build adds later are not seen.
func Open(dir string, r bitboard.Rules) (*DB, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	r.Repetition = bitboard.RepetitionSplit
	db := &DB{rules: r, dir: filepath.Join(dir, r.Name()), cache: &blockCache{}}
	for n := 0; n <= bitboard.MaxSeeds; n++ {
		name, err := findLayer(db.dir, n)
		if errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		db.stored = append(db.stored, &layer{rules: r, n: n, dir: name})
	}
	return db, nil
}

// Rules returns the rules of the tables, with RepetitionSplit.
func (db *DB) Rules() bitboard.Rules { return db.rules }

// MaxSeeds returns the most seeds a board in the tables has, -1 if there are no
// layers.
func (db *DB) MaxSeeds() int { return max(len(db.stored), len(db.memory)) - 1 }

// Missing returns the first layer that is not stored although a larger one is. ok is
// false if there is none. Layers above a missing one are not used.
func (db *DB) Missing() (n int, ok bool) {
	if db.dir == "" {
		return 0, false
	}
	stored := func(n int) bool {
		_, err := findLayer(db.dir, n)
		return err == nil
	}
	n = len(db.stored)
	for larger := n + 1; larger <= bitboard.MaxSeeds; larger++ {
		// A build may be adding layers, in order: what is below a new one is there by now.
		if stored(larger) {
			for n < larger && stored(n) {
				n++
			}
			if n < larger {
				return n, true
			}
		}
	}
	return 0, false
}

// Record returns what is known of a stored layer, 0 ≤ n ≤ MaxSeeds. The errors
// are ErrDamaged, ErrRules, ErrFormat and ErrAbove.
func (db *DB) Record(n int) (*Record, error) {
	if n < 0 || n >= len(db.stored) {
		return nil, fmt.Errorf("%w: layer %d is not stored", ErrAbove, n)
	}
	if err := db.stored[n].open(); err != nil {
		return nil, err
	}
	return db.stored[n].record, nil
}

// DiskBytes returns the bytes on disk of a stored layer, 0 ≤ n ≤ MaxSeeds, all files
// together. What isn't stored or can't be read counts nothing.
func (db *DB) DiskBytes(n int) (bytes uint64) {
	if n < 0 || n >= len(db.stored) {
		return 0
	}
	_ = filepath.WalkDir(db.stored[n].dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		if info, err := entry.Info(); err == nil {
			bytes += uint64(info.Size())
		}
		return nil
	})
	return bytes
}

// Load brings layers 0 … n into memory as far as they fit in a number of bytes,
// one a board, or three with bounds, which come along where all those layers have
// them. It returns the largest layer that is in memory, -1 if none is.
func (db *DB) Load(ctx context.Context, n int, bytes uint64, workers int) (int, error) {
	n = min(n, len(db.stored)-1)
	bounds, err := db.haveBounds(n)
	if err != nil {
		return -1, err
	}
	if len(db.memory) > 0 && db.memory[0].pages != nil {
		return -1, fmt.Errorf("%w: layers are paged", ErrOptions)
	}
	for i := len(db.memory); i <= n; i++ {
		size := bitboard.LayerSize(i)
		need := size * bytesPerBoard(bounds)
		if bytes < need {
			break
		}
		bytes -= need
		c, err := newContent(size, bounds)
		if err != nil {
			return -1, err
		}
		db.memory = append(db.memory, c)
		if err := db.stored[i].load(ctx, c, workers); err != nil {
			c.free()
			db.memory = db.memory[:i]
			return -1, err
		}
	}
	return len(db.memory) - 1, nil
}

// haveBounds reports whether all stored layers up to n have bounds.
func (db *DB) haveBounds(n int) (bool, error) {
	for i := n; i >= 0; i-- {
		r, err := db.Record(i)
		if err != nil {
			return false, err
		}
		if r.Bounds == nil {
			return false, nil
		}
	}
	return n >= 0, nil
}

// Values returns layer n's values in rank order, seen by the mover, in seeds,
// under RepetitionSplit, or nil if the layer is not in memory as a whole. The slice
// must not be changed.
func (db *DB) Values(n int) []int8 {
	if n >= len(db.memory) || db.memory[n].pages != nil {
		return nil
	}
	return db.memory[n].values
}

// Bounds returns what the mover of each board of layer n nets at least and at
// most under any repetition rule, in rank order, or nil if that isn't known or not
// in memory. The slices must not be changed.
func (db *DB) Bounds(n int) (low, high []int8) {
	if n >= len(db.memory) || db.memory[n].pages != nil {
		return nil, nil
	}
	return db.memory[n].low, db.memory[n].high
}

// Probe returns what the tables hold of a board. The errors are ErrAbove, and
// ErrDamaged, ErrRules or ErrFormat for a layer that must be read from its folder.
func (db *DB) Probe(b bitboard.Board) (Value, error) {
	n, rank := b.LayerRank()
	if n < len(db.memory) {
		c := db.memory[n]
		if c.pages != nil {
			if err := c.pages.fetch(rank); err != nil {
				return Value{}, err
			}
		}
		v := Value{Value: int(c.values[rank])}
		if c.low != nil {
			v.Low, v.High, v.HasBounds = int(c.low[rank]), int(c.high[rank]), true
		}
		return v, nil
	}
	if n >= len(db.stored) {
		return Value{}, fmt.Errorf("%w: %d seeds, the tables of %s reach %d", ErrAbove, n, db.rules.Name(), db.MaxSeeds())
	}
	return db.probeStored(n, rank)
}

// probeStored reads a board's block, or finds it in the cache.
func (db *DB) probeStored(n int, rank uint64) (Value, error) {
	l := db.stored[n]
	if err := l.open(); err != nil {
		return Value{}, err
	}
	i, at := uint32(rank/blockValues), rank%blockValues
	values, err := db.cached(l, kindValues, i, nil)
	if err != nil {
		return Value{}, err
	}
	if l.record.Bounds == nil {
		return Value{Value: int(values[at])}, nil
	}
	low, err := db.cached(l, kindLow, i, values)
	if err != nil {
		return Value{}, err
	}
	high, err := db.cached(l, kindHigh, i, values)
	if err != nil {
		return Value{}, err
	}
	return Value{Value: int(values[at]), Low: int(low[at]), High: int(high[at]), HasBounds: true}, nil
}

func (db *DB) cached(l *layer, k kind, i uint32, contexts []int8) ([]int8, error) {
	if values := db.cache.get(k, l.n, i); values != nil {
		return values, nil
	}
	size := min(blockValues, bitboard.LayerSize(l.n)-uint64(i)*blockValues)
	values := make([]int8, size)
	if err := l.readBlock(values, k, i, contexts); err != nil {
		return nil, err
	}
	db.cache.put(k, l.n, i, values)
	return values, nil
}

// Close closes the folder and gives the memory back. The DB and slices it returned
// must not be used afterwards.
func (db *DB) Close() {
	for _, c := range db.memory {
		c.free()
	}
	for _, l := range db.stored {
		l.close()
	}
	db.memory, db.stored = nil, nil
}
