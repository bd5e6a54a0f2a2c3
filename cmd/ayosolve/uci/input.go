package uci

import (
	"bufio"
	"errors"
	"io"
)

// longestLine is the most bytes of a command: a game of a hundred thousand moves.
const longestLine = 1 << 17

// errLongLine is what a longer line is answered by.
var errLongLine = errors.New("the line is too long")

// input is a line read, or why there is none.
type input struct {
	text string
	err  error // errLongLine, or what ends the input
}

// readLines sends every line of a reader, and last the error that it ends with,
// io.EOF as a rule. It stops when quit is closed and a line comes.
func readLines(r io.Reader, lines chan<- input, quit <-chan struct{}) {
	b := bufio.NewReaderSize(r, longestLine)
	for {
		text, err := b.ReadSlice('\n')
		in := input{text: string(text)}
		if errors.Is(err, bufio.ErrBufferFull) {
			in = input{err: errLongLine}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = b.ReadSlice('\n')
			}
		}
		if in.text != "" || in.err != nil {
			select {
			case lines <- in:
			case <-quit:
				return
			}
		}
		if err != nil {
			select {
			case lines <- input{err: err}:
			case <-quit:
			}
			return
		}
	}
}
