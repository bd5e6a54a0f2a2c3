package search_test

import (
	"context"
	"fmt"
	"log"

	"ayosolve/bitboard"
	"ayosolve/egdb"
	"ayosolve/search"
	"ayosolve/tt"
)

// A solver values every move of a board. Values are what the player to move nets, in
// seeds out of those on the board: here South is worth 2 seeds more than North with
// one move, and 2 less with the other.
func ExampleSolver_Analyze() {
	p, err := bitboard.ParsePosition("0-0-0-0-1-1-0-0-0-0-0-0-23-23-S")
	if err != nil {
		log.Fatal(err)
	}
	var ayoayo bitboard.Rules
	solver, err := search.New(ayoayo, nil, search.Options{Threads: 1, Hash: tt.MinBytes})
	if err != nil {
		log.Fatal(err)
	}
	r, err := solver.Analyze(context.Background(), p.Board, search.Limits{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range r.Moves {
		fmt.Printf("%s: %v, %+d for %s\n", bitboard.MoveLetter(p.Turn, int(m.Pit)), m.Status(), m.Low, p.Turn.Name())
	}
	fmt.Printf("the board: %v, %+d for %s\n", r.Status(), r.Low, p.Turn.Name())
	// Output:
	// E: exact, +2 for South
	// F: exact, -2 for South
	// the board: exact, +2 for South
}

// Tables make a search much shorter. Where it ends before a value is exact, because of
// a limit or a context that is done, the value lies between two proven bounds. An
// estimate between them proves nothing.
func ExampleNew_tables() {
	oware, err := bitboard.Preset("oware")
	if err != nil {
		log.Fatal(err)
	}
	tables, err := egdb.Build(context.Background(), oware, egdb.BuildOptions{Seeds: 5, Workers: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()
	solver, err := search.New(oware, tables, search.Options{Threads: 1, Hash: tt.MinBytes})
	if err != nil {
		log.Fatal(err)
	}
	r, err := solver.Analyze(context.Background(), bitboard.Start(), search.Limits{Depth: 4}, nil)
	if err != nil {
		log.Fatal(err)
	}
	switch r.Status() {
	case search.Exact:
		fmt.Printf("South nets %+d\n", r.Low)
	case search.Estimate:
		fmt.Printf("South nets from %+d to %+d, by an estimate within a seed of even: %v\n", r.Low, r.High, r.Estimate > -1 && r.Estimate < 1)
	case search.Bounds:
		fmt.Printf("South nets from %+d to %+d\n", r.Low, r.High)
	}
	fmt.Println("stopped by", r.Stopped)
	// Output:
	// South nets from -48 to +48, by an estimate within a seed of even: true
	// stopped by depth
}
