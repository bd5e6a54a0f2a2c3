package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/search"
	"ayosolve/tt"

	"github.com/spf13/cobra"
)

// analyzeOptions are what "analyze" is asked for.
type analyzeOptions struct {
	place
	position string // in notation, or standardInput
	moves    string // letters played from the position before it is analysed
	limits   search.Limits
	json     bool
	hash     uint64 // bytes
	width    int    // columns of the text form
	open     tableOpener
	line     *statusLine
}

func newAnalyzeCommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	o := analyzeOptions{open: open}
	var limits limitFlags
	hash := size{bytes: hashOf(search.DefaultHash, 1), given: true}
	cmd := &cobra.Command{
		Use:   "analyze [POSITION]",
		Short: "Find the exact value of every legal move",
		Long: `Find the exact value of every legal move of a position, start by default. A
value is what the player to move nets, in seeds out of those on the board, under
best play to the end. --moves plays moves first; the value is of the position
they lead to and does not depend on the way there.

The search goes on until every move is exact, but not for more than 10 s, or a
minute in Ayoayo, unless --time or --nodes says so. A limit or Ctrl-C ends it
earlier, with the bounds that are proven by then and an estimate (~) between
them, and the exit status is 0 all the same. --time does not count the time it
takes to make the tables on the first run.

With --json the answer is one line of JSON. A position that is over has no moves
and says why in "termination": majority, no_moves, or repetition if --moves led
to a position twice. "tables" tells up to how many seeds the tables were used,
which is no more than the position has, and -1 if none were needed. "stopped" is
exact, time, nodes, depth, interrupt, or repetition if what is left turns on
positions that come back. A main line plays on to the end, past the 25th seed.

With - for the position, every line of standard input is a position and is
answered by one line of JSON, in order and as soon as it is known. Limits are for
each of them. As many are worked on at once as there are threads, and they share
the memory of --hash. A bad line is answered by {"error":"...","line":N} and
makes the exit status 1 in the end. Ctrl-C answers what is being worked on with
what is known, "stopped" being interrupt, and the exit status is 1.`,
		Example: `  ayosolve analyze
  ayosolve analyze start --moves FaAb --time 10s
  ayosolve analyze 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --json
  ayosolve analyze - --nodes 1000000 < positions.txt`,
		Args: takes(0, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.placeOrNone(rules); err != nil {
				return err
			}
			o.position = argument(args, 0, "start")
			o.limits, o.hash = limits.limits(o.rules.Relay()), hash.bytes
			o.width = columns(cmd.OutOrStdout())
			o.line = newStatusLine(cmd.ErrOrStderr())
			return runAnalyze(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.moves, "moves", "", "play `LETTERS` first, such as FaAb")
	limits.register(flags)
	flags.Var(&hash, "hash", "most memory of the transposition table, such as 1GiB")
	withExample(flags, "hash", "256MiB")
	flags.BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// validate returns errUsage for options that do not go together.
func (o analyzeOptions) validate() error {
	if o.position == standardInput && o.moves != "" {
		return usagef("ayosolve analyze start --moves FaAb", "--moves goes with one position, not with -")
	}
	if err := checkHash(o.hash, "ayosolve analyze"); err != nil {
		return err
	}
	return o.rules.Validate()
}

// runAnalyze analyses a position, or every position of in. Cancelled, it shows
// what is proven by then.
func runAnalyze(ctx context.Context, in io.Reader, out io.Writer, o analyzeOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.position == standardInput {
		return analyzeLines(ctx, in, out, o)
	}
	game, err := playFrom(o.rules, o.position, o.moves)
	if err != nil {
		return err
	}
	found, err := analyzeGame(ctx, game, o)
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(out, found)
	}
	var text bytes.Buffer
	text.WriteString(rulesTitle(o.rules) + game.Position().Draw() + "\n")
	if found.Termination != "" {
		text.WriteString(answer.Ending(game))
	} else {
		analysisText{found}.writeText(&text, game, o)
	}
	_, err = out.Write(text.Bytes())
	return err
}

// analyzeGame analyses the position a game has come to.
func analyzeGame(ctx context.Context, game *bitboard.History, o analyzeOptions) (answer.Analysis, error) {
	if why, over := game.Over(); over {
		a := answer.Over(game, why)
		a.Threads = o.threads
		return a, nil
	}
	o.paged = true
	t, err := openSoon(ctx, o.open, o.place, game.Position().Board.Seeds(), o.line)
	if err != nil && (ctx.Err() == nil || !errors.Is(err, ctx.Err())) {
		return answer.Analysis{}, err
	}
	maxSeeds := -1 // interrupted while they were made, there is an answer without them
	if err == nil {
		defer t.close()
		maxSeeds = t.reach
	}
	solver, err := search.New(o.rules, t.Prober, search.Options{Threads: o.threads, Hash: int64(o.hash)})
	if err != nil {
		return answer.Analysis{}, err
	}
	var last atomic.Pointer[search.Result]
	stop := keepShowing(o.line, func(elapsed time.Duration) []string { return searchTexts(last.Load(), elapsed) })
	defer stop()
	r, err := solver.Analyze(ctx, game.Position().Board, o.limits, func(r *search.Result) { last.Store(r) })
	if err != nil {
		return answer.Analysis{}, advise(err)
	}
	return answer.Result(game, r, maxSeeds), nil
}

// analyzeLines answers every line of in. Positions are independent of each other,
// so each is left to one thread: none ever waits for another.
func analyzeLines(ctx context.Context, in io.Reader, out io.Writer, o analyzeOptions) error {
	t, err := openSoon(ctx, o.open, o.place, bitboard.MaxSeeds, o.line)
	if err != nil {
		return err
	}
	defer t.close()
	idle := make(chan *search.Solver, o.threads)
	options := search.Options{Threads: 1, Hash: max(int64(o.hash)/int64(o.threads), tt.MinBytes)}
	for range o.threads {
		solver, err := search.New(o.rules, t.Prober, options)
		if err != nil {
			return err
		}
		idle <- solver
	}
	var answered atomic.Uint64
	b := batch{workers: o.threads, chunk: 1, example: bitboard.StartPosition().String()}
	b.answer = func(ctx context.Context, line string) (any, error) {
		defer answered.Add(1)
		p, err := bitboard.ParsePosition(line)
		if err != nil {
			return nil, err
		}
		game := bitboard.NewHistory(o.rules, p)
		if why, over := game.Over(); over {
			a := answer.Over(game, why)
			a.Threads = options.Threads
			return a, nil
		}
		solver := <-idle
		defer func() { idle <- solver }()
		r, err := solver.Analyze(ctx, p.Board, o.limits, nil)
		if err != nil {
			return nil, err
		}
		return answer.Result(game, r, t.reach), nil
	}
	if !isTerminal(out) { // where answers come into view they are progress enough
		stop := keepShowing(o.line, func(elapsed time.Duration) []string {
			n := answered.Load()
			return []string{fmt.Sprintf("%s positions, %s, %.1f a second", grouped(n), timeWords(elapsed), float64(n)/elapsed.Seconds())}
		})
		defer stop()
	}
	return b.run(ctx, in, out)
}
