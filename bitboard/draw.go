package bitboard

import (
	"fmt"
	"strconv"
	"strings"
)

// The drawing, line by line, as South sees the board: North's pits run from
// right to left. Each side's letter stands at its store.
const (
	drawNorth  = "  N     f   e   d   c   b   a"
	drawFrame  = "+----+---+---+---+---+---+---+----+"
	drawMiddle = "+---+---+---+---+---+---+"
	drawSouth  = "        A   B   C   D   E   F    S"
	drawTurn   = " to move"
	drawRow    = "|    | 4 | 4 | 4 | 4 | 4 | 4 |    |"
	drawStores = "|  0 +---+---+---+---+---+---+  0 |"
	drawLines  = 8
)

// Draw returns the position as a text of eight lines, ASCII and 35 columns wide,
// ending in a line end. The start is
//
//	  N     f   e   d   c   b   a
//	+----+---+---+---+---+---+---+----+
//	|    | 4 | 4 | 4 | 4 | 4 | 4 |    |
//	|  0 +---+---+---+---+---+---+  0 |
//	|    | 4 | 4 | 4 | 4 | 4 | 4 |    |
//	+----+---+---+---+---+---+---+----+
//	        A   B   C   D   E   F    S
//	South to move
//
// The stores are blank in a position without. ParseDrawing reads it back.
func (p Position) Draw() string {
	pits := p.Pits()
	var s strings.Builder
	s.WriteString(drawNorth + "\n" + drawFrame + "\n|    |")
	for i := Pits - 1; i >= RowPits; i-- {
		fmt.Fprintf(&s, "%2d |", pits[i])
	}
	south, north := "    ", "    "
	if p.Scored {
		south = fmt.Sprintf(" %2d ", p.Stores[South])
		north = fmt.Sprintf(" %2d ", p.Stores[North])
	}
	s.WriteString("    |\n|" + north + drawMiddle + south + "|\n|    |")
	for _, n := range pits[:RowPits] {
		fmt.Fprintf(&s, "%2d |", n)
	}
	s.WriteString("    |\n" + drawFrame + "\n" + drawSouth + "\n" + p.Turn.Name() + drawTurn + "\n")
	return s.String()
}

// ParseDrawing reads a position that [Position.Draw] drew. Blanks at both ends
// of a line, blank lines around the drawing and Windows line ends do not matter;
// everything else is ErrPosition, with the line counted from 1.
func ParseDrawing(text string) (Position, error) {
	lines := strings.Split(strings.Trim(text, blanks), "\n")
	if len(lines) != drawLines {
		return Position{}, badPosition(strconv.Quote(drawRow), "a drawing has %d lines, not %d", drawLines, len(lines))
	}
	for i := range lines {
		lines[i] = strings.Trim(lines[i], blanks)
	}
	for i, want := range [...]string{0: drawNorth, 1: drawFrame, 5: drawFrame, 6: drawSouth} {
		if want = strings.TrimSpace(want); want != "" && lines[i] != want {
			return Position{}, badLine(i, want)
		}
	}
	var fields [Pits + storeFields]string
	if !cutRow(lines[2], fields[RowPits:Pits]) {
		return Position{}, badLine(2, drawRow)
	}
	for i, j := RowPits, Pits-1; i < j; i, j = i+1, j-1 {
		fields[i], fields[j] = fields[j], fields[i]
	}
	if !cutRow(lines[4], fields[:RowPits]) {
		return Position{}, badLine(4, drawRow)
	}
	north, south, ok := cutStores(lines[3])
	if !ok {
		return Position{}, badLine(3, drawStores)
	}
	fields[Pits], fields[Pits+1] = south, north
	var side Side
	switch lines[7] {
	case South.Name() + drawTurn:
	case North.Name() + drawTurn:
		side = North
	default:
		return Position{}, badLine(7, South.Name()+drawTurn)
	}
	scored := south != ""
	if !scored {
		return fromFields(fields[:Pits], side, false)
	}
	return fromFields(fields[:], side, true)
}

// cutRow finds the numbers of a row of pits in its line.
func cutRow(line string, pits []string) bool {
	cells := strings.Split(line, "|")
	if len(cells) != RowPits+4 {
		return false
	}
	for i, cell := range cells {
		cell = strings.Trim(cell, blanks)
		if inside := i >= 2 && i < 2+RowPits; inside != (cell != "") {
			return false
		}
		if cell != "" {
			pits[i-2] = cell
		}
	}
	return true
}

// cutStores finds the stores in their line: both, or both blank.
func cutStores(line string) (north, south string, ok bool) {
	if len(line) < 2 || line[0] != '|' || line[len(line)-1] != '|' {
		return "", "", false
	}
	north, south, ok = strings.Cut(line[1:len(line)-1], drawMiddle)
	north, south = strings.Trim(north, blanks), strings.Trim(south, blanks)
	return north, south, ok && (north == "") == (south == "")
}

func badLine(i int, want string) error {
	return badPosition(strconv.Quote(want), "line %d of the drawing is different", i+1)
}
