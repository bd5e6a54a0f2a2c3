package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// TestAnalyzeBatchLines answers every line in its place, bad ones and finished
// games among them.
func TestAnalyzeBatchLines(t *testing.T) {
	const input = "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\n\nbad\r\n4-4-4-4-4-0-0-0-0-0-0-0-25-3-S\n0-0-0-0-0-0-0-0-0-1-1-0-N"
	got := run(t, "analyze - --threads 2 --hash 8MiB", input)
	want := []string{
		`"position":"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S","seeds":2,"status":"exact","value":2,`,
		`{"error":"not a position: it is empty; right is 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S","line":2}`,
		`"line":3}`,
		`"termination":"majority"}`,
		`"position":"0-0-0-0-0-0-0-0-0-1-1-0-N","seeds":2,"status":"exact","value":2,`,
	}
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines:\n%s", len(lines), got.out)
	}
	for i, line := range lines {
		if !json.Valid([]byte(line)) || !strings.Contains(line, want[i]) {
			t.Errorf("line %d: %s\nwant %s", i+1, line, want[i])
		}
	}
	if got.status != statusFailed || got.errOut != "ayosolve: 2 of 5 lines were bad\n" {
		t.Errorf("status %d, %s", got.status, got.errOut)
	}
	if got := run(t, "analyze -", ""); got != (ended{statusDone, "", ""}) {
		t.Errorf("no input: %+v", got)
	}
}

// TestAnalyzeBatchFlushes answers a line before it gets the next.
func TestAnalyzeBatchFlushes(t *testing.T) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- executeWith(t.Context(), smallTables, []string{"analyze", "-", "--hash", "8MiB"}, inRead, outWrite, io.Discard)
		outWrite.Close()
	}()
	answers := bufio.NewReader(outRead)
	for range 5 {
		if _, err := io.WriteString(inWrite, "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\n"); err != nil {
			t.Fatal(err)
		}
		if line, err := answers.ReadString('\n'); err != nil || !json.Valid([]byte(line)) {
			t.Fatalf("%q, %v", line, err)
		}
	}
	inWrite.Close()
	if status := <-done; status != statusDone {
		t.Errorf("status %d", status)
	}
}

// TestAnalyzeInterrupted cancels at different times and gets an answer each time.
func TestAnalyzeInterrupted(t *testing.T) {
	never := func(ctx context.Context, _ place, _ int, line *statusLine) (openedTables, error) {
		line.say("building")
		<-ctx.Done()
		time.Sleep(200 * time.Millisecond) // longer than anybody waits
		line.say("still building")
		return openedTables{}, ctx.Err()
	}
	analyzed(t, "0-0-0-0-1-1-0-0-0-0-0-0 --rules oware") // builds the tables
	for _, test := range []struct {
		name   string
		open   tableOpener
		errOut string
		seeds  int // of the tables
	}{
		{"search", smallTables, "", smallSeedsOther},
		{"tables", never, "building\n", -1},
	} {
		for _, wait := range []time.Duration{0, 30 * time.Millisecond} {
			ctx, cancel := context.WithCancel(t.Context())
			begin := time.Now()
			time.AfterFunc(wait, cancel)
			var out, errOut bytes.Buffer
			status := executeWith(ctx, test.open, []string{"analyze", "--rules", "oware", "--json", "--hash", "8MiB"}, nil, &out, &errOut)
			late := time.Since(begin) - wait
			a := parseAnswer(t, out.String())
			if status != statusDone || a.Stopped != "interrupt" || a.Status == "exact" || len(a.Moves) != 6 || late > time.Second {
				t.Errorf("%s, %v: %d, %+v", test.name, wait, status, a)
			}
			if wait > 0 && (errOut.String() != test.errOut || a.Tables.MaxSeeds != test.seeds) {
				t.Errorf("%s: tables to %d, %q", test.name, a.Tables.MaxSeeds, errOut.String())
			}
			cancel()
		}
	}
}

// TestAnalyzeBatchInterrupted cancels while two lines are worked on, and gets what is
// known of them.
func TestAnalyzeBatchInterrupted(t *testing.T) {
	analyzed(t, "0-0-0-0-1-1-0-0-0-0-0-0 --rules oware") // builds the tables
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	inRead, inWrite := io.Pipe()
	var out, errOut bytes.Buffer
	done := make(chan int, 1)
	go func() {
		done <- executeWith(ctx, smallTables, []string{"analyze", "-", "--rules", "oware", "--threads", "2", "--hash", "8MiB"}, inRead, &out, &errOut)
	}()
	if _, err := io.WriteString(inWrite, "start\nstart\n"); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(200*time.Millisecond, cancel)
	if status := <-done; status != statusFailed || errOut.String() != "ayosolve: interrupted\n" {
		t.Errorf("status %d, %q", status, errOut.String())
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) > 2 {
		t.Fatalf("%d lines: %s", len(lines), out.String())
	}
	for _, line := range lines {
		if a := parseAnswer(t, line); a.Stopped != "interrupt" || len(a.Moves) != 6 {
			t.Errorf("%+v", a)
		}
	}
}

// TestAnalyzeInterruptSignal sends the signal of Ctrl-C to a search that would
// take for ever.
func TestAnalyzeInterruptSignal(t *testing.T) {
	var out, errOut bytes.Buffer
	cmd := command(t, "analyze", "--rules", "oware", "--json", "--hash", "8MiB")
	// The race detector would wait for a second at the end.
	cmd.Env = append(os.Environ(), "AYOSOLVE_TABLES="+t.TempDir(), "GORACE=atexit_sleep_ms=0")
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	err := interrupt(t, cmd)
	if a := parseAnswer(t, out.String()); err != nil || a.Stopped != "interrupt" {
		t.Errorf("%v, %+v, %s", err, a, errOut.String())
	}
}

// TestAnalyzeTablesFail passes on what is wrong with the tables.
func TestAnalyzeTablesFail(t *testing.T) {
	broken := errors.New("the tables\nare broken")
	open := func(context.Context, place, int, *statusLine) (openedTables, error) { return openedTables{}, broken }
	for _, args := range [][]string{{"analyze"}, {"analyze", "-"}} {
		var out, errOut bytes.Buffer
		status := executeWith(t.Context(), open, args, strings.NewReader("start\n"), &out, &errOut)
		if status != statusFailed || out.Len() > 0 || errOut.String() != "ayosolve: the tables\\nare broken\n" {
			t.Errorf("%v: %d, %q, %q", args, status, out.String(), errOut.String())
		}
	}
	// A game that is over needs none.
	var out, errOut bytes.Buffer
	if status := executeWith(t.Context(), open, []string{"analyze", "4-4-4-4-4-0-0-0-0-0-0-0-25-3-S"}, nil, &out, &errOut); status != statusDone || errOut.Len() > 0 {
		t.Errorf("%d, %q", status, errOut.String())
	}
}
