package web

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// errBusy reports that as many searches run and wait as may.
var errBusy = errors.New("too many searches at a time; close a page of the board, or try again soon")

// engines are the solvers that searches run on, and the tables that they share. Their
// number is bounded, and so is their memory. A solver keeps what it has learned, so one
// that is free goes to the page that used it before, if that asks soon.
type engines struct {
	ctx     context.Context // of the server
	options Options
	opening sync.WaitGroup

	mu      sync.Mutex
	sets    map[string]*tableSet // by the name of the rules
	idle    []*engine            // the one that is free the longest first
	busy    int
	waiting int
	freed   chan struct{} // closed when an engine becomes free or a set is given up
}

// tableSet is the tables of some rules. The fields below ready belong to engines.mu.
type tableSet struct {
	Tables
	err   error
	ready chan struct{} // closed when Tables or err are there

	text string // how far the opening is
	news chan struct{}
	uses int
	used time.Time // when uses fell to 0
}

// engine is a solver and whose it is.
type engine struct {
	*search.Solver
	rules bitboard.Rules
	set   *tableSet
	page  string
	timer *time.Timer // gives an idle one up
}

func newEngines(ctx context.Context, o Options) *engines {
	return &engines{ctx: ctx, options: o, sets: map[string]*tableSet{}, freed: make(chan struct{})}
}

// warm begins to open tables.
func (e *engines) warm(r bitboard.Rules) {
	if set, err := e.hold(r); err == nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.leave(set)
	}
}

// take returns an engine for a page, which must be given back. It waits for tables and
// for its turn, and tells what for. The errors are errBusy, those of opening tables, and
// that of ctx.
func (e *engines) take(ctx context.Context, r bitboard.Rules, page string, tell func(text string)) (*engine, error) {
	set, err := e.hold(r)
	if err != nil {
		return nil, err
	}
	got, err := e.takeOf(ctx, set, r, page, tell)
	if err != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.leave(set)
		return nil, err
	}
	return got, nil
}

func (e *engines) takeOf(ctx context.Context, set *tableSet, r bitboard.Rules, page string, tell func(text string)) (*engine, error) {
	if err := e.await(ctx, set, tell); err != nil {
		return nil, err
	}
	for told := false; ; told = true {
		got, wait, err := e.free(r, set, page, told)
		if got != nil || err != nil {
			return got, err
		}
		if !told {
			tell("waiting for other searches to end…")
		}
		select {
		case <-wait:
			err = ctx.Err()
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			e.mu.Lock()
			e.waiting--
			e.mu.Unlock()
			return nil, err
		}
	}
}

// free takes an engine that is free or makes one. If it can't, wait is closed when it
// may try again, and the caller counts as waiting until it does or gives up.
func (e *engines) free(r bitboard.Rules, set *tableSet, page string, waited bool) (got *engine, wait <-chan struct{}, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if waited {
		e.waiting--
	}
	if e.busy >= e.options.Searches {
		if e.waiting >= 4*e.options.Searches {
			return nil, nil, errBusy
		}
		e.waiting++
		return nil, e.freed, nil
	}
	at := slices.IndexFunc(e.idle, func(i *engine) bool { return i.rules == r && i.page == page })
	if at < 0 {
		at = slices.IndexFunc(e.idle, func(i *engine) bool { return i.rules == r })
	}
	if at >= 0 {
		got = e.idle[at]
		e.dismiss(at)
	} else {
		if e.busy+len(e.idle) >= e.options.Searches {
			e.dismiss(0)
		}
		solver, err := search.New(r, set.Prober, search.Options{Threads: e.options.Threads, Hash: e.options.Hash})
		if err != nil {
			return nil, nil, err
		}
		got = &engine{Solver: solver, rules: r, set: set}
	}
	got.page = page
	e.busy++
	return got, nil, nil
}

// giveBack makes an engine free again.
func (e *engines) giveBack(g *engine) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.busy--
	e.idle = append(e.idle, g)
	g.timer = time.AfterFunc(idleSolver, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if at := slices.Index(e.idle, g); at >= 0 {
			e.dismiss(at)
		}
	})
	e.leave(g.set)
	e.wake()
}

// dismiss takes an engine out of those that are idle. e.mu is held.
func (e *engines) dismiss(at int) {
	e.idle[at].timer.Stop()
	e.idle = slices.Delete(e.idle, at, at+1)
}

// wake lets those who wait try again. e.mu is held.
func (e *engines) wake() {
	close(e.freed)
	e.freed = make(chan struct{})
}

// close gives everything back. No engine may be taken any more.
func (e *engines) close() {
	e.opening.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.idle) > 0 {
		e.dismiss(0)
	}
	for name, set := range e.sets {
		e.shut(name, set)
	}
}
