package label

import (
	"context"
	"errors"
	"fmt"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// Labeler labels positions, one after the other. It is not safe for use by several
// goroutines.
type Labeler struct {
	rules  bitboard.Rules
	nodes  int64
	solver *search.Solver
}

// NewLabeler returns a Labeler for a job. The tables must be the ones of its
// parameters.
func NewLabeler(p *Params, tables search.Prober) (*Labeler, error) {
	solver, err := search.New(p.rules, p.only(tables), search.Options{Threads: 1, Hash: p.Hash})
	if err != nil {
		return nil, err
	}
	return &Labeler{p.rules, p.Nodes, solver}, nil
}

// Label labels a position. It returns the error of ctx if that is done before.
func (l *Labeler) Label(ctx context.Context, p bitboard.Position) (Label, error) {
	a := Label{Position: p}
	if why, over := p.Over(l.rules); over {
		a.Termination, a.AnyRepetition = why, search.True
		if why == bitboard.ByNoMoves { // after a majority nobody nets any more
			a.Low = l.rules.EndNet(p.Board)
			a.High = a.Low
		}
		return a, nil
	}
	r, err := l.solver.Analyze(ctx, p.Board, search.Limits{Nodes: l.nodes, ProofsOnly: true}, nil)
	if err := errors.Join(err, ctx.Err()); err != nil {
		return a, err
	}
	if r.Nodes > 0 {
		l.solver.Forget()
	}
	a.Low, a.High, a.AnyRepetition, a.Nodes = r.Low, r.High, r.AnyRepetition, r.Nodes
	for _, m := range r.Moves {
		a.Moves[m.Pit] = MoveLabel{true, m.Low, m.High}
	}
	return a, nil
}

// Chunk labels the positions of a chunk and returns it finished, as it is kept.
func (l *Labeler) Chunk(ctx context.Context, h Header, keys []Key) ([]byte, error) {
	data := h.begin(len(keys))
	for i, k := range keys {
		p, err := k.Position()
		if err != nil {
			return nil, fmt.Errorf("position %d of chunk %d: %w", i, h.Index, err)
		}
		a, err := l.Label(ctx, p)
		if err != nil {
			return nil, err
		}
		data = a.append(data)
	}
	return seal(data), nil
}
