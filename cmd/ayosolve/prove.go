package main

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"os"
	"sync/atomic"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/proof"
	"ayosolve/search"

	"github.com/spf13/cobra"
)

// proveOptions are what "prove" is asked for.
type proveOptions struct {
	place
	position string
	file     string
	force    bool // write over a file
	json     bool
	time     time.Duration
	open     tableOpener
	line     *statusLine
}

const proveExample = "ayosolve prove start --out start.proof"

func newProveCommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	o := proveOptions{open: open}
	var limit span
	cmd := &cobra.Command{
		Use:   "prove [POSITION] --out FILE",
		Short: "Write a proof of a position's value to a file",
		Long: `Write a proof that a position, start by default, has its value: how the player to
move comes to net that much at least, and how the opponent sees to it that it is
no more. ayosolve check verifies the file without any search. The value is of the
seeds on the board, whatever the stores, and under --repetition split.

The position is analysed first, as analyze does it. If its value is not exact when
--time is up, no file is written, the bounds are told and the exit status is 1.

The proof ends in the endgame tables and holds their SHA-256, so a check needs the
same ones. It takes 8 bytes a record, and a record is a board and a move.

The file is there whole or not at all. A file that exists is kept unless --force is
given. With --json the answer is one line of JSON.`,
		Example: `  ` + proveExample + `
  ayosolve prove 0-0-0-1-0-2-0-1-0-0-1-0-S --rules oware --out a.proof --time 10s`,
		Args: takes(0, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			o.position = argument(args, 0, "start")
			o.time = time.Duration(limit)
			o.line = newStatusLine(cmd.ErrOrStderr())
			return runProve(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.file, "out", "", "the `FILE` to write")
	flags.BoolVar(&o.force, "force", false, "write over a file that exists")
	flags.Var(&limit, "time", "give up after a `TIME` such as 10s (default: no limit)")
	withExample(flags, "time", "10s")
	flags.BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// proofAnswer is the answer of "prove --json" and "check --json".
type proofAnswer struct {
	Rules      string        `json:"rules"`
	Repetition string        `json:"repetition"`
	Position   string        `json:"position"`
	Seeds      int           `json:"seeds"` // on the board
	Value      int           `json:"value"` // for the player to move, in seeds
	File       string        `json:"file"`
	Records    uint64        `json:"records"`
	Bytes      int64         `json:"bytes"`
	Tables     answer.Tables `json:"tables"` // the largest layer that it ends in
	TimeMS     int64         `json:"time_ms"`
}

// answerProof says what a file proves.
func answerProof(p *proof.Proof, file string, began time.Time) proofAnswer {
	a := proofAnswer{
		Rules: p.Rules.Name(), Repetition: p.Rules.Repetition.String(), Position: p.Position().String(), Seeds: p.Board.Seeds(),
		Value: p.Value, File: file, Records: p.Records, Bytes: p.Bytes(), TimeMS: time.Since(began).Milliseconds(),
	}
	a.Tables.MaxSeeds = -1
	if n := len(p.Layers); n > 0 {
		a.Tables.MaxSeeds = p.Layers[n-1].Seeds
	}
	return a
}

// write writes the answer as JSON or as text that begins with a word for what was
// done.
func (a proofAnswer) write(out io.Writer, asJSON bool, did string) error {
	if asJSON {
		return writeJSON(out, a)
	}
	leans := "no tables"
	if a.Tables.MaxSeeds >= 0 {
		leans = fmt.Sprintf("tables to %d seeds", a.Tables.MaxSeeds)
	}
	if err := writeSentence(out, "%s: %s of %s has the value %s", did, a.Position, a.Rules, signed(a.Value)); err != nil {
		return err
	}
	return writeSentence(out, "%s records, %s bytes, on %s, in %.2f s", grouped(a.Records), grouped(uint64(a.Bytes)), leans, float64(a.TimeMS)/1000)
}

// runProve proves the value of a position.
func runProve(ctx context.Context, out io.Writer, o proveOptions) error {
	if o.file == "" {
		return usagef(proveExample, "--out is missing")
	}
	if o.rules.Repetition != bitboard.RepetitionSplit {
		return usagef(proveExample+" --repetition split", "a proof is of a value under --repetition split")
	}
	p, err := bitboard.ParsePosition(o.position)
	if err != nil {
		return err
	}
	if why, over := p.Over(o.rules); over && why == bitboard.ByMajority {
		return usagef(proveExample, "the game is over by majority, and the seeds on the board count no more")
	}
	if err := mayWrite(o.file, o.force, ""); err != nil {
		return err
	}
	began := time.Now()
	t, err := openSoon(ctx, o.open, o.place, p.Board.Seeds(), o.line)
	if err != nil {
		return err
	}
	defer t.close()
	made, err := o.prove(ctx, p, t)
	if err != nil {
		return err
	}
	a := answerProof(made, o.file, began)
	return a.write(out, o.json, "proven")
}

// prove analyses a position, finds the strategies and writes them.
func (o proveOptions) prove(ctx context.Context, p bitboard.Position, t openedTables) (*proof.Proof, error) {
	tables, ok := t.Prober.(proof.Tables)
	if !ok {
		panic("tables that a proof can't name")
	}
	solver, err := search.New(o.rules, t.Prober, search.Options{Threads: o.threads, Hash: int64(hashOf(search.DefaultHash, 1))})
	if err != nil {
		return nil, err
	}
	s, err := o.search(ctx, solver, p.Board)
	if err != nil {
		return nil, err
	}
	made := &proof.Proof{Rules: o.rules, Board: p.Board, Turn: p.Turn, Value: s.Value, Records: uint64(len(s.Steps))}
	for set := s.Layers; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		sum, err := proof.SumLayer(tables, n)
		if err != nil {
			return nil, advise(err)
		}
		made.Layers = append(made.Layers, proof.Layer{Seeds: n, SHA256: sum})
	}
	return made, interruptible(ctx, func(ctx context.Context) error { return o.write(ctx, made, s.Steps) })
}

// search finds the value of a board and the strategies that prove it.
func (o proveOptions) search(ctx context.Context, solver *search.Solver, b bitboard.Board) (*search.Strategy, error) {
	limited, cancel := ctx, context.CancelFunc(func() {})
	if o.time > 0 {
		limited, cancel = context.WithTimeout(ctx, o.time)
	}
	defer cancel()
	enough, stop := context.WithCancel(limited)
	defer stop()
	var last atomic.Pointer[search.Result]
	hide := keepShowing(o.line, func(elapsed time.Duration) []string { return searchTexts(last.Load(), elapsed) })
	r, err := solver.Analyze(enough, b, search.Limits{}, func(r *search.Result) {
		last.Store(r)
		if r.Status() == search.Exact {
			stop() // the other moves do not matter
		}
	})
	hide()
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r.Status() != search.Exact:
		return nil, fmt.Errorf("no proof: the value lies from %s to %s, which is all that is proven after %.1f s; more --time may tell",
			signed(r.Low), signed(r.High), r.Elapsed.Seconds())
	}
	hide = keepShowing(o.line, func(elapsed time.Duration) []string { return []string{"making the proof, " + timeWords(elapsed)} })
	defer hide()
	s, err := solver.Strategy(limited, b, r.Low)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return nil, fmt.Errorf("no proof: the value is %s, and there was no time to write down why; more --time is needed", signed(r.Low))
	}
	return s, err
}

// write writes the proof to its file.
func (o proveOptions) write(ctx context.Context, p *proof.Proof, steps []search.Step) error {
	return writeWhole(ctx, o.file, o.force, func(f *os.File) error {
		return proof.Write(f, p, func(yield func(proof.Record) bool) {
			for _, s := range steps {
				if !yield(proof.Record{Board: s.Board, Claim: s.Claim, Pit: s.Pit, Height: s.Height}) {
					return
				}
			}
		})
	})
}
