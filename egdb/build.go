package egdb

import (
	"context"
	"fmt"

	"ayosolve/bitboard"
)

// BuildOptions says what Build is to make.
type BuildOptions struct {
	Seeds   int  // layers 0 … Seeds
	Bounds  bool // also what holds under any repetition rule
	Workers int  // goroutines that compute; at least 1
	// Progress, if set, is called when a layer is done.
	Progress func(layer int)
}

// Build computes layers 0 … o.Seeds in memory. The values are those under
// RepetitionSplit, whatever r.Repetition says.
func Build(ctx context.Context, r bitboard.Rules, o BuildOptions) (*DB, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if o.Seeds < 0 || o.Seeds > bitboard.MaxSeeds || o.Workers < 1 {
		return nil, fmt.Errorf("%w: %d seeds, %d workers", ErrOptions, o.Seeds, o.Workers)
	}
	r.Repetition = bitboard.RepetitionSplit
	db := &DB{rules: r}
	for n := 0; n <= o.Seeds; n++ {
		if err := db.extend(ctx, o); err != nil {
			db.Close()
			return nil, fmt.Errorf("layer %d: %w", n, err)
		}
		if o.Progress != nil {
			o.Progress(n)
		}
	}
	return db, nil
}

// extend adds the next layer.
func (db *DB) extend(ctx context.Context, o BuildOptions) error {
	n := len(db.values)
	size := bitboard.LayerSize(n)
	state, err := newRegion[uint8](size)
	if err != nil {
		return err
	}
	defer state.free()
	solve := func(low, high []int8, lower lower, lowest int) error {
		r := retro{rules: db.rules, n: n, workers: o.Workers, lower: lower, low: low, high: high, state: state.data}
		return r.solve(ctx, lowest)
	}
	values, err := db.region(size)
	if err != nil {
		return err
	}
	if err := solve(values, values, lower{db.values, db.values}, 1); err != nil {
		return err
	}
	if o.Bounds {
		low, err := db.region(size)
		if err != nil {
			return err
		}
		high, err := db.region(size)
		if err != nil {
			return err
		}
		if err := solve(low, high, lower{db.low, db.high}, 1-n); err != nil {
			return err
		}
		db.low, db.high = append(db.low, low), append(db.high, high)
	}
	db.values = append(db.values, values)
	return nil
}
