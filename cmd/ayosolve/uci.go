package main

import (
	"context"
	"runtime/debug"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/uci"
	"ayosolve/search"

	"github.com/spf13/cobra"
)

// engineAuthor is who made the engine, as it tells front ends.
const engineAuthor = "the ayosolve authors"

func newUCICommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	hash := size{bytes: hashOf(search.DefaultHash, 1), given: true}
	cmd := &cobra.Command{
		Use:   "uci",
		Short: "Speak the protocol of oware front ends",
		Long: `Speak the protocol of oware front ends on standard input and output: the one of
chess (UCI), as the board Auale and the engine Aalina use it. A front end is told
this command, with --rules oware if it can't set options.

Scores are what the player to move will be ahead at the end, in hundredths of a
seed; "string" at the end of an info says whether that is exact, an estimate or a
bound. Options: Rules, Repetition, Threads, Hash, MultiPV, Tables, Ponder. Their
defaults are what the flags say. Tables are opened, and made on the first run, at
isready or the first go. "go perft N" counts paths. What is wrong with a command
is said in "info string error ...".

At the end of its input it finishes the search in hand and ends.`,
		Example: `  ayosolve uci
  ayosolve uci --rules oware --threads 2 --hash 1GiB`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := tables.placeOrNone(rules)
			if err != nil {
				return err
			}
			if err := checkHash(hash.bytes, "ayosolve uci"); err != nil {
				return err
			}
			build, _ := debug.ReadBuildInfo()
			return uci.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), uci.Config{
				Name: "ayosolve " + versionOf(build).Version, Author: engineAuthor,
				Rules: p.rules, Tables: p.dir, Threads: p.threads,
				Hash: int64(hash.bytes), MaxHash: int64(mostHash()),
				Open: engineTables(open), Count: countPaths,
			})
		},
	}
	cmd.Flags().Var(&hash, "hash", "most memory of the transposition table, such as 1GiB")
	withExample(cmd.Flags(), "hash", "256MiB")
	return cmd
}

// engineTables opens tables for an engine as for any other search, and says what it
// would show.
func engineTables(open tableOpener) uci.Opener {
	return func(ctx context.Context, r bitboard.Rules, folder string, threads int, say func(string)) (uci.Tables, error) {
		line := newStatusLine(lineWriter(say))
		t, err := openSoon(ctx, open, place{rules: r, dir: folder, threads: threads}, bitboard.MaxSeeds, line)
		if err != nil {
			return uci.Tables{}, err
		}
		return uci.Tables{Prober: t.Prober, Close: t.close}, nil
	}
}

// lineWriter hands what is written to it, in whole lines, to a function.
type lineWriter func(line string)

// Write never fails.
func (w lineWriter) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		w(strings.TrimSuffix(line, "\n"))
	}
	return len(text), nil
}
