package egdb

import "ayosolve/bitboard"

// DB is the tables of one rule set: the layers from 0 seeds up, each with the
// value of every board. It may be read by any number of goroutines at once.
type DB struct {
	rules  bitboard.Rules
	values [][]int8 // by seeds and rank
	// low and high are what the mover nets at least and at most under any
	// repetition rule, or nil if the tables do not hold that.
	low, high [][]int8
	regions   []*region[int8]
}

// Rules returns the rules of the tables, with RepetitionSplit.
func (db *DB) Rules() bitboard.Rules { return db.rules }

// MaxSeeds returns the most seeds a board in the tables has, -1 if there are no
// layers.
func (db *DB) MaxSeeds() int { return len(db.values) - 1 }

// Values returns layer n's values in rank order, seen by the mover, in seeds,
// under RepetitionSplit. The slice must not be changed.
func (db *DB) Values(n int) []int8 { return db.values[n] }

// Bounds returns what the mover of each board of layer n nets at least and at
// most under any repetition rule, in rank order, or nil if that isn't known. The
// slices must not be changed.
func (db *DB) Bounds(n int) (low, high []int8) {
	if db.low == nil {
		return nil, nil
	}
	return db.low[n], db.high[n]
}

// Probe returns the value of a board under RepetitionSplit. ok is false if the
// tables do not reach it.
func (db *DB) Probe(b bitboard.Board) (value int, ok bool) {
	n, rank := b.LayerRank()
	if n >= len(db.values) {
		return 0, false
	}
	return int(db.values[n][rank]), true
}

// Close gives the memory back. The DB and slices it returned must not be used
// afterwards.
func (db *DB) Close() {
	for _, r := range db.regions {
		r.free()
	}
	*db = DB{}
}

// region returns zeroed memory for n values that Close gives back.
func (db *DB) region(n uint64) ([]int8, error) {
	r, err := newRegion[int8](n)
	if err != nil {
		return nil, err
	}
	db.regions = append(db.regions, r)
	return r.data, nil
}
