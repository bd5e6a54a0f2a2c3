package ogn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
)

const (
	mostBytes = 1 << 20 // of the text of a game
	mostDepth = 32      // of variations inside each other
)

const byteOrderMark = '\uFEFF'

// errLimit ends the reading of a game that is too long.
var errLimit = fmt.Errorf("longer than %d KiB", mostBytes>>10)

// scanner reads the characters of a file of games.
type scanner struct {
	in   *bufio.Reader
	line int   // of the next character, from 1
	size int   // bytes read of the game
	last int   // bytes of the last character
	err  error // io.EOF, errLimit or of the file, once there is one
}

// next returns the next character, 0 once there is an error.
func (s *scanner) next() rune {
	if s.err != nil {
		return 0
	}
	c, n, err := s.in.ReadRune()
	s.last = n
	if s.size += n; err == nil && s.size > mostBytes {
		err = errLimit
	}
	if err != nil {
		s.err = err
		return 0
	}
	if c == '\n' {
		s.line++
	}
	return c
}

// peek returns the next character and leaves it there, 0 if there is none.
func (s *scanner) peek() rune {
	c := s.next()
	if s.err != nil {
		return 0
	}
	if c == '\n' {
		s.line--
	}
	if err := s.in.UnreadRune(); err != nil {
		panic(err) // a rune has just been read
	}
	s.size -= s.last
	return c
}

// skipBlanks goes on to the next character that is not blank and returns it.
func (s *scanner) skipBlanks() rune {
	for {
		c := s.peek()
		if s.err != nil || !unicode.IsSpace(c) && c != byteOrderMark {
			return c
		}
		s.next()
	}
}

// take reads on as long as characters are in a set, most bytes at most.
func (s *scanner) take(set string, most int) string {
	var text strings.Builder
	for text.Len() < most {
		c := s.peek()
		if s.err != nil || !strings.ContainsRune(set, c) {
			break
		}
		text.WriteRune(s.next())
	}
	return text.String()
}

// until reads up to a character and past it, which the text returned is without.
// ok is false if there is none.
func (s *scanner) until(end rune) (text string, ok bool) {
	var b strings.Builder
	for {
		c := s.next()
		if s.err != nil {
			return "", false
		}
		if c == end {
			return b.String(), true
		}
		b.WriteRune(c)
	}
}

// ended reports whether the file is at its end, rather than broken.
func (s *scanner) ended() bool { return errors.Is(s.err, io.EOF) }

// plain returns text on one line, one blank between words, without characters that
// do something to a terminal.
func plain(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == byteOrderMark {
			return ' '
		}
		return c
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
