package main

import (
	"strings"
	"testing"
	"time"
)

// TestAnalyzeUsageErrors has command lines that are refused with one line that
// shows a right example.
func TestAnalyzeUsageErrors(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--hash 0", "; right is ayosolve analyze --hash 256MiB"},
		{"--hash -1", "--hash \"-1\" is not a "},
		{"--hash=", "--hash \"\" is not a "},
		{"--hash 1023KiB", "--hash is too small, at least 1.00 MiB is needed; right is ayosolve analyze --hash 256MiB"},
		{"--hash 1000000TiB", "--hash is too much, this machine can give "},
		{"--hash 99999999999999999999", "; right is ayosolve analyze --hash 256MiB"},
		{"--time 0s", "--time \"0s\" is not more than nothing; right is ayosolve analyze --time 10s"},
		{"--time -1s", "not more than nothing"},
		{"--time 10", "--time \"10\" is not a time with its unit; right is ayosolve analyze --time 10s"},
		{"--nodes 0", "--nodes \"0\" is not a number from 1 on; right is ayosolve analyze --nodes 1000000"},
		{"--nodes -5", "not a number from 1 on"},
		{"--nodes 1e6", "not a number from 1 on"},
		{"--nodes 9223372036854775808", "more than 9223372036854775807"},
		{"--depth 0", "--depth \"0\" is not a number from 1 on; right is ayosolve analyze --depth 40"},
		{"--depth 3000000000", "more than 2147483647"},
		{"--threads 0", "not a number from 1 to 1024; right is ayosolve analyze"},
		{"--threads -2", "not a number from 1 to 1024"},
		{"--threads 1025", "not a number from 1 to 1024"},
		{"- --moves F", "--moves goes with one position, not with -; right is ayosolve analyze start --moves FaAb"},
		{"start start", `"start" is one argument too many for analyze; right is ayosolve analyze`},
		{"4-4-4", "not a position: it has 3 numbers"},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0", "the side to move, is missing"},
		{"4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "sum to 47 seeds"},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-x", "is not the side to move"},
		{"start --moves FF", "not a legal move: move 2, F, is South's pit"},
		{"0-0-0-0-1-1-0-0-0-0-0-0-23-23-S --moves E --rules oware", "not a legal move: move 1, E: it leaves North no seed"},
	} {
		got := run(t, "analyze "+test.args, "start\n")
		if got.status != statusUsage || got.out != "" || !strings.Contains(got.errOut, test.want) {
			t.Errorf("analyze %s:\n got %+v\nwant %s", test.args, got, test.want)
		}
		checkOneLine(t, got.errOut)
	}
}

// TestAnalyzeFlagsReachSearch has limits that a search must run into.
func TestAnalyzeFlagsReachSearch(t *testing.T) {
	for _, test := range []struct{ line, stopped string }{
		{"--rules oware --nodes 1000", "nodes"},
		{"--rules oware --time 30ms", "time"},
		{"--rules oware --depth 3", "depth"},
		{"--threads 1 --rules oware --nodes 1000", "nodes"},
	} {
		a := analyzed(t, test.line)
		if a.Stopped != test.stopped || a.Status != "estimate" || a.Value == nil || a.Final != nil {
			t.Errorf("%s: %+v", test.line, a)
		}
		if strings.Contains(test.line, "--threads 1") && a.Threads != 1 {
			t.Errorf("%s: %d threads", test.line, a.Threads)
		}
	}
}

func TestSpan(t *testing.T) {
	var s span
	if err := s.Set("1m30s"); err != nil || time.Duration(s) != 90*time.Second || s.String() != "1m30s" {
		t.Errorf("%v, %v", &s, err)
	}
}

// TestThreadsEverywhere passes --threads to the other verbs.
func TestThreadsEverywhere(t *testing.T) {
	if got := run(t, "perft 3 --threads 3 --json", ""); got.status != statusDone || !strings.Contains(got.out, `"threads":3,`) {
		t.Errorf("%+v", got)
	}
	if got := run(t, "moves - --threads 3", "start\n"); got.status != statusDone || !strings.Contains(got.out, `"moves":[`) {
		t.Errorf("%+v", got)
	}
}
