package egdb_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// Tables are built into a folder, opened and probed. A value is what the player to
// move nets, in seeds out of those on the board.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var ayoayo bitboard.Rules
	if err := egdb.BuildStored(context.Background(), dir, ayoayo, egdb.BuildOptions{Seeds: 4, Bounds: true, Workers: 1}); err != nil {
		log.Fatal(err)
	}

	db, err := egdb.Open(dir, ayoayo)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	fmt.Println("boards of up to", db.MaxSeeds(), "seeds")

	p, err := bitboard.ParsePosition("0-0-0-0-1-1-0-0-0-0-0-0-S")
	if err != nil {
		log.Fatal(err)
	}
	v, err := db.Probe(p.Board)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+d for %s\n", v.Value, p.Turn.Name())
	if v.HasBounds {
		fmt.Println("under any repetition rule:", v.Low == v.High)
	}

	// A board of more seeds is an error, never a value.
	_, err = db.Probe(bitboard.Start())
	fmt.Println(errors.Is(err, egdb.ErrAbove))
	// Output:
	// boards of up to 4 seeds
	// +2 for South
	// under any repetition rule: true
	// true
}

// Tables that are not to be kept are built in memory. Load is for stored ones: it
// brings them to where a search can use them.
func ExampleBuild() {
	oware, err := bitboard.Preset("oware")
	if err != nil {
		log.Fatal(err)
	}
	db, err := egdb.Build(context.Background(), oware, egdb.BuildOptions{Seeds: 3, Workers: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	won := 0
	for _, value := range db.Values(3) { // in rank order, for the player to move
		if value > 0 {
			won++
		}
	}
	fmt.Println(won, "of", len(db.Values(3)), "boards of 3 seeds are good for the player to move")
	// Output: 121 of 364 boards of 3 seeds are good for the player to move
}
