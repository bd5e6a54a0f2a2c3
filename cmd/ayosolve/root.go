package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// execute runs one command line and returns its exit status. Anything wrong is
// one line on errOut. It returns as soon as ctx is cancelled.
func execute(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	return executeWith(ctx, openOrBuild, args, in, out, errOut)
}

// executeWith is execute with tables from elsewhere for analyses.
func executeWith(ctx context.Context, open tableOpener, args []string, in io.Reader, out, errOut io.Writer) int {
	root, so := newRoot(open)
	root.SetArgs(append([]string{}, args...)) // of nil, cobra would make os.Args
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	addCompletion(root)
	if asksToComplete(args) {
		completeWords(root)
	}
	err := cmp.Or(root.ExecuteContext(ctx), so.help)
	status, line := report(err, so.started)
	if line != "" {
		fmt.Fprintln(errOut, line)
	}
	return status
}

// course is how far a command line has come.
type course struct {
	started bool  // a verb has its flags and arguments and begins to run
	help    error // what went wrong with showing help, which cobra does not return
}

// newRoot builds the command with all its verbs.
func newRoot(open tableOpener) (root *cobra.Command, so *course) {
	so = new(course)
	rules, tables := newRulesFlags(), newTablesFlags()
	root = &cobra.Command{
		Use:   "ayosolve",
		Short: "Solver for the mancala games Ayoayo and oware",
		Long: `ayosolve analyses the mancala games Ayoayo and oware.

A position is the word start, or the seeds of the pits A to F and a to f, both
stores and the side to move joined by -, or pits and side only if the stores do
not matter. Moves are letters, capital for South, small for North.

The exit status is 0 if all went well, 1 if something failed, and 2 for bad
input or usage, which one line on standard error explains.`,
		Example: `  ayosolve analyze
  ayosolve moves start --rules oware
  ayosolve perft 8
  ayosolve help analyze`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noVerb,
		RunE: func(*cobra.Command, []string) error {
			return usagef("ayosolve analyze", "the verb is missing, ayosolve --help lists them")
		},
		PersistentPreRunE: func(*cobra.Command, []string) error {
			_, err := rules.rules()
			so.started = err == nil
			return err
		},
	}
	rules.register(root.PersistentFlags())
	tables.register(root.PersistentFlags())
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { so.help = showHelp(cmd) })
	root.AddCommand(newAnalyzeCommand(rules, tables, open), newMovesCommand(rules, tables), newPerftCommand(rules, tables), newVersionCommand())
	root.AddCommand(newBuildCommand(rules, tables), newTablesCommand(rules, tables), newProbeCommand(rules, tables), newBenchCommand(),
		newProveCommand(rules, tables, open), newCheckCommand(rules, tables, open), newAnnotateCommand(rules, tables, open))
	root.AddCommand(newUCICommand(rules, tables, open), newServeCommand(rules, tables, open),
		newPlayCommand(rules, tables, open), newMatchCommand(rules, tables))
	root.AddCommand(newLabelCommand(rules, tables, open), newWorkerCommand(rules, tables))
	root.SetHelpCommand(newHelpCommand())
	root.SuggestionsMinimumDistance = 2
	return root, so
}

// noVerb refuses arguments that are left when no verb was found.
func noVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	example := firstExample(cmd)
	if close := cmd.SuggestionsFor(args[0]); len(close) > 0 {
		if verb, _, err := cmd.Find(close[:1]); err == nil {
			example = firstExample(verb)
		}
	}
	return usagef(example, "%s is not a verb", quoted(args[0]))
}

// newHelpCommand is cobra's help, but for an unknown verb it fails.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB]",
		Short: "Explain a verb",
		Long:  "Explain a verb, as --help after the verb does.",
		Example: `  ayosolve help analyze
  ayosolve help`,
		RunE: func(cmd *cobra.Command, args []string) error {
			verb, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usagef(firstExample(cmd), "%s is not a verb", quoted(strings.Join(args, " ")))
			}
			verb.InitDefaultHelpFlag()
			return verb.Help()
		},
	}
}

// takes allows the arguments of these names, of which least must be there.
func takes(least int, names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usagef(firstExample(cmd), "%s is missing", names[len(args)])
		case len(args) > len(names):
			return usagef(firstExample(cmd), "%s is one argument too many for %s", quoted(args[len(names)]), cmd.Name())
		}
		return nil
	}
}

// firstExample returns the first example of a command's help, or of the root's.
func firstExample(cmd *cobra.Command) string {
	if cmd.Example == "" {
		cmd = cmd.Root()
	}
	line, _, _ := strings.Cut(cmd.Example, "\n")
	return strings.TrimSpace(line)
}

// argument returns the i-th argument or, if there are fewer, a default.
func argument(args []string, i int, otherwise string) string {
	if i < len(args) {
		return args[i]
	}
	return otherwise
}
