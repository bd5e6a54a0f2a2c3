package annotation_test

import (
	"strings"
	"testing"

	"ayosolve/bitboard/boardtest"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/search"
)

// TestRecord annotates a game with comments of its own, and then again.
func TestRecord(t *testing.T) {
	const text = `[Variant "Ayoayo"] [FEN "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S"]
		{ the end } 1. F { too hasty } ( 1. F { the same } )`
	games, err := ogn.Read(strings.NewReader(text), ogn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rep := annotate(t, solver(t, games[0].Rules, true), games[0], search.Limits{})
	got := rep.Annotate(games[0])
	const want = "{ the end } 1. F?? { [%eval -2] [%best E +2] too hasty } ( 1. F { the same } )\n( 1. E+2 )\n"
	if !strings.HasSuffix(got.String(), "\n\n"+want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if again := rep.Annotate(got).String(); again != got.String() {
		t.Errorf("annotated again it is\n%s\nafter\n%s", again, got)
	}
	if m := games[0].Moves[0]; m.Comment != "too hasty" || m.Mark != "" || len(m.Variations) != 1 {
		t.Errorf("the game has changed: %+v", m)
	}
}

// TestRecordMarks: a mark that came of an annotation goes with it, others stay.
func TestRecordMarks(t *testing.T) {
	for text, want := range map[string]string{
		"1. E??":                                 "1. E+2?? { [%eval +2] }",
		"1. E! { fine }":                         "1. E+2! { [%eval +2] fine }",
		"1. E? { [%eval -2] [%best F +2] fine }": "1. E+2 { [%eval +2] fine }",
	} {
		games, err := ogn.Read(strings.NewReader(`[Variant "Ayoayo"] [FEN "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S"]`+text), ogn.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rep := annotate(t, solver(t, games[0].Rules, true), games[0], search.Limits{})
		if got := rep.Annotate(games[0]).String(); !strings.HasSuffix(got, "\n\n"+want+"\n") {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// TestRecordIsReadable: what Annotate makes of any game is a record, with lines that end
// where the game would.
func TestRecordIsReadable(t *testing.T) {
	for _, rules := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, rules)
		s := solver(t, r, true)
		for seed := range uint64(40) {
			game := endgame(r, seed, true)
			got := annotate(t, s, game, search.Limits{}).Annotate(game).String()
			if _, err := ogn.Read(strings.NewReader(got), ogn.Options{Strict: true}); err != nil {
				t.Errorf("%v in\n%s", err, got)
			}
		}
	}
}
