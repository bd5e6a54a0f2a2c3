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

// unstride is a relay on its way back. The board is turned so that the pit that is
// about to be lifted, or at first the one in which the relay ended, is in lane 0, and
// those behind it follow; it stands from bit `from` on before the turn.
type unstride struct {
	board uint64
	at    uint16
	from  uint8
}

const (
	narrowHigh = narrowOnes << (narrowBits - 1) // the top bit of each lane
	narrowLow  = narrowMask ^ narrowHigh
)

// emptyLanes returns the lanes that are 0 by their top bits.
func emptyLanes(x uint64) uint64 { return ^(x&narrowLow + narrowLow | x) & narrowHigh }

// narrowLeft turns lanes up by s bits, 0 ≤ s ≤ narrowAll.
func narrowLeft(x uint64, s uint) uint64 {
	return x<<(s&63)&narrowMask | x>>((narrowAll-s)&63)
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
		empty := emptyLanes(x)
		// Facing pits are lanes k and 11−k, and the top bits of lanes mirror each other.
		ends := emptyLanes(x^narrowOnes) & (bits.Reverse64(empty) | (1<<narrowRow - 1))
		u.boards[open] = unsown{Narrow(x), ends, uint16(at)}
		open += int((ends | -ends) >> 63)
	}
	u.walks = u.walks[:0]
	for open > 0 {
		first := len(u.walks)
		u.walks = slices.Grow(u.walks, open)[:first+open]
		walks := u.walks[first:]
		k := 0
		for i := range u.boards[:open] {
			b := u.boards[i]
			from := uint(bits.TrailingZeros64(b.ends)) - (narrowBits - 1)
			walks[i] = unstride{narrowLeft(uint64(b.board), narrowAll-from), b.at, uint8(from)}
			b.ends &= b.ends - 1
			u.boards[k] = b
			k += int((b.ends | -b.ends) >> 63)
		}
		open = k
	}
	// The last lap first: any empty pit behind, and no more than one round.
	walking := len(u.walks)
	dst, walking = u.back(dst, u.walks)
	for round := 1; walking > 0; round++ {
		k := 0
		for i := range u.walks[:walking] {
			w := u.walks[i]
			empty := emptyLanes(w.board)
			u.walks[k] = w
			if empty&(empty-1) == 0 || round == walkRounds {
				dst = u.rest(dst, w)
				continue
			}
			k++
		}
		dst, walking = u.back(dst, u.walks[:k])
	}
	return dst
}

// back undoes a lap of each walk. It returns how many go on; they are the first.
func (u *Unsower) back(dst []Origin, walks []unstride) ([]Origin, int) {
	dst = slices.Grow(dst, len(walks))
	out := dst[len(dst) : len(dst)+len(walks)]
	found, k := 0, 0
	for i := range walks {
		w := walks[i]
		empty := emptyLanes(w.board)
		// The nearest empty pit behind is the origin: every pit between has a seed to
		// give back. Without one there is no way back, and the shift by 60 does nothing
		// that is used.
		s := uint(bits.TrailingZeros64(empty|1<<63)) - (narrowBits - 1)
		n := uint64(s*13) >> 6 // s/5, the seeds of the lap
		x := w.board - narrowOnes&(1<<(s&63)-1) + n<<(s&63)
		x = narrowLeft(x, narrowAll-s)
		from := uint(w.from) + s
		from -= narrowAll & -((narrowAll - 1 - from) >> 63) // less narrowAll if that is not too much
		exists := int((empty | -empty) >> 63)
		out[found] = Origin{Narrow(narrowLeft(x, from)), w.at}
		found += exists & int((narrowRow-1-from)>>63) // in the mover's row
		walks[k] = unstride{x, w.at, uint8(from)}
		k += exists & int((1-n)>>63) // one seed alone did not come by relay
	}
	return dst[:len(dst)+found], k
}

// alone unsows one board.
func (u *Unsower) alone(dst []Origin, b Narrow, at uint16) []Origin {
	u.edges = u.rules.AppendPredecessors(u.edges[:0], b.Board())
	return u.found(dst, at)
}

// rest walks one relay to its end, or rather to all its beginnings.
func (u *Unsower) rest(dst []Origin, w unstride) []Origin {
	b := Narrow(narrowLeft(w.board, uint(w.from))).Board()
	u.edges = unsowFrom(u.edges[:0], unlap{b.Own, b.Opp, Pits - 1 - int(w.from)/narrowBits}, false, true)
	return u.found(dst, w.at)
}

func (u *Unsower) found(dst []Origin, at uint16) []Origin {
	for _, e := range u.edges {
		dst = append(dst, Origin{e.Board.Narrow(), at})
	}
	return dst
}
