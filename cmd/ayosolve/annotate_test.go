package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard/boardtest"
	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/search"
)

// hasty is a game that South loses with its one move.
const hasty = `[Variant "Ayoayo"]
[South "Ama"]
[North "Kofi"]
[FEN "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S"]

1. F { too hasty }
`

// gameFile writes a text to a file and returns its name.
func gameFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.ogn")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// builtBefore makes the tables of the tests, so that no progress is shown of a run that
// has to wait for them.
func builtBefore(t *testing.T) {
	t.Helper()
	if _, err := smallTables(t.Context(), place{}, 0, nil); err != nil { // of ayoayo
		t.Fatal(err)
	}
}

func TestAnnotateText(t *testing.T) {
	builtBefore(t)
	t.Setenv("COLUMNS", "80")
	file := gameFile(t, hasty)
	out := filepath.Join(t.TempDir(), "out.ogn")
	got := run(t, "annotate "+file+" --out "+out, "")
	const want = `Ama – Kofi
ayoayo, repetition split, from 0-0-0-0-1-1-0-0-0-0-0-0-23-23-S

Values are for the player who makes the move; S–N is the final score that best
play leads to after it:
move    before  after    S–N  outcome  captured  better
1. F??      +2     -2  23–25  loss            0  E

South's lead at the end, with best play from there (* exact, ~ estimate):
  +2 |*
  +1 |
   0 |--
  -1 |
  -2 | *
       1

South: 1 move, 1 blunder; 4 seeds lost; accuracy 0 % (0 of 1).
North: 0 moves; 0 seeds lost.
The outcome changed with 1. F.
`
	if text, _, _ := strings.Cut(got.out, "It took "); got.status != statusDone || text != want || got.errOut != "" {
		t.Errorf("%+v\nwant\n%s", got, want)
	}
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if moves := "\n1. F?? { [%eval -2] [%best E +2] too hasty } ( 1. E+2 )\n"; !strings.HasSuffix(string(written), moves) {
		t.Errorf("%s\nwant%s", written, moves)
	}
	checkFailed(t, "again", run(t, "annotate "+file+" --out "+out, ""), "exists; --force writes over it")
	if got := run(t, "annotate "+file+" --force --out "+out, ""); got.status != statusDone {
		t.Errorf("with --force: %+v", got)
	}
}

// annotated runs "annotate --json" and returns the answers.
func annotated(t *testing.T, args, input string) []annotateAnswer {
	t.Helper()
	got := run(t, "annotate "+args+" --json", input)
	if got.status != statusDone {
		t.Fatalf("annotate %s: %+v", args, got)
	}
	var all []annotateAnswer
	for line := range strings.Lines(got.out) {
		var a annotateAnswer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, a)
	}
	return all
}

// TestAnnotateGame annotates the end of a game, and with AYOSOLVE_LONG=1 all of it: the
// value at the start is known to be +6.
func TestAnnotateGame(t *testing.T) {
	f, err := os.Open("testdata/ogn/ayoayo.ogn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	games, err := ogn.Read(f, ogn.Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	g, skip := games[0], 14
	if boardtest.Long() {
		skip = 0
	}
	positions, err := g.Positions()
	if err != nil {
		t.Fatal(err)
	}
	g.Start, g.Moves = positions[skip], g.Moves[skip:]
	a := annotated(t, "-", g.String())[0]
	if !a.Complete || len(a.Plies) != 33-skip || a.Tags["South"] != "Ama" || a.Result != "26-17" {
		t.Fatalf("%d plies, complete %v, tags %v, result %s", len(a.Plies), a.Complete, a.Tags, a.Result)
	}
	if first := a.Plies[0]; *first.Before.Final != (answer.Score{South: 27, North: 21}) || first.Class != annotation.Best {
		t.Errorf("%+v", first)
	}
	for i, y := range a.Plies {
		if y.Before.Status != search.Exact.String() || y.After.Status != search.Exact.String() {
			t.Errorf("ply %d: %+v", i, y)
		}
		if i+1 == len(a.Plies) {
			break
		}
		// What is left after the move is what it is before the next one.
		if next := a.Plies[i+1]; *next.Before.Value != y.Captured-*y.After.Value {
			t.Errorf("ply %d: after %d with %d captured, and then before %d", i, *y.After.Value, y.Captured, *next.Before.Value)
		}
	}
	if turns := a.Summary.Turns; len(turns) != 2 || a.Plies[turns[0]].Move != "A" || a.Plies[turns[1]].Move != "c" {
		t.Errorf("turns %v", turns)
	}
}

// TestAnnotateSeveral: each game goes by its own rules, or by those of the command
// line, and the others follow one that is strange.
func TestAnnotateSeveral(t *testing.T) {
	games := hasty + "\n" + strings.Replace(hasty, "Ayoayo", "Oware Abapa", 1) + "\n" + hasty
	all := annotated(t, "-", games)
	var got []string
	for _, a := range all {
		got = append(got, a.Rules+" "+a.Repetition)
	}
	if strings.Join(got, ", ") != "ayoayo split, oware owner, ayoayo split" || all[2].Game != 3 {
		t.Errorf("%v", got)
	}
	if a := annotated(t, "- --rules ayoayo-owner", hasty)[0]; a.Rules != "ayoayo-owner" {
		t.Errorf("with --rules: %s", a.Rules)
	}
	if a := annotated(t, "- --repetition split", strings.Replace(hasty, "Ayoayo", "Oware", 1))[0]; a.Rules != "oware" || a.Repetition != "split" {
		t.Errorf("with --repetition: %s, %s", a.Rules, a.Repetition)
	}
	text := run(t, "annotate -", games)
	if !strings.Contains(text.out, "\n\nGame 2: Ama – Kofi\noware, repetition owner, from ") {
		t.Errorf("%+v", text)
	}
}

// TestAnnotateClaims: in oware from the start nothing is known for sure, and nothing
// is claimed.
func TestAnnotateClaims(t *testing.T) {
	const game = `[Variant "Oware"] 1. F f 2. E`
	for _, y := range annotated(t, "- --nodes 3000", game)[0].Plies {
		if y.Class != annotation.Unclear || y.Lost.Least != 0 || y.Before.Value == nil || y.Before.Status != search.Estimate.String() {
			t.Errorf("%+v", y)
		}
	}
	got := run(t, "annotate - --nodes 3000", game)
	for _, claim := range []string{"?\n", "F?", "f?", "E?", "mistake", "blunder", "accuracy", "lost"} {
		if strings.Contains(got.out, claim) {
			t.Errorf("%q in %s", claim, got.out)
		}
	}
	if !strings.Contains(got.out, "South: 2 moves, 2 unclear.\n") || !strings.Contains(got.out, " ~") {
		t.Errorf("%s", got.out)
	}
}

func TestAnnotateWarnings(t *testing.T) {
	builtBefore(t)
	got := run(t, "annotate -", strings.Replace(hasty, "1. F", "1. F+9", 1))
	if got.status != statusDone || got.errOut != "warning: game 1, line 6: move 1, F, gains 0, not +9\n" {
		t.Errorf("%+v", got)
	}
}

func TestAnnotateErrors(t *testing.T) {
	for _, test := range []struct{ args, input, want string }{
		{"", "", "GAME.ogn is missing; right is ayosolve annotate game.ogn"},
		{"a.ogn b.ogn", "", `"b.ogn" is one argument too many for annotate`},
		{"-", " \n", `"-" has no game; right is ayosolve annotate game.ogn`},
		{"-", strings.Replace(hasty, "1. F", "1. A", 1), "game 1, line 6, move 1: not a legal move: A: the pit is empty; right is one of E F"},
		{"-", hasty + hasty + "\n2. f", "game 2, line 14, move 1: not a legal move: f"},
		{"-", "[Variant \"Go\"]", `the Variant "Go" is not known; right is Ayoayo, `},
		{"- --hash 1KiB", hasty, "--hash is too small"},
		{"- --time 3", hasty, "--time \"3\" is not a time with its unit"},
	} {
		checkUsage(t, "annotate "+test.args, run(t, "annotate "+test.args, test.input), test.want)
	}
	checkFailed(t, "no file", run(t, "annotate nowhere.ogn", ""), "nowhere.ogn", "no such file")
}

// TestAnnotateInterrupted: what is known is shown and written.
func TestAnnotateInterrupted(t *testing.T) {
	t.Setenv(tablesVariable, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "out.ogn")
	file := gameFile(t, hasty+hasty)
	got := runArgs(ctx, []string{"annotate", file, "--out", out}, nil)
	if got.status != statusDone || got.out != "" {
		t.Errorf("%+v", got)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	oware := gameFile(t, `[Variant "Oware"] 1. F f 2. E e`)
	got = runArgs(ctx, []string{"annotate", oware, "--time", "1h", "--out", out, "--force"}, nil)
	if got.status != statusDone || !strings.Contains(got.out, "Interrupted: ") {
		t.Errorf("%+v", got)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if games, err := ogn.Read(f, ogn.Options{Strict: true}); err != nil || len(games) != 1 || len(games[0].Moves) != 4 {
		t.Errorf("%d games, %v", len(games), err)
	}
}

// TestAnnotateWidth: no line is wider than it may be.
func TestAnnotateWidth(t *testing.T) {
	game, err := os.ReadFile("testdata/ogn/ayoayo.ogn")
	if err != nil {
		t.Fatal(err)
	}
	for _, columns := range []int{24, 40, 80, 132} {
		t.Setenv("COLUMNS", map[int]string{24: "24", 40: "40", 80: "80", 132: "132"}[columns])
		got := run(t, "annotate - --nodes 200", string(game))
		for line := range strings.Lines(got.out) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > columns {
				t.Errorf("%d columns, not %d: %s", n, columns, line)
			}
		}
	}
}
