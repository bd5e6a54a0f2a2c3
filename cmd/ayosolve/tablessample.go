package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ayosolve/bitboard"
	"ayosolve/egdb"
	"ayosolve/search"
)

const (
	// sampledBoards is how many boards are compared with a search.
	sampledBoards = 300
	// sampledSeeds is the most seeds they have: searches without tables prove most
	// boards with so few.
	sampledSeeds = 7
	// sampledNodes ends a search that does not come to an end.
	sampledNodes = 100_000
	// sampledHash is the size of the search's transposition table in bytes.
	sampledHash = 16 << 20
)

// sampled are tables to be compared with a search.
type sampled interface {
	Rules() bitboard.Rules
	MaxSeeds() int
	Probe(bitboard.Board) (egdb.Value, error)
}

// sampleTables compares boards of the tables, the same ones each time, with what a
// search without tables proves of them, and returns how many it proved exactly. It
// returns egdb.ErrWrong if a value contradicts a proof.
func sampleTables(ctx context.Context, db sampled, threads int) (exact int, err error) {
	r := db.Rules()
	solver, err := search.New(r, nil, search.Options{Threads: threads, Hash: sampledHash})
	if err != nil {
		return 0, err
	}
	random := rand.New(rand.NewPCG(12, 48))
	most := min(sampledSeeds, db.MaxSeeds())
	for range sampledBoards {
		n := random.IntN(most + 1)
		b := bitboard.Unrank(n, random.Uint64N(bitboard.LayerSize(n)))
		stored, err := db.Probe(b)
		if err != nil {
			return 0, err
		}
		found, err := solver.Analyze(ctx, b, search.Limits{Nodes: sampledNodes}, nil)
		if err != nil {
			return 0, err
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if stored.Value < found.Low || stored.Value > found.High {
			return 0, fmt.Errorf("%w: layer %d, board %v: stored %d, a search proves %d to %d", egdb.ErrWrong, n, b.Pits(), stored.Value, found.Low, found.High)
		}
		if found.Status() == search.Exact {
			exact++
		}
		if stored.HasBounds && found.AnyRepetition == search.True && stored.Low != stored.High {
			return 0, fmt.Errorf("%w: layer %d, board %v: bounds %d and %d, a search proves %d under any repetition rule",
				egdb.ErrWrong, n, b.Pits(), stored.Low, stored.High, found.Low)
		}
	}
	return exact, nil
}
