package annotation

import (
	"context"
	"slices"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/search"
)

// Options says how much is spent on a game.
type Options struct {
	// Limits are those of the search for each position.
	Limits search.Limits
	// Progress, if not nil, is called when that many moves of the game are done.
	Progress func(done, total int)
}

// Annotate values the moves of a game with a solver for its rules. It begins with the
// last one: what is proven of a position helps with those before it. When ctx is done
// it returns what is known by then, which is no error. Errors are ogn.ErrRecord and
// search.ErrOptions.
func Annotate(ctx context.Context, solver *search.Solver, game *ogn.Record, o Options) (*Report, error) {
	positions, err := game.Positions()
	if err != nil {
		return nil, err
	}
	r := &Report{
		Rules: game.Rules.Name(), Repetition: game.Rules.Repetition.String(),
		Start: game.Start.String(), Result: game.Result, Plies: make([]Ply, len(game.Moves)), Complete: true,
	}
	taken := game.Start.Stores
	for i := range r.Plies {
		p := positions[i]
		r.Plies[i] = newPly(game.Rules, p, i, game.Moves[i].Pit)
		p.Stores = taken
		taken[p.Turn] += r.Plies[i].Captured
		positions[i] = p // from here on with the seeds taken, also where they aren't scored
	}
	ended := endedByReturn(game)
	var next *search.Value // of the position after the move, for its mover
	for i := len(r.Plies) - 1; i >= 0 && ctx.Err() == nil; i-- {
		res, err := solver.Analyze(ctx, positions[i].Board, o.Limits, nil)
		if err != nil {
			return nil, err
		}
		ply := &r.Plies[i]
		fact := ended
		if i < len(r.Plies)-1 {
			fact = nil
		}
		before := ply.value(positions[i], res, next, fact)
		next = &before
		if o.Progress != nil {
			o.Progress(len(r.Plies)-i, len(r.Plies))
		}
	}
	r.Complete = ctx.Err() == nil
	r.Summary = summarize(r.Plies)
	return r, nil
}

// newPly returns a move that nothing is known of yet.
func newPly(rules bitboard.Rules, p bitboard.Position, i, pit int) Ply {
	c, _ := rules.Play(p.Board, pit)
	return Ply{
		Number: i/2 + 1, Move: bitboard.MoveLetter(p.Turn, pit), Position: p.String(), Captured: int(c.Captured),
		Forced: rules.CountMoves(p.Board) == 1, Class: Unknown, Best: []string{}, Line: []string{},
		Lost: Range{0, 2 * p.Board.Seeds()}, // all that a value can fall by
		Side: p.Turn, Pit: pit, best: -1,
	}
}

// endedByReturn returns what the player of the last move nets by it, out of the seeds
// on the board before, if it has ended the game by bringing a position back; nil if
// it has not.
func endedByReturn(game *ogn.Record) *int {
	h, err := game.History()
	if err != nil || h.Plies() == 0 {
		return nil
	}
	if why, _ := h.Over(); why != bitboard.ByRepetition {
		return nil
	}
	final, _ := h.FinalStores()
	before := h.Positions()[h.Plies()-1]
	mover := before.Turn
	net := int(final[mover]-final[mover.Other()]) - (before.Stores[mover] - before.Stores[mover.Other()])
	return &net
}

// value fills in what an analysis of the position before the move says, and returns
// what its board is worth. next is what is known of the position after it, and fact, if not
// nil, what the move has brought in the end.
func (y *Ply) value(p bitboard.Position, res *search.Result, next *search.Value, fact *int) search.Value {
	moves := res.Moves
	var played *search.Move
	for i := range moves {
		if int(moves[i].Pit) == y.Pit {
			played = &moves[i]
		}
	}
	if next != nil && fact == nil {
		narrow(&played.Value, y.Captured-next.High, y.Captured-next.Low)
	}
	before := res.Value
	most := -bitboard.MaxSeeds
	for i := range moves {
		most = max(most, moves[i].High)
	}
	narrow(&before, max(before.Low, played.Low), most)
	after := played.Value
	if fact != nil {
		after = search.Value{Low: *fact, High: *fact}
	}
	board := before
	if y.Forced {
		before = after
	}
	y.choose(p, res, before)
	if fact != nil && after.Low >= before.High && !slices.Contains(y.Best, y.Move) { // which the values of boards do not tell
		y.best, y.Best, y.line, y.Line = y.Pit, []string{y.Move}, []int{y.Pit}, []string{y.Move}
	}
	y.leadBefore, y.leadAfter = leadOf(p, before), leadOf(p, after)
	b, a := answer.NewVerdict(p, before), answer.NewVerdict(p, after)
	y.Before, y.After = &b, &a
	y.Lost = Range{max(0, before.Low-after.High), max(0, before.High-after.Low)}
	if y.Forced {
		y.Lost = Range{}
	}
	y.Class = y.classify(p, before, after)
	return board
}

// narrow sets the bounds of a value as close as two others are.
func narrow(v *search.Value, low, high int) {
	v.Low, v.High = max(v.Low, low), min(v.High, high)
	if v.Low == v.High || !v.Estimated {
		v.Estimate, v.Estimated = 0, false
		return
	}
	v.Estimate = min(max(v.Estimate, float64(v.Low)), float64(v.High))
}

// choose finds the best moves and a line of the first, the one played if it is one.
func (y *Ply) choose(p bitboard.Position, res *search.Result, before search.Value) {
	for i := range res.Moves {
		m := &res.Moves[i]
		best := before.Status() == search.Exact && m.Low == before.High
		switch {
		case y.Forced:
			best = true
		case before.Status() != search.Exact:
			best = i == res.Best && (res.Estimated || before.Low > -p.Board.Seeds())
		}
		if !best {
			continue
		}
		y.Best = append(y.Best, bitboard.MoveLetter(p.Turn, int(m.Pit)))
		if y.best < 0 || int(m.Pit) == y.Pit {
			y.best, y.line = int(m.Pit), m.Line
		}
	}
	if n := len(y.Best); n > 1 { // the first is the one whose line it is
		first := bitboard.MoveLetter(p.Turn, y.best)
		for i, letter := range y.Best {
			if letter == first {
				copy(y.Best[1:i+1], y.Best[:i])
				y.Best[0] = first
			}
		}
	}
	y.Line = answer.Letters(p.Turn, y.line)
}

// classify says how good a move is, by what is proven.
func (y *Ply) classify(p bitboard.Position, before, after search.Value) Class {
	switch {
	case y.Forced || after.Low >= before.High:
		return Best
	case before.Low <= after.High:
		return Unclear
	case rank(p, before.Low) > rank(p, after.High):
		return Blunder
	}
	return Mistake
}

// rank orders outcomes for the mover of a position: a loss is least.
func rank(p bitboard.Position, value int) int {
	switch answer.ScoreOf(p, value).Outcome(p.Turn) {
	case answer.Win:
		return 2
	case answer.Draw:
		return 1
	}
	return 0
}
