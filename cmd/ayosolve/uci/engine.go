package uci

import (
	"context"
	"errors"
	"io"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// Config is what an engine is made with.
type Config struct {
	Name, Author string         // as it calls itself
	Rules        bitboard.Rules // of the option Rules until it is set, and so on
	Tables       string         // folder, "" for none
	Threads      int            // at least 1
	Hash         int64          // bytes of the transposition table
	MaxHash      int64          // the most that the option Hash may ask for, in bytes; 0 if that isn't known
	Open         Opener
	// Count counts the paths of depth moves from a position, by their first move. It
	// stops early when ctx is done.
	Count func(ctx context.Context, r bitboard.Rules, p bitboard.Position, depth, threads int) []bitboard.PathCount
}

// Engine is one front end's engine.
type Engine struct {
	config   Config
	settings settings
	out      *output
	debug    bool

	placement placement // of the last position command
	bad       error     // what was wrong with it
	newGame   int       // times that what was learned was to be forgotten

	queue   []*job
	running *job        // nil if none is
	ended   chan string // the job that is running sends its last lines by it
	closing bool        // no more commands come

	opening *opening // of the tables, nil if none were asked for
	unready int      // times that readyok is owed, when the tables are open

	// The solver belongs to the job that is running.
	solver    *search.Solver
	solverKey solverKey
}

// Run is an engine that reads commands from in and answers to out, until in ends,
// quit is read or ctx is done. It returns the error of reading, writing or ctx. A
// read of in may still be waiting then.
func Run(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	e := &Engine{
		config:    c,
		settings:  settings{rules: c.Rules, threads: c.Threads, hash: c.Hash, lines: 1, tables: c.Tables},
		placement: placement{start: bitboard.StartPosition()},
		ended:     make(chan string, 1),
	}
	e.out = &output{w: out, failed: func() { cancel(nil) }}
	lines, quit := make(chan input), make(chan struct{})
	defer close(quit)
	go readLines(in, lines, quit)
	err := e.serve(ctx, lines)
	e.closeTables()
	return errors.Join(e.out.failure(), err)
}

// warmUp is how many nodes a new solver searches before it is ready.
const warmUp = 1 << 12

// serve answers commands and runs searches, one at a time and in order.
func (e *Engine) serve(ctx context.Context, lines <-chan input) error {
	for {
		if e.startable() {
			e.start(ctx)
		}
		if e.closing && len(e.jobs()) == 0 && e.unready == 0 {
			return nil
		}
		if e.closing {
			lines = nil
		}
		select {
		case in := <-lines:
			switch {
			case in.err == nil:
				e.command(ctx, in.text)
			case errors.Is(in.err, errLongLine):
				e.out.complain(in.err)
			case errors.Is(in.err, io.EOF):
				e.closing = true
				e.stopEndless()
			default:
				e.quit()
				return e.drain(in.err)
			}
		case answer := <-e.ended:
			e.answer(answer)
		case <-e.awaited():
			e.prepare(ctx)
			e.tellReady()
		case <-ctx.Done():
			e.quit()
			return e.drain(ctx.Err())
		}
	}
}

// drain waits for the search that is running, which has been stopped, and returns
// err.
func (e *Engine) drain(err error) error {
	if e.running != nil {
		e.answer(<-e.ended)
	}
	return err
}

// answer gives the answer of the job that was running.
func (e *Engine) answer(text string) {
	e.running = nil
	e.out.write(text)
}

// quit ends everything soon.
func (e *Engine) quit() {
	e.closing = true
	for _, j := range e.jobs() {
		j.stop()
	}
}

// command does what a line asks for.
func (e *Engine) command(ctx context.Context, text string) {
	name, rest := cutWord(text)
	if e.debug && name != "" {
		e.out.say("read %.200q", text)
	}
	var err error
	switch name {
	case "":
	case "uci":
		e.identify()
	case "isready":
		e.ready(ctx)
	case "ucinewgame":
		e.newGame++
	case "setoption":
		err = e.setOption(rest)
	case "position":
		if e.placement, err = parsePlacement(rest); err == nil {
			_, err = e.placement.game(e.settings.rules)
		}
		e.bad = err
	case "go":
		e.add(e.newJob(rest))
	case "stop":
		if jobs := e.jobs(); len(jobs) > 0 {
			jobs[0].stop()
		}
	case "ponderhit":
		if jobs := e.jobs(); len(jobs) == 0 || !jobs[0].hit() {
			err = commandError("go ponder", "ponderhit: nothing is pondered on")
		}
	case "debug":
		err = e.setDebug(rest)
	case "quit":
		e.quit()
		e.unready = 0
	case "register":
	default:
		err = commandError(positionExample, "%.40q is no command", name)
	}
	if err != nil {
		e.out.complain(err)
	}
}

func (e *Engine) identify() {
	e.out.line("id name %s", oneLine(e.config.Name))
	e.out.line("id author %s", oneLine(e.config.Author))
	var text strings.Builder
	e.config.writeOptions(&text)
	e.out.write(text.String() + "uciok\n")
}

// setOption sets an option. Under new rules the position has to be looked at anew.
func (e *Engine) setOption(text string) error {
	name, value, err := parseSetting(text)
	if err != nil {
		return err
	}
	before := e.settings.rules
	if err := e.settings.set(e.config, name, value); err != nil {
		return err
	}
	if e.settings.rules != before && e.bad == nil {
		_, e.bad = e.placement.game(e.settings.rules)
		return e.bad
	}
	return nil
}

func (e *Engine) setDebug(text string) error {
	if text != "on" && text != "off" {
		return commandError("debug on", "debug: %.40q is not on or off", text)
	}
	e.debug = text == "on"
	return nil
}
