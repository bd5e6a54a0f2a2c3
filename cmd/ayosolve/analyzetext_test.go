package main

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/search"
)

// analyzedText runs "analyze" for a width.
func analyzedText(t *testing.T, columns, line string) string {
	t.Helper()
	t.Setenv("COLUMNS", columns)
	got := run(t, "analyze --hash 8MiB "+line, "")
	if got.status != statusDone || got.errOut != "" {
		t.Fatalf("analyze %s: %+v", line, got)
	}
	return got.out
}

// TestAnalyzeText has the text between the board and what the search took.
func TestAnalyzeText(t *testing.T) {
	for _, test := range []struct{ columns, line, want string }{
		{"80", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", `Values are for South, who moves:
move  value    S–N  outcome  captured  laps  main line
* E      +2  25–23  win             0     2  E
  F      -2  23–25  loss            0     1  Fa

Both moves are exact.
Best is E, +2 for South: South wins 25–23. This holds under any repetition rule.
`},
		{"40", "0-0-0-0-0-0-0-0-0-1-1-0-N", `Values are for North, who moves:
move  value  S–N  outcome  main line
* d      +2  0–2  win      dAf

The only move is exact.
Best is d, +2 for North: of the 2 seeds
on the board South gets 0 and North 2.
This holds under any repetition rule.
`},
		{"40", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S --rules oware", `Values are for South, who moves:
move  value        S–N  outcome  line
  A      -3      22–26  loss     `},
		{"80", "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S --rules oware --repetition owner", `Values are for South, who moves:
move  value  outcome  captured  laps  main line
* F     ~+2  ?               0     1  F

What is left turns on positions that come back: the value of the only move is an
estimate (~).
Best so far is F, about +2 for South; proven is that South nets between -2 and
+2.
`},
		{"80", "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S --rules oware --moves FaAbBcCdDeE", `
The only move is exact.
Best is f, 0 for North: a draw, 24–24. Under another repetition rule than split
it may be different.
f would bring back a position of this game, which ends it; values do not count
that.
`},
		{"80", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --rules oware", "to move\n\nThe game is over:\nSouth has no legal move (no_moves).\nSouth 25, North 23: South wins.\n"},
	} {
		if got := analyzedText(t, test.columns, test.line); !strings.Contains(got, test.want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.line, got, test.want)
		}
	}
}

// TestAnalyzeTextWidth lets no line be wider than the terminal.
func TestAnalyzeTextWidth(t *testing.T) {
	for _, line := range []string{
		"2-1-2-2-1-3-2-1-2-1-2-1", "--rules oware --nodes 1000", "--rules oware --nodes 1000 --moves Fa",
		"1-0-0-0-0-1-1-0-0-0-0-0-22-23-S --rules oware", "9-0-0-0-0-1-1-0-0-0-0-0-N --rules oware --repetition owner --nodes 10",
	} {
		for _, columns := range []int{36, 40, 60, 80, 200} {
			text := analyzedText(t, strconv.Itoa(columns), line)
			if !utf8.ValidString(text) {
				t.Errorf("%s: not UTF-8", line)
			}
			for row := range strings.Lines(text) {
				row = strings.TrimSuffix(row, "\n")
				if n := utf8.RuneCountInString(row); n > columns || row != strings.TrimRight(row, " ") {
					t.Errorf("%s: %d columns of %d: %q", line, n, columns, row)
				}
			}
		}
	}
}

// TestStoppedWords has a sentence for every reason to stop.
func TestStoppedWords(t *testing.T) {
	exact, open := answer.Move{Verdict: answer.Verdict{Status: "exact"}}, answer.Move{Verdict: answer.Verdict{Status: "bounds"}}
	guess := answer.Move{Verdict: answer.Verdict{Status: "estimate"}}
	for _, test := range []struct {
		moves   []answer.Move
		stopped search.Stop
		want    string
	}{
		{[]answer.Move{exact}, search.StopExact, "The only move is exact."},
		{[]answer.Move{exact, exact, exact}, search.StopExact, "All three moves are exact."},
		{[]answer.Move{exact, open}, search.StopTime, "The time is up: 1 of 2 moves is exact."},
		{[]answer.Move{open, open}, search.StopNodes, "The nodes are spent: every value lies between two proven bounds."},
		{[]answer.Move{guess, guess}, search.StopTime, "The time is up: every value is an estimate (~)."},
		{[]answer.Move{exact, guess}, search.StopTime, "The time is up: 1 of 2 moves is exact, 1 estimates (~)."},
		{[]answer.Move{open}, search.StopDepth, "The depth is reached: the value of the only move lies between two proven bounds."},
		{[]answer.Move{exact, open}, search.StopInterrupt, "Interrupted: 1 of 2 moves is exact."},
		{[]answer.Move{exact, open}, search.StopRepeats, "What is left turns on positions that come back: 1 of 2 moves is exact."},
	} {
		a := analysisText{answer.Analysis{Moves: test.moves, Stopped: test.stopped.String()}}
		if got := a.stopped(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestVerdict has values whose outcome is certain before they are.
func TestVerdict(t *testing.T) {
	p, err := bitboard.ParsePosition("0-0-0-2-0-0-0-0-0-0-0-4-22-20-N")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		low, high     int
		want, outcome string
	}{
		{3, 5, "+3…+5", "win"}, {2, 4, "+2…+4", "?"}, {2, 2, "+2", "draw"}, {-6, 1, "-6…+1", "loss"}, {0, 0, "0", "loss"}, {-6, 6, "-6…+6", "?"},
	} {
		d := answer.NewVerdict(p, search.Value{Low: test.low, High: test.high})
		if valueText(d) != test.want || outcomeText(d) != test.outcome {
			t.Errorf("%d to %d: %s, %s", test.low, test.high, valueText(d), outcomeText(d))
		}
	}
	guess := 3
	if d := (answer.Verdict{Status: "estimate", Value: &guess}); valueText(d) != "~+3" {
		t.Errorf("an estimate is written %s", valueText(d))
	}
}

// TestConclusion says who wins before the value is exact.
func TestConclusion(t *testing.T) {
	p, err := bitboard.ParsePosition("0-0-0-2-0-0-0-0-0-0-0-4-22-20-N")
	if err != nil {
		t.Fatal(err)
	}
	a := analysisText{answer.Analysis{Seeds: 6, Verdict: answer.NewVerdict(p, search.Value{Low: 3, High: 5}), Moves: []answer.Move{{Move: "f"}}}}
	a.Best = &a.Moves[0].Move
	if got := a.conclusion(p); got != "Best so far is f; North nets between +3 and +5. North wins." {
		t.Error(got)
	}
	a.Verdict, a.Best = answer.NewVerdict(p, search.Value{Low: -6, High: 1}), nil
	if got := a.conclusion(p); got != "No move is best yet; North nets between -6 and +1. South wins." {
		t.Error(got)
	}
}

func TestWords(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	if got := listed([]string{"A", "B", "C"}); got != "A, B and C" {
		t.Error(got)
	}
	if got := cut("Fa–bcd", 4); got != "Fa–…" {
		t.Error(got)
	}
}
