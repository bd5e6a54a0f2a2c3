package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"ayosolve/bitboard"

	"github.com/spf13/cobra"
)

// tablesInfoOptions are what "tables info" is asked for.
type tablesInfoOptions struct {
	place
	json  bool
	width int // columns of the text form
}

func newTablesInfoCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o tablesInfoOptions
	cmd := &cobra.Command{
		Use:   "info",
		Short: "Show which tables there are",
		Long: `Show the layers that are stored, all boards with 0, 1, 2 seeds and so on: how
many boards each has, how many of them their mover wins, draws and loses, the
mean value in seeds, the beginning of the SHA-256 of the values (of tables
export, too), and the size on disk. "same" is the share of boards whose value is
the same under any repetition rule, known of tables built with --bounds.

With --json the answer is one line of JSON, with whole checksums and sizes in
bytes. The exit status is 1 if there are no tables.`,
		Example: `  ayosolve tables info
  ayosolve tables info --rules oware --json`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			o.width = columns(cmd.OutOrStdout())
			return runTablesInfo(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// tablesInfo is the answer of "tables info --json". Sizes are in bytes.
type tablesInfo struct {
	Rules    string      `json:"rules"`
	Format   int         `json:"format"`
	MaxSeeds int         `json:"max_seeds"`
	Missing  *int        `json:"missing,omitempty"` // a layer that keeps larger ones from being used
	Boards   uint64      `json:"boards"`            // of all layers
	Bounds   bool        `json:"bounds"`            // whether all layers have them
	Disk     uint64      `json:"disk"`
	Tables   string      `json:"tables"` // the folder
	Layers   []layerInfo `json:"layers"`
}

// layerInfo is a layer of a tablesInfo. A board is won, drawn or lost for its mover,
// out of the seeds on it.
type layerInfo struct {
	Seeds  int         `json:"seeds"`
	Boards uint64      `json:"boards"`
	Won    uint64      `json:"won"`
	Drawn  uint64      `json:"drawn"`
	Lost   uint64      `json:"lost"`
	Mean   float64     `json:"mean"` // value in seeds, six decimals
	SHA256 string      `json:"sha256"`
	Bounds *boundsInfo `json:"bounds"` // null if they were not built
	Disk   uint64      `json:"disk"`
}

type boundsInfo struct {
	Met        uint64 `json:"met"` // boards whose value is the same under any repetition rule
	SHA256Low  string `json:"sha256_low"`
	SHA256High string `json:"sha256_high"`
}

// runTablesInfo shows the stored layers.
func runTablesInfo(ctx context.Context, out io.Writer, o tablesInfoOptions) error {
	var info *tablesInfo
	err := interruptible(ctx, func(ctx context.Context) (err error) {
		info, err = inspectTables(ctx, o.place)
		return err
	})
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(out, info)
	}
	var text bytes.Buffer
	info.writeText(&text, o.width)
	_, err = out.Write(text.Bytes())
	return err
}

func inspectTables(ctx context.Context, p place) (*tablesInfo, error) {
	db, err := openTables(p)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	info := &tablesInfo{
		Rules: p.rules.Name(), MaxSeeds: db.MaxSeeds(),
		Boards: bitboard.BoardsBelow(db.MaxSeeds() + 1), Bounds: true, Tables: p.own(),
	}
	if n, ok := db.Missing(); ok {
		info.Missing = &n
	}
	for n := range db.MaxSeeds() + 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, err := db.Record(n)
		if err != nil {
			return nil, advise(err)
		}
		l := layerInfo{
			Seeds: n, Boards: r.Boards, Won: r.Won(), Drawn: r.Drawn(), Lost: r.Lost(),
			Mean: math.Round(r.Mean()*1e6) / 1e6, SHA256: r.SHA256, Disk: db.DiskBytes(n),
		}
		if r.Bounds != nil {
			l.Bounds = &boundsInfo{r.Bounds.Met, r.Bounds.SHA256Low, r.Bounds.SHA256High}
		}
		info.Format = max(info.Format, r.Format)
		info.Bounds = info.Bounds && r.Bounds != nil
		info.Disk += l.Disk
		info.Layers = append(info.Layers, l)
	}
	return info, nil
}

// shortSum is how many digits of a checksum are shown.
const shortSum = 12

func (t *tablesInfo) writeText(w *bytes.Buffer, width int) {
	with := 0
	for _, l := range t.Layers {
		if l.Bounds != nil {
			with++
		}
	}
	rows := t.rows(grouped, with > 0)
	if textWidth(rows) > width {
		rows = t.rows(countLetter, with > 0)
	}
	textColumns(w, width, rows)
	bounds := "none"
	switch {
	case t.Bounds:
		bounds = "in all layers"
	case with > 0:
		bounds = fmt.Sprintf("in %d of %d layers", with, len(t.Layers))
	}
	fmt.Fprintf(w, "\nrules   %s, --repetition split\n", t.Rules)
	fmt.Fprintf(w, "layers  0 to %d, format %d\n", t.MaxSeeds, t.Format)
	if t.Missing != nil {
		fmt.Fprintf(w, "unused  larger layers, for %d is missing\n", *t.Missing)
	}
	fmt.Fprintf(w, "boards  %s\n", grouped(t.Boards))
	fmt.Fprintf(w, "bounds  %s\n", bounds)
	fmt.Fprintf(w, "disk    %s, %.2f bits a board\n", sizeWords(t.Disk), float64(t.Disk)*8/float64(t.Boards))
	fmt.Fprintf(w, "folder  %s\n", t.Tables)
}

// rows returns the table of the layers, counts written by count.
func (t *tablesInfo) rows(count func(n uint64) string, bounds bool) [][]string {
	rows := [][]string{{"layer", "boards", "won", "drawn", "lost", "mean", "disk", "SHA-256"}}
	if bounds {
		rows[0] = append(rows[0], "same")
	}
	for _, l := range t.Layers {
		row := []string{
			strconv.Itoa(l.Seeds), count(l.Boards), count(l.Won), count(l.Drawn), count(l.Lost),
			fmt.Sprintf("%+.2f", l.Mean), sizeLetter(l.Disk), l.SHA256[:shortSum],
		}
		switch {
		case l.Bounds != nil:
			row = append(row, percentOf(l.Bounds.Met, l.Boards))
		case bounds:
			row = append(row, "-")
		}
		rows = append(rows, row)
	}
	return rows
}

// percentOf writes a share, rounded down so that only all is 100.
func percentOf(part, whole uint64) string {
	if part == whole {
		return "100%"
	}
	return fmt.Sprintf("%.2f%%", math.Floor(float64(part)/float64(whole)*1e4)/100)
}
