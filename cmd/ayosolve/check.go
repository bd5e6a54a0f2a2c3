package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/proof"

	"github.com/spf13/cobra"
)

// checkOptions are what "check" is asked for.
type checkOptions struct {
	place
	given bool // whether the command line names the rules
	file  string
	json  bool
	open  tableOpener
	line  *statusLine
}

func newCheckCommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	o := checkOptions{open: open}
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check a proof that prove has written",
		Long: `Check a proof that ayosolve prove has written, move by move, with the rules and the
endgame tables alone: nothing is searched. The tables must be those that the proof
was made with. The rules are those that the file names; --rules asks for them.

The exit status is 0 if the proof is right. A proof that is not is refused with
status 1 and one line that names the position where it fails, its numbers seen by
the player to move there.

With --json the answer is one line of JSON.`,
		Example: `  ayosolve check start.proof
  ayosolve check start.proof --rules ayoayo --json`,
		Args: takes(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			for _, c := range []choice{rules.preset, rules.capturingSeed, rules.remainder, rules.grandSlam, rules.repetition} {
				o.given = o.given || c.given
			}
			o.file = args[0]
			o.line = newStatusLine(cmd.ErrOrStderr())
			return runCheck(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// runCheck checks a proof.
func runCheck(ctx context.Context, out io.Writer, o checkOptions) error {
	began := time.Now()
	f, err := os.Open(o.file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", o.file)
	}
	p, err := proof.Open(f, info.Size())
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	if o.given && (o.rules.Name() != p.Rules.Name() || o.rules.Repetition != p.Rules.Repetition) {
		return fmt.Errorf("%s: the proof of %s is under the rules %s and --repetition %s, not %s and %s", o.file, p.Position(),
			p.Rules.Name(), p.Rules.Repetition, o.rules.Name(), o.rules.Repetition)
	}
	o.rules = p.Rules
	t, err := openSoon(ctx, o.open, o.place, answerProof(p, o.file, began).Tables.MaxSeeds, o.line)
	if err != nil {
		return err
	}
	tables, ok := t.Prober.(proof.Tables)
	if !ok {
		panic("tables that a proof can't name")
	}
	hide := keepShowing(o.line, func(elapsed time.Duration) []string { return []string{"checking, " + timeWords(elapsed)} })
	err = interruptible(ctx, func(ctx context.Context) error {
		defer t.close() // not before the check has ended, which may outlast ctx
		_, err := proof.Check(ctx, f, info.Size(), tables)
		return err
	})
	hide()
	if errors.Is(err, proof.ErrTables) {
		return fmt.Errorf("%s: %w; %s makes them", o.file, err, o.rebuild(p))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, advise(err))
	}
	return answerProof(p, o.file, began).write(out, o.json, "right")
}

// rebuild returns the command line that makes the tables a proof leans on.
func (o checkOptions) rebuild(p *proof.Proof) string {
	most := 0
	for _, l := range p.Layers {
		most = max(most, min(l.Seeds, bitboard.MaxSeeds))
	}
	return buildCommand(p.Rules, most)
}
