package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
)

func TestMovesJSON(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"moves 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --json",
			`{"position":"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S","moves":[{"move":"D","pit":3,"captured":0,"laps":2,"position":"0-0-0-0-0-1-1-0-0-0-0-0-23-23-N"}]}`},
		{"moves 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --json --rules oware",
			`{"position":"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S","moves":[],"termination":"no_moves"}`},
		// Twelve numbers stay twelve, and North's pits count from North's left.
		{"moves 0-0-0-0-0-0-0-0-0-1-1-0-N --json",
			`{"position":"0-0-0-0-0-0-0-0-0-1-1-0-N","moves":[{"move":"d","pit":3,"captured":0,"laps":2,"position":"1-0-0-0-0-0-0-0-0-0-0-1-S"}]}`},
		{"moves 0-0-0-0-0-0-0-0-0-0-0-0 --json",
			`{"position":"0-0-0-0-0-0-0-0-0-0-0-0-S","moves":[],"termination":"no_moves"}`},
		{"moves 4-4-4-4-4-0-0-0-0-0-0-0-25-3-S --json",
			`{"position":"4-4-4-4-4-0-0-0-0-0-0-0-25-3-S","moves":[],"termination":"majority"}`},
		{"moves 1-0-0-0-0-1-0-0-0-0-0-0-23-23-S --moves FaAbBcCdDeEf --rules oware --json",
			`{"position":"1-0-0-0-0-1-0-0-0-0-0-0-23-23-S","moves":[],"termination":"repetition"}`},
	} {
		if got := run(t, test.line, ""); got != (ended{statusDone, test.want + "\n", ""}) {
			t.Errorf("%s:\n got %+v\nwant %s", test.line, got, test.want)
		}
	}
}

// TestMovesText draws the board and keeps every line to the width asked for.
func TestMovesText(t *testing.T) {
	for _, width := range []int{40, 80} {
		for _, position := range []string{"start", "10-10-10-10-0-0-0-0-0-0-0-1-5-2-S", "2-1-2-2-1-3-2-1-2-1-2-1-N"} {
			var out strings.Builder
			o := movesOptions{position: position, width: width}
			if err := runMoves(t.Context(), nil, &out, o); err != nil {
				t.Fatal(err)
			}
			p, err := bitboard.ParsePosition(position)
			if err != nil || !strings.HasPrefix(out.String(), p.Draw()+"\nmove  captured  laps") {
				t.Errorf("%s: %v\n%s", position, err, out.String())
			}
			for line := range strings.Lines(out.String()) {
				if len(line)-1 > width {
					t.Errorf("%d columns, %d allowed: %s", len(line)-1, width, line)
				}
			}
		}
	}
}

func TestMovesTextOver(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"moves 4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", "The game is over:\na store holds 25 seeds (majority).\nSouth 25, North 3: South wins.\n"},
		{"moves 0-0-0-1-1-0-0-0-0-0-0-0-22-24-S --rules oware", "The game is over:\nSouth has no legal move (no_moves).\nSouth 24, North 24: a draw.\n"},
		{"moves 1-2-0-0-0-0-0-0-0-0-0-0-N", "The game is over:\nNorth has no legal move (no_moves).\nOf the seeds on the board South gets\n3 and North 0.\n"},
		{"moves 1-0-0-0-0-1-0-0-0-0-0-0-22-24-S --moves FaAbBcCdDeEf --rules oware", "The game is over:\nthe position has come back (repetition).\nSouth 23, North 25: North wins.\n"},
	} {
		got := run(t, test.line, "")
		if got.status != statusDone || !strings.HasSuffix(got.out, "to move\n\n"+test.want) {
			t.Errorf("%s:\n%+v", test.line, got)
		}
		for line := range strings.Lines(got.out) {
			if len(line)-1 > 40 {
				t.Errorf("%d columns: %s", len(line)-1, line)
			}
		}
	}
}

// TestMovesBatch answers as many lines as it gets, in order and as one by one.
func TestMovesBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var input, want strings.Builder
	bad := 0
	const lines = 3000
	for n := 1; n <= lines; n++ {
		var pits [14]int
		for range bitboard.MaxSeeds {
			pits[rng.IntN(len(pits))]++
		}
		line := strings.Trim(strings.ReplaceAll(fmt.Sprint(pits), " ", "-"), "[]") + "-" + "SN"[n%2:n%2+1]
		switch {
		case n%100 == 0:
			line = ""
		case n%101 == 0:
			line = "x" + line
		case n%7 == 0:
			line += " \r"
		}
		input.WriteString(line + "\n")
		game, err := playFrom(bitboard.Rules{}, line, "")
		var expected any
		if err != nil {
			expected = badLine{err.Error(), n}
			bad++
		} else {
			expected = answer.Moves(game)
		}
		if err := writeJSON(&want, expected); err != nil {
			t.Fatal(err)
		}
	}
	got := run(t, "moves -", input.String())
	if got.out != want.String() {
		t.Error("the answers are not those of one line at a time")
	}
	if got.status != statusFailed || got.errOut != fmt.Sprintf("ayosolve: %d of %d lines were bad\n", bad, lines) {
		t.Errorf("status %d, standard error %q", got.status, got.errOut)
	}
}

func TestMovesBatchLines(t *testing.T) {
	const good = `"moves":[`
	long := strings.Repeat("4-", 1<<20)
	for _, test := range []struct {
		input string
		want  []string // part of each line of output
	}{
		{"", nil},
		{"start", []string{good}},
		{"start\n", []string{good}},
		{"start\r\nstart\r\n", []string{good, good}},
		{"\n", []string{`"line":1`}},
		{"\n\nstart\n\n", []string{`"line":1`, `"line":2`, good, `"line":4`}},
		{"bad\nstart\n4-4", []string{`"line":1`, good, `"line":3`}},
		{long + "\nstart\n" + long, []string{`the line is longer than 4096 bytes; right is 4-`, good, `"line":3`}},
		{"start\x00\n\xff\n<&>\n", []string{`"line":1`, `"line":2`, `\"<&>\"`}},
	} {
		got := run(t, "moves - --json", test.input)
		lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
		if got.out == "" {
			lines = nil
		}
		if len(lines) != len(test.want) {
			t.Errorf("%.40q: %d lines, want %d:\n%.400s", test.input, len(lines), len(test.want), got.out)
			continue
		}
		status := statusDone
		for i, line := range lines {
			if !json.Valid([]byte(line)) || !strings.Contains(line, test.want[i]) {
				t.Errorf("%.40q, line %d: %.400s, want %s", test.input, i+1, line, test.want[i])
			}
			if strings.Contains(line, `"error"`) {
				status = statusFailed
			}
		}
		if got.status != status {
			t.Errorf("%.40q: status %d, want %d", test.input, got.status, status)
		}
	}
}

// FuzzMovesBatch answers any input with a line of JSON for each of its lines.
func FuzzMovesBatch(f *testing.F) {
	f.Add("start\n4-4-4-4-4-4-4-4-4-4-4-4-N\r\n\nbad\n1-0-0-0-0-0-0-0-0-0-0-0", uint8(0))
	f.Fuzz(func(t *testing.T, input string, preset uint8) {
		names := bitboard.Presets()
		got := run(t, "moves - --rules "+names[int(preset)%len(names)], input)
		want := strings.Count(input, "\n")
		if input != "" && !strings.HasSuffix(input, "\n") {
			want++
		}
		if strings.Count(got.out, "\n") != want {
			t.Fatalf("%d lines of output, want %d:\n%s", strings.Count(got.out, "\n"), want, got.out)
		}
		for line := range strings.Lines(got.out) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("not JSON: %q", line)
			}
		}
	})
}
