package bitboard_test

import (
	"fmt"
	"log"

	"ayosolve/bitboard"
)

func ExampleRules_Moves() {
	rules, err := bitboard.Preset("ayoayo")
	if err != nil {
		log.Fatal(err)
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, m := range moves[:rules.Moves(bitboard.Start(), &moves)] {
		fmt.Printf("pit %d: %d laps, takes %d, leaves %v\n", m.Pit, m.Laps, m.Captured, m.Board.Pits())
	}
	// Output:
	// pit 0: 5 laps, takes 2, leaves [6 6 0 0 6 6 2 7 0 6 1 6]
	// pit 1: 5 laps, takes 7, leaves [6 6 0 0 1 6 6 2 7 0 6 1]
	// pit 2: 5 laps, takes 7, leaves [1 0 6 6 0 1 6 6 2 7 0 6]
	// pit 3: 5 laps, takes 7, leaves [0 1 6 6 6 0 1 6 6 2 7 0]
	// pit 4: 5 laps, takes 0, leaves [1 6 1 6 6 6 0 1 6 6 2 7]
	// pit 5: 5 laps, takes 0, leaves [7 1 6 1 6 6 6 0 1 6 6 2]
}

// The capture that the package documentation works out.
func ExampleRules_Play() {
	board, err := bitboard.FromPits([bitboard.Pits]int{0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0})
	if err != nil {
		log.Fatal(err)
	}
	var rules bitboard.Rules // the zero value is Ayoayo
	move, ok := rules.Play(board, 5)
	fmt.Println(ok, move.Captured, move.Board.Pits())
	_, ok = rules.Play(board, 4)
	fmt.Println(ok)
	// Output:
	// true 2 [1 0 1 1 1 1 1 1 1 1 0 0]
	// false
}

func ExampleRules_AppendPredecessors() {
	board, err := bitboard.FromPits([bitboard.Pits]int{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})
	if err != nil {
		log.Fatal(err)
	}
	var rules bitboard.Rules
	for _, e := range rules.AppendPredecessors(nil, board) {
		fmt.Printf("pit %d of %v\n", e.Pit, e.Board.Pits())
	}
	// Unordered output:
	// pit 4 of [0 0 0 0 2 0 0 0 0 0 0 0]
	// pit 3 of [0 0 0 1 1 0 0 0 0 0 0 0]
}

func ExampleUnrank() {
	board := bitboard.Unrank(3, 0)
	for range 3 {
		fmt.Println(board.Rank(), board.Pits())
		board, _ = board.Next()
	}
	fmt.Println(bitboard.LayerSize(3), "boards")
	// Output:
	// 0 [0 0 0 0 0 0 0 0 0 0 0 3]
	// 1 [0 0 0 0 0 0 0 0 0 0 1 2]
	// 2 [0 0 0 0 0 0 0 0 0 0 2 1]
	// 364 boards
}
