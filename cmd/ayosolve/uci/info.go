package uci

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
)

// lead returns by how many seeds a side is ahead in what is taken.
func lead(p bitboard.Position, side bitboard.Side) int {
	return p.Stores[side] - p.Stores[side.Other()]
}

// letters writes pits that are played by turns, side first.
func letters(side bitboard.Side, pits []int) string {
	return strings.Join(answer.Letters(side, pits), "")
}

// score words what is known of a line, ahead being the lead of the player who moves and
// seeds those on the board, as the part of an info that follows the word
// score and as the one that follows the word string.
func (l *line) score(ahead, seeds int) (score, comment string) {
	centi := func(value float64) int { return int(math.Round(100 * (value + float64(ahead)))) }
	between := fmt.Sprintf("from %d to %d", l.low, l.high)
	switch {
	case l.exact():
		return fmt.Sprintf("cp %d", centi(float64(l.low))), fmt.Sprintf("exact value %d", l.low)
	case l.guessed:
		return fmt.Sprintf("cp %d", centi(l.guess)), "estimate " + between
	case l.low == -seeds && l.high < seeds:
		return fmt.Sprintf("cp %d upperbound", centi(float64(l.high))), "bounds " + between
	}
	return fmt.Sprintf("cp %d lowerbound", centi(float64(l.low))), "bounds " + between
}

// info words what a search has found, in a line for each of so many moves. elapsed
// is the time since it was asked for.
func (k ranking) info(p bitboard.Position, lines int, elapsed time.Duration) string {
	var text strings.Builder
	r := k.result
	for i := range min(lines, len(k.lines)) {
		l := k.lines[i]
		if i == 0 {
			l = k.position()
		}
		score, comment := l.score(lead(p, p.Turn), p.Board.Seeds())
		fmt.Fprintf(&text, "info depth %d multipv %d score %s nodes %d nps %d time %d hashfull %d tbhits %d pv %s string %s\n",
			r.Depth, i+1, score, r.Nodes, int64(r.NodesPerSecond()), elapsed.Milliseconds(), r.Hashfull, r.TableHits,
			letters(p.Turn, l.pits), comment)
	}
	return text.String()
}
