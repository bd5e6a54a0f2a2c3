package annotation_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/search"
	"ayosolve/tt"
)

// A game is read, annotated and written. Values are for the player who makes the move,
// [%eval] is South's lead at the end.
func ExampleAnnotate() {
	games, err := ogn.Read(strings.NewReader(`
		[Variant "Ayoayo"]
		[FEN "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S"]
		1. F a`), ogn.Options{})
	if err != nil {
		log.Fatal(err)
	}
	game := games[0]
	solver, err := search.New(game.Rules, nil, search.Options{Threads: 1, Hash: tt.MinBytes})
	if err != nil {
		log.Fatal(err)
	}
	report, err := annotation.Annotate(context.Background(), solver, game, annotation.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, y := range report.Plies {
		fmt.Printf("%s %s: %+d before, %+d after, %s", y.Side.Name(), y.Move, *y.Before.Value, *y.After.Value, y.Class)
		if y.Class == annotation.Blunder {
			fmt.Printf(", best is %s", y.Best[0])
		}
		fmt.Println()
	}
	_, moves, _ := strings.Cut(report.Annotate(game).String(), "\n\n")
	fmt.Print(moves)
	// Output:
	// South F: +2 before, -2 after, blunder, best is E
	// North a: +2 before, +2 after, best
	// 1. F?? { [%eval -2] [%best E +2] } ( 1. E+2 ) a+2 { [%eval -2] }
}
