package search

import (
	"sync/atomic"

	"ayosolve/bitboard"
)

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

// Pager is a Prober with layers that come into memory piece by piece, as they are
// looked up. Values and Bounds have nothing of those.
type Pager interface {
	Prober
	// Paged returns the values of layer n under RepetitionSplit and its bounds under
	// any repetition rule, or nil as Values and Bounds do. What they say of a board is
	// right after Fetch.
	Paged(n int) (values, low, high []int8)
	// Fetch brings a board of a paged layer into memory. A search whose board can't be
	// had ends with that error.
	Fetch(n int, rank uint64) error
}

// leaves is the values a search ends in, by seeds and rank: what the mover nets
// at least and at most. Under RepetitionSplit the two are the same.
type leaves struct {
	layers  [bitboard.MaxSeeds + 1]leafLayer
	max     int  // the most seeds of a leaf, -1 for none
	anyRule bool // the bounds hold under any repetition rule

	pager  Pager    // nil if all layers are in memory
	failed *failure // of the pager
}

// leafLayer is what the mover of each board of a layer nets at least and at most.
type leafLayer struct{ low, high []int8 }

// failure is the first error of tables. They do not recover.
type failure struct {
	first atomic.Pointer[error]
	stop  func() // ends the search that is on
}

func (f *failure) note(err error) {
	f.first.CompareAndSwap(nil, &err)
	f.stop()
}

// err returns the error, nil for none.
func (f *failure) err() error {
	if first := f.first.Load(); first != nil {
		return *first
	}
	return nil
}

// at returns what the mover of a board nets at least and at most, by its layer and
// rank, seeds ≤ max. Where the tables fail that is all there is, and the search is
// to end.
func (l *leaves) at(n int, rank uint64) (low, high int) {
	if l.pager != nil {
		return l.fetch(n, rank)
	}
	return l.loaded(n, rank)
}

// loaded is at for layers that are in memory. It is small enough to be compiled in line,
// and at is not.
func (l *leaves) loaded(n int, rank uint64) (low, high int) {
	return int(l.layers[n].low[rank]), int(l.layers[n].high[rank])
}

// fetch is at for layers that are paged.
func (l *leaves) fetch(n int, rank uint64) (low, high int) {
	if l.failed.err() != nil {
		return -n, n
	}
	if err := l.pager.Fetch(n, rank); err != nil {
		l.failed.note(err)
		return -n, n
	}
	return l.loaded(n, rank)
}

// pagedBy returns the Pager that p is, if its layers are paged.
func pagedBy(p Prober) Pager {
	if pager, ok := p.(Pager); ok && p.MaxSeeds() >= 0 {
		if values, _, _ := pager.Paged(0); values != nil {
			return pager
		}
	}
	return nil
}

// layerOf returns what tables have of a layer, paged if there is a Pager.
func layerOf(p Prober, pager Pager, n int) (values, low, high []int8) {
	if pager != nil {
		return pager.Paged(n)
	}
	low, high = p.Bounds(n)
	return p.Values(n), low, high
}

// splitLeaves takes the values under RepetitionSplit.
func splitLeaves(p Prober, failed *failure) *leaves {
	l := &leaves{max: -1, failed: failed}
	if p == nil {
		return l
	}
	l.pager = pagedBy(p)
	for n := 0; n <= p.MaxSeeds(); n++ {
		values, _, _ := layerOf(p, l.pager, n)
		if values == nil {
			break // it is stored and not in memory
		}
		l.layers[n], l.max = leafLayer{values, values}, n
	}
	return l
}

// anyLeaves takes the bounds that hold under any repetition rule, nil if the
// tables do not know them.
func anyLeaves(p Prober, failed *failure) *leaves {
	l := &leaves{max: -1, anyRule: true, failed: failed}
	if p == nil {
		return l
	}
	l.pager = pagedBy(p)
	for n := 0; n <= p.MaxSeeds(); n++ {
		_, low, high := layerOf(p, l.pager, n)
		if low == nil {
			if n == 0 {
				return nil
			}
			break
		}
		l.layers[n], l.max = leafLayer{low, high}, n
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
