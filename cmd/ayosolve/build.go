package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"

	"github.com/spf13/cobra"
)

// buildOptions are what "build" is asked for.
type buildOptions struct {
	place
	seeds      int    // layers 0 … seeds
	memory     uint64 // bytes, more than 0
	bounds     bool
	checkpoint time.Duration
	plan       bool // say what it takes, and stop
	json       bool // the plan in JSON
	width      int  // columns of the plan
}

const buildExample = "ayosolve build --seeds 14"

func newBuildCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o buildOptions
	seeds := number{most: bitboard.MaxSeeds}
	var memory size
	checkpoint := span(egdb.DefaultCheckpoint)
	cmd := &cobra.Command{
		Use:   "build --seeds N",
		Short: "Build the endgame tables",
		Long: `Build the endgame tables: the value of every board with 0 to N seeds, for the
rules given, under --repetition split. They are stored in the folder --tables,
layer by layer, each as soon as it is done. What is there already is kept; a
build that was interrupted goes on where it stopped. Layers that are finished
can be read while others are built.

--bounds also computes what holds under any repetition rule, which takes longer
and about three times the memory. Layers that are there without are built anew.

--mem caps the memory it uses; the default is three quarters of what the machine
or its control group has. Sizes are bytes or have a unit: KiB, MiB, GiB, KB, MB,
GB. With little memory, lower layers are read from the disk.

--plan shows what each layer takes and about how long all will take, and whether
it fits in memory and on the disk, and stops. With --json the plan is one line of
JSON, sizes in bytes.`,
		Example: `  ` + buildExample + `
  ayosolve build --seeds 24 --mem 12GiB --plan
  ayosolve build --seeds 16 --rules oware --bounds`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			if !seeds.given {
				return usagef(buildExample, "--seeds is missing")
			}
			o.seeds, o.memory, o.width = seeds.at, memory.bytes, columns(cmd.OutOrStdout())
			if !memory.given {
				o.memory = defaultMemory()
			}
			o.checkpoint = time.Duration(checkpoint)
			return runBuild(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.Var(&seeds, "seeds", "build layers 0 to `N`")
	flags.Var(&memory, "mem", "use no more memory than this, such as 12GiB")
	flags.BoolVar(&o.bounds, "bounds", false, "also what holds under any repetition rule")
	flags.Var(&checkpoint, "checkpoint", "save the work on a long layer after every such time")
	flags.BoolVar(&o.plan, "plan", false, "show what it takes, and stop")
	flags.BoolVar(&o.json, "json", false, "show the plan in JSON")
	withExample(flags, "mem", "12GiB")
	withExample(flags, "checkpoint", "10m")
	return cmd
}

// defaultMemory is three quarters of the memory there is, or 4 GiB where that
// isn't known.
func defaultMemory() uint64 {
	if bytes := machineMemory(); bytes > 0 {
		return bytes / 4 * 3
	}
	return 4 << 30
}

// validate returns errUsage for options that do not go together.
func (o buildOptions) validate() error {
	if o.json && !o.plan {
		return usagef("ayosolve build --seeds 14 --plan --json", "--json goes with --plan")
	}
	if o.rules.Repetition != bitboard.RepetitionSplit {
		return usagef("ayosolve build --seeds 14 --bounds",
			"tables hold values under --repetition split, and with --bounds what holds under %s too", o.rules.Repetition)
	}
	return o.rules.Validate()
}

// egdb returns the options as the builder takes them.
func (o buildOptions) egdb() egdb.BuildOptions {
	return egdb.BuildOptions{Seeds: o.seeds, Bounds: o.bounds, Workers: o.threads, Memory: o.memory, Checkpoint: o.checkpoint}
}

// runBuild builds tables, or plans it.
func runBuild(ctx context.Context, out, errOut io.Writer, o buildOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.plan {
		return runPlan(ctx, out, o)
	}
	if err := o.checkWritable(); err != nil {
		return advise(err)
	}
	progress := &buildProgress{line: newStatusLine(errOut)}
	begin := time.Now()
	err := interruptible(ctx, func(ctx context.Context) error {
		b := o.egdb()
		b.Progress = progress.tell
		return egdb.BuildStored(ctx, o.dir, o.rules, b)
	})
	if err == nil {
		progress.end(time.Since(begin))
	}
	progress.line.close()
	if err != nil {
		return o.explain(err, progress)
	}
	return o.summary(out, progress, time.Since(begin))
}

// checkWritable fails if something is to be built and can't be written: better now
// than when the first layer is done.
func (o buildOptions) checkWritable() error {
	db, err := egdb.Open(o.dir, o.rules)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.MaxSeeds() >= o.seeds && !o.bounds {
		return nil
	}
	if err := os.MkdirAll(o.own(), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(o.own(), "writable-")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// explain words the error that a build ended with.
func (o buildOptions) explain(err error, progress *buildProgress) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		where := ""
		if p, told := progress.state(); told {
			where = fmt.Sprintf(" in layer %d", p.Layer)
		}
		return fmt.Errorf("interrupted%s; finished layers stay, the same command goes on", where)
	case errors.Is(err, egdb.ErrMemory):
		plan, perr := egdb.PlanBuild(o.rules, o.egdb())
		if perr != nil || plan.Layers[o.seeds].Passes > 0 {
			break // it was the system that had no more
		}
		return fmt.Errorf("not enough memory: %d seeds take at least %s, allowed are %s; right is --mem %s",
			o.seeds, sizeWords(plan.Layers[o.seeds].Least), sizeWords(o.memory), sizeFlag(plan.Layers[o.seeds].Least))
	}
	return advise(err)
}

// sizeFlag writes a size that is enough as --mem takes it.
func sizeFlag(bytes uint64) string {
	if bytes > 10<<30 {
		return fmt.Sprintf("%dGiB", (bytes+1<<30-1)>>30)
	}
	return fmt.Sprintf("%dMiB", (bytes+1<<20-1)>>20)
}

// summary writes the sentence that a finished build ends with.
func (o buildOptions) summary(out io.Writer, progress *buildProgress, took time.Duration) error {
	db, err := openTables(o.place)
	if err != nil {
		return err
	}
	defer db.Close()
	disk := uint64(0)
	for n := range db.MaxSeeds() + 1 {
		disk += db.DiskBytes(n)
	}
	there := fmt.Sprintf("layers 0 to %d of %s are there already: %s boards", db.MaxSeeds(), o.rules.Name(), grouped(bitboard.BoardsBelow(db.MaxSeeds()+1)))
	if p, told := progress.state(); told {
		there = fmt.Sprintf("layers 0 to %d of %s are built: %s boards in %s, %s boards/s", o.seeds, o.rules.Name(),
			grouped(p.Total), timeWords(took), countLetter(perSecond(p.Total, took)))
	}
	return writeSentence(out, "%s, %s on disk in %s", there, sizeWords(disk), o.own())
}
