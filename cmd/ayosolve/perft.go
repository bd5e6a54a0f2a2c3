package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"sync"
	"time"

	"ayosolve/bitboard"

	"github.com/spf13/cobra"
)

// deepest is the most DEPTH that perft takes. Far less is out of reach, but not
// on a board with one move a turn.
const deepest = 255

// perftOptions are what "perft" is asked for.
type perftOptions struct {
	rules    bitboard.Rules
	depth    int // plies
	position string
	divide   bool
	json     bool
	threads  int // 0 for one a processor
}

func newPerftCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o perftOptions
	cmd := &cobra.Command{
		Use:   "perft DEPTH [POSITION]",
		Short: "Count the move paths of a length",
		Long: `Count the paths of DEPTH moves from a position, start by default. A game that is
over, by 25 seeds held or for want of a legal move, has no path further; a
position that comes back ends none. --divide shows the count of every first
move.

With --json the answer is one line of JSON: "nodes" is the count, "divide" the
count by first move, "complete" is false if the count was interrupted and is
only of the paths seen so far.`,
		Example: `  ayosolve perft 8
  ayosolve perft 6 --rules oware --divide
  ayosolve perft 5 0-0-0-0-1-1-0-0-0-0-0-0-23-23-S --json`,
		Args: takes(1, "DEPTH", "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.rules, err = rules.rules(); err != nil {
				return err
			}
			if o.depth, err = parseDepth(args[0]); err != nil {
				return err
			}
			o.position = argument(args, 1, "start")
			o.threads = tables.threads.at
			return runPerft(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().BoolVar(&o.divide, "divide", false, "show the count of every first move")
	cmd.Flags().BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// parseDepth reads a depth in plain digits, 0 to deepest.
func parseDepth(text string) (int, error) {
	depth, err := strconv.ParseUint(text, 10, 16) // takes no sign
	if err != nil || depth > deepest {
		return 0, usagef("ayosolve perft 8", "DEPTH %s is not a number from 0 to %d", quoted(text), deepest)
	}
	return int(depth), nil
}

// validate returns errUsage for options that are out of range.
func (o perftOptions) validate() error {
	if o.depth < 0 || o.depth > deepest {
		return usagef("ayosolve perft 8", "DEPTH %d is not a number from 0 to %d", o.depth, deepest)
	}
	return o.rules.Validate()
}

// perftResult is the answer of "perft --json".
type perftResult struct {
	Rules          string        `json:"rules"`
	Position       string        `json:"position"`
	Depth          int           `json:"depth"`
	Nodes          uint64        `json:"nodes"` // paths of depth moves
	Divide         []divideEntry `json:"divide,omitempty"`
	NodesPerSecond uint64        `json:"nodes_per_second"`
	TimeMS         int64         `json:"time_ms"`
	Threads        int           `json:"threads"`
	Complete       bool          `json:"complete"` // whether all paths were counted
}

type divideEntry struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// runPerft counts paths. Cancelled, it shows what it has counted and returns the
// error of ctx.
func runPerft(ctx context.Context, out io.Writer, o perftOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	p, err := bitboard.ParsePosition(o.position)
	if err != nil {
		return err
	}
	if o.threads <= 0 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	result := perftResult{Rules: o.rules.Name(), Position: p.String(), Depth: o.depth, Threads: o.threads}
	begin := time.Now()
	counts := countPaths(ctx, o.rules, p, o.depth, o.threads)
	elapsed := time.Since(begin)
	interrupted := ctx.Err()

	result.Complete = interrupted == nil
	if o.depth == 0 {
		result.Nodes = 1
	}
	for _, c := range counts {
		result.Nodes += c.Paths
		if o.divide {
			result.Divide = append(result.Divide, divideEntry{bitboard.MoveLetter(p.Turn, int(c.Pit)), c.Paths})
		}
	}
	result.NodesPerSecond = uint64(float64(result.Nodes) / max(elapsed.Seconds(), 1e-9))
	result.TimeMS = elapsed.Milliseconds()
	if o.json {
		err = writeJSON(out, result)
	} else {
		err = result.writeText(out, elapsed)
	}
	if err != nil {
		return err
	}
	return interrupted
}

// writeText writes the answer. Counts are plain digits, in which move generators are
// compared.
func (r perftResult) writeText(out io.Writer, elapsed time.Duration) error {
	var text bytes.Buffer
	for _, d := range r.Divide {
		fmt.Fprintf(&text, "%-7s  %d\n", d.Move, d.Nodes)
	}
	fmt.Fprintf(&text, "nodes    %d\n", r.Nodes)
	if !r.Complete {
		text.WriteString("         not all: interrupted\n")
	}
	fmt.Fprintf(&text, "time     %.3f s\nrate     %d nodes/s\nthreads  %d\n", elapsed.Seconds(), r.NodesPerSecond, r.Threads)
	_, err := out.Write(text.Bytes())
	return err
}

// subtreeDepth is the depth of the subtrees that are counted in one go: deep
// enough to be worth handing over, and done within a few milliseconds, so that
// an interrupt need not be looked for inside.
const subtreeDepth = 6

// subtree is a part of the count.
type subtree struct {
	first    int // index of the first move that leads to it
	position bitboard.Position
	depth    int
}

// countPaths is bitboard's PerftDivide on several threads. It stops early when
// ctx is cancelled, and returns what is counted by then.
func countPaths(ctx context.Context, r bitboard.Rules, p bitboard.Position, depth, threads int) []bitboard.PathCount {
	var moves [bitboard.MaxMoves]bitboard.Child
	n := 0
	if depth > 0 {
		n = p.Moves(r, &moves)
	}
	work := make(chan subtree)
	counted := make([][bitboard.MaxMoves]uint64, threads)
	var wg sync.WaitGroup
	for i := range threads {
		wg.Go(func() {
			var paths [bitboard.MaxMoves]uint64 // apart, so that threads share no cache line
			for s := range work {
				paths[s.first] += r.Perft(s.position, s.depth)
			}
			counted[i] = paths
		})
	}
	for first, c := range moves[:n] {
		if handOut(ctx, r, subtree{first, p.After(c), depth - 1}, work) != nil {
			break
		}
	}
	close(work)
	wg.Wait()
	counts := make([]bitboard.PathCount, n)
	for first := range counts {
		counts[first].Pit = moves[first].Pit
		for _, paths := range counted {
			counts[first].Paths += paths[first]
		}
	}
	return counts
}

// handOut cuts a part of the count into subtrees of subtreeDepth and sends them.
func handOut(ctx context.Context, r bitboard.Rules, s subtree, work chan<- subtree) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.depth <= subtreeDepth {
		return send(ctx, work, s)
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, c := range moves[:s.position.Moves(r, &moves)] {
		if err := handOut(ctx, r, subtree{s.first, s.position.After(c), s.depth - 1}, work); err != nil {
			return err
		}
	}
	return nil
}
