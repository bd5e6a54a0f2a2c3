package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync/atomic"
	"time"

	"ayosolve/cmd/ayosolve/label/fleet"

	"github.com/spf13/cobra"
)

// workerOptions are what "worker" is asked for.
type workerOptions struct {
	place
	nats natsFlags
	idle time.Duration
	line *statusLine
}

const workerExample = "ayosolve worker --nats " + natsExample

func newWorkerCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o workerOptions
	var idle span
	cmd := &cobra.Command{
		Use:   "worker --nats URL",
		Short: "Label chunks of other machines' jobs",
		Long: `Take chunks of the jobs that ayosolve label --nats, or --listen, hands out at a
NATS server, label them and send the labels back, until it is stopped. Chunks in
hand go to another worker then, and so they do if this one dies. Rules, limits
and repetition are the job's.

The tables must be the job's, layer by layer, which is checked by their SHA-256:
a worker whose tables or version are others refuses the job and ends. Layers
that are missing in --tables are fetched from where ayosolve tables publish has
put them, checked board by board and kept; those to 14 seeds are made.`,
		Example: `  ` + workerExample + `
  ` + workerExample + ` --threads 8 --idle 5m`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			for _, name := range []string{"rules", "repetition", "capturing-seed", "remainder", "grand-slam"} {
				if cmd.Flags().Changed(name) {
					return usagef(workerExample, "--%s is the job's to say, not a worker's", name)
				}
			}
			o.idle, o.line = time.Duration(idle), newStatusLine(cmd.ErrOrStderr())
			return runWorker(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	o.nats.register(cmd.Flags())
	cmd.Flags().Var(&idle, "idle", "end after so much `TIME` without work (default: never)")
	withExample(cmd.Flags(), "idle", "5m")
	return cmd
}

// runWorker labels chunks.
func runWorker(ctx context.Context, out io.Writer, o workerOptions) error {
	conn, err := o.nats.connect(ctx, workerExample)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer o.line.close()
	build, _ := debug.ReadBuildInfo()
	tables := fleet.Tables{Fleet: conn, Dir: o.dir, Threads: o.threads, Memory: tableMemory(), Say: func(text string) { o.line.say(text + "…") }}
	var last atomic.Pointer[fleet.WorkerRecord]
	var positions, chunks atomic.Uint64
	w := fleet.Worker{
		Fleet: conn, Version: labelVersion(versionOf(build)), Threads: o.threads, Prepare: tables.Prepare, Idle: o.idle,
		Report: func(r fleet.WorkerRecord) { last.Store(&r) },
		Count:  func(n int) { positions.Add(uint64(n)); chunks.Add(1) },
	}
	stop := keepShowing(o.line, func(time.Duration) []string { return workerTexts(last.Load(), positions.Load()) })
	err = interruptible(ctx, w.Run)
	stop()
	if errors.Is(err, context.Canceled) {
		o.line.close()
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s positions in %s chunks\n", grouped(positions.Load()), grouped(chunks.Load()))
	return err
}

// workerTexts words what a worker is doing, for wide and narrow lines.
func workerTexts(r *fleet.WorkerRecord, positions uint64) []string {
	if r == nil {
		return []string{"connecting"}
	}
	short := fmt.Sprintf("%s, %s positions", r.State, grouped(positions))
	long := short
	if r.Job != "" {
		long = fmt.Sprintf("job %s: %s, %d chunks in hand, %.1f a second", r.Job, short, len(r.InHand), r.Rate)
	}
	return []string{long, short}
}
