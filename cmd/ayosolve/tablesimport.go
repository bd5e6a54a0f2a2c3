package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"

	"github.com/spf13/cobra"
)

// tablesImportOptions are what "tables import" is asked for.
type tablesImportOptions struct {
	place
	file string // or standardInput
}

// layerFileStart is how a layer file begins, of any version. No value of a board is
// as large as its bytes.
const layerFileStart = "ayosolve layer "

func newTablesImportCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o tablesImportOptions
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Take a layer from a file into the tables",
		Long: `Take a layer from a file that tables export wrote, raw or --compressed, into the
tables. It must be the layer after the last one stored: layers follow from those
below, and every board of the file is checked against them. FILE - is standard
input. Raw bytes have no bounds.`,
		Example: `  ayosolve tables import layer-15.ayo
  ayosolve tables import layer-15.bin --rules oware
  ayosolve tables import - < layer-15.ayo`,
		Args: takes(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			o.file = args[0]
			return runTablesImport(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
}

// runTablesImport stores the layer of a file, or of in.
func runTablesImport(ctx context.Context, in io.Reader, out, errOut io.Writer, o tablesImportOptions) error {
	if o.file != standardInput {
		f, err := os.Open(o.file)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	line := newStatusLine(errOut)
	defer line.close()
	stop := sync.OnceFunc(keepShowing(line, func(took time.Duration) []string {
		return []string{"reading and checking, " + timeWords(took)}
	}))
	defer stop()
	var record *egdb.Record
	err := interruptible(ctx, func(ctx context.Context) (err error) {
		record, err = importLayer(ctx, in, o)
		return err
	})
	if err != nil {
		return err
	}
	stop()
	return writeSentence(out, "layer %d of %s is imported: %s boards, SHA-256 %s",
		record.Layer, record.Rules, grouped(record.Boards), record.SHA256[:shortSum])
}

func importLayer(ctx context.Context, in io.Reader, o tablesImportOptions) (*egdb.Record, error) {
	data := bufio.NewReaderSize(in, 1<<20)
	start, err := data.Peek(len(layerFileStart))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	importer := egdb.ImportRaw
	if string(start) == layerFileStart {
		importer = egdb.Import
	} else if err := checkRawSize(in, o); err != nil {
		return nil, err
	}
	record, err := importer(ctx, o.dir, o.rules, data, o.threads)
	if err == nil || ctx.Err() != nil {
		return record, err
	}
	return nil, o.explain(err)
}

// explain words the error that an import ended with: whether it is the file that is
// bad, or the tables.
func (o tablesImportOptions) explain(err error) error {
	name, text := o.file, err.Error()
	if name == standardInput {
		name = "standard input"
	}
	switch {
	case strings.Contains(text, o.own()):
		return advise(err)
	case errors.Is(err, egdb.ErrOptions), errors.Is(err, egdb.ErrDamaged):
		for _, kind := range []error{egdb.ErrOptions, egdb.ErrDamaged} {
			text = strings.TrimPrefix(text, kind.Error()+": ")
		}
		return fmt.Errorf("%s: %s", name, text)
	case errors.Is(err, egdb.ErrWrong), errors.Is(err, egdb.ErrFormat), errors.Is(err, egdb.ErrRules):
		return fmt.Errorf("%s is not of these tables: %w", name, err)
	}
	return advise(err)
}

// checkRawSize refuses a file of raw bytes that is not as long as the layer that
// comes next.
func checkRawSize(in io.Reader, o tablesImportOptions) error {
	f, ok := in.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil // its length isn't known
	}
	db, err := egdb.Open(o.dir, o.rules)
	if err != nil {
		return advise(err)
	}
	next, length := db.MaxSeeds()+1, uint64(info.Size())
	db.Close()
	if next > bitboard.MaxSeeds || length == bitboard.LayerSize(next) {
		return nil
	}
	what := fmt.Sprintf("%d bytes are no layer", length)
	for n := range bitboard.MaxSeeds + 1 {
		if length == bitboard.LayerSize(n) {
			what = fmt.Sprintf("the file has layer %d", n)
		}
	}
	return fmt.Errorf("%s: %s, the next one to import is layer %d with %d bytes", o.file, what, next, bitboard.LayerSize(next))
}
