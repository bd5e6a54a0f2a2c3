package web

import (
	"context"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/opponent"
	"ayosolve/search"
)

// Chosen is what /api/play answers: the move that an opponent makes.
type Chosen struct {
	Move  string `json:"move"`
	Level string `json:"level"`
}

// play chooses a move at a level.
func (s *Server) play(ctx context.Context, q question, out *stream) (any, error) {
	var solver *search.Solver // levels below perfect know no tables
	if _, over := q.game.Over(); q.level == opponent.Perfect && !over {
		engine, err := s.engines.take(ctx, q.game.Rules(), q.page, out.tell)
		if err != nil {
			return nil, err
		}
		defer s.engines.giveBack(engine)
		solver = engine.Solver
	}
	select {
	case s.choosing <- struct{}{}:
		defer func() { <-s.choosing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	pit, err := opponent.Choose(ctx, solver, q.game, q.level, opponent.Options{Seed: q.seed, Limits: q.limits})
	if err != nil {
		return nil, err
	}
	return Chosen{bitboard.MoveLetter(q.game.Position().Turn, pit), q.level.String()}, nil
}
