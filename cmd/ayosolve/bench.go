package main

import (
	"context"
	"fmt"
	"io"

	"ayosolve/bench"

	"github.com/spf13/cobra"
)

// benchOptions are what "bench" is asked for.
type benchOptions struct {
	json bool
}

// benchAnswer is the answer of "bench --json".
type benchAnswer struct {
	Signature uint64       `json:"signature"`
	Suite     []benchEntry `json:"suite"`
}

// benchEntry is one measurement.
type benchEntry struct {
	What      string  `json:"what"` // moves, boards or nodes
	Rules     string  `json:"rules"`
	Count     uint64  `json:"count"`
	PerSecond float64 `json:"per_second"`
	TimeMS    int64   `json:"time_ms"`
}

func newBenchCommand() *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Run the fixed suite: a signature, nodes/s, boards/s",
		Long: `Run the fixed suite on one thread, in a few seconds: a perft and small tables
of both games, and exact analyses that use the tables. The rules and table flags
do not count.

The signature is the nodes of the analyses together. It is the same on every
machine and changes only with the search; the rates are this machine's.`,
		Example: `  ayosolve bench
  ayosolve bench --json`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runBench(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// runBench runs the suite and writes what it measured.
func runBench(ctx context.Context, out io.Writer, o benchOptions) error {
	var r *bench.Result
	err := interruptible(ctx, func(ctx context.Context) (err error) {
		r, err = bench.Run(ctx)
		return err
	})
	if err != nil {
		return err
	}
	answer := benchAnswer{Signature: r.Signature}
	for _, part := range []struct {
		what     string
		measured []bench.Measurement
	}{{"moves", r.Sowing}, {"boards", r.Building}, {"nodes", r.Searching}} {
		for _, m := range part.measured {
			answer.Suite = append(answer.Suite, benchEntry{part.what, m.Name, m.Count, m.PerSecond(), m.Elapsed.Milliseconds()})
		}
	}
	if o.json {
		return writeJSON(out, answer)
	}
	for _, e := range answer.Suite {
		if _, err := fmt.Fprintf(out, "%-7s %-7s %12s %12s/s\n", e.Rules, e.What, grouped(e.Count), grouped(uint64(e.PerSecond))); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "signature       %12d\n", answer.Signature)
	return err
}
