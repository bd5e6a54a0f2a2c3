package search

import "ayosolve/bitboard"

// Prober is endgame tables as a search uses them. *egdb.DB is one. Slices are in
// rank order, seen by the mover, in seeds, and are not changed.
type Prober interface {
	// Rules returns the rules the tables were built for.
	Rules() bitboard.Rules
	// MaxSeeds returns the largest layer there is, -1 if there is none.
	MaxSeeds() int
	// Values returns the values of layer n under RepetitionSplit, or nil if it is not
	// in memory. A search uses the layers from 0 up to the first that is not.
	Values(n int) []int8
	// Bounds returns what the mover of each board of layer n nets at least and at
	// most under any repetition rule, or nil if that isn't known or not in memory.
	Bounds(n int) (low, high []int8)
}

// leaves is the values a search ends in, by seeds and rank: what the mover nets
// at least and at most. Under RepetitionSplit the two are the same.
type leaves struct {
	low, high [bitboard.MaxSeeds + 1][]int8
	max       int  // the most seeds of a leaf, -1 for none
	anyRule   bool // the bounds hold under any repetition rule
}

// splitLeaves takes the values under RepetitionSplit.
func splitLeaves(p Prober) *leaves {
	l := &leaves{max: -1}
	if p == nil {
		return l
	}
	for n := 0; n <= p.MaxSeeds(); n++ {
		values := p.Values(n)
		if values == nil {
			break // it is stored and not in memory
		}
		l.low[n], l.high[n], l.max = values, values, n
	}
	return l
}

// anyLeaves takes the bounds that hold under any repetition rule, nil if the
// tables do not know them.
func anyLeaves(p Prober) *leaves {
	l := &leaves{max: -1, anyRule: true}
	if p == nil {
		return l
	}
	for n := 0; n <= p.MaxSeeds(); n++ {
		low, high := p.Bounds(n)
		if low == nil {
			if n == 0 {
				return nil
			}
			break
		}
		l.low[n], l.high[n] = low, high
		l.max = n
	}
	return l
}

// key returns the key of a board in the transposition table. Intervals under
// different repetition rules are kept apart.
func (l *leaves) key(id uint64) uint64 {
	if l.anyRule {
		return id<<1 | 1
	}
	return id << 1
}
