package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ayosolve/bitboard"
	"ayosolve/egdb"

	"github.com/spf13/cobra"
)

// tablesExportOptions are what "tables export" is asked for.
type tablesExportOptions struct {
	place
	seeds      int
	file       string // standardInput for standard output
	compressed bool   // a layer file, not raw bytes
	force      bool   // write over a file
}

const exportExample = "ayosolve tables export --seeds 8 --out layer-8.bin"

func newTablesExportCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o tablesExportOptions
	seeds := number{most: bitboard.MaxSeeds}
	cmd := &cobra.Command{
		Use:   "export --seeds N --out FILE",
		Short: "Write a layer to a file",
		Long: `Write one layer to a file: the value of every board with N seeds, one signed byte
a board, seen by the player to move, in ascending lexicographic order of the
twelve pits, the mover's first. Its SHA-256 is the one of tables info.

--compressed writes a layer file in its place, some 3 bits a board, with
checksums, the rules and the bounds if there are any. tables import reads both.

The file is there whole or not at all. --out - is standard output. A file that
exists is kept unless --force is given.`,
		Example: `  ` + exportExample + `
  ayosolve tables export --seeds 8 --out layer-8.ayo --compressed`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			switch {
			case !seeds.given:
				return usagef(exportExample, "--seeds is missing")
			case o.file == "":
				return usagef(exportExample, "--out is missing")
			}
			o.seeds = seeds.at
			return runTablesExport(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	flags := cmd.Flags()
	flags.Var(&seeds, "seeds", "the layer with `N` seeds")
	flags.StringVar(&o.file, "out", "", "the `FILE` to write, - for standard output")
	flags.BoolVar(&o.compressed, "compressed", false, "write a compressed layer file")
	flags.BoolVar(&o.force, "force", false, "write over a file that exists")
	return cmd
}

// runTablesExport writes a layer.
func runTablesExport(ctx context.Context, out io.Writer, o tablesExportOptions) error {
	db, err := openTables(o.place)
	if err != nil {
		return err
	}
	if most := db.MaxSeeds(); o.seeds > most {
		db.Close()
		return fmt.Errorf("the tables of %s reach %d seeds; for %d: %s", o.rules.Name(), most, o.seeds, buildCommand(o.rules, o.seeds))
	}
	if o.file == standardInput {
		if isTerminal(out) {
			db.Close()
			return usagef(exportExample, "a terminal can't show the bytes of a layer")
		}
		return interruptible(ctx, func(ctx context.Context) error {
			defer db.Close()
			return o.write(ctx, db, out)
		})
	}
	var bytes int64
	part := fmt.Sprintf("%s.part%d", o.file, os.Getpid())
	err = interruptible(ctx, func(ctx context.Context) (err error) {
		defer db.Close()
		bytes, err = o.writeFile(ctx, db, part)
		return err
	})
	if err != nil {
		os.Remove(part)
		return err
	}
	return writeSentence(out, "layer %d of %s is in %s: %s boards, %s bytes", o.seeds, o.rules.Name(), o.file,
		grouped(bitboard.LayerSize(o.seeds)), grouped(uint64(bytes)))
}

// write writes the layer.
func (o tablesExportOptions) write(ctx context.Context, db *egdb.DB, out io.Writer) error {
	w := bufio.NewWriterSize(out, 1<<20)
	export := db.ExportRaw
	if o.compressed {
		export = db.Export
	}
	if err := export(ctx, o.seeds, w); err != nil {
		return advise(err)
	}
	return w.Flush()
}

// writeFile writes the layer to the file part and gives it its name when it is
// whole. It returns its length.
func (o tablesExportOptions) writeFile(ctx context.Context, db *egdb.DB, part string) (int64, error) {
	if err := mayWrite(o.file, o.force, "; --out - writes to standard output"); err != nil {
		return 0, err
	}
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if err := o.write(ctx, db, f); err != nil {
		return 0, err
	}
	if err := f.Sync(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if err := errors.Join(f.Close(), mayWrite(o.file, o.force, "; --out - writes to standard output")); err != nil {
		return 0, err
	}
	return info.Size(), os.Rename(part, o.file)
}
