package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

func TestHelp(t *testing.T) {
	for _, line := range []string{"--help", "help", "moves --help", "help perft", "version -h"} {
		got := run(t, line, "")
		if got.status != statusDone || got.errOut != "" || !strings.Contains(got.out, "Usage:") || !strings.Contains(got.out, "Examples:") {
			t.Errorf("%s: %+v", line, got)
		}
	}
	if a, b := run(t, "moves --help", ""), run(t, "help moves", ""); a != b {
		t.Errorf("moves --help and help moves differ:\n%s\n%s", a.out, b.out)
	}
}

// TestHelpWidth looks at the help of every verb, in wide and narrow lines. Examples
// are as long as they are, and no word is broken.
func TestHelpWidth(t *testing.T) {
	t.Setenv(tablesVariable, "tables") // shown as a default
	root, _ := newRoot(smallTables)
	addCompletion(root)
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		if cmd.Long == "" || cmd.Example == "" {
			t.Errorf("%s has no description or no example", cmd.CommandPath())
		}
		for _, width := range []int{80, 40} {
			var text bytes.Buffer
			writeHelp(&text, cmd, width)
			head, rest, _ := strings.Cut(text.String(), "\nExamples:\n")
			examples, tail, _ := strings.Cut(rest, "\n\n")
			for line := range strings.Lines(head + "\n" + tail) {
				line = strings.TrimSuffix(line, "\n")
				kept := !strings.Contains(line, " ") || width < 80 && strings.HasPrefix(line, "  ") && strings.Contains(cmd.Long, line)
				if wide := utf8.RuneCountInString(line) > width; wide && !kept || strings.HasSuffix(line, " ") {
					t.Errorf("%s at %d columns: %q", cmd.CommandPath(), width, line)
				}
			}
			for line := range strings.Lines(examples) {
				if len(strings.TrimSpace(line)) > 80 {
					t.Errorf("%s: long example %q", cmd.CommandPath(), line)
				}
			}
		}
		for _, verb := range cmd.Commands() {
			look(verb)
		}
	}
	look(root)
}

// TestCompletion asks as a shell does.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"__complete ana":               "analyze\tFind",
		"__complete moves --rules owa": "oware\noware-illegal\n",
		"__complete tables v":          "verify\tCheck",
		"completion bash":              "__start_ayosolve",
		"completion zsh":               "#compdef ayosolve",
		"completion fish":              "complete -c ayosolve",
		"completion powershell":        "Register-ArgumentCompleter",
	} {
		if got := run(t, line, ""); got.status != statusDone || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v, want %q", line, got, want)
		}
	}
}

func TestWrapText(t *testing.T) {
	got := wrapText("one two\nthree\n\n  a  b\nc\n\nfour five", 9)
	if want := "one two\nthree\n\n  a  b\nc\n\nfour five\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := hang("x", "one two three", 10), "  x one\n    two\n    three\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
