package search

import "sync/atomic"

// interval is the bounds proven for a value, narrowed by many goroutines.
type interval struct {
	bits atomic.Uint64 // low in the upper half, high in the lower
}

func newInterval(low, high int) *interval {
	i := &interval{}
	i.bits.Store(packInterval(low, high))
	return i
}

func packInterval(low, high int) uint64 {
	return uint64(uint32(int32(low)))<<32 | uint64(uint32(int32(high)))
}

// load returns the bounds.
func (i *interval) load() (low, high int) {
	b := i.bits.Load()
	return int(int32(b >> 32)), int(int32(b))
}

// narrow takes over what is better of two bounds.
func (i *interval) narrow(low, high int) {
	for {
		old := i.bits.Load()
		now := packInterval(max(low, int(int32(old>>32))), min(high, int(int32(old))))
		if old == now || i.bits.CompareAndSwap(old, now) {
			return
		}
	}
}

// exact reports whether the bounds meet.
func (i *interval) exact() bool {
	low, high := i.load()
	return low == high
}
