package uci

import (
	"context"
	"fmt"
	"time"

	"ayosolve/bitboard"
	"ayosolve/search"
	"ayosolve/tt"
)

// quickDepth is how far ahead an answer looks that has to be given at once.
const quickDepth = 3

// nothing is the move of bestmove where there is none.
const nothing = "0000"

// do runs a job and returns the lines that answer it.
func (e *Engine) do(ctx context.Context, j *job) string {
	switch {
	case j.bad != nil:
		e.out.complain(j.bad)
	case j.goal.perft:
		return e.perft(ctx, j)
	case j.searches():
		k := e.search(ctx, j)
		k.secure(j.game, e.opening.prober())
		j.wait(ctx)
		p := j.position
		return k.info(p, j.settings.lines, time.Since(j.began)) + bestMove(k.best(p))
	default:
		e.out.write(infoOver(j.game))
	}
	j.wait(ctx)
	return bestMove(nothing)
}

// bestMove words the answer of a search.
func bestMove(text string) string { return "bestmove " + text + "\n" }

// best words the best move and the reply that is expected to it.
func (k ranking) best(p bitboard.Position) string {
	l := k.lines[0]
	text := letters(p.Turn, l.pits[:1])
	if len(l.pits) > 1 {
		text += " ponder " + letters(p.Turn.Other(), l.pits[1:2])
	}
	return text
}

// infoOver words the score of a game that is over.
func infoOver(game *bitboard.History) string {
	why, _ := game.Over()
	p := game.Position()
	final, _ := game.FinalStores()
	ahead := final[p.Turn] - final[p.Turn.Other()]
	return fmt.Sprintf("info depth 0 score cp %d string exact value %d, the game is over: %s\n",
		int(100*ahead), int(ahead)-lead(p, p.Turn), why)
}

// search searches the position of a job, which is not over, and reports on the way,
// all but the last.
func (e *Engine) search(ctx context.Context, j *job) ranking {
	ctx, cancel := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		j.watch(ctx, cancel)
	}()
	defer func() {
		cancel()
		<-watched
	}()
	e.awaitTables(ctx, j)
	solver := e.solverFor(j.settings, j.newGame)
	p := newPrinter(e.out, j)
	r, err := solver.Analyze(ctx, j.position.Board, j.limits(), func(r *search.Result) {
		p.report(r)
		if j.deepEnough(r) {
			cancel()
		}
	})
	p.close()
	if err != nil { // the limits are in range
		e.out.complain(err)
	}
	if r == nil || !decided(r) {
		r = withGuesses(r, quick(solver, j))
	}
	return rank(j.game, r)
}

// limits returns the limits of the search. Its time is watched elsewhere.
func (j *job) limits() search.Limits {
	return search.Limits{Depth: j.goal.depth, Nodes: j.goal.nodes}
}

// deepEnough reports whether a search may end before the limits of its proofs: its
// estimates are as deep as was asked for, or it plays by the clock and no other
// move can be better.
func (j *job) deepEnough(r *search.Result) bool {
	if j.goal.depth > 0 && r.Status() == search.Estimate && r.Depth >= j.goal.depth {
		return true
	}
	return j.goal.clocks[j.position.Turn].running && !j.goal.endless() && leads(r)
}

// leads reports whether no move can be better than the best.
func leads(r *search.Result) bool {
	if r.Best < 0 {
		return false
	}
	for i := range r.Moves {
		if i != r.Best && r.Moves[i].High > r.Moves[r.Best].Low {
			return false
		}
	}
	return len(r.Moves) > 1
}

// decided reports whether a result says which move is best: every move has a value
// or an estimate, or no other can be better.
func decided(r *search.Result) bool {
	for i := range r.Moves {
		if r.Moves[i].Status() == search.Bounds {
			return leads(r)
		}
	}
	return true
}

// quick makes estimates in a few milliseconds, whatever the limits.
func quick(s *search.Solver, j *job) *search.Result {
	r, err := s.Analyze(context.Background(), j.position.Board, search.Limits{Depth: quickDepth}, nil)
	if err != nil {
		panic(err) // the limit is in range
	}
	return r
}

// withGuesses adds the estimates of a search to the result of another, nil if there
// is none.
func withGuesses(r, guesses *search.Result) *search.Result {
	if r == nil {
		return guesses
	}
	for i := range r.Moves {
		m, g := &r.Moves[i], &guesses.Moves[i]
		m.Low, m.High = max(m.Low, g.Low), min(m.High, g.High)
		switch {
		case m.Low == m.High:
			m.Estimate, m.Estimated = 0, false
		case m.Status() == search.Bounds && g.Status() != search.Bounds:
			guess := g.Estimate
			if g.Status() == search.Exact {
				guess = float64(g.Low)
			}
			m.Estimate, m.Estimated = min(max(guess, float64(m.Low)), float64(m.High)), true
			m.Line = g.Line
		}
	}
	r.Best = -1
	return r
}

// awaitTables waits until the tables are open, but not longer than half the time
// that the search has.
func (e *Engine) awaitTables(ctx context.Context, j *job) {
	var late <-chan time.Time
	if d, limited := j.goal.budget(j.position.Turn, j.choices()); limited && !j.goal.endless() {
		late = time.After(d / 2)
	}
	select {
	case <-e.opening.done:
	case <-ctx.Done():
	case <-late:
	}
}

// solverKey is what another solver is needed for if it changes.
type solverKey struct {
	rules   bitboard.Rules
	threads int
	hash    int64
	newGame int
	opening *opening
	tables  bool
}

// solverFor returns the solver for some settings. It keeps what was learned in the
// game so far.
func (e *Engine) solverFor(s settings, newGame int) *search.Solver {
	tables := e.opening.prober()
	key := solverKey{s.rules, s.threads, s.hash, newGame, e.opening, tables != nil}
	if e.solver != nil && e.solverKey == key {
		return e.solver
	}
	e.solver = nil // its memory is wanted
	solver, err := search.New(s.rules, tables, search.Options{Threads: s.threads, Hash: s.hash})
	if err != nil {
		e.out.complain(err)
		if solver, err = search.New(s.rules, nil, search.Options{Threads: 1, Hash: tt.MinBytes}); err != nil {
			panic(err) // the rules are a preset
		}
	}
	e.solver, e.solverKey = solver, key
	return solver
}
