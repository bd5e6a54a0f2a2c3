package search

import (
	"context"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"
)

// An analysis goes by rounds of proofs and estimates, each round longer than the
// one before. Proofs and estimates share the transposition table, so each goes on
// about where it was. The lengths are in nodes, so that one thread does the same
// every time.

// pass is proofs over one kind of leaves, which go on in every round from where they
// were.
type pass struct {
	leaves  *leaves
	courses []course // by move, nil until the pass begins
}

// plan is how many nodes the first round is long: proofs, for each pass, and
// estimates. A round has twice as many as the one before. ahead is what estimates get
// before all that.
type plan struct {
	ahead, proofs, estimates int64
}

// By how many seeds more than the tables reach a board of oware is near a proof, and
// far from any.
const (
	nearSeeds = 8
	farSeeds  = 12
)

// plan returns the plan for the board. In Ayoayo everything can be proven, and an
// estimate is only wanted where there was no time for that, or if lines may not be as
// long as a proof needs.
func (a *analysis) plan() plan {
	reach := -1
	for _, p := range a.passes {
		reach = max(reach, p.leaves.max)
	}
	above := a.board.Seeds() - max(reach, 0)
	switch {
	case a.limits.ProofsOnly && len(a.passes) > 1:
		return plan{proofs: 1 << 16} // by turns: one may ask what can't be proven
	case a.limits.ProofsOnly:
		return plan{proofs: math.MaxInt64 / 2}
	case a.limits.Depth > 0:
		return plan{proofs: 1 << 14, estimates: 1 << 18}
	case a.rules.Relay():
		return plan{proofs: math.MaxInt64 / 2, estimates: 1 << 16}
	case above > farSeeds:
		return plan{ahead: 1 << 26, proofs: 1 << 21, estimates: 1 << 25}
	}
	p := plan{ahead: 1 << 12, proofs: 1 << 16, estimates: 1 << 18}
	if above <= nearSeeds {
		p.estimates = 1 << 15
	}
	if a.limits.Nodes > 0 {
		p.ahead = min(p.ahead, a.limits.Nodes/8)
	}
	return p
}

// run works until all moves are exact, nothing more can be found, or a limit is
// reached.
func (a *analysis) run(ctx context.Context) {
	defer func() {
		if ctx.Err() != nil && !a.limits.ProofsOnly {
			a.lastWord()
		}
	}()
	// What holds under any repetition rule says more, and in Ayoayo it nearly always
	// settles the value. In oware it seldom does.
	for _, l := range []*leaves{a.any, a.split} {
		if l != nil {
			a.passes = append(a.passes, pass{leaves: l})
		}
	}
	if !a.rules.Relay() {
		slices.Reverse(a.passes)
	}
	plan := a.plan()
	if plan.ahead > 0 {
		for i := range a.passes {
			a.enter(&a.passes[i]) // what the tables hold of the moves
		}
		a.estimate(plan.ahead)
	}
	for ; ; plan.proofs, plan.estimates = 2*plan.proofs, 2*plan.estimates {
		open := false
		for i := range a.passes {
			// Repetitions matter much in oware, and there is no asking about other rules
			// before the value is known under this one.
			if i == 0 || !open || a.rules.Relay() {
				open = a.prove(ctx, &a.passes[i], plan.proofs) || open
			}
		}
		if a.limits.ProofsOnly {
			if ctx.Err() != nil || a.budget.nodes.Load() <= 0 || !open {
				return
			}
			continue
		}
		a.estimate(plan.estimates)
		if a.limits.Depth > 0 && a.guessed {
			return // proofs that end within the depth are rare, and may take for ever
		}
		if ctx.Err() != nil || a.budget.nodes.Load() <= 0 || a.exact() && !open || a.guessed && !open {
			return
		}
		if !open && a.estimates() {
			return
		}
	}
}

// lastWordNodes is what the last word takes, in nodes: a few milliseconds.
const lastWordNodes = 1 << 11

// lastWord makes estimates after the time is up, if a search has been under way that
// had come to none.
func (a *analysis) lastWord() {
	if a.estimates() || !a.searched() {
		return
	}
	var own budget
	own.nodes.Store(lastWordNodes)
	e := a.newEstimator(&own)
	a.mu.Lock()
	a.estimators = append(a.estimators, e)
	a.mu.Unlock()
	e.begin(a.board, a.tasks, &own.stop)
	a.deepen(e)
}

// searched reports whether any nodes have been spent.
func (a *analysis) searched() bool {
	for _, s := range a.searchers {
		if s.published.nodes.Load() > 0 {
			return true
		}
	}
	return false
}

// exact reports whether every move is.
func (a *analysis) exact() bool {
	for _, t := range a.tasks {
		if !t.value.exact() {
			return false
		}
	}
	return true
}

// estimates reports whether every move is exact or estimated.
func (a *analysis) estimates() bool {
	for _, t := range a.tasks {
		if !t.value.exact() && t.guess == nil {
			return false
		}
	}
	return true
}

// lend lets the phase that begins spend that many nodes, if there are as many;
// reclaim ends the phase.
func (a *analysis) lend(nodes int64) {
	all := a.budget.nodes.Load()
	a.reserve = all - min(all, nodes)
	a.budget.nodes.Add(-a.reserve)
}

func (a *analysis) reclaim() { a.budget.nodes.Add(a.reserve) }

// prove searches for proofs, and reports whether there is something left to prove.
func (a *analysis) prove(ctx context.Context, p *pass, nodes int64) (open bool) {
	a.enter(p)
	a.lend(nodes)
	var group errgroup.Group
	for range a.options.Threads {
		group.Go(func() error {
			a.work(ctx)
			return nil
		})
	}
	_ = group.Wait() // work returns no errors
	a.reclaim()
	a.finish()
	for _, t := range a.tasks {
		_, more := a.claim(t)
		open = open || more
	}
	return open
}

// enter begins a pass, or goes on with it.
func (a *analysis) enter(p *pass) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.leaves = p.leaves
	begun := p.courses != nil
	if !begun {
		p.courses = make([]course, len(a.tasks))
	}
	for i, t := range a.tasks {
		t.course = &p.courses[i]
	}
	if !begun {
		a.lookUp()
	}
}
