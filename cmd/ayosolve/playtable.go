package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/opponent"
	"ayosolve/cmd/ayosolve/textwrap"
	"ayosolve/search"
)

// playTable is a game that is being played in the terminal.
type playTable struct {
	playOptions
	game     *bitboard.History
	undone   []int // pits of the moves taken back, the last one made first in line to come again
	resigned bool  // by resigner: then nobody moves any more
	resigner bitboard.Side
	laps     bool   // whether sowing is shown lap by lap
	saved    string // the file the game was saved to, which may be written over
	left     bool   // whether it was said to quit
	out      io.Writer
	err      error // of out

	solver *search.Solver // nil until somebody needs it
	tables openedTables
}

// lineOrError is a line of the input, or why there are no more.
type lineOrError struct {
	inputLine
	err error
}

// readAhead reads lines, one ahead, so that whoever waits for one can wait for ctx too.
// The channel is closed at the end of the input, and when ctx is done.
func readAhead(ctx context.Context, in io.Reader) <-chan lineOrError {
	lines := make(chan lineOrError)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			line, err := readLine(r)
			if errors.Is(err, io.EOF) {
				return
			}
			select {
			case lines <- lineOrError{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

func (t *playTable) close() {
	if t.solver != nil {
		t.tables.close()
	}
}

// run plays.
func (t *playTable) run(ctx context.Context, lines <-chan lineOrError) error {
	t.sayWrapped("Moves are letters; help lists what else there is.")
	t.showBoard()
	for !t.left && t.err == nil && ctx.Err() == nil {
		if mover := t.game.Position().Turn; !t.over() && !t.people[mover] {
			t.answer(ctx)
			continue
		}
		if t.prompt {
			t.say("%s> ", t.prompting())
		}
		select {
		case line, more := <-lines:
			switch {
			case !more:
				t.left = true
			case line.err != nil:
				t.err = line.err
			case line.tooLong:
				t.note("the line is too long; right is one of %s", strings.Join(legalLetters(t.game), " "))
			default:
				t.command(ctx, strings.TrimSpace(line.text))
			}
		case <-ctx.Done():
		}
	}
	t.leave()
	return t.err
}

// prompting returns what stands before the place to type.
func (t *playTable) prompting() string {
	if t.over() {
		return "over"
	}
	return t.game.Position().Turn.Name()
}

// say writes to the player.
func (t *playTable) say(format string, args ...any) {
	if _, err := fmt.Fprintf(t.out, format, args...); err != nil && t.err == nil {
		t.err = err
	}
}

// sayWrapped writes sentences in lines of the width.
func (t *playTable) sayWrapped(text string) {
	t.say("%s", textwrap.Lines(strings.Fields(text), t.width))
}

// over reports whether nobody can move.
func (t *playTable) over() bool {
	_, over := t.game.Over()
	return over || t.resigned
}

// showBoard draws the board and says who can do what.
func (t *playTable) showBoard() {
	p := t.game.Position()
	t.say("\n%s", p.Draw())
	switch {
	case t.resigned:
		t.sayWrapped(fmt.Sprintf("%s has resigned: %s wins.", t.resigner.Name(), t.resigner.Other().Name()))
	case t.over():
		t.say("\n%s", answer.Ending(t.game))
	default:
		t.say("Moves: %s\n", strings.Join(legalLetters(t.game), " "))
	}
}

// legalLetters returns the letters of the legal moves.
func legalLetters(game *bitboard.History) []string {
	var letters []string
	for _, m := range answer.Moves(game).Moves {
		letters = append(letters, m.Move)
	}
	return letters
}

// answer lets the program move.
func (t *playTable) answer(ctx context.Context) {
	mover := t.game.Position().Turn
	if t.level == opponent.Perfect && !t.needSolver(ctx) {
		return
	}
	stop := keepShowing(t.line, func(elapsed time.Duration) []string {
		return []string{mover.Name() + " is thinking, " + timeWords(elapsed)}
	})
	pit, err := opponent.Choose(ctx, t.solver, t.game, t.level, opponent.Options{Seed: t.seed, Limits: t.limits})
	stop()
	switch {
	case ctx.Err() != nil:
	case err != nil:
		t.err = err
	default:
		t.undone = nil
		t.move(pit)
		t.showBoard()
	}
}

// move makes a legal move and tells about it.
func (t *playTable) move(pit int) {
	p := t.game.Position()
	c, err := t.game.Play(pit)
	if err != nil {
		panic(err) // only legal moves come here
	}
	text := fmt.Sprintf("%s plays %s", p.Turn.Name(), bitboard.MoveLetter(p.Turn, pit))
	if c.Laps > 1 {
		text += fmt.Sprintf(", %d laps", c.Laps)
	}
	if c.Captured > 0 {
		text += fmt.Sprintf(", and takes %d", c.Captured)
	}
	t.sayWrapped(text + ".")
	if t.laps {
		t.say("%s", lapsText(t.game.Rules(), p, pit, t.width))
	}
}

// leave says how to go on with a game that is not over.
func (t *playTable) leave() {
	if t.prompt {
		t.say("\n")
	}
	switch moves := t.game.String(); {
	case t.over():
	case moves == "":
		t.say("Nobody has moved.\n")
	default:
		t.sayWrapped("The game so far: " + moves)
	}
}

// needSolver makes the solver, and the tables for it if there are none yet. It returns
// false if that can't be done, and has said so.
func (t *playTable) needSolver(ctx context.Context) bool {
	if t.solver != nil {
		return true
	}
	p := t.place
	p.paged = true
	tables, err := openSoon(ctx, t.open, p, bitboard.MaxSeeds, t.line)
	if err == nil {
		t.solver, err = search.New(t.rules, tables.Prober, search.Options{Threads: t.threads, Hash: int64(t.hash)})
		if err != nil {
			tables.close()
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			t.err = err
		}
		return false
	}
	t.tables = tables
	return true
}
