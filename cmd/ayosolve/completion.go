package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completionUse returns, as examples, how the script of a shell is used: for the
// shells to come, and for the one in hand.
func completionUse(shell string) string {
	switch shell {
	case "bash":
		return `  ayosolve completion bash > /etc/bash_completion.d/ayosolve
  source <(ayosolve completion bash)`
	case "zsh":
		return `  ayosolve completion zsh > "${fpath[1]}/_ayosolve"
  source <(ayosolve completion zsh)`
	case "fish":
		return `  ayosolve completion fish > ~/.config/fish/completions/ayosolve.fish
  ayosolve completion fish | source`
	default:
		return `  ayosolve completion powershell >> $PROFILE
  ayosolve completion powershell | Out-String | Invoke-Expression`
	}
}

// addCompletion adds cobra's completion, which keeps the output that root has at
// that time, gives it help like that of the other verbs, and makes it fail for a
// shell it does not know.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	completion.Short = "Write the script that lets a shell complete a line"
	completion.Long = `Write the script that lets a shell complete the verbs of ayosolve, their flags and
the words that some flags take. In bash it needs the package bash-completion; in zsh,
compinit has to be called.`
	completion.Example = "  ayosolve completion bash\n  ayosolve help completion zsh"
	completion.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef(firstExample(cmd), "%s is not a shell it knows", quoted(args[0]))
		}
		return nil
	}
	completion.RunE = func(cmd *cobra.Command, _ []string) error {
		return usagef(firstExample(cmd), "SHELL is missing")
	}
	for _, shell := range completion.Commands() {
		shell.Short = "Write the script for " + shell.Name()
		shell.Long = shell.Short + ". The first example is for all shells to come, the second for the one in hand."
		shell.Example = completionUse(shell.Name())
		shell.Args = takes(0)
	}
}

// completeWords lets flags that take one of some words be completed with them, for a
// verb and those below it. cobra keeps what it is told here for good, so it is for the
// command line of a shell that asks, not for others.
func completeWords(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if c, ok := flag.Value.(*choice); ok {
			_ = cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(c.words, cobra.ShellCompDirectiveNoFileComp))
		}
	})
	for _, verb := range cmd.Commands() {
		completeWords(verb)
	}
}

// asksToComplete reports whether a command line is what a shell sends to learn how
// another one could go on.
func asksToComplete(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}
