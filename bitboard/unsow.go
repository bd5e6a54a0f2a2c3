package bitboard

import "math/bits"

// Edge is a move seen from the board it leads to.
type Edge struct {
	Board Board // the board the move is made on, seen by the player who makes it
	Pit   uint8 // the pit that is sown, 0–5
}

// AppendPredecessors appends to dst every move that leads to b, b seen by its
// mover, without capturing: all (p, i) with Play(p, i) = b and nothing captured.
// A board that has two such moves comes twice. The order is not specified. It
// allocates only to grow dst.
func (r Rules) AppendPredecessors(dst []Edge, b Board) []Edge {
	after := b.Turn() // seen by the player who moved
	if r.Game == Ayoayo {
		return unsowRelay(dst, after)
	}
	return r.unsowOnce(dst, after)
}

// lowestLane returns the shift of the lowest lane that is not 0, or 64.
func lowestLane(row uint64) uint { return uint(bits.TrailingZeros64(row)) &^ 7 }

// emptyPits returns the empty pits as bits, bit k for pit 11−k, twice over: bits
// 12–23 repeat bits 0–11. From bit 12−z upwards stand the pits behind pit z.
func emptyPits(own, opp uint64) uint32 {
	e := zeroLanes(own)<<RowPits | zeroLanes(opp)
	return e | e<<Pits
}

// zeroLanes returns the lanes of a row that are 0, bit k for lane k.
func zeroLanes(row uint64) uint32 {
	const (
		top    = 0x80 * ones
		gather = 1<<0 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 // lane bit 8j+7, moved down by 7, to bit 35+j
	)
	return uint32((Occupied(row)^top)>>7*gather>>35) & (1<<RowPits - 1)
}

// relayEnds returns the pits in which a relay may have ended without a capture, as
// emptyPits does, once: those that hold one seed, on the opponent's side or facing an
// empty pit. Facing pits are bits k and 11−k.
func relayEnds(b Board, empty uint32) uint32 {
	const oppPits = 1<<RowPits - 1
	single := zeroLanes(b.Own^ones)<<RowPits | zeroLanes(b.Opp^ones)
	facing := uint32(bits.Reverse16(uint16(empty&(1<<Pits-1))) >> (16 - Pits))
	return single & (facing | oppPits)
}

// unlap is a relay on its way back: the board before the lap from a pit.
type unlap struct {
	own, opp uint64
	origin   int
}

// unsowRelay walks each relay back from where it may have ended without a
// capture: a pit that holds one seed, on the opponent's side or facing an empty
// pit. The last lap began at the nearest empty pit behind it, for every pit
// between was given a seed and the origin none. If the mover owns that origin
// the move may have begun there; and if the origin held two or more, its own last
// seed may have come by relay, from further back in the same way.
//
// Only when the origin is the one empty pit can a lap have gone round the board,
// 11 seeds a round. Then there are several laps to undo, and those wait on a
// stack.
func unsowRelay(dst []Edge, after Board) []Edge {
	empty := emptyPits(after.Own, after.Opp)
	for ends := relayEnds(after, empty); ends != 0; ends &= ends - 1 {
		dst = unsowFrom(dst, unlap{after.Own, after.Opp, Pits - 1 - bits.TrailingZeros32(ends)}, true, after.Opp != 0)
	}
	return dst
}

// unsowFrom walks one relay back. last is set if it ended there, and fed if it may
// have begun with the opponent's row empty.
func unsowFrom(dst []Edge, at unlap, last, fed bool) []Edge {
	var room [4]unlap // more than play has been seen to need; append takes care of the rest
	stack := room[:0]
	for {
		empty := emptyPits(at.own, at.opp)
		if empty == 0 {
			// A lap leaves its origin empty: this board comes from none.
		} else {
			distance := 1 + bits.TrailingZeros32(empty>>(Pits-at.origin))
			if !last && empty&(empty-1)&(1<<Pits-1) == 0 {
				stack = pushRounds(stack, at, distance)
			}
			origin := (at.origin + Pits - distance) % Pits
			e := &lapTable[lapIndex(origin, distance)%lapSize]
			at = unlap{at.own - e.own, at.opp - e.opp, origin}
			last = false
			if origin < RowPits && (fed || at.opp != 0) {
				dst = append(dst, Edge{Board{at.own, at.opp}, uint8(origin)})
			}
			if distance > 1 {
				continue
			}
		}
		if len(stack) == 0 {
			return dst
		}
		at = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.origin < RowPits && (fed || at.opp != 0) {
			dst = append(dst, Edge{Board{at.own, at.opp}, uint8(at.origin)})
		}
	}
}

// pushRounds pushes the states before every lap of more than one round that may
// have ended in pit at.origin, from the one empty pit, distance pits behind it.
func pushRounds(stack []unlap, at unlap, distance int) []unlap {
	origin := (at.origin + Pits - distance) % Pits
	for n := distance + Pits - 1; n <= MaxSeeds; n += Pits - 1 {
		e := &lapTable[lapIndex(origin, n)%lapSize]
		before := unlap{at.own - e.own, at.opp - e.opp, origin}
		if !before.isBoard() {
			break
		}
		stack = append(stack, before)
	}
	return stack
}

// isBoard reports whether no lane has gone below 0.
func (u unlap) isBoard() bool {
	const tops = 0x80*ones | ^uint64(rowMask)
	return (u.own|u.opp)&tops == 0
}

// unsowOnce undoes the one lap of an oware move from every origin it may have.
func (r Rules) unsowOnce(dst []Edge, after Board) []Edge {
	slam := r.GrandSlam
	if r.Game == Awari {
		slam = SlamCapture
	}
	for origin := range RowPits {
		if after.Pit(origin) != 0 {
			continue
		}
		for n := 1; n <= MaxSeeds; n++ {
			e := &lapTable[lapIndex(origin, n)%lapSize]
			before := unlap{after.Own - e.own, after.Opp - e.opp, origin}
			if !before.isBoard() {
				break
			}
			if e.far != 0 {
				if _, captured, legal := owareCapture(after.Opp, uint(e.shift), slam); captured != 0 || !legal {
					continue
				}
			}
			p := Board{before.own, before.opp}
			if after.Opp == 0 && !r.mayStarve(p) {
				continue
			}
			dst = append(dst, Edge{p, uint8(origin)})
		}
	}
	return dst
}

// mayStarve reports whether a move on p that captures nothing may leave the
// opponent without seeds.
func (r Rules) mayStarve(p Board) bool {
	if r.Game == Oware {
		return p.Opp != 0
	}
	var out [MaxMoves]Child
	for _, c := range out[:awariMoves(p, &out)] {
		if c.Board.Own != 0 {
			return false
		}
	}
	return true
}
