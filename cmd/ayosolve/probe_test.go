package main

import (
	"encoding/json"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/egdb"
)

func TestProbeJSON(t *testing.T) {
	plain, bounds := testTables(t, "ayoayo", 5, false), testTables(t, "ayoayo", 5, true)
	oware := testTables(t, "oware", 5, true)
	for _, test := range []struct{ line, want string }{
		{"0-0-0-1-0-2-0-1-0-0-1-0-22-21-S --tables " + bounds,
			`{"rules":"ayoayo","repetition":"split","position":"0-0-0-1-0-2-0-1-0-0-1-0-22-21-S","seeds":5,"status":"exact","value":-1,"lower":-1,"upper":-1,` +
				`"outcome":"draw","final":{"south":24,"north":24},"any_repetition":true,"any_lower":-1,"any_upper":-1}`},
		{"0-0-0-1-0-2-0-1-0-0-1-0-N --tables " + plain,
			`{"rules":"ayoayo","repetition":"split","position":"0-0-0-1-0-2-0-1-0-0-1-0-N","seeds":5,"status":"exact","value":1,"lower":1,"upper":1,` +
				`"outcome":"win","final":{"south":2,"north":3},"any_repetition":null}`},
		// Without bounds the tables say nothing under another repetition rule.
		{"0-0-0-1-0-2-0-1-0-0-1-0-22-21-S --repetition owner --tables " + plain,
			`{"rules":"ayoayo","repetition":"owner","position":"0-0-0-1-0-2-0-1-0-0-1-0-22-21-S","seeds":5,"status":"bounds","lower":-5,"upper":5,` +
				`"outcome":null,"final":null,"any_repetition":null}`},
		// A game that is over needs no tables.
		{"4-4-4-4-4-0-0-0-0-0-0-0-25-3-N --tables " + t.TempDir(),
			`{"rules":"ayoayo","repetition":"split","position":"4-4-4-4-4-0-0-0-0-0-0-0-25-3-N","seeds":20,"status":"exact","value":0,"lower":0,"upper":0,` +
				`"outcome":"loss","final":{"south":25,"north":3},"any_repetition":true,"any_lower":0,"any_upper":0,"termination":"majority"}`},
		{"--rules oware 0-0-0-0-0-0-0-1-0-0-1-0-23-23-S --tables " + oware,
			`{"rules":"oware","repetition":"split","position":"0-0-0-0-0-0-0-1-0-0-1-0-23-23-S","seeds":2,"status":"exact","value":-2,"lower":-2,"upper":-2,` +
				`"outcome":"loss","final":{"south":23,"north":25},"any_repetition":true,"any_lower":-2,"any_upper":-2,"termination":"no_moves"}`},
	} {
		if got := run(t, "probe --json "+test.line, ""); got != (ended{statusDone, test.want + "\n", ""}) {
			t.Errorf("probe %s:\n got %+v\nwant %s", test.line, got, test.want)
		}
	}
}

// TestProbeAll compares answers with the tables, board by board.
func TestProbeAll(t *testing.T) {
	const seeds = 3
	dir := testTables(t, "oware", seeds, true)
	r := bitboard.Rules{Game: bitboard.Oware}
	db, err := egdb.Open(dir, r)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	open := 0
	for rank := range bitboard.LayerSize(seeds) {
		b := bitboard.Unrank(seeds, rank)
		v, err := db.Probe(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, repetition := range []bitboard.Repetition{bitboard.RepetitionSplit, bitboard.RepetitionOwner} {
			r.Repetition = repetition
			got, err := probe(place{rules: r, dir: dir, threads: 1}, bitboard.Position{Board: b, Turn: bitboard.North})
			if err != nil {
				t.Fatal(err)
			}
			met := v.Low == v.High
			if got.AnyRepetition == nil || *got.AnyRepetition != met || *got.AnyLower != v.Low || *got.AnyUpper != v.High {
				t.Errorf("%v: %+v, tables %+v", b.Pits(), got, v)
			}
			switch {
			case repetition == bitboard.RepetitionSplit || met:
				if got.Value == nil || *got.Value != v.Value || got.Lower != v.Value || got.Upper != v.Value {
					t.Errorf("%v: %+v, tables %+v", b.Pits(), got, v)
				}
			default:
				open++
				if got.Value != nil || got.Final != nil || got.Lower != v.Low || got.Upper != v.High || got.Status != "bounds" {
					t.Errorf("%v: %+v, tables %+v", b.Pits(), got, v)
				}
			}
		}
	}
	if open == 0 {
		t.Error("no board turns on the repetition rule")
	}
}

func TestProbeText(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	dir := testTables(t, "oware", 4, true)
	for _, test := range []struct{ line, want string }{
		{"0-0-0-0-0-1-0-1-0-0-1-0-22-23-S", "\nfinal    South "},
		{"0-0-0-0-0-1-0-1-0-0-1-0-N", "\n         of the seeds on the board\nunder any repetition rule: "},
		{"0-0-0-0-0-0-0-1-0-0-1-0-23-23-S", "\nThe game is over:\nSouth has no legal move (no_moves).\n"},
		{"4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", "\nSouth 25, North 3: South wins.\n"},
		{"1-0-0-0-0-0-0-0-0-0-0-1-23-23-S --repetition owner", "\nunder any repetition rule: "},
	} {
		got := run(t, "probe "+test.line+" --rules oware --tables "+dir, "")
		if got.status != statusDone || got.errOut != "" || !strings.Contains(got.out, test.want) {
			t.Errorf("probe %s: %+v", test.line, got)
		}
		checkWidth(t, got.out, 40)
	}
}

func TestProbeAbove(t *testing.T) {
	dir := testTables(t, "oware", 3, false)
	for line, want := range map[string]string{
		"probe 0-0-0-0-0-1-0-1-0-0-1-2-N": "the position has 5 seeds, the tables of oware reach 3; for more: ayosolve build --seeds 5 --rules oware",
		"probe --json start":              "the position has 48 seeds, the tables of oware reach 3; beyond them, ayosolve analyze searches",
		"probe start --repetition owner":  "the position has 48 seeds",
	} {
		line += " --rules oware --tables " + dir
		checkFailed(t, line, run(t, line, ""), want)
	}
}

// TestValueWords has every sign for both sides.
func TestValueWords(t *testing.T) {
	for _, test := range []struct {
		value int
		mover bitboard.Side
		want  string
	}{
		{3, bitboard.South, "+3, South gains 3 more"}, {-3, bitboard.South, "-3, North gains 3 more"},
		{3, bitboard.North, "+3, North gains 3 more"}, {0, bitboard.North, "0, both gain as much"},
	} {
		if got := valueWords(test.value, test.mover); got != test.want {
			t.Errorf("%d, %v: %s, want %s", test.value, test.mover, got, test.want)
		}
	}
	f := answer.ScoreOf(bitboard.Position{Board: bitboard.Unrank(3, 7)}, 0)
	if text, err := json.Marshal(f); err != nil || string(text) != `{"south":1.5,"north":1.5}` {
		t.Errorf("%s, %v", text, err)
	}
}
