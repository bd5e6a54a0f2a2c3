package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"ayosolve/cmd/ayosolve/label/fleet"

	"github.com/spf13/cobra"
)

const statusExample = "ayosolve label status --nats " + natsExample

func newLabelStatusCommand() *cobra.Command {
	var nats natsFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status --nats URL",
		Short: "Show the jobs and workers at a NATS server",
		Long: `Show what goes on at a NATS server: how far the jobs of ayosolve label are, in
chunks done, in the hands of workers, waiting and given up, with rate and time
left, and what each worker is doing. A worker is forgotten a minute after it was
heard of last.`,
		Example: `  ` + statusExample + `
  ` + statusExample + ` --json`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			f, err := nats.connect(cmd.Context(), statusExample)
			if err != nil {
				return err
			}
			defer f.Close()
			return runLabelStatus(cmd.Context(), cmd.OutOrStdout(), f, asJSON)
		},
	}
	nats.register(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return cmd
}

// runLabelStatus shows what goes on at a server.
func runLabelStatus(ctx context.Context, out io.Writer, f *fleet.Fleet, asJSON bool) error {
	var s *fleet.Status
	err := interruptible(ctx, func(ctx context.Context) (err error) {
		s, err = f.Status(ctx)
		return err
	})
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(out, s)
	}
	var w bytes.Buffer
	for _, j := range s.Jobs {
		writeJobStatus(&w, j)
	}
	if len(s.Jobs) == 0 {
		w.WriteString("no jobs\n")
	}
	if len(s.Workers) == 0 {
		w.WriteString("no workers\n")
	} else {
		writeWorkers(&w, s.Workers, columns(out))
	}
	_, err = out.Write(w.Bytes())
	return err
}

func writeJobStatus(w *bytes.Buffer, j fleet.JobStatus) {
	fmt.Fprintf(w, "job %s, %s positions\n", j.ID, grouped(j.Positions))
	fmt.Fprintf(w, "chunks   %s of %s done\n", grouped(uint64(j.Done)), grouped(uint64(j.Chunks)))
	fmt.Fprintf(w, "in hand  %s\nwaiting  %s\nfailed   %d\n", grouped(uint64(j.InHand)), grouped(uint64(j.Waiting)), len(j.Failed))
	fmt.Fprintf(w, "rate     %.1f positions a second\n", j.Rate)
	if j.LeftMS != nil {
		fmt.Fprintf(w, "left     %s\n", timeWords(j.Left))
	}
	who := "nobody, until its label command is run again"
	if j.At {
		who = j.Coordinator
	}
	fmt.Fprintf(w, "by       %s\n\n", who)
}

func writeWorkers(w *bytes.Buffer, workers []fleet.WorkerRecord, width int) {
	rows := [][]string{{"worker", "state", "threads", "tables", "chunks", "in hand", "rate", "heard of"}}
	for _, r := range workers {
		tables := "-"
		if len(r.Tables) > 0 {
			tables = fmt.Sprintf("%s %d", r.Rules, len(r.Tables)-1)
		}
		rows = append(rows, []string{
			fmt.Sprintf("%s:%d", r.Host, r.PID), r.State, fmt.Sprint(r.Threads), tables, grouped(uint64(r.Chunks)), fmt.Sprint(len(r.InHand)),
			fmt.Sprintf("%.1f", r.Rate), timeWords(time.Since(r.Told).Round(time.Second)) + " ago",
		})
	}
	textColumns(w, width, rows)
	for _, r := range workers {
		if r.Why != "" {
			fmt.Fprintf(w, "%s:%d: %s\n", r.Host, r.PID, oneLine(r.Why))
		}
	}
}
