package main

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/cmd/ayosolve/textwrap"
)

// annotateText puts what is known of a game into words.
type annotateText struct {
	annotateAnswer
	width int
}

// write writes the heading, the moves, the chart and the summary.
func (a annotateText) write(w *bytes.Buffer, games int) {
	heading := players(a.Tags)
	if a.Result != ogn.Unfinished {
		heading += ", " + a.Result
	}
	if games > 1 {
		heading = fmt.Sprintf("Game %d: %s", a.Game, heading)
	}
	w.WriteString(textwrap.Lines(strings.Fields(oneLine(heading)), a.width))
	w.WriteString(textwrap.Lines(strings.Fields(fmt.Sprintf("%s, repetition %s, from %s", a.Rules, a.Repetition, startText(a.Start))), a.width))
	if len(a.Plies) == 0 {
		w.WriteString("The game has no moves.\n")
		return
	}
	w.WriteString("\n" + textwrap.Lines(strings.Fields("Values are for the player who makes the move; S–N is the final score that best play leads to after it:"), a.width))
	a.writeMoves(w)
	if c := (chart{leads: a.Leads(), width: a.width}).String(); c != "" {
		key := "South's lead at the end, with best play from there (* exact, ~ estimate):"
		w.WriteString("\n" + textwrap.Lines(strings.Fields(key), a.width) + c)
	}
	w.WriteByte('\n')
	for _, s := range a.sentences() {
		w.WriteString(textwrap.Lines(strings.Fields(s), a.width))
	}
}

// startText names the position a game begins in.
func startText(position string) string {
	if position == bitboard.StartPosition().String() {
		return "the start"
	}
	return position
}

// classMarks are what stands after a move, and what that means.
var classMarks = map[annotation.Class]string{annotation.Mistake: "?", annotation.Blunder: "??"}

// writeMoves writes the table of the moves.
func (a annotateText) writeMoves(w *bytes.Buffer) {
	cells := func(of func(i int, y *annotation.Ply) string) []string {
		texts := make([]string, len(a.Plies))
		for i := range a.Plies {
			texts[i] = of(i, &a.Plies[i])
		}
		return texts
	}
	known := func(of func(y *annotation.Ply) string) []string {
		return cells(func(_ int, y *annotation.Ply) string {
			if y.Class == annotation.Unknown {
				return ""
			}
			return of(y)
		})
	}
	columns := []column{
		{name: "move", cells: cells(func(i int, y *annotation.Ply) string {
			number := ""
			if i%2 == 0 {
				number = strconv.Itoa(y.Number) + "."
			}
			return fmt.Sprintf("%*s %s%s", len(strconv.Itoa(a.Plies[len(a.Plies)-1].Number))+1, number, y.Move, classMarks[y.Class])
		})},
		{name: "before", cells: known(func(y *annotation.Ply) string { return valueText(*y.Before) }), right: true},
		{name: "after", cells: known(func(y *annotation.Ply) string { return valueText(*y.After) }), right: true},
		{name: "S–N", cells: known(func(y *annotation.Ply) string { return scoreText(y.After.Final) }), right: true},
		{name: "outcome", cells: known(func(y *annotation.Ply) string { return outcomeText(*y.After) })},
		{name: "captured", cells: cells(func(_ int, y *annotation.Ply) string { return strconv.Itoa(y.Captured) }), right: true},
	}
	better := column{name: "better", cells: cells(func(_ int, y *annotation.Ply) string { return betterText(y) })}
	const giveWay = 3 // the captured seeds, the outcome, the score
	writeTable(w, columns, giveWay, better, a.width)
}

// betterText says what would have been better than the move played: for sure, or if that
// is open by what it looks like.
func betterText(y *annotation.Ply) string {
	line := strings.Join(y.Line, "")
	switch {
	case y.Class == annotation.Mistake, y.Class == annotation.Blunder:
		return line
	case y.Class == annotation.Unclear && len(y.Best) > 0 && y.Best[0] != y.Move && valueText(*y.Before) != valueText(*y.After):
		return "perhaps " + line
	}
	return ""
}

// sentences sum the game up.
func (a annotateText) sentences() []string {
	var all []string
	if !a.Complete {
		known := 0
		for i := range a.Plies {
			if a.Plies[i].Class != annotation.Unknown {
				known++
			}
		}
		all = append(all, fmt.Sprintf("Interrupted: known are the last %d of %d moves.", known, len(a.Plies)))
	}
	for _, side := range []bitboard.Side{bitboard.South, bitboard.North} {
		all = append(all, sideText(side, a.Summary.Of(side)))
	}
	var turns []string
	for _, i := range a.Summary.Turns {
		y := &a.Plies[i]
		turns = append(turns, fmt.Sprintf("%d. %s", y.Number, y.Move))
	}
	outcome := "No move is proven to have changed the outcome."
	if len(turns) > 0 {
		outcome = "The outcome changed with " + listed(turns) + "."
	}
	return append(all, outcome, fmt.Sprintf("It took %.1f s.", float64(a.TimeMS)/1000))
}

// sideText sums a side up. Only what is not nothing is told.
func sideText(side bitboard.Side, s *annotation.Side) string {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(s.Best, "best", "best")
	add(s.Mistakes, "mistake", "mistakes")
	add(s.Blunders, "blunder", "blunders")
	add(s.Unclear, "unclear", "unclear")
	add(s.Forced, "forced", "forced")
	add(s.Unknown, "unknown", "unknown")
	text := fmt.Sprintf("%s: %d moves", side.Name(), s.Moves)
	if s.Moves == 1 {
		text = side.Name() + ": 1 move"
	}
	if len(parts) > 0 {
		text += ", " + strings.Join(parts, ", ")
	}
	if lost := lostText(s.Lost); lost != "" {
		text += "; " + lost
	}
	if s.Accuracy != nil {
		text += fmt.Sprintf("; accuracy %.0f %% (%d of %d)", math.Floor(100**s.Accuracy), s.Best, s.Best+s.Mistakes+s.Blunders)
	}
	return text + "."
}

// lostText says how many seeds a player gave away, or is "" if nothing is known.
func lostText(r annotation.Range) string {
	seeds := "seeds"
	if r.Least == 1 {
		seeds = "seed"
	}
	switch {
	case r.Least == r.Most:
		return fmt.Sprintf("%d %s lost", r.Least, seeds)
	case r.Least > 0:
		return fmt.Sprintf("at least %d %s lost", r.Least, seeds)
	}
	return ""
}
