package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/textwrap"
	"ayosolve/search"
)

const (
	bestMark = "* "
	// The columns that tell the least give way where the main line would have less
	// room than this.
	lineRoom = 20
)

// analysisText puts an answer into words.
type analysisText struct{ answer.Analysis }

// writeText writes the answer about a position that is not over: a table of the
// moves, and then what it comes to in words. No line is wider than o.width if that
// is at least 24.
func (a analysisText) writeText(w *bytes.Buffer, game *bitboard.History, o analyzeOptions) {
	p := game.Position()
	w.WriteString(textwrap.Lines(strings.Fields("Values are for "+p.Turn.Name()+", who moves:"), o.width))
	a.writeMoves(w, o.width)
	w.WriteString("\n")
	for _, sentences := range []string{a.stopped(), a.conclusion(p) + a.repetitionRule(), a.returns(game)} {
		if sentences != "" {
			w.WriteString(textwrap.Lines(strings.Fields(sentences), o.width))
		}
	}
	w.WriteString("\n" + textwrap.Lines(a.effort(o), o.width))
}

// column is a column of the table.
type column struct {
	name  string
	cells []string
	right bool // aligned to the right
	width int
}

// writeMoves writes the table of the moves.
func (a analysisText) writeMoves(w *bytes.Buffer, width int) {
	scored := false
	cells := func(of func(m answer.Move) string) []string {
		texts := make([]string, len(a.Moves))
		for i, m := range a.Moves {
			texts[i] = of(m)
			scored = scored || m.Final != nil
		}
		return texts
	}
	columns := []column{
		{name: "move", cells: cells(func(m answer.Move) string { return a.mark(m) + m.Move })},
		{name: "value", cells: cells(func(m answer.Move) string { return valueText(m.Verdict) }), right: true},
		{name: "S–N", cells: cells(func(m answer.Move) string { return scoreText(m.Final) }), right: true},
		{name: "outcome", cells: cells(func(m answer.Move) string { return outcomeText(m.Verdict) })},
		{name: "captured", cells: cells(func(m answer.Move) string { return strconv.Itoa(m.Captured) }), right: true},
		{name: "laps", cells: cells(func(m answer.Move) string { return strconv.Itoa(m.Laps) }), right: true},
	}
	if !scored {
		columns = append(columns[:2], columns[3:]...)
	}
	last := column{name: "main line", cells: cells(func(m answer.Move) string { return strings.Join(m.PV, "") })}
	writeTable(w, columns, 2, last, width)
}

// writeTable writes columns and, right of them, one that is cut where there is no room
// for all of it. Where it would have too little, up to giveWay other columns are left
// out, the rightmost first.
func writeTable(w *bytes.Buffer, columns []column, giveWay int, last column, width int) {
	used := 0
	for i := range columns {
		c := &columns[i]
		c.width = utf8.RuneCountInString(c.name)
		for _, cell := range c.cells {
			c.width = max(c.width, utf8.RuneCountInString(cell))
		}
		used += c.width + 2
	}
	for range giveWay {
		if end := columns[len(columns)-1]; width-used < lineRoom {
			columns, used = columns[:len(columns)-1], used-end.width-2
		}
	}
	if width-used < utf8.RuneCountInString(last.name) {
		last.name = last.name[strings.LastIndexByte(last.name, ' ')+1:]
	}
	row := func(of func(c column) string) {
		var cells []string
		for _, c := range columns {
			cells = append(cells, c.pad(of(c)))
		}
		w.WriteString(tableLine(append(cells, of(last)), width))
	}
	row(func(c column) string { return c.name })
	for i := range last.cells {
		row(func(c column) string { return c.cells[i] })
	}
}

// pad fills a cell up to the width of its column.
func (c column) pad(cell string) string {
	blanks := strings.Repeat(" ", c.width-utf8.RuneCountInString(cell))
	if c.right {
		return blanks + cell
	}
	return cell + blanks
}

func tableLine(cells []string, width int) string {
	return strings.TrimRight(cut(strings.Join(cells, "  "), width), " ") + "\n"
}

// mark returns the mark of a move that is proven to be as good as any, or if there
// is none of the best so far.
func (a analysisText) mark(m answer.Move) string {
	if a.isBest(m) {
		return bestMark
	}
	return strings.Repeat(" ", len(bestMark))
}

func (a analysisText) isBest(m answer.Move) bool {
	if a.Exact() {
		return m.Lower == *a.Value
	}
	return a.Best != nil && m.Move == *a.Best
}

// valueText returns the value with its sign, or the bounds.
func valueText(d answer.Verdict) string {
	switch {
	case d.Value == nil:
		return signed(d.Lower) + "…" + signed(d.Upper)
	case d.Exact():
		return signed(*d.Value)
	}
	return "~" + signed(*d.Value)
}

func outcomeText(d answer.Verdict) string {
	if d.Outcome == nil {
		return "?"
	}
	return *d.Outcome
}

// scoreText returns a final score, South's first, or "" if there is none.
func scoreText(f *answer.Score) string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf("%v–%v", f.South, f.North)
}

// stopped says how much is known, and why not more.
func (a analysisText) stopped() string {
	exact, estimates := 0, 0
	for _, m := range a.Moves {
		switch m.Status {
		case search.Exact.String():
			exact++
		case search.Estimate.String():
			estimates++
		}
	}
	verb := "are"
	if exact == 1 {
		verb = "is"
	}
	known := fmt.Sprintf("%d of %d moves %s exact.", exact, len(a.Moves), verb)
	switch {
	case exact == len(a.Moves) && exact == 1:
		return "The only move is exact."
	case exact == len(a.Moves) && exact == 2:
		return "Both moves are exact."
	case exact == len(a.Moves):
		return "All " + numberWord(exact) + " moves are exact."
	case len(a.Moves) == 1 && estimates == 1:
		known = "the value of the only move is an estimate (~)."
	case estimates == len(a.Moves):
		known = "every value is an estimate (~)."
	case estimates > 0:
		known = fmt.Sprintf("%d of %d moves %s exact, %d estimates (~).", exact, len(a.Moves), verb, estimates)
	case len(a.Moves) == 1:
		known = "the value of the only move lies between two proven bounds."
	case exact == 0:
		known = "every value lies between two proven bounds."
	}
	switch a.Stopped {
	case search.StopTime.String():
		return "The time is up: " + known
	case search.StopNodes.String():
		return "The nodes are spent: " + known
	case search.StopDepth.String():
		return "The depth is reached: " + known
	case search.StopInterrupt.String():
		return "Interrupted: " + known
	}
	return "What is left turns on positions that come back: " + known
}

// conclusion says what the best move is and what it leads to.
func (a analysisText) conclusion(p bitboard.Position) string {
	mover := p.Turn.Name()
	if !a.Exact() {
		best := "No move is best yet"
		if a.Best != nil {
			best = "Best so far is " + *a.Best
		}
		if a.Value != nil {
			best += fmt.Sprintf(", about %s for %s", signed(*a.Value), mover)
		}
		text := fmt.Sprintf("%s; proven is that %s nets between %s and %s.", best, mover, signed(a.Lower), signed(a.Upper))
		if a.Value == nil {
			text = fmt.Sprintf("%s; %s nets between %s and %s.", best, mover, signed(a.Lower), signed(a.Upper))
		}
		if p.Scored && a.Outcome != nil {
			text += " " + a.outcomeOf(p)
		}
		return text
	}
	var best []string
	for _, m := range a.Moves {
		if a.isBest(m) {
			best = append(best, m.Move)
		}
	}
	text := fmt.Sprintf("Best is %s, %s for %s: ", listed(best), signed(*a.Value), mover)
	if !p.Scored {
		return text + fmt.Sprintf("of the %d seeds on the board South gets %v and North %v.", a.Seeds, a.Final.South, a.Final.North)
	}
	if a.Final.South == a.Final.North {
		return text + fmt.Sprintf("a draw, %s.", scoreText(a.Final))
	}
	winner, high, low := bitboard.South, a.Final.South, a.Final.North
	if low > high {
		winner, high, low = bitboard.North, low, high
	}
	return text + fmt.Sprintf("%s wins %v–%v.", winner.Name(), high, low)
}

// outcomeOf says in a sentence what is certain of a game whose value is not exact.
func (a analysisText) outcomeOf(p bitboard.Position) string {
	winner := p.Turn
	if *a.Outcome == answer.Loss {
		winner = winner.Other()
	}
	return winner.Name() + " wins."
}

// repetitionRule says whether the value would be the same under another rule.
func (a analysisText) repetitionRule() string {
	switch {
	case !a.Exact():
		return ""
	case a.AnyRepetition == nil:
		return " Whether this holds under any other repetition rule is not known."
	case *a.AnyRepetition:
		return " This holds under any repetition rule."
	}
	return " Under another repetition rule than " + a.Repetition + " it may be different."
}

// returns names the moves that would end the game in hand by repetition: values
// do not look back, so they do not show it.
func (a analysisText) returns(game *bitboard.History) string {
	var back []string
	for _, m := range a.Moves {
		for _, before := range game.Positions() {
			if m.Position == before.String() {
				back = append(back, m.Move)
				break
			}
		}
	}
	if back == nil {
		return ""
	}
	return listed(back) + " would bring back a position of this game, which ends it; values do not count that."
}

// effort says what the answer took, in parts that belong together.
func (a analysisText) effort(o analyzeOptions) []string {
	reach := "no tables"
	if a.Tables.MaxSeeds >= 0 {
		reach = fmt.Sprintf("tables to %d seeds", a.Tables.MaxSeeds)
	}
	threads := "1 thread"
	if a.Threads != 1 {
		threads = fmt.Sprintf("%d threads", a.Threads)
	}
	return []string{
		fmt.Sprintf("%.2f s,", float64(a.TimeMS)/1000),
		fmt.Sprintf("%s nodes,", grouped(a.Nodes)),
		fmt.Sprintf("%s nodes/s,", grouped(a.NodesPerSecond)),
		fmt.Sprintf("depth %d,", a.Depth),
		fmt.Sprintf("%s table hits,", grouped(a.TableHits)),
		fmt.Sprintf("hash %.1f %% of %s,", float64(a.Hashfull)/10, sizeWords(o.hash)),
		reach + ",",
		threads,
	}
}
