package uci

import (
	"time"

	"ayosolve/bitboard"
)

const (
	// overhead is kept back of a player's time for what is not the search: stopping
	// it, and the way of the answer.
	overhead = 40 * time.Millisecond
	// moveOverhead is the same of a time for one move, where being late costs less.
	moveOverhead = 15 * time.Millisecond
	// plainTime is how long a search takes that has no limit.
	plainTime = 5 * time.Second
	// leastTime is what a search is given however little there is.
	leastTime = time.Millisecond
	// movesAhead is how many moves a clock must last for if nobody says.
	movesAhead = 24
)

// budget returns how long a search may take from now on, ok false if there is no
// limit. choices is the number of legal moves. It is never more than the clock has
// left, less the overhead, unless next to nothing is left at all.
func (g goal) budget(side bitboard.Side, choices int) (d time.Duration, ok bool) {
	c := g.clocks[side]
	switch {
	case g.moveTime > 0:
		d = g.moveTime - min(moveOverhead, g.moveTime/4)
		if c.running {
			d = min(d, held(c.left))
		}
	case c.running:
		moves := movesAhead
		if g.moves > 0 {
			moves = min(g.moves, movesAhead)
		}
		d = c.left/time.Duration(moves) + c.extra*3/4
		if choices == 1 {
			d /= 16 // it has only to be said
		}
		if g.moves == 1 {
			d = c.left * 7 / 8
		}
		d = min(d, held(c.left))
	case g.depth > 0 || g.nodes > 0 || g.infinite:
		return 0, false
	default:
		d = plainTime
	}
	return max(d, leastTime), true
}

// held returns a time less the overhead, which is never more than half of it.
func held(d time.Duration) time.Duration { return d - min(overhead, d/2) }
