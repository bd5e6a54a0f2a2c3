package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRulesTogether: two sets of rules in one process, by turns, answer what each
// answers in a process of its own.
func TestRulesTogether(t *testing.T) {
	positions := "start\n0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\n1-0-0-0-0-1-1-0-0-0-0-0-22-23-S\n0-1-0-1-2-0-1-0-1-0-2-1\n"
	tables := map[string]string{"ayoayo": testTables(t, "ayoayo", 4, true), "oware": testTables(t, "oware", 4, true)}
	var lines []string
	for _, line := range []string{"moves -", "perft 4 --divide", "probe 0-0-0-1-0-2-0-1-0-0-0-0-22-22-S --json", "probe 1-0-0-0-0-1-0-0-0-0-0-0-23-23-S --json"} {
		for _, rules := range []string{"ayoayo", "oware"} {
			lines = append(lines, line+" --rules "+rules+" --tables "+tables[rules])
		}
	}
	for _, line := range lines {
		cmd := command(t, strings.Fields(line)...)
		cmd.Stdin = strings.NewReader(positions)
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		want := unstable.ReplaceAllString(out.String(), "$1")
		got := run(t, line, positions)
		if text := unstable.ReplaceAllString(got.out, "$1"); text != want || got.status != statusDone {
			t.Errorf("%s:\n%s\nin a process of its own:\n%s", line, text, want)
		}
	}
}

// TestTablesOfOtherRules: tables that lie where those of other rules should be are
// refused.
func TestTablesOfOtherRules(t *testing.T) {
	dir := testTables(t, "oware", 3, true)
	if err := os.Rename(filepath.Join(dir, "oware"), filepath.Join(dir, "ayoayo")); err != nil {
		t.Fatal(err)
	}
	line := "probe 1-0-0-0-0-0-0-0-0-0-0-1 --tables " + dir
	checkFailed(t, line, run(t, line, ""), "oware")
}
