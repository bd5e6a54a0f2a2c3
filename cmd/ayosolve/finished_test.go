package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// finished are positions in which the game is over, one for each way it can be.
var finished = []struct {
	rules, position, moves string
	termination            string
	south, north           int
}{
	{"ayoayo", "4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", "", "majority", 25, 3},
	{"oware", "4-4-4-4-4-0-0-0-0-0-0-0-3-25-N", "", "majority", 3, 25},
	{"oware", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", "", "no_moves", 25, 23}, // with seeds, but none for North
	{"ayoayo", "1-2-0-0-0-0-0-0-0-0-0-0-22-23-N", "", "no_moves", 25, 23},
	{"awari", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-N", "", "no_moves", 24, 24},
	{"oware", "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S", "FaAbBcCdDeEf", "repetition", 24, 24},
}

// TestFinishedEverywhere: every verb that takes a position says of a finished one that
// it is over, and why, and none makes up a move.
func TestFinishedEverywhere(t *testing.T) {
	for _, f := range finished {
		over := fmt.Sprintf(`"termination":%q`, f.termination)
		final := fmt.Sprintf(`"final":{"south":%d,"north":%d}`, f.south, f.north)
		tables := testTables(t, f.rules, 4, true)
		record := fmt.Sprintf("[FEN %q] %s", f.position, f.moves)
		game := fmt.Sprintf("[Variant %q] ", f.rules) + record
		fen := "position fen " + f.position
		play := "play --side both"
		if f.moves != "" {
			fen, play = fen+" moves "+f.moves, play+" --moves "+f.moves
		}
		type check struct {
			line, input string
			want        []string
		}
		checks := []check{
			{"analyze --json %s --moves=%s", "", []string{over, final, `"best":null,"moves":[]`}},
			{"analyze %s --moves=%s", "", []string{"The game is over:\n", "(" + f.termination + ")"}},
			{"moves --json %s --moves=%s", "", []string{`"moves":[],` + over}},
			{"moves %s --moves=%s", "", []string{"The game is over:\n"}},
			{play + " %s", "moves\nA\nhint\n", []string{"The game is over:\n", fmt.Sprintf("%d-%d\n", f.south, f.north), "not a legal move: ", "the game is over; right is undo"}},
			{"uci", fen + "\ngo movetime 60000\n", []string{"the game is over: " + f.termination, "bestmove 0000\n"}},
			{"annotate -", game, []string{map[bool]string{true: "The game has no moves.\n", false: "North: 6 moves"}[f.moves == ""]}},
		}
		if f.moves == "" { // verbs that know no moves before
			in, out := filepath.Join(t.TempDir(), "in.txt"), filepath.Join(t.TempDir(), "out.jsonl")
			if err := os.WriteFile(in, []byte(f.position+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			checks = append(checks,
				check{"analyze -", f.position + "\r\n", []string{over, final}},
				check{"moves -", " " + f.position + " \n", []string{over}},
				check{"perft 3 %s --json", "", []string{`"nodes":0,`}},
				check{"probe %s --json --tables " + tables, "", []string{over, final}},
				check{"label --in " + in + " --out " + out, "", []string{"1 over\n"}},
			)
		}
		for _, c := range checks {
			line := c.line
			switch strings.Count(line, "%s") {
			case 1:
				line = fmt.Sprintf(line, f.position)
			case 2:
				line = fmt.Sprintf(line, f.position, f.moves)
			}
			line += " --rules " + f.rules
			got := run(t, line, c.input)
			if got.status != statusDone {
				t.Errorf("%s: %+v", line, got)
			}
			for _, want := range c.want {
				if !strings.Contains(got.out, want) {
					t.Errorf("%s: %q is not in\n%s", line, want, got.out)
				}
			}
			if strings.Contains(got.out, " plays ") {
				t.Errorf("%s makes a move:\n%s", line, got.out)
			}
		}
	}
	// A proof is of seeds on the board, which count no more after a majority.
	checkUsage(t, "prove", run(t, "prove 4-4-4-4-4-0-0-0-0-0-0-0-25-3-S --out "+filepath.Join(t.TempDir(), "a.proof"), ""), "the game is over by majority")
	if got := run(t, "prove 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --rules oware --out "+filepath.Join(t.TempDir(), "b.proof"), ""); got.status != statusDone || !strings.Contains(got.out, "has the value +2\n0 records") {
		t.Errorf("prove: %+v", got)
	}
}
