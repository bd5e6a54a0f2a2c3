package opponent_test

import (
	"context"
	"fmt"
	"log"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/opponent"
)

// A level below perfect needs no solver, and does the same again with the same seed.
func ExampleChoose() {
	var ayoayo bitboard.Rules
	game := bitboard.NewHistory(ayoayo, bitboard.StartPosition())
	pit, err := opponent.Choose(context.Background(), nil, game, 8, opponent.Options{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bitboard.MoveLetter(game.Position().Turn, pit))
	// Output: C
}
