package search

import (
	"sync/atomic"

	"ayosolve/bitboard"
)

// valueGap is by how many plies less the other moves are valued than the best one
// is found.
const valueGap = 4

// window is how far, in score units, a score may be from what is expected of it
// before its search is widened.
const window = unit / 4

// rootMove is a move of the root that is not exact, as an estimator sees it.
type rootMove struct {
	task   *task
	score  int // for the player who makes it, captures included
	most   int // what a search of the full depth has found its score to be at most
	valued bool
	line   []int
}

// guess is the move's score as far as the two kinds of searches go together.
func (m *rootMove) guess() int { return min(m.score, m.most) }

func (s *Solver) newEstimator(b *budget) *estimator {
	leaves := s.split
	if leaves == nil {
		leaves = s.any
	}
	e := &estimator{rules: s.rules, leaves: leaves, table: s.table, budget: b, evaluation: &evaluations[s.rules.Game]}
	if !s.rules.Relay() {
		// In Ayoayo nearly every move captures, with no end to it, and which come late
		// says little.
		e.quiet, e.reduces = quietPlies, true
	}
	return e
}

// key returns the key of a board in the transposition table, the same that proofs
// have.
func (e *estimator) key(id uint64) uint64 { return e.leaves.key(id) }

// begin takes the moves that are not exact yet, those already known in the order
// they had.
func (e *estimator) begin(b bitboard.Board, tasks []*task, quit *atomic.Bool) {
	e.quit, e.halted = quit, false
	e.path[0] = b
	kept := e.roots[:0]
	for _, m := range e.roots {
		if !m.task.value.exact() {
			kept = append(kept, m)
		}
	}
	if e.roots == nil {
		for _, t := range tasks {
			if !t.value.exact() {
				kept = append(kept, rootMove{task: t, most: bitboard.MaxSeeds * unit})
			}
		}
	}
	e.roots = kept
}

// reached returns the depth of the last iteration, for other goroutines.
func (e *estimator) reached() int { return int(e.published.deepest.Load()) }

// iterate looks depth plies ahead, the root's move included: it finds the best
// move, and values the others valueGap plies less far. floor is what is proven of
// the best exact move, as a score. It keeps what is complete when it is halted, and
// returns whether it is not.
func (e *estimator) iterate(depth, floor int) bool {
	e.horizon = false
	alpha := floor
	for i := range e.roots {
		m := &e.roots[i]
		if i == 0 {
			if !e.value(m, depth) {
				return false
			}
			alpha = max(alpha, m.score)
			continue
		}
		s := e.play(m, depth, alpha, alpha+1)
		if e.halted {
			return false
		}
		if s <= alpha {
			m.most = s
			continue
		}
		if !e.value(m, depth) {
			return false
		}
		if m.score > alpha { // a move that beats the first comes first from now on
			alpha = m.score
			first := *m
			copy(e.roots[1:i+1], e.roots[:i])
			e.roots[0] = first
		}
	}
	for i := 1; i < len(e.roots); i++ {
		m := &e.roots[i]
		most := m.most
		if !e.value(m, max(1, depth-valueGap)) {
			return false
		}
		m.most = most
	}
	return true
}

// value gives a move its own score, depth plies deep, the move included. It returns
// false if the search is halted, and then leaves the move as it was.
func (e *estimator) value(m *rootMove, depth int) bool {
	most := bitboard.MaxSeeds * unit
	low, high := -most, most
	below, above := window, window
	if m.valued {
		low, high = m.score-below, m.score+above
	}
	for {
		s := e.play(m, depth, low, high)
		if e.halted {
			return false
		}
		switch {
		case s <= low && low > -most:
			below *= 4
			low = s - below
		case s >= high && high < most:
			above *= 4
			high = s + above
		default:
			m.score, m.most, m.valued = s, s, true
			m.line = append(m.line[:0], int(m.task.move.Pit))
			for _, pit := range e.frames[1].pv[:e.frames[1].length] {
				m.line = append(m.line, int(pit))
			}
			return true
		}
	}
}

// play searches a move of the root within a window.
func (e *estimator) play(m *rootMove, depth, alpha, beta int) int {
	gain := int(m.task.move.Captured) * unit
	since := min(int(m.task.move.Captured), 1)
	return gain - e.seek(m.task.move.Board, m.task.seeds, depth-1, 1, since, gain-beta, gain-alpha)
}
