package uci

import (
	"fmt"
	"strings"

	"ayosolve/bitboard"
)

// commandError says what is wrong with a command, and shows a right one.
func commandError(example, format string, args ...any) error {
	return fmt.Errorf("%s; right is %s", fmt.Sprintf(format, args...), example)
}

// cutWord takes the first word off a line; rest has no blanks around it.
func cutWord(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	if i := strings.IndexAny(line, " \t\r\v\f"); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

// placement is what a position command asks for.
type placement struct {
	start bitboard.Position
	moves string // letters
}

const positionExample = "position startpos moves FaAb"

// parsePlacement reads what follows the word position. Whether the moves are legal
// depends on the rules.
func parsePlacement(text string) (placement, error) {
	kind, rest := cutWord(text)
	p := placement{start: bitboard.StartPosition()}
	switch kind {
	case "startpos":
	case "fen":
		var fen string
		if fen, rest = cutWord(rest); fen == "" || fen == "moves" {
			return p, commandError("position fen "+p.start.String(), "position: the position after fen is missing")
		}
		var err error
		if p.start, err = bitboard.ParsePosition(fen); err != nil {
			return p, err
		}
	case "":
		return p, commandError(positionExample, "position: startpos or fen is missing")
	default:
		return p, commandError(positionExample, "position: %.40q is not startpos or fen", kind)
	}
	word, letters := cutWord(rest)
	if word != "" && word != "moves" {
		return p, commandError(positionExample, "position: %.40q is not moves", word)
	}
	p.moves = letters
	return p, nil
}

// game plays the moves.
func (p placement) game(r bitboard.Rules) (*bitboard.History, error) {
	return bitboard.PlayMoves(r, p.start, p.moves)
}

const optionExample = "setoption name Rules value oware"

// parseSetting reads what follows the word setoption: the name and value, each of
// which may hold blanks.
func parseSetting(text string) (name, value string, err error) {
	word, rest := cutWord(text)
	if word != "name" {
		return "", "", commandError(optionExample, "setoption: name is missing")
	}
	words := strings.Fields(rest)
	for i, w := range words {
		if w == "value" {
			name = strings.Join(words[:i], " ")
			_, value, _ = strings.Cut(rest, "value")
			value = strings.TrimSpace(value)
			break
		}
		name = strings.Join(words[:i+1], " ")
	}
	if name == "" {
		return "", "", commandError(optionExample, "setoption: the option's name is missing")
	}
	return name, value, nil
}
