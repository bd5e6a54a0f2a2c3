package search

import (
	"context"
	"math"
	"sync"
	"time"

	"ayosolve/bitboard"
)

// analysis is one call of Analyze.
type analysis struct {
	*Solver
	board   bitboard.Board
	limits  Limits
	report  func(*Result)
	started time.Time
	budget  budget
	leaves  *leaves // of the pass that is on

	mu        sync.Mutex
	tasks     []*task
	searchers []*searcher
	lines     searcher // finds main lines

	passes     []pass
	reserve    int64 // nodes that the phase that is on may not spend
	estimators []*estimator
	guessed    bool // no estimate gets better by searching on

	whole bool // the one task is the board itself, not a move of it
}

// task is one move of the board, to be valued.
type task struct {
	move    bitboard.Child
	seeds   int
	value   *interval // of the board it leads to, seen by that board's mover
	any     *interval // the same, under any repetition rule
	final   bool      // any is as narrow as it can be
	line    []int
	active  []int // claims that are being searched
	aim     int   // what the first claim is, a guess of the value, if aimed
	aimed   bool
	*course // in the pass that is on

	guess *guess // what alpha-beta thinks of the move, nil if nothing
}

func (s *Solver) newAnalysis(b bitboard.Board, l Limits, report func(*Result)) *analysis {
	a := &analysis{Solver: s, board: b, limits: l, report: report, started: time.Now()}
	a.budget.nodes.Store(math.MaxInt64)
	if l.Nodes > 0 {
		a.budget.nodes.Store(l.Nodes)
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, m := range moves[:s.rules.Moves(b, &moves)] {
		a.tasks = append(a.tasks, newTask(m))
	}
	return a
}

// newValuation is an analysis of a board's value alone.
func (s *Solver) newValuation(b bitboard.Board, l Limits) *analysis {
	l.ProofsOnly = true
	a := s.newAnalysis(b, l, nil)
	if a.whole = len(a.tasks) > 0; a.whole {
		a.tasks = []*task{newTask(bitboard.Child{Board: b})}
	}
	return a
}

func newTask(m bitboard.Child) *task {
	n := m.Board.Seeds()
	return &task{move: m, seeds: n, value: newInterval(-n, n), any: newInterval(-n, n)}
}

// lookUp begins a pass: it looks every move up, or guesses its value.
func (a *analysis) lookUp() {
	l, s := a.leaves, a.newSearcher()
	for _, t := range a.tasks {
		n, rank := t.move.Board.LayerRank()
		if n > l.max {
			if a.rules.Relay() && !t.aimed && !s.halted && !a.budget.stop.Load() {
				t.aim = s.aim(t.move.Board)
				t.aimed = !s.halted
			}
			continue
		}
		low, high := l.at(n, rank)
		t.value.narrow(low, high)
		if l.anyRule {
			t.any.narrow(low, high)
			t.final = true
		}
		if low != high {
			t.stuck, t.stuckLow, t.stuckHigh = true, low+1, high
		}
	}
	a.budget.nodes.Add(-int64(s.nodes & pollMask)) // those since the last poll
	s.publish()
}

// newSearcher returns a searcher whose counts are the analysis's too.
func (a *analysis) newSearcher() *searcher {
	s := &searcher{rules: a.rules, leaves: a.leaves, table: a.table, budget: &a.budget, depth: a.depth()}
	a.searchers = append(a.searchers, s)
	return s
}

// work settles moves until there is nothing left to do.
func (a *analysis) work(ctx context.Context) {
	a.mu.Lock()
	s := a.newSearcher()
	a.mu.Unlock()
	for !a.budget.stop.Load() && a.budget.nodes.Load() > 0 && ctx.Err() == nil {
		t, claim := a.next()
		if t == nil {
			return
		}
		s.settled, s.claim, s.halted = a.interval(t), claim, false
		low, high := s.settled.load()
		s.path[0] = a.board.ID()
		s.since[1] = min(int(t.move.Captured), 1)
		if a.whole {
			s.since[1] = 1 // nothing is before it
		}
		got := a.settle(s, t, claim, standing{low: low, high: high})
		a.done(t, claim, got, s.halted)
	}
}

// interval returns the interval that the pass narrows.
func (a *analysis) interval(t *task) *interval {
	if a.leaves.anyRule {
		return t.any
	}
	return t.value
}

// sideNodes is what the question takes, at most, in nodes a claim, whether a value
// that is known holds under any repetition rule.
const sideNodes = 20_000

// settle searches a claim about a move's board until it is proven, refuted, or
// beyond what can be.
func (a *analysis) settle(s *searcher, t *task, claim int, known standing) standing {
	got := known
	if a.leaves.anyRule {
		// The mover may claim it, and the opponent its opposite; endless play counts
		// against either. What is known under one rule tells who is wrong.
		value := standing{}
		value.low, value.high = t.value.load()
		value = decided(claim, value.low, value.high)
		s.mostNodes = 0
		if !value.open() {
			s.mostNodes = s.nodes + sideNodes
		}
		for _, claimant := range []int{1, 0} {
			if claimant == 1 && value.disproof == 0 || claimant == 0 && value.proof == 0 {
				continue
			}
			s.claimant = claimant
			got = s.proveRoot(t.move.Board, claim, got)
			if d := decided(claim, got.low, got.high); !d.open() || s.halted {
				return got
			}
		}
		return got
	}
	got = s.proveRoot(t.move.Board, claim, got)
	if d := decided(claim, got.low, got.high); d.open() && !got.open() && !s.halted {
		got.low, got.high, _ = s.certify(t.move.Board, claim, got)
	}
	return got
}

// depth returns the plies a line may be long, the root's move included.
func (a *analysis) depth() int {
	if a.limits.Depth > 0 {
		return min(a.limits.Depth, maxPly-1)
	}
	return maxPly - 1
}

// finish ends a pass: it finds the main lines of the moves that have become
// exact.
func (a *analysis) finish() {
	if a.lines.rules != a.rules || a.lines.table == nil {
		a.lines = searcher{rules: a.rules, table: a.table, budget: &a.budget, depth: maxPly - 1}
	}
	a.lines.leaves = a.leaves
	for _, t := range a.tasks {
		if t.line == nil && t.value.exact() && !a.whole {
			v, _ := t.value.load()
			line := append([]int{int(t.move.Pit)}, a.lines.line(a.board, t.move.Board, v)...)
			a.mu.Lock()
			t.line = line
			a.mu.Unlock()
		}
	}
}
