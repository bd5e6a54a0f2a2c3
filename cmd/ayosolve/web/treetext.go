package web

import (
	"fmt"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
)

// Moves with variations are written as the page's links have them: letters, and in
// parentheses after a move what might have been played in place of it and from there
// on, as in Ca(bC)(cDd)D.

// mostDeep is how deep variations may lie in each other, as in package ogn.
const mostDeep = 32

// writeTree writes the moves of a line that a side begins.
func writeTree(first bitboard.Side, line ogn.Line) string {
	var text strings.Builder
	appendTree(&text, first, line)
	return text.String()
}

func appendTree(text *strings.Builder, mover bitboard.Side, line ogn.Line) {
	for _, m := range line.Moves {
		text.WriteString(bitboard.MoveLetter(mover, m.Pit))
		for _, v := range m.Variations {
			text.WriteByte('(')
			appendTree(text, mover, v)
			text.WriteByte(')')
		}
		mover = mover.Other()
	}
}

// mainLine returns written moves without their variations.
func mainLine(text string) string {
	depth := 0
	return strings.Map(func(c rune) rune {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0:
			return c
		}
		return -1
	}, text)
}

// readTree reads moves that a side begins. It checks that sides take turns, not that
// moves are legal. Its errors are errCall and bitboard.ErrMove.
func readTree(first bitboard.Side, text string) (ogn.Line, error) {
	rest, line, err := treeLine(first, text, 0)
	if err == nil && rest != "" {
		err = fmt.Errorf("%w: the moves have a ) too many", errCall)
	}
	return line, err
}

// treeLine reads a line up to its end or the parenthesis that closes it.
func treeLine(mover bitboard.Side, text string, depth int) (rest string, line ogn.Line, err error) {
	if depth > mostDeep {
		return "", line, fmt.Errorf("%w: variations more than %d deep", errCall, mostDeep)
	}
	for text != "" && text[0] != ')' {
		if text[0] != '(' {
			pits, err := bitboard.ParseMoves(mover, text[:1])
			if err != nil {
				return "", line, err
			}
			for _, pit := range pits { // none is a blank
				line.Moves = append(line.Moves, ogn.Move{Pit: pit})
				mover = mover.Other()
			}
			text = text[1:]
			continue
		}
		n := len(line.Moves)
		var v ogn.Line
		if text, v, err = treeLine(mover.Other(), text[1:], depth+1); err != nil {
			return "", line, err
		}
		if text == "" || n == 0 || len(v.Moves) == 0 {
			return "", line, fmt.Errorf("%w: a variation has a move before it, a move in it, and a ) at its end", errCall)
		}
		text = text[1:]
		line.Moves[n-1].Variations = append(line.Moves[n-1].Variations, v)
	}
	return text, line, nil
}
