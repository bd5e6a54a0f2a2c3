package ogn_test

import (
	"fmt"
	"log"
	"os"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
)

// A game that has been played is written as a record.
func ExampleNew() {
	oware, err := bitboard.Preset("oware")
	if err != nil {
		log.Fatal(err)
	}
	game, err := bitboard.PlayMoves(oware, bitboard.StartPosition(), "FcB")
	if err != nil {
		log.Fatal(err)
	}
	record := ogn.New(game)
	record.SetTag("South", "Ama")
	record.Moves[1].Comment = "quick"
	if err := record.Write(os.Stdout); err != nil {
		log.Fatal(err)
	}
	again, err := record.History()
	fmt.Println(again, err)
	// Output:
	// [Variant "Oware Abapa"]
	// [Event "?"]
	// [Site "?"]
	// [Date "?"]
	// [Round "?"]
	// [South "Ama"]
	// [North "?"]
	// [Result "*"]
	// [Repetition "split"]
	//
	// 1. F c { quick } 2. B
	// FcB <nil>
}
