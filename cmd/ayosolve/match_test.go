package main

import (
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/match"
)

// What --clock takes.
func TestClockFlag(t *testing.T) {
	for text, want := range map[string]string{
		"60s+1s": "1m0s+1s", "5m": "5m0s+0s", "1s+0": "1s+0s", "1s+0s": "1s+0s",
		"": "", "5": "", "1s+": "", "+1s": "", "-1s+1s": "", "1s+-1s": "", "1s+1s+1s": "",
	} {
		var c clockFlag
		err := c.Set(text)
		if c.String() != want || (err == nil) != (want != "") {
			t.Errorf("--clock %q = %q, %v, want %q", text, c.String(), err, want)
		}
	}
}

// What an ENGINE is started as.
func TestMatchCommand(t *testing.T) {
	rules, err := newRulesFlags().rules()
	if err != nil {
		t.Fatal(err)
	}
	o := matchOptions{place: place{rules: rules, dir: "/t", threads: 4}, concurrency: 2}
	for engine, want := range map[string]string{
		"ayosolve":              "ayosolve uci --rules ayoayo --repetition split --threads 2 --tables /t",
		"ayosolve --hash 1GiB":  "ayosolve uci --rules ayoayo --repetition split --threads 2 --tables /t --hash 1GiB",
		"ayosolve uci --hash 8": "ayosolve uci --rules ayoayo --repetition split --threads 2 --tables /t --hash 8",
		"java -jar 'A b.jar'":   "java -jar A b.jar",
		"./ayosolve uci":        "./ayosolve uci",
	} {
		got, err := o.command(engine)
		if err != nil || strings.Join(got.Args, " ") != want {
			t.Errorf("%s is started as %q, %v, want %q", engine, got.Args, err, want)
		}
	}
	o.concurrency = 16
	if got, err := o.command("ayosolve"); err != nil || !strings.Contains(strings.Join(got.Args, " "), "--threads 1 ") {
		t.Errorf("with more games than threads it is started as %q, %v", got.Args, err)
	}
}

// A report without any game can be written.
func TestMatchEmptyReport(t *testing.T) {
	rules, _ := newRulesFlags().rules()
	o := matchOptions{place: place{rules: rules}, games: 4, control: match.Control{Nodes: 5}, width: 80}
	for _, o.json = range []bool{false, true} {
		var out strings.Builder
		if err := o.write(&out, match.Report{Names: [2]string{"a", "b"}}); err != nil || out.Len() == 0 {
			t.Errorf("an empty report: %v, %q", err, out.String())
		}
	}
}
