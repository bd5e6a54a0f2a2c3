package opponent

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ayosolve/bitboard"
	"ayosolve/search"
	"ayosolve/tt"
)

// ErrOver reports a game that is over, in which there is nothing to choose.
var ErrOver = errors.New("the game is over")

// Options is what a choice depends on besides the game and the level.
type Options struct {
	// Seed decides between moves that are as good, and when to take a worse one.
	Seed uint64
	// Limits are those of the search of Perfect. Without any it goes on until every move
	// is proven, which in oware may be never.
	Limits search.Limits
}

// levelHash returns the memory in bytes for a search of some plies.
func levelHash(depth int) int64 {
	const shallow = 3
	return tt.MinBytes << max(0, depth-shallow)
}

// Choose returns the pit, 0–5 seen by the player to move, of a legal move. solver is
// used by Perfect alone, and must be for the rules of the game; for other levels it may
// be nil. It returns ErrOver if the game is over, ErrLevel for a level that does not
// exist, and the error of ctx if that is done first.
func Choose(ctx context.Context, solver *search.Solver, h *bitboard.History, level Level, o Options) (pit int, err error) {
	if _, over := h.Over(); over {
		return 0, ErrOver
	}
	if level < Weakest || level > Perfect {
		return 0, fmt.Errorf("%w: %d", ErrLevel, int(level))
	}
	b := h.Position().Board
	var legal [bitboard.MaxMoves]bitboard.Child
	if h.Rules().Moves(b, &legal) == 1 {
		return int(legal[0].Pit), ctx.Err()
	}
	limits := o.Limits
	temper := 0.0
	if level != Perfect {
		// A solver of its own, so that nothing but the game has a bearing on what it finds.
		s := strengths[level-Weakest]
		limits, temper = search.Limits{Depth: s.depth}, s.temper
		if solver, err = search.New(h.Rules(), nil, search.Options{Threads: 1, Hash: levelHash(s.depth)}); err != nil {
			return 0, err
		}
	}
	r, err := solver.Analyze(ctx, b, limits, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, err
	}
	rng := rand.New(rand.NewPCG(o.Seed, b.ID()<<10^uint64(h.Plies())))
	candidates := rate(h, r)
	if temper > 0 {
		return sample(candidates, temper, rng), nil
	}
	return best(candidates, rng), nil
}

// candidate is a move to choose from.
type candidate struct {
	pit   int
	worth float64 // seeds that the mover nets, as far as is known
	// progress is how many plies its best line takes to a capture or the end of the
	// game: with the same worth for ever, a game would not be won.
	progress int
}

// rate says what the moves of the position now are worth. A value looks at the board
// alone; where a move, or the answer to it, ends this game because a position comes
// back, that is what counts.
func rate(h *bitboard.History, r *search.Result) []candidate {
	all := make([]candidate, len(r.Moves))
	for i := range r.Moves {
		m := &r.Moves[i]
		c := candidate{pit: int(m.Pit), worth: worth(m.Value), progress: progress(h, m.Line)}
		ifReturns(h, c.pit, func(net float64) {
			c.worth, c.progress = net, math.MaxInt
		}, func(net float64) {
			c.worth = min(c.worth, net)
		})
		all[i] = c
	}
	return all
}

// worth returns a value if it is exact, an estimate if there is one, or else what is
// half-way between the bounds.
func worth(v search.Value) float64 {
	if v.Status() == search.Estimate {
		return v.Estimate
	}
	return float64(v.Low+v.High) / 2
}

// ifReturns plays a move and calls at once if the game is then over because a position
// has come back, or else later for every answer after which it is, with what the mover
// nets of the seeds on the board now.
func ifReturns(h *bitboard.History, pit int, at, later func(net float64)) {
	p := h.Position()
	net := func() (float64, bool) {
		if why, _ := h.Over(); why != bitboard.ByRepetition {
			return 0, false
		}
		final, _ := h.FinalStores()
		ahead := p.Stores[p.Turn] - p.Stores[p.Turn.Other()]
		return final[p.Turn] - final[p.Turn.Other()] - float64(ahead), true
	}
	if _, err := h.Play(pit); err != nil {
		panic(err) // a legal move of a game that is not over
	}
	defer h.Undo()
	if n, returned := net(); returned {
		at(n)
		return
	}
	q := h.Position()
	var answers [bitboard.MaxMoves]bitboard.Child
	for _, c := range answers[:q.Moves(h.Rules(), &answers)] {
		if c.Captured > 0 {
			continue // nothing from before can come back
		}
		if _, err := h.Play(int(c.Pit)); err != nil {
			panic(err)
		}
		if n, returned := net(); returned {
			later(n)
		}
		h.Undo()
	}
}

// progress returns the plies of a line up to a capture or the end of the game, and
// math.MaxInt if it comes to neither.
func progress(h *bitboard.History, line []int) int {
	r, b := h.Rules(), h.Position().Board
	for i, pit := range line {
		c, ok := r.Play(b, pit)
		if !ok {
			break
		}
		if b = c.Board; c.Captured > 0 || r.CountMoves(b) == 0 {
			return i + 1
		}
	}
	return math.MaxInt
}

// best returns the pit of a best candidate, any of those that are as good.
func best(all []candidate, rng *rand.Rand) int {
	first := all[0]
	alike := 0
	for _, c := range all {
		switch {
		case alike == 0, c.worth > first.worth, c.worth == first.worth && c.progress < first.progress:
			first, alike = c, 1
		case c.worth == first.worth && c.progress == first.progress:
			if alike++; rng.IntN(alike) == 0 {
				first = c
			}
		}
	}
	return first.pit
}

// sample returns the pit of a candidate, the worse the less often.
func sample(all []candidate, temper float64, rng *rand.Rand) int {
	most := math.Inf(-1)
	for _, c := range all {
		most = max(most, c.worth)
	}
	weights := make([]float64, len(all))
	sum := 0.0
	for i, c := range all {
		weights[i] = math.Exp((c.worth - most) / temper)
		sum += weights[i]
	}
	at := rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return all[i].pit
		}
	}
	return best(all, rng) // the weights sum up to a little less than sum
}
