package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
)

// The exit statuses.
const (
	statusDone   = 0
	statusFailed = 1 // the input was good and something went wrong
	statusUsage  = 2 // bad input or usage
)

// errUsage is behind every error that the user's command line or input caused,
// together with ErrPosition, ErrMove and ErrRules of package bitboard and ErrRecord of
// package ogn.
var errUsage = errors.New("bad usage")

// exampleMark stands before the right example in an error message, here and in
// package bitboard.
const exampleMark = "; right is "

// usageError is an errUsage with a message of its own.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }
func (e usageError) Unwrap() error { return errUsage }

// usagef returns a usageError that says what is wrong and shows a right example.
func usagef(example, format string, args ...any) error {
	return usageError{oneLine(fmt.Sprintf(format, args...)) + exampleMark + example}
}

// report turns what a command line ended with into its exit status and the line
// to print, which may be empty. started tells whether a verb began to run: what
// comes before is bad usage, whatever cobra calls it.
func report(err error, started bool) (status int, line string) {
	switch {
	case err == nil:
		return statusDone, ""
	case errors.Is(err, syscall.EPIPE):
		return statusFailed, "" // whoever read the output has gone and wants no more
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return statusFailed, "ayosolve: interrupted"
	}
	text := err.Error()
	failed := started
	for _, bad := range []error{errUsage, bitboard.ErrPosition, bitboard.ErrMove, bitboard.ErrRules, ogn.ErrRecord} {
		failed = failed && !errors.Is(err, bad)
	}
	if failed {
		return statusFailed, "ayosolve: " + oneLine(text)
	}
	if !strings.Contains(text, exampleMark) {
		text = oneLine(text) + exampleMark + "ayosolve analyze"
	}
	return statusUsage, "ayosolve: " + text
}

// longestMessage is how many bytes of an error are shown: an argument that a
// message repeats may be as long as the system allows.
const longestMessage = 300

// oneLine returns a message with what cannot be printed escaped, and cut short.
func oneLine(text string) string {
	var line strings.Builder
	for text != "" {
		if line.Len() >= longestMessage {
			return line.String() + "..."
		}
		r, size := utf8.DecodeRuneInString(text)
		if strconv.IsPrint(r) && r != utf8.RuneError {
			line.WriteRune(r)
		} else {
			line.WriteString(strings.Trim(strconv.Quote(text[:size]), `"`))
		}
		text = text[size:]
	}
	return line.String()
}

// quoted returns an argument in quotation marks, cut short.
func quoted(arg string) string {
	const longest = 40
	if len(arg) > longest {
		return strconv.Quote(arg[:longest]) + "..."
	}
	return strconv.Quote(arg)
}
