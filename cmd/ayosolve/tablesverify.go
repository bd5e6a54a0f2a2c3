package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"ayosolve/egdb"

	"github.com/spf13/cobra"
)

// tablesVerifyOptions are what "tables verify" is asked for.
type tablesVerifyOptions struct {
	place
	full   bool
	memory uint64 // bytes, more than 0
}

func newTablesVerifyCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o tablesVerifyOptions
	var memory size
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check the tables",
		Long: `Check the tables: that no byte of a file has changed, that each layer has its
checksum and as many boards of each value as it says, and that bounds hold their
values.

--full also recomputes the value of every board from the boards that its moves
lead to, for which all layers must fit into memory (--mem, as for build), and
compares some boards with few seeds with a search that uses no tables.

Each layer that passes is a line. The exit status is 1 if something is wrong or
there are no tables.`,
		Example: `  ayosolve tables verify
  ayosolve tables verify --full --rules oware`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			if o.memory = memory.bytes; !memory.given {
				o.memory = defaultMemory()
			}
			return runTablesVerify(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	cmd.Flags().BoolVar(&o.full, "full", false, "also recompute every board")
	cmd.Flags().Var(&memory, "mem", "use no more memory than this, such as 12GiB")
	withExample(cmd.Flags(), "mem", "12GiB")
	return cmd
}

// runTablesVerify checks all layers.
func runTablesVerify(ctx context.Context, out, errOut io.Writer, o tablesVerifyOptions) error {
	db, err := openTables(o.place)
	if err != nil {
		return err
	}
	line := newStatusLine(errOut)
	defer line.close()
	err = interruptible(ctx, func(ctx context.Context) error {
		defer db.Close()
		return verify(ctx, db, out, line, o)
	})
	return advise(err)
}

func verify(ctx context.Context, db *egdb.DB, out io.Writer, line *statusLine, o tablesVerifyOptions) error {
	var at atomic.Int64 // the layer that is checked
	stop := sync.OnceFunc(keepShowing(line, func(took time.Duration) []string {
		return []string{fmt.Sprintf("checking layer %d of %d, %s", at.Load(), db.MaxSeeds(), timeWords(took))}
	}))
	defer stop()
	var written error
	say := func(format string, args ...any) {
		line.clear()
		if _, err := fmt.Fprintf(out, format, args...); written == nil {
			written = err
		}
	}
	err := db.Verify(ctx, egdb.VerifyOptions{
		Full: o.full, Workers: o.threads, Memory: o.memory,
		Progress: func(layer int, r *egdb.Record) {
			at.Store(int64(layer) + 1)
			say("layer %2d  %14s boards  right\n", layer, grouped(r.Boards))
		},
	})
	if err != nil {
		return err
	}
	if o.full {
		exact, err := sampleTables(ctx, db, o.threads)
		if err != nil {
			return err
		}
		say("search    %14d boards  right\nto the end%14d of them\n", sampledBoards, exact)
	}
	stop()
	say("all %d layers are right\n", db.MaxSeeds()+1)
	return written
}
