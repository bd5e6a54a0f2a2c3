package bitboard

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrPosition reports text or a value that is no position. The message is one
// line, says what is wrong and shows a right example.
var ErrPosition = errors.New("not a position")

const (
	startWord     = "start"
	exampleScored = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
	exampleBoard  = "4-4-4-4-4-4-4-4-4-4-4-4-S"
	exampleMoves  = "FaAb"

	blanks      = " \t\r\n"
	storeFields = 2
	quoteMost   = 20 // bytes of a bad field that an error repeats
)

// ParsePosition reads a position in one of three forms, blanks and line ends
// around it left out:
//
//	start                          the start of a game
//	A-B-C-D-E-F-a-b-c-d-e-f-s-n-S  pits, South's store, North's store, S or N to move; 48 seeds
//	A-B-C-D-E-F-a-b-c-d-e-f-S      pits of a board whose stores do not matter; at most 48 seeds
//
// The side to move may be left out of the last form and is South then. Numbers
// are plain decimal without a sign or leading zeros, so that a position with
// its side has one spelling, the one String writes. Everything else is
// ErrPosition.
func ParsePosition(text string) (Position, error) {
	text = strings.Trim(text, blanks)
	switch text {
	case startWord:
		return StartPosition(), nil
	case "":
		return Position{}, badPosition(exampleScored, "it is empty")
	}
	const mostFields = Pits + storeFields + 1
	count := strings.Count(text, "-") + 1
	if count == 1 {
		return Position{}, badPosition(exampleScored, "%s is neither the word %s nor numbers joined by -", quote(text), startWord)
	}
	if count > mostFields+1 {
		return Position{}, badPosition(exampleScored, "it has %d fields, at most %d can be", count, mostFields)
	}
	fields := strings.Split(text, "-")
	last := fields[count-1]
	var side Side
	numbers := fields
	noNumber := last != "" && (last[0] < '0' || last[0] > '9')
	if sidePlace := count == Pits+1 || count == mostFields; noNumber || sidePlace && last == "" {
		switch last {
		case "S":
		case "N":
			side = North
		default:
			return Position{}, badPosition(exampleScored, "field %d, %s, is not the side to move, S or N", count, quote(last))
		}
		numbers = fields[:count-1]
	}
	scored := len(numbers) == Pits+storeFields
	if !scored && len(numbers) != Pits {
		return Position{}, badPosition(exampleScored, "it has %d numbers, not %d pits, or %d pits and %d stores",
			len(numbers), Pits, Pits, storeFields)
	}
	if scored && len(numbers) == count {
		return Position{}, badPosition(exampleScored, "field %d, the side to move, is missing", count+1)
	}
	return fromFields(numbers, side, scored)
}

// fromFields makes a position of the numbers of its pits and, if scored, stores.
func fromFields(numbers []string, side Side, scored bool) (Position, error) {
	example := exampleBoard
	if scored {
		example = exampleScored
	}
	var n [Pits + storeFields]int
	sum := 0
	for i, field := range numbers {
		var why string
		if n[i], why = parseSeeds(field); why != "" {
			return Position{}, badPosition(example, "field %d, %s, %s", i+1, fieldName(i), why)
		}
		sum += n[i]
	}
	switch {
	case scored && sum != MaxSeeds:
		return Position{}, badPosition(example, "pits and stores sum to %d seeds, not %d", sum, MaxSeeds)
	case sum > MaxSeeds:
		return Position{}, badPosition(example, "the pits sum to %d seeds, more than %d", sum, MaxSeeds)
	}
	return positionOf(n, side, scored), nil
}

// positionOf makes a position of numbers that are known to be right: pits seen
// by South, and stores.
func positionOf(n [Pits + storeFields]int, side Side, scored bool) Position {
	p := Position{Turn: side, Scored: scored, Stores: [2]int{n[Pits], n[Pits+1]}}
	for i, seeds := range n[:Pits] {
		p.Board = p.Board.add(i, seeds)
	}
	if side == North {
		p.Board = p.Board.Turn()
	}
	return p
}

// parseSeeds reads a number of seeds, or says why it is none.
func parseSeeds(field string) (seeds int, why string) {
	if field == "" {
		return 0, "is empty"
	}
	for i := range len(field) {
		if field[i] < '0' || field[i] > '9' {
			return 0, quote(field) + ", is not a plain number"
		}
	}
	if len(field) > 1 && field[0] == '0' {
		return 0, quote(field) + ", has a leading zero"
	}
	seeds, err := strconv.Atoi(field)
	if err != nil || seeds > MaxSeeds {
		return 0, quote(field) + fmt.Sprintf(", is more than %d seeds", MaxSeeds)
	}
	return seeds, ""
}

// fieldName names the i-th number of a position.
func fieldName(i int) string {
	switch {
	case i < Pits:
		return "pit " + MoveLetter(Side(i/RowPits), i%RowPits)
	case i == Pits:
		return "South's store"
	}
	return "North's store"
}

// quote returns text that is wrong, in plain ASCII on one line and cut short.
func quote(text string) string {
	if len(text) > quoteMost {
		return strconv.QuoteToASCII(text[:quoteMost]) + "..."
	}
	return strconv.QuoteToASCII(text)
}

func badPosition(example, format string, args ...any) error {
	return fmt.Errorf("%w: %s; right is %s", ErrPosition, fmt.Sprintf(format, args...), example)
}

// String writes the position as ParsePosition reads it: fourteen numbers and
// the side to move, or twelve if it has no stores.
func (p Position) String() string {
	buf := make([]byte, 0, 40)
	for _, n := range p.Pits() {
		buf = strconv.AppendInt(buf, int64(n), 10)
		buf = append(buf, '-')
	}
	if p.Scored {
		for _, n := range p.Stores {
			buf = strconv.AppendInt(buf, int64(n), 10)
			buf = append(buf, '-')
		}
	}
	return string(append(buf, p.Turn.String()...))
}

// MoveLetter returns the letter of a side's pit, 0–5 seen by that side: A to F
// for South, a to f for North.
func MoveLetter(s Side, pit int) string {
	if s == North {
		return "abcdef"[pit : pit+1]
	}
	return "ABCDEF"[pit : pit+1]
}

// ParseMoves reads moves in letters, together or with blanks between them, and
// returns their pits, each 0–5 seen by its mover. The first move is side's and
// the sides take turns. Letters of the wrong side and anything that is no letter
// of a pit are ErrMove; whether the moves are legal is for [PlayMoves] to say.
func ParseMoves(side Side, text string) ([]int, error) {
	var pits []int
	s := moveScanner{text: text, side: side}
	for s.next() {
		pits = append(pits, s.pit)
	}
	return pits, s.err
}

// moveScanner reads moves one at a time.
type moveScanner struct {
	text   string // what is left to read
	side   Side   // who moves next
	number int    // of the move read last, from 1
	pit    int    // of the move read last, 0–5
	err    error
}

// next reads a move. It returns false at the end of the text or on an error.
func (s *moveScanner) next() bool {
	s.text = strings.TrimLeft(s.text, blanks)
	if s.text == "" {
		return false
	}
	s.number++
	pit := strings.IndexByte("ABCDEFabcdef", s.text[0])
	if pit < 0 {
		_, size := utf8.DecodeRuneInString(s.text)
		s.err = fmt.Errorf("%w: move %d, %s, is not a letter A to F or a to f; right is %s",
			ErrMove, s.number, quote(s.text[:size]), exampleMoves)
		return false
	}
	if owner := Side(pit / RowPits); owner != s.side {
		s.err = fmt.Errorf("%w: move %d, %s, is %s's pit and %s moves; right is %s to %s",
			ErrMove, s.number, s.text[:1], owner.Name(), s.side.Name(), MoveLetter(s.side, 0), MoveLetter(s.side, RowPits-1))
		return false
	}
	s.pit = pit % RowPits
	s.text = s.text[1:]
	s.side = s.side.Other()
	return true
}
