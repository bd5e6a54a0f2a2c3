package bench

import (
	"context"
	"fmt"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"
	"ayosolve/search"
)

// Result is what a run of the suite has measured.
type Result struct {
	Signature uint64        // nodes of all searches
	Sowing    []Measurement // a perft of each game: moves made, bulk-counted ones among them
	Building  []Measurement // tables of each game in memory: boards
	Searching []Measurement // exact analyses with those tables: nodes
}

// Measurement is a count of things done in some time.
type Measurement struct {
	Name    string
	Count   uint64
	Elapsed time.Duration
}

// PerSecond returns the rate.
func (m Measurement) PerSecond() float64 {
	if m.Elapsed <= 0 {
		return 0
	}
	return float64(m.Count) / m.Elapsed.Seconds()
}

// The suite.
const (
	perftDepth  = 8  // plies from the start
	tableSeeds  = 12 // of the tables of both games
	hashBytes   = 64 << 20
	searchBound = 20_000_000 // nodes a position may take; none takes as many
)

// positions are boards to analyse, by rules. They were drawn at random, those of
// Ayoayo from boards of 24 to 48 seeds and those of oware of 13 to 15.
var positions = []struct {
	rules  string
	boards [][bitboard.Pits]int
}{
	{"ayoayo", [][bitboard.Pits]int{
		{0, 0, 0, 6, 4, 2, 1, 13, 0, 6, 0, 1},
		{0, 2, 0, 1, 2, 9, 4, 3, 0, 0, 8, 0},
		{0, 5, 0, 4, 6, 1, 1, 1, 5, 0, 5, 0},
		{1, 3, 1, 3, 4, 0, 0, 12, 0, 2, 0, 1},
		{5, 0, 4, 1, 5, 0, 2, 4, 0, 3, 0, 3},
		{4, 6, 1, 2, 5, 7, 0, 9, 2, 1, 0, 2},
		{1, 4, 4, 1, 11, 2, 5, 2, 8, 3, 4, 3},
	}},
	{"oware", [][bitboard.Pits]int{
		{0, 2, 1, 0, 3, 1, 2, 0, 1, 2, 0, 1},
		{1, 0, 0, 4, 0, 2, 3, 1, 0, 0, 2, 1},
		{2, 2, 0, 0, 1, 1, 0, 3, 0, 2, 1, 2},
	}},
}

// Run runs the suite on one goroutine. The error is the context's.
func Run(ctx context.Context) (*Result, error) {
	r := &Result{}
	for _, p := range positions {
		rules, err := bitboard.Preset(p.rules)
		if err != nil {
			return nil, err
		}
		r.Sowing = append(r.Sowing, measure(p.rules, func() uint64 {
			return rules.Perft(bitboard.StartPosition(), perftDepth)
		}))
		var tables *egdb.DB
		r.Building = append(r.Building, measure(p.rules, func() uint64 {
			tables, err = egdb.Build(ctx, rules, egdb.BuildOptions{Seeds: tableSeeds, Bounds: true, Workers: 1})
			return bitboard.BoardsBelow(tableSeeds + 1)
		}))
		if err != nil {
			return nil, err
		}
		r.Searching = append(r.Searching, measure(p.rules, func() (nodes uint64) {
			nodes, err = analyze(ctx, rules, tables, p.boards)
			return nodes
		}))
		tables.Close()
		if err != nil {
			return nil, err
		}
	}
	for _, m := range r.Searching {
		r.Signature += m.Count
	}
	return r, nil
}

func measure(name string, work func() uint64) Measurement {
	began := time.Now()
	count := work()
	return Measurement{name, count, time.Since(began)}
}

// analyze values every move of every board, each with an empty transposition
// table, and returns the nodes.
func analyze(ctx context.Context, rules bitboard.Rules, tables *egdb.DB, boards [][bitboard.Pits]int) (nodes uint64, err error) {
	for _, pits := range boards {
		b, err := bitboard.FromPits(pits)
		if err != nil {
			return 0, err
		}
		solver, err := search.New(rules, tables, search.Options{Threads: 1, Hash: hashBytes})
		if err != nil {
			return 0, err
		}
		found, err := solver.Analyze(ctx, b, search.Limits{Nodes: searchBound}, nil)
		if err != nil {
			return 0, err
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if found.Stopped == search.StopNodes {
			return 0, fmt.Errorf("bench: %v takes more than %d nodes", pits, searchBound)
		}
		nodes += found.Nodes
	}
	return nodes, nil
}
