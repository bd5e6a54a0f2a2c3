package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ayosolve/egdb"
)

func TestStatusLineTerminal(t *testing.T) {
	var out bytes.Buffer
	s := &statusLine{out: &out, terminal: true, width: 10}
	s.show("much too long", "shorter")
	s.say("not on a terminal")
	s.show("also too long")
	s.clear()
	s.clear()
	s.show("x")
	s.close()
	s.show("y")
	if want := "\rshorter\x1b[K\ralso too \x1b[K\r\x1b[K\rx\x1b[K\r\x1b[K"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

func TestStatusLineElsewhere(t *testing.T) {
	var out bytes.Buffer
	s := newStatusLine(&out)
	s.show("too soon")
	s.last = time.Now().Add(-2 * quiet)
	s.show("a line a minute", "short")
	s.show("too soon")
	s.say("at once")
	s.clear()
	s.close()
	s.say("too late")
	if want := "a line a minute\nat once\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

func TestBuildProgress(t *testing.T) {
	var out bytes.Buffer
	b := &buildProgress{line: newStatusLine(&out)}
	if _, told := b.state(); told {
		t.Error("told before it was")
	}
	at := func(layer int, elapsed time.Duration) egdb.Progress {
		return egdb.Progress{Layer: layer, Phase: egdb.PhaseValues, Boards: 5000, Total: 10000, Elapsed: elapsed, Left: elapsed}
	}
	b.tell(at(3, 0))
	b.tell(at(4, 500*time.Millisecond))
	b.tell(at(4, 2*time.Second))
	b.tell(at(5, 4*time.Second))
	b.end(90 * time.Second)
	if want := "layer 4 done: 1,365 boards in 3.50s, 390 boards/s\nlayer 5 done: 4,368 boards in 1m26s, 50 boards/s\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	texts := progressTexts(at(20, 83*time.Second))
	if texts[0] != "layer 20, values: 5.00k of 10.0k boards, 60 boards/s, 1m23s left" {
		t.Error(texts[0])
	}
	for i := 1; i < len(texts); i++ {
		if len(texts[i]) >= len(texts[i-1]) {
			t.Errorf("%q is not shorter than %q", texts[i], texts[i-1])
		}
	}
	widest := progressTexts(egdb.Progress{Layer: 30, Phase: egdb.PhaseStore, Boards: 10_900_000_000, Total: 11_100_000_000, Elapsed: time.Hour, Left: 123 * time.Hour})
	if len(widest[0]) >= 80 || len(widest[2]) >= 40 {
		t.Errorf("too wide: %q, %q", widest[0], widest[2])
	}
	if early := progressTexts(at(20, time.Second))[0]; strings.Contains(early, "left") {
		t.Error(early)
	}
}
