// Package tt is the transposition table: what a search has learned of positions,
// in no more memory than it needs nor than it may have, shared by all its goroutines
// without locks.
//
// It knows no game. A position is a key, and what is kept of it is an interval
// that is proven to hold its value, proof numbers for claims about that value, and
// a score, which proves nothing.
//
// # No accidents
//
// Keys are scattered by a one-to-one map, the place in a segment is some of the bits and the
// entry holds all the others. So an entry that matches belongs to that very key:
// there is no collision to be unlucky with. An entry is one 64-bit word, written
// and read whole by an atomic operation: two goroutines that write the same
// bucket may lose an entry, and can't mix two.
package tt
