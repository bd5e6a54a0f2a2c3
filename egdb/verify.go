package egdb

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ayosolve/bitboard"
)

// VerifyOptions says how thoroughly tables are checked.
type VerifyOptions struct {
	Full    bool   // also recompute every board from the boards its moves lead to
	Workers int    // at least 1
	Memory  uint64 // bytes that Full may use; 0 for no limit
	// Progress, if set, is called when a layer has passed.
	Progress func(layer int, r *Record)
}

// Verify checks all stored layers: the seal of every file, the checksum of every
// block, each layer's histogram and SHA-256, and that bounds hold their values.
// With o.Full it also checks that each value, and each bound, is the best that the
// board's moves give, captured seeds less the value of the board that follows. It
// stops at the first layer that fails, or that is missing below a larger one.
//
// The errors are ErrDamaged, ErrRules, ErrFormat, ErrWrong, ErrMemory and the
// context's.
func (db *DB) Verify(ctx context.Context, o VerifyOptions) error {
	if o.Workers < 1 {
		return fmt.Errorf("%w: %d workers", ErrOptions, o.Workers)
	}
	held := []*content{}
	defer func() {
		for _, c := range held {
			c.free()
		}
	}()
	free := o.Memory
	for n := range db.stored {
		r, err := db.Record(n)
		if err != nil {
			return err
		}
		bounds := r.Bounds != nil
		size := bitboard.LayerSize(n) * bytesPerBoard(bounds)
		if o.Memory > 0 && size > free {
			return fmt.Errorf("%w: layer %d takes %.2f GiB more, %.2f GiB are left", ErrMemory, n, float64(size)/(1<<30), float64(free)/(1<<30))
		}
		c, err := newContent(bitboard.LayerSize(n), bounds)
		if err != nil {
			return err
		}
		held = append(held, c)
		if err := db.stored[n].load(ctx, c, o.Workers); err != nil {
			return err
		}
		if err := checkContent(ctx, db.rules, n, c, r, o.Workers); err != nil {
			return err
		}
		if o.Full {
			free -= size
			if err := recompute(ctx, db.rules, n, held, o.Workers); err != nil {
				return err
			}
		} else {
			c.free()
		}
		if o.Progress != nil {
			o.Progress(n, r)
		}
	}
	if n, ok := db.Missing(); ok {
		return fmt.Errorf("%w: layer %d is missing, and larger ones are there; build it again", ErrDamaged, n)
	}
	return nil
}

// checkContent compares a layer with its record.
func checkContent(ctx context.Context, rules bitboard.Rules, n int, c *content, want *Record, workers int) error {
	_, got, err := survey(ctx, rules, n, c, workers)
	if err != nil {
		return err
	}
	for i := range got.Histogram {
		if got.Histogram[i] != want.Histogram[i] {
			return fmt.Errorf("%w: layer %d has %d boards of value %d, not %d", ErrDamaged, n, got.Histogram[i], i-n, want.Histogram[i])
		}
	}
	if got.SHA256 != want.SHA256 || c.low != nil && *got.Bounds != *want.Bounds {
		return fmt.Errorf("%w: layer %d differs from its checksum", ErrDamaged, n)
	}
	for i := range c.low {
		if c.low[i] > c.values[i] || c.values[i] > c.high[i] {
			return fmt.Errorf("%w: layer %d, rank %d: value %d outside its bounds %d and %d", ErrWrong, n, i, c.values[i], c.low[i], c.high[i])
		}
	}
	return nil
}

// recompute checks each board of layer n against its moves. held is the layers up
// to n.
func recompute(ctx context.Context, rules bitboard.Rules, n int, held []*content, workers int) error {
	rows := makeRows(n, false)
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range workers {
		group.Go(func() error {
			for {
				run := int(next.Add(1)) - 1
				if run >= len(rows.own) {
					return nil
				}
				if run%64 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				rank := rows.start[run]
				for _, opp := range rows.opp[rows.left[run]] {
					b := bitboard.Board{Own: rows.own[run], Opp: opp}
					if err := checkBoard(rules, b, n, rank, held); err != nil {
						return err
					}
					rank++
				}
			}
		})
	}
	return group.Wait()
}

// checkBoard checks one board of layer n against its moves.
func checkBoard(rules bitboard.Rules, b bitboard.Board, n int, rank uint64, held []*content) error {
	c := held[n]
	var moves [bitboard.MaxMoves]bitboard.Child
	count := rules.Moves(b, &moves)
	value, low, high := noCapture, noCapture, noCapture
	if count == 0 {
		value = rules.EndNet(b)
		low, high = value, value
	}
	for i := range moves[:count] {
		m := &moves[i]
		seeds, rank := m.Board.LayerRank()
		after := held[seeds]
		value = max(value, int(m.Captured)-int(after.values[rank]))
		if c.low != nil {
			low = max(low, int(m.Captured)-int(after.high[rank]))
			high = max(high, int(m.Captured)-int(after.low[rank]))
		}
	}
	if int(c.values[rank]) != value || c.low != nil && (int(c.low[rank]) != low || int(c.high[rank]) != high) {
		return fmt.Errorf("%w: layer %d, board %v: stored %d, its moves give %d", ErrWrong, n, b.Pits(), c.values[rank], value)
	}
	return nil
}
