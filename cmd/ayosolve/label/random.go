package label

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"ayosolve/bitboard"
)

// mostMisses is how many draws in a row may bring nothing new before a source is
// taken to be spent.
const mostMisses = 1_000_000

// random collects distinct positions. Draw number i is a game by itself: its numbers
// come from PCG seeded with the source's seed and i, the first the number of plies, each
// other one a move. A game that is over before has no position.
func (c *collector) random(ctx context.Context, r bitboard.Rules, s *Source) error {
	from, err := bitboard.ParsePosition(s.From)
	if err != nil {
		return err
	}
	misses := 0
	for i := uint64(0); c.count.Load() < s.Count; i++ {
		if i&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		fresh := false
		if p, ok := draw(r, from, s, i); ok {
			if fresh, err = c.add(p); err != nil {
				return err
			}
		}
		if misses++; fresh {
			misses = 0
		}
		if misses >= mostMisses {
			return fmt.Errorf("%w: %d random games in a row brought nothing new, there may be no more than %d positions",
				ErrParams, misses, c.count.Load())
		}
	}
	return nil
}

// draw plays a random game; ok is false if it was over too soon.
func draw(r bitboard.Rules, p bitboard.Position, s *Source, i uint64) (_ bitboard.Position, ok bool) {
	pcg := rand.NewPCG(s.Seed, i)
	below := func(n int) int { // the bias is below 2^-55
		hi, _ := bits.Mul64(pcg.Uint64(), uint64(n))
		return int(hi)
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	for range s.LeastPlies + below(s.MostPlies-s.LeastPlies+1) {
		n := p.Moves(r, &moves)
		if n == 0 {
			return p, false
		}
		p = p.After(moves[below(n)])
	}
	return p, true
}
