package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// quiet is the time between lines of progress that do not go to a terminal.
const quiet = time.Minute

// statusLine shows progress: on a terminal one line that is drawn again and again,
// elsewhere a line of its own now and then. It may be used by several goroutines.
type statusLine struct {
	out      io.Writer
	terminal bool
	width    int
	heard    func(text string) // also told whatever is shown or said, if not nil
	mu       sync.Mutex
	last     time.Time // when a line was written that does not go to a terminal
	drawn    bool      // whether the terminal shows the line
	closed   bool
}

func newStatusLine(out io.Writer) *statusLine {
	return &statusLine{out: out, terminal: isTerminal(out), width: columns(out), last: time.Now()}
}

// isTerminal reports whether what is written to out is seen at once.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// show shows how things stand: the first of some texts, longest first, that fits
// into a line; where lines stay, the first.
func (s *statusLine) show(texts ...string) {
	if s.heard != nil {
		s.heard(texts[min(1, len(texts)-1)])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if !s.terminal {
		if time.Since(s.last) >= quiet {
			s.last = time.Now()
			fmt.Fprintln(s.out, texts[0])
		}
		return
	}
	text := ""
	for _, text = range texts {
		if len(text) < s.width {
			break
		}
	}
	if len(text) >= s.width {
		text = text[:max(s.width-1, 0)]
	}
	fmt.Fprintf(s.out, "\r%s\x1b[K", text) // the escape clears what is right of it
	s.drawn = true
}

// say writes a line that stays, where lines do.
func (s *statusLine) say(text string) {
	if s.heard != nil {
		s.heard(text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed && !s.terminal {
		s.last = time.Now()
		fmt.Fprintln(s.out, text)
	}
}

// clear takes the line away, for others to write.
func (s *statusLine) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wipe()
}

// close takes the line away for good.
func (s *statusLine) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wipe()
	s.closed = true
}

func (s *statusLine) wipe() {
	if s.drawn {
		fmt.Fprint(s.out, "\r\x1b[K")
		s.drawn = false
	}
}
