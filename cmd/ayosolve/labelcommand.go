package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"ayosolve/cmd/ayosolve/label"
	"ayosolve/cmd/ayosolve/label/fleet"
	"ayosolve/tt"

	"github.com/spf13/cobra"
)

// What a position of "label" may take unless told otherwise. In oware searches are
// longer, and a larger table pays.
const (
	labelNodes     = 10_000_000
	labelHashRelay = 4 << 20
	labelHash      = 64 << 20
	labelChunk     = 256
)

// labelOptions are what "label" is asked for.
type labelOptions struct {
	place
	params label.Params // without tables
	in     string       // for an Input: a file or standardInput
	file   string       // to write, "" if count
	format label.Format
	job    string // folder, "" for one beside the file
	count  bool   // count the positions and label none
	keep   bool   // keep the folder
	force  bool   // write over a file
	json   bool
	fleet  fleetOptions
	open   tableOpener
	line   *statusLine
}

func newLabelCommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	o := labelOptions{open: open}
	var from sourceFlags
	var nodes limit
	var hash size
	var silence span
	chunk := number{least: 1, most: label.MaxChunk, at: labelChunk, shown: true}
	cmd := &cobra.Command{
		Use:   "label [POSITION] --out FILE",
		Short: "Label positions by the million with their exact values",
		Long: `Label positions with their values and the values of all moves, in bulk. The
positions are the lines of a file (--in), or distinct ones after random moves
from POSITION (--random), or all that can come about within so many plies
(--reachable). Each is labelled once; two are the same if pits, stores and side
to move are.

The name of --out says the format: .jsonl, .csv or .parquet. The columns are

  position, rules, repetition
  seeds           on the board
  status          exact, or bounds if --nodes did not suffice
  value           what the player to move nets; null if not exact
  lower, upper    what it is proven to lie between
  outcome         win, draw or loss for the player to move; null if not certain
  final_south, final_north
                  both stores in the end; null if not exact
  termination     majority or no_moves if the game is over, else null
  legal_moves     letters, such as ABDF, or abdf for North
  best_moves      those proven to be worth the value; null if it is not exact
  value_a … value_f
                  of the moves of the mover's pits, from the left, captures
                  included; null if a move is not legal, or not exact
  any_repetition  whether the value holds under any repetition rule; null if not
                  known, as it is without tables with bounds
  nodes           that the search took

In CSV null is an empty field. A Parquet file also has the parameters, the
version of the program and the SHA-256 of the tables as metadata, in names that
begin with ayosolve.

What is done is kept in the folder --job, OUT.job by default, and after an
interrupt the same command goes on. The folder is removed when the file is
there. The same parameters, tables and version give the same bytes, whatever the
threads: each position is searched by one thread that knows nothing of the
others.

With --nats the chunks go to the ayosolve worker processes at a NATS server, on
any machine, and with --listen this process is that server: at PORT for this
machine alone, at HOST:PORT for others too, which takes a --nats-token. The
tables of the workers must be those of --tables; ayosolve tables publish hands
them out. Workers, this command and the server may end and begin again. How far
it is tells ayosolve label status.

A line of --in that is no position is told on standard error and left out, and
makes the exit status 1 in the end. --count only tells how many positions there
are.`,
		Example: `  ` + labelExample + `
  ` + randomExample + `
  ` + reachableExample + `
  ayosolve label --reachable 8 --count
  ayosolve label --in - --out labels.jsonl --rules oware < positions.txt
  ayosolve label --in positions.txt --out labels.csv --nats ` + natsExample + `
  ` + listenExample,
		Args: takes(0, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.placeOrNone(rules); err != nil {
				return err
			}
			o.params.SetRules(o.rules)
			if o.params.Source, err = from.source(cmd, args); err != nil {
				return err
			}
			o.in, o.params.Chunk = from.in, chunk.at
			o.params.Nodes, o.params.Hash = max(nodes.value, 0), int64(hash.bytes)
			if nodes.value == 0 {
				o.params.Nodes = labelNodes
			}
			if !hash.given {
				o.params.Hash = labelHash
				if o.rules.Relay() {
					o.params.Hash = labelHashRelay
				}
			}
			o.fleet.silence = time.Duration(silence)
			o.line = newStatusLine(cmd.ErrOrStderr())
			return runLabel(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	from.register(flags)
	o.fleet.nats.register(flags)
	flags.StringVar(&o.fleet.listen, "listen", "", "be a NATS server for workers at `[HOST:]PORT`")
	flags.Var(&silence, "silence", "hand a chunk on after so much `TIME` without a word (default: 30s)")
	withExample(flags, "silence", "30s")
	flags.StringVar(&o.file, "out", "", "the `FILE` to write: .jsonl, .csv or .parquet")
	flags.StringVar(&o.job, "job", "", "folder `DIR` of what is done (default: OUT.job)")
	flags.BoolVar(&o.keep, "keep", false, "keep that folder")
	flags.BoolVar(&o.force, "force", false, "write over a file that exists")
	flags.BoolVar(&o.count, "count", false, "only tell how many positions there are")
	nodes.bits = 63
	flags.Var(&nodes, "nodes", fmt.Sprintf("give up a search after `N` nodes (default: %d)", labelNodes))
	flags.Var(&hash, "hash", "most memory of a search (default: 4MiB, in oware 64MiB)")
	flags.Var(&chunk, "chunk", "positions to do at a time")
	flags.BoolVar(&o.json, "json", false, "tell in JSON what was done")
	withExample(flags, "nodes", "1000000")
	withExample(flags, "hash", "4MiB")
	withExample(flags, "chunk", "256")
	cmd.AddCommand(newLabelStatusCommand())
	return cmd
}

// validate returns errUsage for options that do not go together.
func (o *labelOptions) validate() error {
	if err := o.validateFleet(); err != nil {
		return err
	}
	if o.count && o.file == "" {
		return o.rules.Validate()
	}
	format, ok := label.FormatOf(o.file)
	switch most := mostHash(); {
	case o.count:
		return usagef("ayosolve label --reachable 8 --count", "--count writes no --out")
	case o.file == "":
		return usagef(labelExample, "--out is missing")
	case !ok:
		return usagef(labelExample, "--out %s does not end in .jsonl, .csv or .parquet", quoted(o.file))
	case o.params.Hash < tt.MinBytes:
		return usagef(labelExample+" --hash 4MiB", "--hash is too small, at least %s is needed", sizeWords(tt.MinBytes))
	case most > 0 && uint64(o.params.Hash) > most/uint64(o.threads):
		return usagef(labelExample+" --hash "+sizeFlag(hashOf(4<<20, o.threads)), "--hash is too much for %d threads, this machine can give %s", o.threads, sizeWords(most))
	}
	o.format = format
	if o.job == "" {
		o.job = o.file + ".job"
	}
	if err := mayWrite(o.file, o.force, ""); err != nil {
		return err
	}
	return o.rules.Validate()
}

// runLabel labels positions.
func runLabel(ctx context.Context, in io.Reader, out, errOut io.Writer, o labelOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.in != "" && o.in != standardInput {
		f, err := os.Open(o.in)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	build, _ := debug.ReadBuildInfo()
	o.params.Version = labelVersion(versionOf(build))
	defer o.line.close()
	run := &labelRun{labelOptions: o, errOut: errOut, began: time.Now()}
	if o.count {
		return run.countPositions(ctx, in, out)
	}
	t, err := run.chooseTables(ctx)
	if err != nil {
		return err
	}
	err = interruptible(ctx, func(ctx context.Context) error {
		defer t.close()
		return run.do(ctx, in, t)
	})
	if err != nil {
		return run.explain(ctx, err)
	}
	return run.tell(out)
}

// labelVersion returns what tells one version of the program from another.
func labelVersion(info versionInfo) string {
	if info.Commit != unknown {
		return info.Commit
	}
	return info.Version
}

// explain words an error, and says after an interrupt what to do.
func (l *labelRun) explain(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil && l.opened:
		l.line.close()
		fmt.Fprintf(l.errOut, "ayosolve: what is done is in %s; the same command goes on\n", l.labelOptions.job)
		return err
	case errors.Is(err, label.ErrParams):
		return usagef(randomExample, "%s", err)
	case errors.Is(err, label.ErrOtherJob):
		return advisedError{err.Error() + "; remove that folder to begin anew, or name another one with --job", err}
	case errors.Is(err, label.ErrNoJob):
		return advisedError{err.Error() + "; name another one with --job", err}
	case errors.Is(err, fleet.ErrFailed), errors.Is(err, fleet.ErrLost):
		return advisedError{err.Error() + "; the same command tries again", err}
	case errors.Is(err, label.ErrDamaged):
		return advisedError{err.Error() + "; the same command labels it anew", err}
	}
	return err
}
