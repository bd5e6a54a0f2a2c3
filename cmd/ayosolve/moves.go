package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"

	"github.com/spf13/cobra"
)

// standardInput is the POSITION that stands for one position a line of input.
const standardInput = "-"

// movesOptions are what "moves" is asked for.
type movesOptions struct {
	rules    bitboard.Rules
	position string // in notation, or standardInput
	moves    string // letters played from the position before it is listed
	json     bool
	threads  int // 0 for one a processor
	width    int // columns of the text form
}

func newMovesCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o movesOptions
	cmd := &cobra.Command{
		Use:   "moves [POSITION]",
		Short: "List the legal moves and what they lead to",
		Long: `List the legal moves of a position, start by default: for each one its letter,
the seeds it captures, the laps it sows and the position it leads to. --moves
plays moves first.

With --json the answer is one line of JSON. "pit" is 0 to 5 seen by the player
who moves; a position that is over has no moves and says why in "termination":
majority, no_moves, or repetition if --moves led to a position twice.

With - for the position, every line of standard input is a position and is
answered by one line of JSON, in order. A bad line is answered by
{"error":"...","line":N} and makes the exit status 1 in the end; an empty line
is a bad one, so that lines of input and output always match.`,
		Example: `  ayosolve moves start
  ayosolve moves start --moves FaAb --json
  ayosolve moves 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --rules oware
  ayosolve moves - < positions.txt`,
		Args: takes(0, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.rules, err = rules.rules(); err != nil {
				return err
			}
			o.position = argument(args, 0, "start")
			o.threads = tables.threads.at
			o.width = columns(cmd.OutOrStdout())
			return runMoves(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().StringVar(&o.moves, "moves", "", "play `LETTERS` first, such as FaAb")
	cmd.Flags().BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// validate returns errUsage for options that do not go together.
func (o movesOptions) validate() error {
	if o.position == standardInput && o.moves != "" {
		return usagef("ayosolve moves start --moves FaAb", "--moves goes with one position, not with -")
	}
	return o.rules.Validate()
}

// runMoves lists the legal moves of a position, or of every position of in.
func runMoves(ctx context.Context, in io.Reader, out io.Writer, o movesOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.position == standardInput {
		b := batch{workers: o.threads, chunk: 256, example: bitboard.StartPosition().String(), answer: func(_ context.Context, line string) (any, error) {
			p, err := bitboard.ParsePosition(line)
			if err != nil {
				return nil, err
			}
			return answer.Moves(bitboard.NewHistory(o.rules, p)), nil
		}}
		return b.run(ctx, in, out)
	}
	game, err := playFrom(o.rules, o.position, o.moves)
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(out, answer.Moves(game))
	}
	var text bytes.Buffer
	text.WriteString(rulesTitle(o.rules) + game.Position().Draw() + "\n")
	writeMoveTable(&text, answer.Moves(game), o.width)
	text.WriteString(answer.Ending(game))
	_, err = out.Write(text.Bytes())
	return err
}

// playFrom reads a position and plays moves from it.
func playFrom(r bitboard.Rules, position, moves string) (*bitboard.History, error) {
	p, err := bitboard.ParsePosition(position)
	if err != nil {
		return nil, err
	}
	return bitboard.PlayMoves(r, p, moves)
}

// writeMoveTable writes moves as a table, one a line, or two lines each where
// lines of the width cannot hold the longest.
func writeMoveTable(w *bytes.Buffer, l answer.MoveList, width int) {
	if len(l.Moves) == 0 {
		return
	}
	const before = len("move  captured  laps  ")
	between := "  "
	for _, m := range l.Moves {
		if before+len(m.Position) > width {
			between = "\n      "
		}
	}
	if between == "  " {
		w.WriteString("move  captured  laps  position\n")
	} else {
		w.WriteString("move  captured  laps\n")
	}
	for _, m := range l.Moves {
		fmt.Fprintf(w, "%-4s  %8d  %4d%s%s\n", m.Move, m.Captured, m.Laps, between, m.Position)
	}
}
