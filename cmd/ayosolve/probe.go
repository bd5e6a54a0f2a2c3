package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/egdb"
	"ayosolve/search"

	"github.com/spf13/cobra"
)

// probeOptions are what "probe" is asked for.
type probeOptions struct {
	place
	position string
	json     bool
}

func newProbeCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o probeOptions
	cmd := &cobra.Command{
		Use:   "probe POSITION",
		Short: "Look a position up in the tables",
		Long: `Look a position up in the tables, and search nothing: its value for the player to
move, in seeds out of those on the board, the outcome and the final score. A
position with more seeds than the tables have is an error.

Tables built with --bounds also know what holds under any repetition rule. Under
--repetition owner that is all they know, and where the bounds do not meet there
is no value.

With --json the answer is one line of JSON. "lower" and "upper" are proven bounds
of the value, under the repetition rule given; "status" is exact if they meet,
else bounds. "any_lower" and "any_upper" hold under any repetition rule, and
"any_repetition" says whether they meet, null if that isn't known. Without stores,
"final" and "outcome" are of the seeds on the board. A finished game says why in
"termination": majority or no_moves.`,
		Example: `  ayosolve probe 0-0-0-1-0-2-0-1-0-0-1-0-22-21-S
  ayosolve probe 0-0-0-1-0-2-0-1-0-0-1-0-N --json`,
		Args: takes(1, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			o.position = args[0]
			return runProbe(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// probeResult is the answer of "probe --json". Numbers are seeds, for the player to
// move unless named South or North.
type probeResult struct {
	Rules      string `json:"rules"`
	Repetition string `json:"repetition"`
	Position   string `json:"position"`
	Seeds      int    `json:"seeds"` // on the board
	answer.Verdict
	AnyRepetition *bool  `json:"any_repetition"` // whether the bounds under any repetition rule meet, null if they aren't known
	AnyLower      *int   `json:"any_lower,omitempty"`
	AnyUpper      *int   `json:"any_upper,omitempty"`
	Termination   string `json:"termination,omitempty"`
}

// runProbe looks a position up.
func runProbe(ctx context.Context, out io.Writer, o probeOptions) error {
	p, err := bitboard.ParsePosition(o.position)
	if err != nil {
		return err
	}
	var result *probeResult
	err = interruptible(ctx, func(context.Context) (err error) {
		result, err = probe(o.place, p)
		return err
	})
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(out, result)
	}
	var text bytes.Buffer
	text.WriteString(rulesTitle(o.rules) + p.Draw() + "\n")
	result.writeText(&text, bitboard.NewHistory(o.rules, p))
	_, err = out.Write(text.Bytes())
	return err
}

// probe returns what is known of a position: of one that ends the game by its
// rules, else from the tables.
func probe(at place, p bitboard.Position) (*probeResult, error) {
	result := &probeResult{
		Rules: at.rules.Name(), Repetition: at.rules.Repetition.String(), Position: p.String(), Seeds: p.Board.Seeds(),
	}
	if why, over := p.Over(at.rules); over {
		over := answer.Over(bitboard.NewHistory(at.rules, p), why)
		result.Verdict, result.Termination = over.Verdict, over.Termination
		result.anyRule(over.Lower, over.Upper)
		return result, nil
	}
	db, err := openTables(at)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	v, err := db.Probe(p.Board)
	switch {
	case errors.Is(err, egdb.ErrAbove):
		return nil, fmt.Errorf("the position has %d seeds, the tables of %s reach %d; %s",
			result.Seeds, result.Rules, db.MaxSeeds(), beyond(at.rules, result.Seeds))
	case err != nil:
		return nil, advise(err)
	}
	lower, upper := v.Value, v.Value
	if v.HasBounds {
		result.anyRule(v.Low, v.High)
	}
	if at.rules.Repetition != bitboard.RepetitionSplit {
		lower, upper = -result.Seeds, result.Seeds // all that is known without bounds
		if v.HasBounds {
			lower, upper = v.Low, v.High
		}
	}
	result.Verdict = answer.NewVerdict(p, search.Value{Low: lower, High: upper})
	return result, nil
}

// beyond says what helps with a position above the tables.
func beyond(r bitboard.Rules, seeds int) string {
	const most = 30 // seeds: more take hundreds of gigabytes and days
	if seeds > most {
		return "beyond them, ayosolve analyze searches"
	}
	return "for more: " + buildCommand(r, seeds)
}

// anyRule takes in what holds under any repetition rule.
func (r *probeResult) anyRule(low, high int) {
	same := low == high
	r.AnyLower, r.AnyUpper, r.AnyRepetition = &low, &high, &same
}

// writeText writes the answer in words, no line wider than 40 columns.
func (r *probeResult) writeText(w *bytes.Buffer, game *bitboard.History) {
	mover := game.Position().Turn
	if _, over := game.Over(); over {
		w.WriteString(answer.Ending(game))
		return
	}
	if r.Value != nil {
		fmt.Fprintf(w, "value    %s\n", valueWords(*r.Value, mover))
		fmt.Fprintf(w, "final    %v\n", r.Final)
		if game.Position().Scored {
			fmt.Fprintf(w, "outcome  %s\n", r.Final.Winner())
		} else {
			fmt.Fprintf(w, "         of the seeds on the board\n")
		}
	} else {
		fmt.Fprintf(w, "value    from %s to %s for %s\n", signed(r.Lower), signed(r.Upper), mover.Name())
		if r.Outcome != nil {
			fmt.Fprintf(w, "outcome  a %s for %s\n", *r.Outcome, mover.Name())
		}
	}
	w.WriteString("under any repetition rule: ")
	switch {
	case r.AnyRepetition == nil:
		w.WriteString("not known\n")
	case *r.AnyRepetition:
		w.WriteString("the same\n")
	default:
		fmt.Fprintf(w, "%s to %s\n", signed(*r.AnyLower), signed(*r.AnyUpper))
	}
}

// valueWords says who gains more.
func valueWords(value int, mover bitboard.Side) string {
	if value == 0 {
		return "0, both gain as much"
	}
	ahead := mover
	if value < 0 {
		ahead = mover.Other()
	}
	return fmt.Sprintf("%s, %s gains %d more", signed(value), ahead.Name(), max(value, -value))
}
