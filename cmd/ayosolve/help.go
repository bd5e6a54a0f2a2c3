package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"ayosolve/cmd/ayosolve/textwrap"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// showHelp is what --help after a verb does, and the verb help: help, wrapped to the
// width of out, or an error about arguments that should have been a verb.
func showHelp(cmd *cobra.Command) error {
	if args := cmd.Flags().Args(); len(args) > 0 && cmd.HasAvailableSubCommands() {
		if err := cmd.ValidateArgs(args); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	out := cmd.OutOrStdout()
	writeHelp(&text, cmd, columns(out))
	_, err := out.Write(text.Bytes())
	return err
}

// helpInset is how far what stands under a heading is set in.
const helpInset = 2

// writeHelp writes what a verb does, how it is called, examples, the verbs below it
// and its flags. Running text, and what flags mean, is wrapped to width columns; what
// the author has set in stays as it is.
func writeHelp(w *bytes.Buffer, cmd *cobra.Command, width int) {
	w.WriteString(wrapText(cmd.Long, width))
	w.WriteString("\nUsage:\n")
	if !cmd.HasAvailableSubCommands() || cmd.Use != cmd.Name() {
		w.WriteString(hang("", cmd.UseLine(), width))
	}
	if cmd.HasAvailableSubCommands() {
		w.WriteString(hang("", cmd.CommandPath()+" VERB [flags]", width))
	}
	w.WriteString("\nExamples:\n" + strings.TrimRight(cmd.Example, "\n") + "\n")
	if cmd.HasAvailableSubCommands() {
		w.WriteString("\nVerbs:\n")
		for _, verb := range cmd.Commands() {
			if verb.IsAvailableCommand() || verb.Name() == "help" {
				w.WriteString(hang(fmt.Sprintf("%-*s", cmd.Commands()[0].NamePadding(), verb.Name()), verb.Short, width))
			}
		}
	}
	for _, flags := range []struct {
		heading string
		set     *pflag.FlagSet
	}{{"Flags", cmd.LocalFlags()}, {"Global flags", cmd.InheritedFlags()}} {
		if flags.set.HasAvailableFlags() {
			fmt.Fprintf(w, "\n%s:\n", flags.heading)
			for line := range strings.Lines(flags.set.FlagUsagesWrapped(width)) {
				w.WriteString(strings.TrimRight(line, " \n") + "\n")
			}
		}
	}
	if cmd.HasAvailableSubCommands() {
		w.WriteString("\n" + wrapText("More about a verb: "+cmd.Root().Name()+" help "+strings.TrimSpace(belowRoot(cmd)+" VERB"), width))
	}
}

// belowRoot returns the names that lead from the root to a verb.
func belowRoot(cmd *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
}

// wrapText wraps the paragraphs of a text, which empty lines part. One with a line
// that is set in stays as it is.
func wrapText(text string, width int) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		if strings.HasPrefix(p, " ") || strings.Contains(p, "\n ") {
			paragraphs[i] = p + "\n"
		} else {
			paragraphs[i] = textwrap.Lines(strings.Fields(p), width)
		}
	}
	return strings.Join(paragraphs, "\n")
}

// hang returns a line that begins with a word, set in. Where the line is too long it
// goes on below the text after the word.
func hang(word, text string, width int) string {
	start := strings.Repeat(" ", helpInset) + word
	if word != "" {
		start += " "
	}
	inset := utf8.RuneCountInString(start)
	lines := strings.TrimSuffix(textwrap.Lines(strings.Fields(text), width-inset), "\n")
	return start + strings.ReplaceAll(lines, "\n", "\n"+strings.Repeat(" ", inset)) + "\n"
}
