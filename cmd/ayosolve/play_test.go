package main

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
)

// playScript plays a script, a command a line, and returns what was said to it.
func playScript(t *testing.T, args string, commands ...string) string {
	t.Helper()
	builtBefore(t)
	got := run(t, "play --seed 1 "+args, strings.Join(commands, "\n")+"\n")
	if got.status != statusDone || got.errOut != "" {
		t.Errorf("play %s: %+v", args, got)
	}
	return got.out
}

// checkSaid fails unless a text has all of some others, in this order.
func checkSaid(t *testing.T, text string, want ...string) {
	t.Helper()
	rest := text
	for _, w := range want {
		_, after, found := strings.Cut(rest, w)
		if !found {
			t.Errorf("%q is not, or not there, in\n%s", w, text)
			return
		}
		rest = after
	}
}

// TestPlayTwo plays a whole game of two people from a set-up position, and past its
// end.
func TestPlayTwo(t *testing.T) {
	out := playScript(t, "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S --side both", "E", "E", "undo", "F", "a", "moves", "quit")
	checkSaid(t, out,
		"South to move\nMoves: E F\n",
		"South plays E, 2 laps.\n", "The game is over:\nNorth has no legal move (no_moves).\nSouth 25, North 23: South wins.\n",
		"not a legal move: e: the game is over",
		"South to move\nMoves: E F\n", // undo past the end
		"South plays F.\n", "North to move\nMoves: a\n",
		"North plays a, and takes 2.\n", "a store holds 25 seeds (majority).\nSouth 23, North 25: North wins.\n",
		"1. F a+2 23-25\n")
}

// TestPlayProgram: the program answers, by the rules and the same for the same seed.
func TestPlayProgram(t *testing.T) {
	script := []string{"C", "A", "undo", "redo", "moves"}
	out := playScript(t, "--level 2", script...)
	checkSaid(t, out, "South plays C, 5 laps, and takes 7.\n", "North plays ", "South to move\n")
	if again := playScript(t, "--level 2", script...); again != out {
		t.Errorf("%s\nand then\n%s", out, again)
	}
	_, moves, _ := strings.Cut(out, "The game so far: ")
	if h, err := bitboard.PlayMoves(bitboard.Rules{}, bitboard.StartPosition(), moves); err != nil || h.Plies() != 4 {
		t.Errorf("%q: %v", moves, err)
	}
	// The program begins where the player is North.
	checkSaid(t, playScript(t, "--side N --rules oware"), "South plays ", "North to move\n", "The game so far: ")
}

// TestPlayFull plays games to their end by the first legal move there is.
func TestPlayFull(t *testing.T) {
	t.Setenv(tablesVariable, t.TempDir())
	for _, test := range []struct{ args, player string }{
		{"--level 1", "South"},
		{"--level 2 --rules oware", "South"},
		{"--level 2 --rules awari --side N", "North"},
		{"--level perfect 0-2-0-1-0-3-1-0-2-0-1-3-18-17-S", "South"},
	} {
		in, feed := io.Pipe()
		out := &follower{feed: feed, player: test.player}
		status := executeWith(t.Context(), smallTables, strings.Fields("play --seed 3 "+test.args), in, out, io.Discard)
		text := out.all.String()
		if status != statusDone || !strings.Contains(text, "The game is over:\n") || strings.Contains(text, "not a legal") || strings.Count(text, " plays ") < 4 {
			t.Errorf("%s: %d\n%s", test.args, status, text)
		}
	}
}

// follower is a player who makes the first legal move, and leaves when the game is over.
type follower struct {
	feed   *io.PipeWriter
	player string // the side
	all    strings.Builder
}

func (f *follower) Write(p []byte) (int, error) {
	f.all.Write(p)
	said := f.all.String()
	before := said[:max(0, strings.LastIndex(said, " to move\n"))]
	switch letters, found := strings.CutPrefix(string(p), "Moves: "); {
	case found && strings.HasSuffix(before, f.player):
		go io.WriteString(f.feed, letters[:1]+"\n")
	case strings.Contains(string(p), "The game is over"):
		go f.feed.Close()
	}
	return len(p), nil
}

// TestPlayWrongInput: what makes no sense gets one line, and the game stays as it is.
func TestPlayWrongInput(t *testing.T) {
	wrong := map[string]string{
		"x":                             `"x" is no move and no command; right is A B C D E F undo, help lists all`,
		"CaE":                           "not a legal move: E: the pit is empty", // all or none
		"Fa9":                           `"Fa9" is no move`,
		"AA":                            "not a legal move: move 2, A, is South's pit",
		"undo":                          "there is nothing to take back",
		"undo 0":                        `"0" is not a number from 1 on; right is undo 2`,
		"undo 1 2":                      `"1 2" is not a number`,
		"redo":                          "there is nothing to make again",
		"redo x":                        `"x" is not a number from 1 on; right is redo 2`,
		"laps":                          `"" is neither on nor off; right is laps on`,
		"level 11":                      `not a level: "11"; right is 1 to 10 or perfect`,
		"save":                          "the name of the file is missing; right is save game.ogn",
		"save .":                        `"." is there already, or is no file`,
		"save /no/x":                    "no such file",
		"hint me":                       `"hint" takes nothing after it`,
		"\x1b[2J\xff":                   `no move and no command`,
		strings.Repeat("long ", 20_000): "the line is too long",
	}
	begin := playScript(t, "--side both", "quit")
	for line, want := range wrong {
		out := playScript(t, "--side both", line, "quit")
		said, ok := strings.CutPrefix(out, strings.TrimSuffix(begin, "Nobody has moved.\n"))
		said, ok2 := strings.CutSuffix(said, "Nobody has moved.\n")
		if !ok || !ok2 || strings.Count(said, "\n") != 1 || !strings.Contains(said, want) || strings.Contains(said, "\x1b") {
			t.Errorf("%.20q: %q, want %q", line, said, want)
		}
	}
	// Several letters are for two people.
	checkSaid(t, playScript(t, "", "Fa", "quit"), "one move at a time, it is the program's turn then; right is one of A B C D E F\n", "Nobody has moved.")
}

func TestPlayUndoRedo(t *testing.T) {
	out := playScript(t, "--side both", "FaB", "F a A b", "undo 3", "redo 2", "undo 99", "redo 99", "undo", "A", "redo", "moves")
	checkSaid(t, out, "The game so far: FaA")
	out = playScript(t, "--level 1", "F", "A", "undo", "undo", "undo", "redo", "quit")
	checkSaid(t, out, "there is nothing to take back", "The game so far: F")
	// The program's own first move can't be taken back, it would only make it again.
	checkSaid(t, playScript(t, "--side N --level 1", "undo"), "there is nothing to take back")
}

// TestPlayAnything throws commands at a game in any order. It goes on whatever is said,
// and ends as a game by the rules.
func TestPlayAnything(t *testing.T) {
	said := []string{"A", "B", "C", "D", "E", "F", "a", "bC", "undo", "undo 3", "redo", "redo 2", "moves", "board", "laps on", "laps off", "resign", "level 2", "level 1", "x", "", "undo -1"}
	rng := rand.New(rand.NewPCG(9, 9))
	for _, args := range []string{"--side both", "--level 1", "--level 1 --side N --rules oware", "--side both --rules awari 0-0-0-1-1-0-1-0-2-0-0-0-21-22-N"} {
		var script []string
		for range 400 {
			script = append(script, said[rng.IntN(len(said))])
		}
		out := playScript(t, args, append(script, "undo", "moves", "level 3")...) // undo ends what was resigned
		game := out[strings.LastIndex(out, "level 3"):]
		if _, moves, found := strings.Cut(game, "The game so far: "); found {
			position := "start"
			if fields := strings.Fields(args); strings.Contains(fields[len(fields)-1], "-0-") {
				position = fields[len(fields)-1]
			}
			r, err := parseRules(strings.TrimSpace(strings.Join(rulesOf(args), " ")))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := playFrom(r, position, strings.TrimSpace(moves)); err != nil {
				t.Errorf("%s: %v", args, err)
			}
		}
	}
}

// rulesOf returns the flags for the rules of a command line.
func rulesOf(args string) []string {
	fields := strings.Fields(args)
	if i := slices.Index(fields, "--rules"); i >= 0 {
		return fields[i : i+2]
	}
	return nil
}

func TestPlayResign(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game one.ogn")
	out := playScript(t, "--level 1", "resign", "resign", "A", "hint", "save "+file, "undo", "B", "save "+file)
	checkSaid(t, out, "South has resigned: North wins.\n", "the game is over already", "the game is over, South has resigned; right is undo or quit",
		"the game is over; right is undo or quit", "saved to ", "South to move\n", "South plays B", "saved to ")
	checkSaid(t, playScript(t, "", "save "+file), "is there already")

	out = playScript(t, "--side both", "A", "resign", "save "+file+"2")
	checkSaid(t, out, "North has resigned: South wins.\n")
	f, err := os.Open(file + "2")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	games, err := ogn.Read(f, ogn.Options{Strict: true})
	if err != nil || len(games) != 1 || games[0].Result != "1-0" || games[0].Tag("Termination") != "North resigned" || len(games[0].Moves) != 1 {
		t.Errorf("%v, %v", games, err)
	}
}

// TestPlayAdvice: hint and values say what analyze says.
func TestPlayAdvice(t *testing.T) {
	out := playScript(t, "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S --side both", "hint", "values")
	checkSaid(t, out, "Best is E, +2 for South: South wins 25–23.\n", "Values are for South, who moves:\n", "* E      +2  25–23  win", "  F      -2  23–25  loss")
}

// TestPlayLaps: a short relay is told lap by lap, a long one in part, oware in one lap.
func TestPlayLaps(t *testing.T) {
	out := playScript(t, "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S --side both", "laps on", "E")
	checkSaid(t, out, "laps are on\n", "   1  E lifts 1, the last falls into F\n   2  F lifts 2, the last falls into b\n")
	out = playScript(t, "2-1-2-2-1-3-2-1-2-1-2-1-S --side both", "laps on", "C")
	checkSaid(t, out, "628 laps", "  12  ", "   ... 610 more laps ...\n 623  ", " 628  ")
	if n := strings.Count(out, "the last falls into"); n != 18 {
		t.Errorf("%d laps are told", n)
	}
	out = playScript(t, "--rules oware --side both", "laps on", "F", "laps off", "a")
	if n := strings.Count(out, "the last falls into"); n != 1 {
		t.Errorf("%d laps are told in oware", n)
	}
}

// TestPlayOver: a finished position is told, and there is nothing to do but leave.
func TestPlayOver(t *testing.T) {
	out := playScript(t, "4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", "A", "undo", "hint", "moves")
	checkSaid(t, out, "The game is over:\na store holds 25 seeds (majority).\n", "not a legal move: A: the game is over", "there is nothing to take back", "the game is over", "25-3")
}

func TestPlayWidth(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	for line := range strings.Lines(playScript(t, "--side both", "help", "laps on", "FaAbBcC", "moves", "values", "hint")) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 40 && !strings.Contains(line, "right is") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

func TestPlayUsage(t *testing.T) {
	for args, want := range map[string]string{
		"--side X":                           `--side "X" is not one of S, N, both; right is ayosolve play --side N`,
		"--level 0":                          `right is 1 to 10 or perfect`,
		"--level hard":                       `right is 1 to 10 or perfect`,
		"--seed -1":                          "--seed",
		"start --moves AA":                   "not a legal move: move 2",
		"4-4-4":                              "not a position",
		"start start":                        "one argument too many for play",
		"--hash 0":                           "--hash",
		"--rules awari --grand-slam capture": "is an option of oware",
	} {
		checkUsage(t, "play "+args, run(t, "play "+args, ""), want)
	}
}

// TestPlayInterrupted: an interrupt ends the program while it waits for a move and
// while it thinks, and the game is told.
func TestPlayInterrupted(t *testing.T) {
	t.Setenv(tablesVariable, t.TempDir())
	for _, args := range []string{"play --side both --moves Fa", "play --moves F --level perfect --rules oware --time 1h"} {
		in, feed := io.Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		got := runArgs(ctx, strings.Fields(args), in)
		cancel()
		feed.Close()
		if got.status != statusDone || !strings.Contains(got.out, "The game so far: F") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// FuzzPlay says anything to a game between two players. Every answer is printable text,
// and what it says of the moves at the end is a game.
func FuzzPlay(f *testing.F) {
	f.Setenv(tablesVariable, f.TempDir())
	without := func(context.Context, place, int, *statusLine) (openedTables, error) {
		return openedTables{reach: -1, close: func() {}}, nil
	}
	for _, script := range []string{"C\nundo\nredo\nmoves\nboard\nquit", "CaDd\nlaps on\nF\nhint\nvalues\nlevel 3\nresign\nundo 2", "help\nE\nx\nundo 0\nlevel\nlaps\n\x00", "C d\r\nREDO 3\nexit"} {
		for preset := range bitboard.Presets() {
			f.Add(script, uint8(preset))
		}
	}
	f.Fuzz(func(t *testing.T, script string, preset uint8) {
		if strings.Contains(strings.ToLower(script), "save") {
			return // it would write files
		}
		names := bitboard.Presets()
		name := names[int(preset)%len(names)]
		args := []string{"play", "--side", "both", "--nodes", "50", "--hash", "1MiB", "--rules", name}
		got := runWith(t.Context(), without, args, strings.NewReader(script))
		if got.status != statusDone || got.errOut != "" {
			t.Fatalf("status %d, standard error %q", got.status, got.errOut)
		}
		if i := strings.IndexFunc(got.out, func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }); i >= 0 || !utf8.ValidString(got.out) {
			t.Fatalf("%q", got.out)
		}
		_, moves, found := strings.Cut(got.out, "The game so far: ")
		r, err := bitboard.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		if h, err := bitboard.PlayMoves(r, bitboard.StartPosition(), moves); found && (err != nil || h.Plies() == 0) {
			t.Errorf("%q: %v", moves, err)
		}
	})
}
