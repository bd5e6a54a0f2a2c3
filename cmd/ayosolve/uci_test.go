package main

import (
	"fmt"
	"strings"
	"testing"
)

// The verb finds the exact value, with the tables that analyze has, and scores it by
// what both hold at the end.
func TestUCI(t *testing.T) {
	const position = "0-2-0-1-0-3-1-0-2-0-1-3-17-18-N" // worth the same as analyze says
	want := analyzed(t, position)
	if want.Final == nil || want.Best == nil {
		t.Fatalf("analyze does not know the value: %+v", want)
	}
	got := run(t, "uci --threads 2", "uci\nisready\nposition fen "+position+"\ngo depth 100\n")
	if got.status != statusDone || got.errOut != "" {
		t.Fatalf("uci: status %d, %s", got.status, got.errOut)
	}
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	info, best := lines[len(lines)-2], lines[len(lines)-1]
	score := fmt.Sprintf(" score cp %d ", int(100*(want.Final.North-want.Final.South)))
	exact := fmt.Sprintf(" string exact value %d", *want.Value)
	if !strings.Contains(info, score) || !strings.HasSuffix(info, exact) || !strings.HasPrefix(best, "bestmove ") || best == "bestmove 0000" {
		t.Errorf("the answer is %q, %q, want%s and%s", info, best, score, exact)
	}
	if !strings.HasPrefix(lines[0], "id name ayosolve ") || !strings.Contains(got.out, "\nuciok\nreadyok\n") {
		t.Errorf("uci and isready are answered by %q", lines)
	}
}

// Flags are the defaults of the options.
func TestUCIFlags(t *testing.T) {
	got := run(t, "uci --rules awari --repetition owner --threads 3 --hash 64MiB --tables some", "uci\n")
	for _, want := range []string{
		"option name Rules type combo default awari var ayoayo ", "option name Repetition type combo default owner var split var owner\n",
		"option name Threads type spin default 3 min 1 max 1024\n", "option name Hash type spin default 64 min ", "option name Tables type string default some\n",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("uci with flags says %q, want %q in it", got.out, want)
		}
	}
}
