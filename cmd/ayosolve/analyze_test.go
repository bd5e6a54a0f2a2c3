package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
)

// analyzed runs "analyze --json" and returns its answer.
func analyzed(t *testing.T, line string) answer.Analysis {
	t.Helper()
	got := run(t, "analyze --json --hash 8MiB "+line, "")
	if got.status != statusDone || got.errOut != "" {
		t.Fatalf("analyze %s: %+v", line, got)
	}
	return parseAnswer(t, got.out)
}

func parseAnswer(t *testing.T, text string) answer.Analysis {
	t.Helper()
	var a answer.Analysis
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return a
}

// brief is an answer in short: value, outcome, score, repetition, and the moves
// with their values.
func brief(a answer.Analysis) string {
	any := "?"
	if a.AnyRepetition != nil {
		any = fmt.Sprint(*a.AnyRepetition)
	}
	text := fmt.Sprintf("%s %s %s any=%s", valueText(a.Verdict), outcomeText(a.Verdict), scoreText(a.Final), any)
	for _, m := range a.Moves {
		text += " " + m.Move + valueText(m.Verdict)
	}
	return text + " " + cmp.Or(a.Termination, a.Stopped)
}

// TestAnalyzeJSON has every field of an answer, in order.
func TestAnalyzeJSON(t *testing.T) {
	volatile := regexp.MustCompile(`"(time_ms|nodes|nodes_per_second|table_hits)":\d+`)
	for _, test := range []struct{ line, want string }{
		{"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", `{"rules":"ayoayo","repetition":"split","position":"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S","seeds":2,` +
			`"status":"exact","value":2,"lower":2,"upper":2,"outcome":"win","final":{"south":25,"north":23},"any_repetition":true,"best":"D",` +
			`"moves":[{"move":"D","captured":0,"laps":2,"position":"0-0-0-0-0-1-1-0-0-0-0-0-23-23-N",` +
			`"status":"exact","value":2,"lower":2,"upper":2,"outcome":"win","final":{"south":25,"north":23},"pv":["D","a","F"]}],` +
			`"depth":0,"nodes":0,"nodes_per_second":0,"table_hits":0,"hashfull":0,"time_ms":0,"threads":2,"tables":{"max_seeds":12},"stopped":"exact"}`},
		{"1-0-0-0-0-1-0-0-0-0-0-0 --rules oware --repetition owner --threads 1", `{"rules":"oware","repetition":"owner","position":"1-0-0-0-0-1-0-0-0-0-0-0-S","seeds":2,` +
			`"status":"estimate","value":2,"lower":-2,"upper":2,"outcome":null,"final":null,"any_repetition":false,"best":"F",` +
			`"moves":[{"move":"F","captured":0,"laps":1,"position":"1-0-0-0-0-0-1-0-0-0-0-0-N",` +
			`"status":"estimate","value":2,"lower":-2,"upper":2,"outcome":null,"final":null,"pv":["F"]}],` +
			`"depth":12,"nodes":0,"nodes_per_second":0,"table_hits":0,"hashfull":0,"time_ms":0,"threads":1,"tables":{"max_seeds":8},"stopped":"repetition"}`},
		{"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --rules oware", `{"rules":"oware","repetition":"split","position":"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S","seeds":2,` +
			`"status":"exact","value":2,"lower":2,"upper":2,"outcome":"win","final":{"south":25,"north":23},"any_repetition":true,"best":null,` +
			`"moves":[],"depth":0,"nodes":0,"nodes_per_second":0,"table_hits":0,"hashfull":0,"time_ms":0,"threads":2,"tables":{"max_seeds":-1},"stopped":"exact","termination":"no_moves"}`},
	} {
		got := run(t, "analyze --threads 2 --json "+test.line, "")
		got.out = volatile.ReplaceAllString(got.out, `"$1":0`)
		if got != (ended{statusDone, test.want + "\n", ""}) {
			t.Errorf("%s:\n got %+v\nwant %s", test.line, got, test.want)
		}
	}
}

// TestAnalyzeKnown has positions on which programs of this kind have been wrong.
func TestAnalyzeKnown(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		// The opponent can't be fed, or only by a relay.
		{"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", "+2 win 25–23 any=true D+2 exact"},
		{"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --rules oware", "+2 win 25–23 any=true no_moves"},
		{"0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", "+2 win 25–23 any=true E+2 F-2 exact"},
		{"0-0-0-0-1-1-0-0-0-0-0-0-23-23-S --rules oware", "-2 loss 23–25 any=true F-2 exact"},
		// The only move is the first pit.
		{"1-0-0-0-0-0-0-0-0-0-0-1-23-23-S --rules oware", "+2 win 25–23 any=true A+2 exact"},
		// A cycle of twelve plies.
		{"1-0-0-0-0-1-0-0-0-0-0-0-23-23-S --rules oware", "0 draw 24–24 any=false F0 exact"},
		{"1-0-0-0-0-1-0-0-0-0-0-0-23-23-S --rules oware --repetition owner", "~+2 ?  any=false F~+2 repetition"},
		{"1-0-0-0-0-1-0-0-0-0-0-0-23-23-S --rules oware --moves FaAbBcCdDeEf", "0 draw 24–24 any=false repetition"},
		// Finished games.
		{"4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", "0 win 25–3 any=true majority"},
		{"4-4-4-4-4-0-0-0-0-0-0-0-25-3-N", "0 loss 25–3 any=true majority"},
		{"0-0-0-0-0-0-0-0-0-0-0-0-24-24-N", "0 draw 24–24 any=true no_moves"},
		{"0-0-0-0-0-0-0-0-0-0-0-0", "0 draw 0–0 any=true no_moves"},
		{"1-2-0-0-0-0-0-0-0-0-0-0-N", "-3 loss 3–0 any=true no_moves"},
		{"1-2-0-0-0-0-0-0-0-0-0-0-N --rules ayoayo-owner", "-3 loss 3–0 any=true no_moves"},
		// Three seeds shared by halves, at the end of a search and of a game.
		{"1-0-0-0-0-1-1-0-0-0-0-0-22-23-S --rules oware", "0 loss 23.5–24.5 any=false A-3 F0 exact"},
		// North to move, with stores.
		{"0-0-0-0-0-0-0-0-0-1-1-0-24-22-N", "+2 draw 24–24 any=true d+2 exact"},
	} {
		if got := brief(analyzed(t, test.line)); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.line, got, test.want)
		}
	}
}

// TestAnalyzeRelays has relays that are long, and one that never ends.
func TestAnalyzeRelays(t *testing.T) {
	for _, test := range []struct {
		line, move string
		laps       int // 0 if the move is not legal
	}{
		{"7-4-7-2-2-1-4-3-5-4-5-4 --nodes 1000", "D", 134},
		{"2-1-2-2-1-3-2-1-2-1-2-1", "C", 628},
		{"0-1-0-1-2-0-1-0-1-0-2-1", "E", 0},
	} {
		laps := 0
		for _, m := range analyzed(t, test.line).Moves {
			if m.Move == test.move {
				laps = m.Laps
			}
		}
		if laps != test.laps {
			t.Errorf("%s: %s has %d laps, want %d", test.line, test.move, laps, test.laps)
		}
	}
}

// TestAnalyzeGrandSlams captures all the opponent's seeds under every mode.
func TestAnalyzeGrandSlams(t *testing.T) {
	const position = "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S"
	for mode, captured := range map[string]int{"nocapture": 0, "illegal": -1, "capture": 2, "leave-last": 0, "leave-first": 0} {
		got := -1
		for _, m := range analyzed(t, position+" --rules oware --grand-slam "+mode).Moves {
			if m.Move == "F" {
				got = m.Captured
			}
		}
		if got != captured {
			t.Errorf("%s: F captures %d, want %d", mode, got, captured)
		}
	}
}

// randomPosition returns a position with that many seeds on the board.
func randomPosition(rng *rand.Rand, seeds int, scored bool) bitboard.Position {
	var pits [bitboard.Pits]int
	for range seeds {
		pits[rng.IntN(len(pits))]++
	}
	board, err := bitboard.FromPits(pits)
	if err != nil {
		panic(err)
	}
	p := bitboard.Position{Board: board, Turn: bitboard.Side(rng.IntN(2)), Scored: scored}
	if scored {
		held := bitboard.MaxSeeds - seeds
		south := held/2 + rng.IntN(5) - 2
		p.Stores = [2]int{south, held - south}
	}
	return p
}

// turned returns the position with South and North changed about.
func turned(p bitboard.Position) bitboard.Position {
	p.Turn = p.Turn.Other()
	p.Stores[0], p.Stores[1] = p.Stores[1], p.Stores[0]
	return p
}

// TestAnalyzeTurned compares what is said of a position and of the same one seen
// from the other side, and checks each answer in itself.
func TestAnalyzeTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, line := range []string{"", "--rules oware", "--rules ayoayo-pratt", "--rules oware --repetition owner", "--rules awari"} {
		var input strings.Builder
		var positions []bitboard.Position
		for i := range 150 {
			p := randomPosition(rng, 1+i%14, i%3 != 0)
			positions = append(positions, p, turned(p))
			fmt.Fprintf(&input, "%v\n%v\n", p, turned(p))
		}
		got := run(t, "analyze - --nodes 5000 --hash 8MiB "+line, input.String())
		if got.status != statusDone || got.errOut != "" {
			t.Fatalf("%s: %d, %s", line, got.status, got.errOut)
		}
		answers := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
		if len(answers) != len(positions) {
			t.Fatalf("%s: %d answers", line, len(answers))
		}
		r, err := parseRules(line)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(answers); i += 2 {
			a, b := parseAnswer(t, answers[i]), parseAnswer(t, answers[i+1])
			checkAnswer(t, r, positions[i], a)
			checkAnswer(t, r, positions[i+1], b)
			compareTurned(t, a, b)
		}
	}
}

// compareTurned compares the answers about a position and about the same one seen
// from the other side. A limit may have stopped the two at different bounds, which
// then must overlap.
func compareTurned(t *testing.T, a, b answer.Analysis) {
	t.Helper()
	if len(a.Moves) != len(b.Moves) || a.Upper < b.Lower || b.Upper < a.Lower {
		t.Errorf("%+v\nand turned\n%+v", a, b)
		return
	}
	for i, m := range a.Moves {
		n := b.Moves[i]
		if !strings.EqualFold(m.Move, n.Move) || m.Upper < n.Lower || n.Upper < m.Lower {
			t.Errorf("%s: %+v\nand turned\n%+v", a.Position, m, n)
		}
	}
	if a.Exact() && b.Exact() && (a.Final.South != b.Final.North || a.Final.North != b.Final.South || *a.Outcome != *b.Outcome) {
		t.Errorf("%s: %v and turned %v", a.Position, a.Final, b.Final)
	}
}

// checkAnswer checks that an answer is possible: its moves are the legal ones,
// what it says of them fits together, and main lines can be played.
func checkAnswer(t *testing.T, r bitboard.Rules, p bitboard.Position, a answer.Analysis) {
	t.Helper()
	list := answer.Moves(bitboard.NewHistory(r, p))
	if a.Position != p.String() || a.Seeds != p.Board.Seeds() || len(a.Moves) != len(list.Moves) || a.Termination != list.Termination {
		t.Fatalf("%v: %+v", p, a)
	}
	checkVerdict(t, p, a.Verdict, a.Termination != "majority")
	lower, upper := -bitboard.MaxSeeds, -bitboard.MaxSeeds
	for i, m := range a.Moves {
		if want := list.Moves[i]; m.Move != want.Move || m.Captured != want.Captured || m.Laps != want.Laps || m.Position != want.Position {
			t.Errorf("%v: move %+v, want %+v", p, m, want)
		}
		checkVerdict(t, p, m.Verdict, true)
		if len(m.PV) == 0 || m.PV[0] != m.Move {
			t.Errorf("%v: main line %v of %s", p, m.PV, m.Move)
		}
		board := p
		board.Scored, board.Stores = false, [2]int{} // values count beyond the 25th seed
		if _, err := bitboard.PlayMoves(r, board, strings.Join(m.PV, "")); err != nil {
			t.Errorf("%v: main line %v: %v", p, m.PV, err)
		}
		lower, upper = max(lower, m.Lower), max(upper, m.Upper)
	}
	if len(a.Moves) > 0 && (a.Lower != lower || a.Upper != upper || a.Best == nil) {
		t.Errorf("%v: %+v", p, a)
	}
}

// checkVerdict checks a verdict in itself. shared tells whether the score counts
// every seed.
func checkVerdict(t *testing.T, p bitboard.Position, d answer.Verdict, shared bool) {
	t.Helper()
	exact := d.Status == "exact"
	valued := exact || d.Status == "estimate"
	if exact != (d.Lower == d.Upper) || valued != (d.Value != nil) || valued && (*d.Value < d.Lower || *d.Value > d.Upper) || exact != (d.Final != nil) || d.Lower > d.Upper ||
		exact && (*d.Value != d.Lower || d.Outcome == nil) {
		t.Errorf("%v: %+v", p, d)
	}
	if !exact {
		return
	}
	all := float64(p.Board.Seeds() + p.Stores[0] + p.Stores[1])
	if shared && d.Final.South+d.Final.North != all {
		t.Errorf("%v: final %v, want a sum of %v", p, d.Final, all)
	}
	mine, theirs := d.Final.South, d.Final.North
	if p.Turn == bitboard.North {
		mine, theirs = theirs, mine
	}
	if want := map[bool]string{true: "win", false: "loss"}[mine > theirs]; mine == theirs && *d.Outcome != "draw" || mine != theirs && *d.Outcome != want {
		t.Errorf("%v: %s at %v", p, *d.Outcome, d.Final)
	}
}
