package main

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

func TestUsageErrors(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"", "the verb is missing, ayosolve --help lists them; right is ayosolve analyze"},
		{"foo", `"foo" is not a verb; right is ayosolve analyze`},
		{"perfd 3", `"perfd" is not a verb; right is ayosolve perft 8`},
		{"--foo", "unknown flag: --foo; right is ayosolve analyze"},
		{"moves --foo", "unknown flag: --foo; right is ayosolve moves start"},
		{"moves -x", "unknown shorthand flag: 'x' in -x; right is ayosolve moves start"},
		{"moves start start", `"start" is one argument too many for moves; right is ayosolve moves start`},
		{"moves --moves", "flag needs an argument: --moves; right is ayosolve moves start"},
		{"moves - --moves F", "--moves goes with one position, not with -; right is ayosolve moves start --moves FaAb"},
		{"moves x", `not a position: "x" is neither the word start nor numbers joined by -; right is 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`},
		{"moves start --moves FF", "not a legal move: move 2, F, is South's pit and North moves; right is a to f"},
		{"perft", "DEPTH is missing; right is ayosolve perft 8"},
		{"perft 2 start 3", `"3" is one argument too many for perft; right is ayosolve perft 8`},
		{"perft -1", "unknown shorthand flag: '1' in -1; right is ayosolve perft 8"},
		{"version 2", `"2" is one argument too many for version; right is ayosolve version`},
		{"help foo", `"foo" is not a verb; right is ayosolve help analyze`},
		{"completion tcl", `"tcl" is not a shell it knows; right is ayosolve completion bash`},
		{"completion", "SHELL is missing; right is ayosolve completion bash"},
		{"completion bash x", `"x" is one argument too many for bash; right is ayosolve completion bash > /etc/bash_completion.d/ayosolve`},
		{"foo --help", `"foo" is not a verb; right is ayosolve analyze`},
		{"tables foo -h", `"foo" is not a verb; right is ayosolve tables info`},
		{"completion tcl --help", `"tcl" is not a shell it knows; right is ayosolve completion bash`},
		{"moves --rules chess", `--rules "chess" is not one of ayoayo, ayoayo-owner, ayoayo-left, ayoayo-pratt, oware, oware-illegal, oware-capture, oware-leave-last, oware-leave-first, awari; right is ayosolve moves start --rules oware`},
		{"perft 2 --grand-slam no", `--grand-slam "no" is not one of nocapture, illegal, capture, leave-last, leave-first; right is ayosolve perft 8 --grand-slam illegal --rules oware`},
	} {
		got := run(t, test.line, "")
		if want := (ended{statusUsage, "", "ayosolve: " + test.want + "\n"}); got != want {
			t.Errorf("ayosolve %s:\n got %+v\nwant %+v", test.line, got, want)
		}
	}
}

// TestUsageErrorsOneLine has arguments that would spoil the line.
func TestUsageErrorsOneLine(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, args := range [][]string{
		{"a\nb"}, {"--a\nb"}, {"moves", "a\r\nb"}, {"moves", "--rules", "a\nb"}, {"moves", "--moves", "\n\x1bF\n"}, {"perft", "1\n"},
		{long}, {"--" + long}, {"moves", long}, {"moves", "--moves", long}, {"perft", long}, {"--rules", long, "moves"}, {"help", long},
	} {
		got := runArgs(t.Context(), args, strings.NewReader(""))
		if got.status != statusUsage || got.out != "" {
			t.Errorf("%.40q: %.400v", args, got)
		}
		checkOneLine(t, got.errOut)
	}
}

// checkOneLine fails unless text is one short line with an example.
func checkOneLine(t *testing.T, text string) {
	t.Helper()
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") || len(text) > 600 ||
		!strings.HasPrefix(text, "ayosolve: ") || !strings.Contains(text, exampleMark) {
		t.Errorf("not one line with an example: %.700q", text)
	}
}

// TestExamples runs what the help texts show.
func TestExamples(t *testing.T) {
	t.Setenv(tablesVariable, t.TempDir())
	t.Chdir(t.TempDir())
	for _, line := range []string{"build --seeds 8", "prove --out start.proof"} { // what examples need
		if got := run(t, line, ""); got.status != statusDone {
			t.Fatalf("%+v", got)
		}
	}
	for name, text := range map[string]string{"game.ogn": hasty, "positions.txt": "start\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	inputs := map[string]string{"annotate": hasty, "play": "board\nquit\n"} // by verb, in place of a position
	root, _ := newRoot(smallTables)
	for _, verb := range append(root.Commands(), root) {
		if verb.Example == "" {
			t.Errorf("%s has no example", verb.Name())
		}
		for line := range strings.Lines(verb.Example) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " <")
			args, ok := strings.CutPrefix(line, "ayosolve ")
			if !ok {
				t.Errorf("%s: example %q", verb.Name(), line)
			}
			if verb.Name() == "build" && !strings.Contains(args, "--plan") {
				continue // it takes long and shows progress
			}
			if verb.Name() == "serve" || strings.Contains(args, "--nats") || strings.Contains(args, "--listen") {
				continue // it goes on until it is interrupted, or waits for others; its own tests run it
			}
			if verb.Name() == "match" {
				continue // the other engines are not there; its script runs it
			}
			if verb.Name() == "prove" {
				args += " --force"
			}
			if verb.Name() == "label" {
				args += " --force --nodes 64"
			}
			if testing.Short() && verb.Name() == "analyze" {
				args += " --nodes 1000"
			}
			if got := run(t, args, cmp.Or(inputs[verb.Name()], "start\n")); got.status != statusDone || got.out == "" || got.errOut != "" {
				t.Errorf("%s: %+v", line, got)
			}
		}
	}
}

// TestReaderGone starts the command with nobody to read its output.
func TestReaderGone(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var errOut bytes.Buffer
	cmd := command(t, "moves", "-")
	cmd.Stdin = strings.NewReader(strings.Repeat("start\n", 20_000))
	cmd.Stdout, cmd.Stderr = w, &errOut
	r.Close()
	err = cmd.Run()
	w.Close()
	if err == nil || errOut.Len() > 0 {
		t.Errorf("error %v, standard error %q", err, errOut.String())
	}
}

// TestInterrupt sends the signal of Ctrl-C to a count that would take for ever.
func TestInterrupt(t *testing.T) {
	var out, errOut bytes.Buffer
	cmd := command(t, "perft", "30")
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	_ = interrupt(t, cmd)
	if cmd.ProcessState.ExitCode() != statusFailed || errOut.String() != "ayosolve: interrupted\n" || !strings.Contains(out.String(), "not all") {
		t.Errorf("%v, output %q, standard error %q", cmd.ProcessState, out.String(), errOut.String())
	}
}

// FuzzCommandLine runs any arguments, one a line, on any input.
func FuzzCommandLine(f *testing.F) {
	for _, args := range []string{
		"moves", "moves\nstart\n--moves\nFaAb\n--json", "perft\n3\n--divide", "perft\n3\nstart\n--json", "version\n--json",
		"--rules\noware\nmoves\n-", "moves\n-\n--rules=awari", "help\nmoves", "completion\nbash", "moves\n--grand-slam\nillegal", "analyze\n--json\n--nodes\n10\n--hash\n1MiB", "analyze\n-\n--time=1ms", "analyze\n--threads\n0", "-h", "--\nmoves",
	} {
		f.Add(args, "start\n4-4-4-4-4-4-4-4-4-4-4-4\r\n\nbad")
	}
	f.Fuzz(func(t *testing.T, args, input string) {
		if strings.Contains(args, "__complete") {
			return // what the shells call, it has its own ways
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		got := runArgs(ctx, strings.Split(args, "\n"), strings.NewReader(input))
		switch got.status {
		case statusDone:
			if got.errOut != "" {
				t.Fatalf("%q: standard error %q", args, got.errOut)
			}
		case statusFailed:
			if strings.Count(got.errOut, "\n") != 1 {
				t.Fatalf("%q: standard error %q", args, got.errOut)
			}
		case statusUsage:
			if got.out != "" {
				t.Fatalf("%q: output %q", args, got.out)
			}
			checkOneLine(t, got.errOut)
		default:
			t.Fatalf("%q: status %d", args, got.status)
		}
	})
}
