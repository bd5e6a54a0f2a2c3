package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"ayosolve/cmd/ayosolve/textwrap"
)

// signed returns a value with its sign; 0 has none.
func signed(v int) string {
	if v == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", v)
}

// grouped returns a number with its digits in threes.
func grouped(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// numberWord returns the word for a number of moves.
func numberWord(n int) string {
	return [...]string{"no", "one", "two", "three", "four", "five", "six"}[n]
}

// listed joins words as a sentence lists them.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// cut shortens a line to a width in columns; an ellipsis shows where it was cut.
func cut(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	return string([]rune(line)[:max(width-1, 0)]) + "…"
}

// writeSentence writes a result that is a sentence, in lines of the width of out. A
// blank that an argument holds stays, whatever follows it.
func writeSentence(out io.Writer, format string, args ...any) error {
	_, err := io.WriteString(out, textwrap.Lines(strings.Split(fmt.Sprintf(format, args...), " "), columns(out)))
	return err
}
