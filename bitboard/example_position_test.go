package bitboard_test

import (
	"fmt"

	"ayosolve/bitboard"
)

func ExampleParsePosition() {
	p, err := bitboard.ParsePosition("0-0-0-1-1-0-0-0-0-0-0-0-23-23-S")
	if err != nil {
		fmt.Println(err)
		return
	}
	oware, err := bitboard.Preset("oware")
	if err != nil {
		fmt.Println(err)
		return
	}
	why, over := p.Over(oware)
	final, _ := p.FinalStores(oware)
	fmt.Println(p.Turn.Name(), "moves:", over, why, final)
	// Output: South moves: true no_moves [25 23]
}

func ExamplePlayMoves() {
	var ayoayo bitboard.Rules
	game, err := bitboard.PlayMoves(ayoayo, bitboard.StartPosition(), "Ab")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(game.Position().Draw())
	_, err = bitboard.PlayMoves(ayoayo, bitboard.StartPosition(), "AbC")
	fmt.Println(err)
	// Output:
	//   N     f   e   d   c   b   a
	// +----+---+---+---+---+---+---+----+
	// |    | 0 | 8 | 0 | 3 | 0 | 8 |    |
	// |  3 +---+---+---+---+---+---+  2 |
	// |    | 4 | 1 | 0 | 8 | 3 | 8 |    |
	// +----+---+---+---+---+---+---+----+
	//         A   B   C   D   E   F    S
	// South to move
	// not a legal move: move 3, C: the pit is empty; right is one of A B D E F
}

// The legal moves of a position, with letters of the player to move.
func ExamplePosition_Moves() {
	p, err := bitboard.ParsePosition("0-0-0-0-1-1-0-0-0-0-0-0-23-23-S")
	if err != nil {
		fmt.Println(err)
		return
	}
	var ayoayo bitboard.Rules
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, m := range moves[:p.Moves(ayoayo, &moves)] {
		fmt.Println(bitboard.MoveLetter(p.Turn, int(m.Pit)), "leads to", p.After(m))
	}
	// Output:
	// E leads to 0-0-0-0-0-0-1-1-0-0-0-0-23-23-N
	// F leads to 0-0-0-0-1-0-1-0-0-0-0-0-23-23-N
}
