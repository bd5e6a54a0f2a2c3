package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// unstable is what differs from run to run and machine to machine: a main line
// where several are best, and what an answer took.
var unstable = regexp.MustCompile(`(?m)^([ *] [A-Fa-f] .*\d  )[A-Fa-f]+…?$|^\d+\.\d\d s, [^$]*?threads?\n|^It took .*\n|^(time|rate|threads) .*\n`)

// slowLayer is what a build says of a layer that has taken more than a second, as it may
// on a machine that has other things to do.
var slowLayer = regexp.MustCompile(`(?m)^layer \d+ done: .*\n`)

// TestReadme runs the commands of the README and compares what they print with
// what it shows.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("COLUMNS", "80")
	t.Chdir(t.TempDir()) // some write files, and one reads the record that is shown
	if record := regexp.MustCompile("(?s)```ogn\n(.*?)```").FindStringSubmatch(string(text)); record != nil {
		if err := os.WriteFile("game.ogn", []byte(record[1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ran := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		for example := range strings.SplitSeq(strings.TrimPrefix(block[1], "$ "), "\n$ ") {
			line, want, _ := strings.Cut(example, "\n")
			args, ok := strings.CutPrefix(line, "ayosolve ")
			if !ok {
				args, ok = strings.CutPrefix(line, "go run ./cmd/ayosolve ")
			}
			if !ok {
				if line != "go test ./..." {
					t.Errorf("nothing tests %s", line)
				}
				continue
			}
			if testing.Short() && args == "analyze" {
				continue
			}
			ran++
			got := run(t, args, "")
			said := slowLayer.ReplaceAllString(got.errOut, "")
			if got.status != statusDone || said != "" {
				t.Errorf("%s: %+v", line, got)
			}
			if want = strings.TrimRight(unstable.ReplaceAllString(want+"\n", "$1"), "\n"); want == "" {
				continue
			}
			if out := strings.TrimRight(unstable.ReplaceAllString(got.out, "$1"), "\n"); out != want {
				t.Errorf("%s:\n%s\nin the README:\n%s", line, out, want)
			}
		}
	}
	if ran < 4 {
		t.Errorf("%d commands of the README were run", ran)
	}
}
