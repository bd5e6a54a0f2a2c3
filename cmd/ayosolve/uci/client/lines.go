package client

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// longestLine is the most bytes of a line that is kept; a longer one is cut.
const longestLine = 1 << 16

// readLines sends every line of a reader that is not empty, until the reader ends or
// quit is closed. Then it goes on reading, so that who writes is never held up.
func readLines(r io.Reader, lines chan<- string, quit <-chan struct{}) {
	b := bufio.NewReaderSize(r, longestLine)
	for {
		text, err := b.ReadSlice('\n')
		line := strings.TrimSpace(string(text))
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = b.ReadSlice('\n')
		}
		if line != "" {
			select {
			case lines <- line:
			case <-quit:
				_, _ = io.Copy(io.Discard, r)
				return
			}
		}
		if err != nil {
			return
		}
	}
}
