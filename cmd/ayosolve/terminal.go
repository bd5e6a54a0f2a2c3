package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// defaultWidth is the width of output that is not for a terminal.
const defaultWidth = 80

// columns returns how wide lines to out may be: the environment variable COLUMNS
// if it is a number, else the width of the terminal, else defaultWidth.
func columns(out io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := out.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return defaultWidth
}
