package search

import (
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ayosolve/bitboard"
)

// guess is an estimate of a move.
type guess struct {
	score int // for the player who makes it, captures included
	depth int // plies of the iteration it is from
	line  []int
	first bool // it is the best of its iteration
}

// estimate searches by alpha-beta for scores of the moves that are not exact. All
// threads search the same, and help each other by what they leave in the
// transposition table; what the first one finds counts.
func (a *analysis) estimate(nodes int64) {
	if a.guessed || a.exact() || a.budget.stop.Load() || a.budget.nodes.Load() <= 0 {
		return
	}
	for len(a.estimators) < a.options.Threads {
		a.addEstimator()
	}
	a.lend(nodes)
	var quit atomic.Bool
	var group errgroup.Group
	for i, e := range a.estimators {
		e.begin(a.board, a.tasks, &quit)
		group.Go(func() error {
			if i == 0 {
				a.deepen(e)
				quit.Store(true)
			} else {
				a.help(e, i)
			}
			return nil
		})
	}
	_ = group.Wait() // no errors
	a.reclaim()
}

func (a *analysis) addEstimator() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.estimators = append(a.estimators, a.newEstimator(&a.budget))
}

// guessDepth is the most plies that estimates look ahead.
func (a *analysis) guessDepth() int {
	if a.limits.Depth > 0 {
		return min(a.limits.Depth, maxGuessDepth)
	}
	return maxGuessDepth
}

// floor is the value of the best exact move, as a score.
func (a *analysis) floor() int {
	floor := -bitboard.MaxSeeds
	for _, t := range a.tasks {
		if low, high := t.value.load(); low == high {
			floor = max(floor, int(t.move.Captured)-low)
		}
	}
	return floor * unit
}

// deepen looks further and further ahead, until it is halted or there is nothing
// beyond.
func (a *analysis) deepen(e *estimator) {
	for {
		if e.depth >= a.guessDepth() || e.depth > 0 && !e.horizon {
			a.guessed = true
			return
		}
		whole := e.iterate(e.depth+1, a.floor())
		e.publish()
		if whole {
			e.depth++
		}
		a.note(e)
		if !whole {
			e.horizon = true
			return
		}
	}
}

// help searches ahead of the first estimator, the others by one or two plies.
func (a *analysis) help(e *estimator, number int) {
	for {
		e.depth = max(e.depth, a.estimators[0].reached()+number&1)
		if e.depth >= a.guessDepth() || !e.iterate(e.depth+1, a.floor()) {
			break
		}
		e.depth++
	}
	e.publish()
}

// note takes over what an estimator has found.
func (a *analysis) note(e *estimator) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range e.roots {
		m := &e.roots[i]
		if m.valued {
			m.task.guess = &guess{m.guess(), e.depth, slices.Clone(m.line), i == 0}
		}
	}
	if a.report != nil {
		a.report(a.snapshot())
	}
}
