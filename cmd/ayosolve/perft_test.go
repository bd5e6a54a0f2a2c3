package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"ayosolve/bitboard"
)

func TestPerft(t *testing.T) {
	for _, test := range []struct {
		line  string
		nodes uint64
	}{
		{"perft 0 --json", 1},
		{"perft 1 --json", 6},
		{"perft 6 --json", 13041},
		{"perft 7 --rules oware --json", 139157},
		{"--rules oware perft --json 5 start", 5219},
		{"perft 0 4-4-4-4-4-0-0-0-0-0-0-0-25-3-S --json", 1},
		{"perft 3 4-4-4-4-4-0-0-0-0-0-0-0-25-3-S --json", 0},
		{"perft 200 1-0-0-0-0-1-0-0-0-0-0-0-0-46-S --json", 0},
		{"perft 200 1-0-0-0-0-1-0-0-0-0-0-0-N --rules oware --json", 0},
	} {
		if r := answered[perftResult](t, test.line); r.Nodes != test.nodes || !r.Complete || r.Divide != nil {
			t.Errorf("%s: %+v, want %d", test.line, r, test.nodes)
		}
	}
}

// TestPerftDivide counts in parts, deep enough to be cut up, and adds up.
func TestPerftDivide(t *testing.T) {
	for _, rules := range []string{"ayoayo", "oware"} {
		r := answered[perftResult](t, "perft 8 --divide --json --rules "+rules)
		preset, err := bitboard.Preset(rules)
		if err != nil {
			t.Fatal(err)
		}
		sum, letters := uint64(0), ""
		for i, c := range preset.PerftDivide(bitboard.StartPosition(), 8) {
			if r.Divide[i].Nodes != c.Paths {
				t.Errorf("%s, pit %d: %d, want %d", rules, c.Pit, r.Divide[i].Nodes, c.Paths)
			}
			sum += r.Divide[i].Nodes
			letters += r.Divide[i].Move
		}
		if sum != r.Nodes || letters != "ABCDEF" || r.Rules != rules || r.Depth != 8 || r.Position != bitboard.StartPosition().String() {
			t.Errorf("%s: %+v", rules, r)
		}
	}
}

func TestPerftText(t *testing.T) {
	got := run(t, "perft 2 --divide", "")
	if got.status != statusDone || !strings.HasPrefix(got.out, "A        4\nB        4\n") || !strings.Contains(got.out, "\nnodes    28\ntime     ") {
		t.Errorf("%+v", got)
	}
	if got := run(t, "perft 0 --divide", ""); !strings.HasPrefix(got.out, "nodes    1\n") {
		t.Errorf("%+v", got)
	}
}

func TestPerftDepthErrors(t *testing.T) {
	for _, depth := range []string{"x", "+1", "256", "99999999999999999999", "1.5", "0x3", "1_0", "٣", ""} {
		got := runArgs(t.Context(), []string{"perft", depth}, nil)
		if got.status != statusUsage || got.out != "" || !strings.Contains(got.errOut, "is not a number from 0 to 255; right is ayosolve perft 8") {
			t.Errorf("%q: %+v", depth, got)
		}
		checkOneLine(t, got.errOut)
	}
	if err := runPerft(t.Context(), io.Discard, perftOptions{depth: -1, position: "start"}); !errors.Is(err, errUsage) {
		t.Errorf("depth -1: %v", err)
	}
}

func TestPerftCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	err := runPerft(ctx, &out, perftOptions{depth: 40, position: "start", json: true})
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), `"complete":false`) {
		t.Errorf("%v, %s", err, out.String())
	}
}

func TestPerftThreads(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		counts := countPaths(t.Context(), bitboard.Rules{}, bitboard.StartPosition(), 7, threads)
		sum := uint64(0)
		for _, c := range counts {
			sum += c.Paths
		}
		if want := (bitboard.Rules{}).Perft(bitboard.StartPosition(), 7); sum != want {
			t.Errorf("%d threads: %d, want %d", threads, sum, want)
		}
	}
}
