package bitboard

import (
	"math/bits"
	"slices"
)

// Unsower is to AppendPredecessors as Sower is to Moves: it walks the relays of
// many boards of a relay game back side by side. An Unsower belongs to one
// goroutine.
type Unsower struct {
	rules  Rules
	boards []unsown
	walks  []unstride
	round  []unstride // walks that may have gone round the board
	edges  []Edge
}

// Origin is a board before a move, and which of the boards after it led to.
type Origin struct {
	Board Narrow // seen by the player who moves
	At    uint16
}

// unsown is a board after a move, seen by the player who moved, and the pits not yet
// looked at in which the move may have ended: in the lane of each, narrowHigh's bit.
type unsown struct {
	board Narrow
	ends  uint64
	at    uint16
}

// unstride is a relay on its way back: the board before the laps undone so far, and the
// lane of the pit that is about to be lifted or, at first, in which the relay ended.
type unstride struct {
	board uint64
	at    uint16
	lane  uint8
}

const (
	narrowHigh = narrowOnes << (narrowBits - 1) // the top bit of each lane
	narrowLow  = narrowMask ^ narrowHigh
)

// emptyLanes returns the lanes that are 0 by their top bits.
func emptyLanes(x uint64) uint64 { return ^(x&narrowLow + narrowLow | x) & narrowHigh }

// laneOf returns the lane of a top bit, and Pits for bit 63.
func laneOf(bit int) uint { return uint(bit) * 13 >> 6 }

// narrowUnlaps is what undoing a lap of n seeds from a lane, n ≤ 11, adds to a board, by
// lane*16 + n.
var narrowUnlaps = makeNarrowUnlaps()

func makeNarrowUnlaps() *[256]uint64 {
	var table [256]uint64
	for lane := range Pits {
		for n := 1; n < Pits; n++ {
			table[lane*16+n] = -narrowLaps[(Pits-1-lane)*narrowStride+n].delta
		}
	}
	return &table
}

// walkRounds is how many laps back the walks go together. The few that go on are
// walked alone.
const walkRounds = 32

// NewUnsower returns an unsower for a relay game.
func NewUnsower(r Rules) *Unsower { return &Unsower{rules: r} }

// Unsow appends to dst every move that leads to one of the boards, seen by their
// movers, without capturing, as AppendPredecessors does, in no particular order.
// Origin.At is the index of the board. There may be at most 1<<16 boards.
func (u *Unsower) Unsow(dst []Origin, boards []Narrow) []Origin {
	u.boards = slices.Grow(u.boards[:0], len(boards))[:len(boards)]
	open := 0
	for at, b := range boards {
		x := uint64(b.Turn())
		if b>>narrowRow == 0 {
			dst = u.alone(dst, b, uint16(at)) // the move may have had to feed
			continue
		}
		// Facing pits are lanes k and 11−k, and the top bits of lanes mirror each other.
		ends := emptyLanes(x^narrowOnes) & (bits.Reverse64(emptyLanes(x)) | (1<<narrowRow - 1))
		u.boards[open] = unsown{Narrow(x), ends, uint16(at)}
		open += int((ends | -ends) >> 63)
	}
	u.walks = u.walks[:0]
	for open > 0 {
		first := len(u.walks)
		u.walks = slices.Grow(u.walks, open)[:first+open]
		walks := u.walks[first:][:open]
		k := 0
		for i := range walks {
			b := u.boards[i]
			walks[i] = unstride{uint64(b.board), b.at, uint8(laneOf(bits.TrailingZeros64(b.ends)))}
			b.ends &= b.ends - 1
			u.boards[k] = b
			k += int((b.ends | -b.ends) >> 63)
		}
		open = k
	}
	walking := len(u.walks)
	for round := 0; walking > 0; round++ {
		if round == walkRounds {
			for _, w := range u.walks[:walking] {
				dst = u.rest(dst, w)
			}
			break
		}
		dst, walking = u.back(dst, u.walks[:walking], round == 0)
	}
	return dst
}

// back undoes a lap of each walk, which is the last of its relay or not. It returns how
// many go on; they are the first.
func (u *Unsower) back(dst []Origin, walks []unstride, last bool) ([]Origin, int) {
	dst = slices.Grow(dst, len(walks))
	out := dst[len(dst):][:len(walks)]
	found, k := 0, 0
	for i := range walks {
		w := walks[i]
		empty := emptyLanes(w.board)
		if empty&(empty-1) == 0 && !last {
			// The lap may have gone round the board.
			u.round = append(u.round, w)
			continue
		}
		// The nearest empty pit behind is the origin: every pit between has a seed to
		// give back. Without one there is no way back, and what comes out is not used.
		s := uint(w.lane) * narrowBits
		behind := empty>>(s&63) | empty<<((narrowAll-s)&63)
		n := laneOf(bits.TrailingZeros64(behind | 1<<63)) // the seeds of the lap
		lane := uint(w.lane) + n
		lane -= Pits & -((Pits - 1 - lane) >> (bits.UintSize - 1)) // less Pits if that is not too much
		x := w.board + narrowUnlaps[uint8(lane*16+n)]
		exists := int((empty | -empty) >> 63)
		out[found] = Origin{Narrow(x), w.at}
		found += exists & int((RowPits-1-lane)>>(bits.UintSize-1)) // in the mover's row
		walks[k] = unstride{x, w.at, uint8(lane)}
		k += exists & int((1-n)>>(bits.UintSize-1)) // one seed alone did not come by relay
	}
	dst = dst[:len(dst)+found]
	for _, w := range u.round {
		dst = u.rest(dst, w)
	}
	u.round = u.round[:0]
	return dst, k
}

// alone unsows one board.
func (u *Unsower) alone(dst []Origin, b Narrow, at uint16) []Origin {
	u.edges = u.rules.AppendPredecessors(u.edges[:0], b.Board())
	return u.found(dst, at)
}

// rest walks one relay to its end, or rather to all its beginnings.
func (u *Unsower) rest(dst []Origin, w unstride) []Origin {
	b := Narrow(w.board).Board()
	u.edges = unsowFrom(u.edges[:0], unlap{b.Own, b.Opp, Pits - 1 - int(w.lane)}, false, true)
	return u.found(dst, w.at)
}

func (u *Unsower) found(dst []Origin, at uint16) []Origin {
	for _, e := range u.edges {
		dst = append(dst, Origin{e.Board.Narrow(), at})
	}
	return dst
}
