package uci

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// output writes lines, each whole, for several goroutines.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	err    error  // of the first write that failed; nothing is written after it
	failed func() // called then
}

// line writes a line.
func (o *output) line(format string, args ...any) { o.write(fmt.Sprintf(format, args...) + "\n") }

// say writes a line for people.
func (o *output) say(format string, args ...any) {
	o.line("info string %s", oneLine(fmt.Sprintf(format, args...)))
}

// complain says what is wrong.
func (o *output) complain(err error) { o.say("error %s", err) }

// write writes whole lines.
func (o *output) write(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if _, o.err = io.WriteString(o.w, text); o.err != nil {
		o.failed()
	}
}

// failure returns the error of the first write that failed.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// oneLine returns a text with what cannot be printed escaped, so that nothing the
// front end sent can make a line of its own.
func oneLine(text string) string {
	plain := func(r rune) bool { return !strconv.IsPrint(r) || r == '\uFFFD' }
	if strings.IndexFunc(text, plain) < 0 {
		return text
	}
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
