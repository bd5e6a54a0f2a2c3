package search

import (
	"context"
	"errors"
	"time"
)

// result makes the final result.
func (a *analysis) result(ctx context.Context) *Result {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.snapshot()
	switch {
	case a.exact():
		r.Stopped = StopExact
	case errors.Is(context.Cause(ctx), errTime):
		r.Stopped = StopTime
	case ctx.Err() != nil:
		r.Stopped = StopInterrupt
	case a.budget.nodes.Load() <= 0:
		r.Stopped = StopNodes
	case a.limits.Depth > 0:
		r.Stopped = StopDepth
	default:
		r.Stopped = StopRepeats
	}
	return r
}

// snapshot is what is known now. The caller holds mu.
func (a *analysis) snapshot() *Result {
	r := &Result{
		Board: a.board, Best: -1, Elapsed: time.Since(a.started), Threads: a.options.Threads,
		Hashfull: a.table.Hashfull(), Stopped: StopInterrupt,
	}
	for _, s := range a.searchers {
		r.Nodes += s.published.nodes.Load()
		r.TableHits += s.published.hits.Load()
		r.Depth = max(r.Depth, int(s.published.deepest.Load()))
	}
	for _, e := range a.estimators {
		r.Nodes += e.published.nodes.Load()
		r.TableHits += e.published.hits.Load()
	}
	if len(a.tasks) == 0 {
		net := a.rules.EndNet(a.board)
		r.Value = Value{Low: net, High: net, AnyRepetition: True}
		return r
	}
	if a.whole {
		t := a.tasks[0]
		r.Low, r.High = t.value.load()
		anyLow, anyHigh := t.any.load()
		r.AnyRepetition = truth(anyLow, anyHigh, t.final)
		return r
	}
	for _, t := range a.tasks {
		if t.guess != nil && !t.value.exact() {
			r.Depth = t.guess.depth // of the last iteration, the same for all
		}
		low, high := t.value.load()
		anyLow, anyHigh := t.any.load()
		captured := int(t.move.Captured)
		m := Move{Child: t.move, Line: t.line}
		m.Low, m.High = captured-high, captured-low
		if g := t.guess; g != nil && low != high {
			m.Estimated = true
			m.Estimate = min(max(float64(g.score)/unit, float64(m.Low)), float64(m.High))
			m.Line, m.first = g.line, g.first
		}
		m.anyLow, m.anyHigh, m.anyFinal = captured-anyHigh, captured-anyLow, t.final
		m.AnyRepetition = truth(anyLow, anyHigh, t.final)
		if m.Line == nil {
			m.Line = []int{int(t.move.Pit)}
		}
		r.Moves = append(r.Moves, m)
	}
	r.sum()
	return r
}
