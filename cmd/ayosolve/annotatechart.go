package main

import (
	"fmt"
	"math"
	"strings"

	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/search"
)

// chart draws South's lead over the moves of a game, in ASCII: * is exact, ~ an
// estimate. Where only bounds are known there is nothing to draw but a ? above the
// axis. Several moves share a column where the width is less than they are.
type chart struct {
	leads []annotation.Lead // at the start and after each move
	width int               // columns
}

const (
	chartRows  = 11 // at most
	chartLabel = 4  // columns of a number, with its sign
)

// mark is what a column shows: the leads from low to high.
type mark struct {
	low, high       int
	known, estimate bool
}

// String draws the chart, or is "" if nothing can be drawn.
func (c chart) String() string {
	room := c.width - chartLabel - len(" |")
	if room < 1 {
		return ""
	}
	share := (len(c.leads) + room - 1) / room // moves a column
	var marks []mark
	least, most := 0, 0
	any := false
	for from := 0; from < len(c.leads); from += share {
		m := markOf(c.leads[from:min(from+share, len(c.leads))])
		marks = append(marks, m)
		if m.known {
			least, most, any = min(least, m.low), max(most, m.high), true
		}
	}
	if !any {
		return ""
	}
	step := max(1, (most-least+chartRows-2)/(chartRows-1))
	rowOf := func(lead int) int { return int(math.Round(float64(lead) / float64(step))) }
	var s strings.Builder
	for row := rowOf(most); row >= rowOf(least); row-- {
		line := fmt.Sprintf("%*s |", chartLabel, signed(row*step))
		for _, m := range marks {
			line += cell(m, row, rowOf)
		}
		s.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	s.WriteString(c.axis(share, len(marks)))
	return s.String()
}

// markOf returns what a column shows of some leads.
func markOf(leads []annotation.Lead) mark {
	m := mark{low: math.MaxInt, high: math.MinInt}
	for _, l := range leads {
		if !l.Known || l.Status() == search.Bounds {
			continue
		}
		at := l.Low
		if l.Status() == search.Estimate {
			at, m.estimate = int(math.Round(l.Estimate)), true
		}
		m.low, m.high, m.known = min(m.low, at), max(m.high, at), true
	}
	return m
}

// cell returns the character of a column in a row.
func cell(m mark, row int, rowOf func(lead int) int) string {
	switch {
	case !m.known && row == 0:
		return "?"
	case m.known && row >= rowOf(m.low) && row <= rowOf(m.high):
		if m.estimate {
			return "~"
		}
		return "*"
	case row == 0:
		return "-"
	}
	return " "
}

// axis returns the line below the chart: numbers of moves, below the first column that
// has one of their two moves.
func (c chart) axis(share, columns int) string {
	const apart = 5 // columns, at least, from one number to the next
	line := []byte(strings.Repeat(" ", chartLabel+len(" |")+columns))
	next := 0
	for column := range columns {
		ply := column * share // the column begins with the lead after that many moves
		if column < next || ply == 0 {
			continue
		}
		number := fmt.Sprint((ply + 1) / 2)
		at := chartLabel + len(" |") + column
		if at+len(number) > len(line) {
			break
		}
		copy(line[at:], number)
		next = column + max(apart, len(number)+2)
	}
	return strings.TrimRight(string(line), " ") + "\n"
}
