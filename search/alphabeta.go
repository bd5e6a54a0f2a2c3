package search

import (
	"sync/atomic"

	"ayosolve/bitboard"
	"ayosolve/tt"
)

const (
	// maxGuessDepth is the most plies an iteration may look ahead.
	maxGuessDepth = 100
	// quietPlies is the most captures in a row that are looked at beyond the depth.
	quietPlies = 6
	// maxGuessPly is the longest line of an estimate, in plies.
	maxGuessPly = maxGuessDepth + quietPlies + 2
)

// estimator is one goroutine's alpha-beta search. Its scores are guesses: it stops
// at a depth, ends a line that repeats a board by what the rules give, and believes
// scores that the transposition table has from other lines. What it returns is
// clamped to what is proven.
type estimator struct {
	rules      bitboard.Rules
	leaves     *leaves
	table      *tt.Table
	budget     *budget
	evaluation *evaluation
	quiet      int          // captures in a row that are looked at beyond the depth
	reduces    bool         // moves that come late are first searched less deep
	plain      bool         // believe no score of the table
	quit       *atomic.Bool // another estimator has done what this one is helping with

	frames [maxGuessPly]frame
	path   [maxGuessPly]bitboard.Board // the boards from the root, by ply
	roots  []rootMove
	depth  int // plies of the last iteration that is complete

	nodes   uint64 // boards whose moves were made or that were evaluated
	hits    uint64 // table look-ups
	polled  uint64 // nodes at the last poll
	horizon bool   // a line of this iteration was cut at its depth
	halted  bool

	published counters
}

// frame is the part of a search that belongs to a ply.
type frame struct {
	moves  [bitboard.MaxMoves]bitboard.Child
	worths [bitboard.MaxMoves]int32
	pv     [maxGuessPly]uint8 // pits of the best line from here
	length int                // of pv
}

// seek returns what the mover of a board nets, seen depth plies ahead: within
// (alpha, beta) the score, at or below alpha an upper bound, at or above beta a
// lower bound. ply is the length of the line so far, and since the ply of the first
// board on it that could come back. The table's scores are not taken for good where
// a main line is wanted, that is where the window is wider than one.
func (e *estimator) seek(b bitboard.Board, seeds, depth, ply, since, alpha, beta int) int {
	if depth <= 0 {
		return e.quiesce(b, seeds, e.quiet, ply, alpha, beta)
	}
	e.enter(ply)
	_, rank := b.LayerRank()
	low, high := -seeds, seeds
	if seeds <= e.leaves.max {
		e.hits++
		low, high = e.leaves.at(seeds, rank)
	}
	ref := tt.Ref{}
	hashMove := noMove
	wide := beta-alpha > 1
	if low != high {
		ref = e.table.Ref(e.key(bitboard.BoardsBelow(seeds) + rank))
		score, proven := e.table.ProbeScore(ref)
		if proven.HasInterval {
			low, high = max(low, int(proven.Low)), min(high, int(proven.High))
		}
		if score.Bound != 0 {
			hashMove = score.Move
			if !wide && !e.plain && score.Depth >= depth && score.Cuts(alpha, beta) {
				e.horizon = true
				return min(max(score.Score, low*unit), high*unit)
			}
		}
	}
	low, high = low*unit, high*unit
	switch {
	case low >= beta || low == high:
		return low
	case high <= alpha:
		return high
	}
	f := &e.frames[ply]
	count := e.rules.Moves(b, &f.moves)
	if count == 0 {
		return e.rules.EndNet(b) * unit
	}
	e.path[ply] = b
	e.rank(f, count, seeds, depth, hashMove)
	best, bestMove, bound := low, noMove, tt.BoundUpper
	if alpha < low {
		alpha = low
	}
	for i := range count {
		m := f.take(i, count)
		gain := int(m.Captured) * unit
		s := 0
		switch {
		case m.Captured == 0 && e.repeats(m.Board, ply+1, since):
			s = -e.endless(m.Board)
		case i == 0:
			s = gain - e.follow(m, seeds, depth-1, ply, since, gain-beta, gain-alpha)
		default:
			r := 0
			if e.reduces {
				r = reduction(depth, i, m)
			}
			s = gain - e.follow(m, seeds, depth-1-r, ply, since, gain-alpha-1, gain-alpha)
			if r > 0 && s > alpha && !e.halted {
				s = gain - e.follow(m, seeds, depth-1, ply, since, gain-alpha-1, gain-alpha)
			}
			if wide && s > alpha && s < beta && !e.halted {
				s = gain - e.follow(m, seeds, depth-1, ply, since, gain-beta, gain-alpha)
			}
		}
		if e.halted {
			return 0
		}
		if s <= best {
			continue
		}
		best, bestMove = s, int(m.Pit)
		if s <= alpha {
			continue
		}
		alpha, bound = s, tt.BoundExact
		if wide {
			e.extend(ply, m.Pit)
		}
		if s >= beta {
			bound = tt.BoundLower
			break
		}
	}
	best = min(best, high)
	e.table.StoreScore(ref, tt.Score{Score: best, Depth: depth, Bound: bound, Move: bestMove})
	return best
}

// follow searches the board after a move.
func (e *estimator) follow(m *bitboard.Child, seeds, depth, ply, since, alpha, beta int) int {
	if m.Captured > 0 {
		since = ply + 1
	}
	return e.seek(m.Board, seeds-int(m.Captured), depth, ply+1, since, alpha, beta)
}

// quiesce returns a score as seek does, of a board at which the depth is reached:
// its evaluation, or what a capture brings if that is more. plies is how many
// captures in a row it may yet try.
func (e *estimator) quiesce(b bitboard.Board, seeds, plies, ply, alpha, beta int) int {
	e.enter(ply)
	low, high := -seeds*unit, seeds*unit
	if seeds <= e.leaves.max {
		e.hits++
		_, rank := b.LayerRank()
		low, high = e.leaves.at(seeds, rank)
		low, high = low*unit, high*unit
	}
	switch {
	case low >= beta || low == high:
		return low
	case high <= alpha:
		return high
	}
	e.horizon = true
	f := &e.frames[ply]
	count := -1
	if b.Own == 0 || b.Opp == 0 {
		if count = e.rules.Moves(b, &f.moves); count == 0 {
			return e.rules.EndNet(b) * unit
		}
	}
	stand := e.evaluation.of(b, seeds)
	best := min(max(stand, low), high)
	if best >= beta || plies == 0 {
		return best
	}
	if count < 0 {
		if count = e.rules.Moves(b, &f.moves); count == 0 {
			return e.rules.EndNet(b) * unit
		}
	}
	alpha = max(alpha, best)
	for {
		m := f.largest(count)
		if m == nil {
			break
		}
		gain, left := int(m.Captured), seeds-int(m.Captured)
		m.Captured = 0
		s := gain*unit - e.quiesce(m.Board, left, plies-1, ply+1, gain*unit-beta, gain*unit-alpha)
		if e.halted {
			return 0
		}
		if s > best {
			best = s
			if s >= beta {
				break
			}
			alpha = max(alpha, s)
		}
	}
	return min(best, high)
}

// enter counts a board at a ply, and looks now and then whether to stop.
func (e *estimator) enter(ply int) {
	e.frames[ply].length = 0
	e.nodes++
	if e.nodes&pollMask == 0 {
		e.poll()
	}
}

func (e *estimator) poll() {
	if e.budget.spent(int64(e.nodes-e.polled)) || e.quit.Load() {
		e.halted = true
	}
	e.polled = e.nodes
	e.publish()
}

func (e *estimator) publish() {
	e.published.nodes.Store(e.nodes)
	e.published.hits.Store(e.hits)
	e.published.deepest.Store(uint64(e.depth))
}

// extend makes the main line from a ply: a move and the main line after it.
func (e *estimator) extend(ply int, pit uint8) {
	f, next := &e.frames[ply], &e.frames[ply+1]
	f.pv[0] = pit
	f.length = 1 + copy(f.pv[1:], next.pv[:next.length])
}

// repeats reports whether a board that would stand at a ply has stood on the line
// before with the same side to move, not before the ply since.
func (e *estimator) repeats(b bitboard.Board, ply, since int) bool {
	for p := ply - 2; p >= since; p -= 2 {
		if e.path[p] == b {
			return true
		}
	}
	return false
}

// endless is what a board is worth to its mover if play comes back to it.
func (e *estimator) endless(b bitboard.Board) int {
	if e.rules.Repetition == bitboard.RepetitionOwner {
		return (b.OwnSeeds() - b.OppSeeds()) * unit
	}
	return 0
}
