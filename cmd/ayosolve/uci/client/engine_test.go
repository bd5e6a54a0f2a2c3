package client_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/uci/client"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scripted connects to an engine that answers each command with the lines that
// answers has for it, and closes its output after "quit".
func scripted(t *testing.T, answers map[string]string) *client.Engine {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	go func() {
		defer outWrite.Close()
		for in := bufio.NewScanner(inRead); in.Scan(); {
			if in.Text() == "quit" {
				return
			}
			_, _ = io.WriteString(outWrite, answers[in.Text()])
		}
	}()
	e := client.Connect(inWrite, outRead)
	t.Cleanup(e.Close)
	return e
}

func TestIdentify(t *testing.T) {
	e := scripted(t, map[string]string{"uci": "garbage\r\n\nid name Some  engine\nid author A\noption name Move Time type spin default 1\nid\nuciok\n"})
	got, err := e.Identify(t.Context())
	if err != nil || got.Name != "Some  engine" || got.Author != "A" {
		t.Fatalf("Identify() = %+v, %v", got, err)
	}
	if !got.Has("move time") || got.Has("move") {
		t.Errorf("options of %q are not known by their names", got.Options)
	}
}

func TestGo(t *testing.T) {
	e := scripted(t, map[string]string{
		"go depth 1": "readyok\ninfo depth 1 multipv 1 score cp 12 pv AbC\ninfo depth 1 multipv 2 score cp 5 pv B\n" +
			"info nodes 7\nbestmove A ponder b\n",
	})
	var told []int
	got, err := e.Go(t.Context(), "depth 1", func(i client.Info) { told = append(told, i.Score) })
	if err != nil || got.Move != "A" || got.Ponder != "b" || got.Info.Score != 12 || got.Info.PV != "AbC" {
		t.Errorf("Go() = %+v, %v", got, err)
	}
	if fmt.Sprint(told) != "[12 5]" {
		t.Errorf("it was told of scores %v, want 12 and 5", told)
	}
}

func TestGone(t *testing.T) {
	e := scripted(t, nil)
	if err := e.Send(t.Context(), "quit"); err != nil {
		t.Fatal(err)
	}
	if line, err := e.Line(t.Context()); !errors.Is(err, client.ErrGone) {
		t.Errorf("Line() after the end = %q, %v, want ErrGone", line, err)
	}
}

func TestCancelled(t *testing.T) {
	e := scripted(t, nil)
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := e.Line(ctx); !errors.Is(err, why) {
		t.Errorf("Line() cancelled = %v, want its cause", err)
	}
}

// A line that is longer than any buffer is cut, and the next one is read.
func TestLongLine(t *testing.T) {
	e := scripted(t, map[string]string{"x": strings.Repeat("y", 1<<20) + "\nbestmove C\n"})
	if err := e.Send(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	line, err := e.Line(t.Context())
	if err != nil || len(line) >= 1<<20 || len(line) < 1<<10 {
		t.Fatalf("of the long line %d bytes are left, %v", len(line), err)
	}
	if a, err := e.Await(t.Context(), nil); err != nil || a.Move != "C" {
		t.Errorf("after the long line: %+v, %v", a, err)
	}
}

func TestParseInfo(t *testing.T) {
	tests := []struct {
		text string
		want client.Info
		ok   bool
	}{
		{
			"depth 12 multipv 2 score cp -600 lowerbound nodes 5 nps 6 time 7 hashfull 8 tbhits 9 pv CaDd string exact value -6",
			client.Info{
				Depth: 12, MultiPV: 2, Score: -600, Bound: client.LowerBound, Nodes: 5, NPS: 6, Time: 7, Hashfull: 8, TBHits: 9,
				PV: "CaDd", Comment: "exact value -6",
			}, true,
		},
		{"score cp 3 upperbound pv A b C nodes 2", client.Info{Score: 3, Bound: client.UpperBound, PV: "AbC", Nodes: 2}, true},
		{"string score cp 5", client.Info{Comment: "score cp 5"}, false},
		{"depth", client.Info{}, false},
		{"score cp x", client.Info{}, false},
		{"depth -4 time 99999999999999999999 score cp 1", client.Info{Score: 1}, true},
		{"", client.Info{}, false},
	}
	for _, tt := range tests {
		if got, ok := client.ParseInfo(tt.text); got != tt.want || ok != tt.ok {
			t.Errorf("ParseInfo(%q) = %+v, %v, want %+v, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

// Whatever an engine writes, reading it ends, and nothing is made of what is no
// answer.
func FuzzAwait(f *testing.F) {
	f.Add("info depth 1 score cp 5 pv A\nbestmove A ponder b\n")
	f.Add("bestmove\n\r\n\x00")
	f.Fuzz(func(t *testing.T, text string) {
		inRead, inWrite := io.Pipe()
		defer inRead.Close()
		e := client.Connect(inWrite, strings.NewReader(text))
		defer e.Close()
		a, err := e.Await(t.Context(), nil)
		if said := strings.Contains(text, "bestmove"); err == nil && !said {
			t.Errorf("an answer %+v without a bestmove", a)
		}
		if strings.ContainsAny(a.Move+a.Ponder, " \t\r\n") {
			t.Errorf("a move with a blank in it: %+v", a)
		}
	})
}
