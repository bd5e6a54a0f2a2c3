package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// ErrGone reports that the engine's output has ended, or that it reads no more.
var ErrGone = errors.New("the engine has gone")

// Identity is what an engine says of itself.
type Identity struct {
	Name, Author string
	Options      []string // the lines, without the word option
}

// Has reports whether the engine has an option.
func (i Identity) Has(option string) bool {
	for _, line := range i.Options {
		rest, _ := strings.CutPrefix(line, "name ")
		if name, _, _ := strings.Cut(rest, " type "); strings.EqualFold(name, option) {
			return true
		}
	}
	return false
}

// Engine is an engine at work. Its methods are for one goroutine at a time, Close
// apart.
type Engine struct {
	in     io.WriteCloser // what the engine reads
	lines  chan string    // what it writes; closed at its end
	writes chan string    // what is to be written
	broken chan struct{}  // closed when a write has failed
	closed chan struct{}  // closed by Close
	once   sync.Once
	wg     sync.WaitGroup
}

// keptLines is how many lines wait to be taken: an engine may go on writing while it
// is told something.
const keptLines = 1 << 10

// Connect takes an engine that reads in and writes out.
func Connect(in io.WriteCloser, out io.Reader) *Engine {
	e := &Engine{
		in: in, lines: make(chan string, keptLines), writes: make(chan string),
		broken: make(chan struct{}), closed: make(chan struct{}),
	}
	e.wg.Go(func() {
		defer close(e.lines)
		readLines(out, e.lines, e.closed)
	})
	e.wg.Go(e.write)
	return e
}

// write writes from a goroutine of its own: an engine that does not read must not
// hold up who talks to it.
func (e *Engine) write() {
	for {
		select {
		case text := <-e.writes:
			if _, err := io.WriteString(e.in, text); err != nil {
				close(e.broken)
				return
			}
		case <-e.closed:
			e.in.Close()
			return
		}
	}
}

// leave forgets the engine: what it writes is no longer kept, and its input is closed
// as soon as it has read what was sent.
func (e *Engine) leave() { e.once.Do(func() { close(e.closed) }) }

// Close closes the engine's input and forgets the engine. It waits for the end of
// what the engine writes.
func (e *Engine) Close() {
	e.leave()
	_ = e.in.Close()
	e.wg.Wait()
}

// Send sends a command.
func (e *Engine) Send(ctx context.Context, format string, args ...any) error {
	select {
	case e.writes <- fmt.Sprintf(format, args...) + "\n":
		return nil
	case <-e.broken:
		return ErrGone
	case <-e.closed:
		return ErrGone
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Line returns the next line that the engine writes, without blanks around it.
func (e *Engine) Line(ctx context.Context) (string, error) {
	select {
	case line, ok := <-e.lines:
		if !ok {
			return "", ErrGone
		}
		return line, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// Identify begins the protocol: it sends uci and reads what comes up to uciok.
func (e *Engine) Identify(ctx context.Context) (Identity, error) {
	var i Identity
	if err := e.Send(ctx, "uci"); err != nil {
		return i, err
	}
	for {
		line, err := e.Line(ctx)
		if err != nil {
			return i, err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "uciok":
			return i, nil
		case "option":
			i.Options = append(i.Options, strings.TrimSpace(rest))
		case "id":
			what, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
			switch what {
			case "name":
				i.Name = strings.TrimSpace(text)
			case "author":
				i.Author = strings.TrimSpace(text)
			}
		}
	}
}

// Ready sends isready and waits for readyok.
func (e *Engine) Ready(ctx context.Context) error {
	if err := e.Send(ctx, "isready"); err != nil {
		return err
	}
	for {
		line, err := e.Line(ctx)
		if err != nil {
			return err
		}
		if line == "readyok" {
			return nil
		}
	}
}

// Answer is what a search has ended with.
type Answer struct {
	Move   string // as the engine wrote it: a letter, or 0000
	Ponder string // "" if there is none
	Info   Info   // the last with a score, of the best move
}

// Go sends a go command and reads what comes up to bestmove. told, if not nil, is
// called with every info that has a score.
func (e *Engine) Go(ctx context.Context, limits string, told func(Info)) (Answer, error) {
	if err := e.Send(ctx, "%s", strings.TrimSpace("go "+limits)); err != nil {
		return Answer{}, err
	}
	return e.Await(ctx, told)
}

// Await reads what comes up to bestmove.
func (e *Engine) Await(ctx context.Context, told func(Info)) (Answer, error) {
	var a Answer
	for {
		line, err := e.Line(ctx)
		if err != nil {
			return a, err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "info":
			if i, ok := ParseInfo(rest); ok {
				if told != nil {
					told(i)
				}
				if i.MultiPV <= 1 {
					a.Info = i
				}
			}
		case "bestmove":
			words := strings.Fields(rest)
			if len(words) > 0 {
				a.Move = words[0]
			}
			if len(words) > 2 && words[1] == "ponder" {
				a.Ponder = words[2]
			}
			return a, nil
		}
	}
}
