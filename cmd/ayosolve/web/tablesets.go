package web

import (
	"context"
	"errors"
	"slices"
	"time"

	"ayosolve/bitboard"
)

// errRules reports that no more tables can be open.
var errRules = errors.New("the tables of too many rules are in use; close a page of the board, or try again soon")

// hold returns the tables of some rules, which may not be open yet, and counts their
// use; leave ends it. Where too many are open those that are unused the longest make
// room, or it returns errRules.
func (e *engines) hold(r bitboard.Rules) (*tableSet, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	name := r.Name()
	set := e.sets[name]
	if set == nil {
		if len(e.sets) >= MostRules && !e.makeRoom() {
			return nil, errRules
		}
		set = &tableSet{ready: make(chan struct{}), news: make(chan struct{})}
		e.sets[name] = set
		e.opening.Go(func() { e.open(set, r) })
	}
	set.uses++
	return set, nil
}

// leave ends a use. e.mu is held.
func (e *engines) leave(set *tableSet) {
	set.uses--
	set.used = time.Now()
}

// open opens tables. What fails may be tried again by the next who asks.
func (e *engines) open(set *tableSet, r bitboard.Rules) {
	tables, err := e.options.Open(e.ctx, r, func(text string) {
		e.mu.Lock()
		defer e.mu.Unlock()
		if text != set.text {
			set.text = text
			close(set.news)
			set.news = make(chan struct{})
		}
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	set.Tables, set.err, set.used = tables, err, time.Now()
	if err != nil {
		delete(e.sets, r.Name())
	}
	close(set.ready)
}

// await waits until tables are open, and tells how far that is.
func (e *engines) await(ctx context.Context, set *tableSet, tell func(text string)) error {
	for {
		e.mu.Lock()
		text, news := set.text, set.news
		e.mu.Unlock()
		select {
		case <-set.ready:
			return set.err
		default:
		}
		if text == "" {
			text = "opening the endgame tables…"
		}
		tell(text)
		select {
		case <-set.ready:
			return set.err
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// makeRoom gives up the tables that are unused the longest, and the engines that read
// them. It reports whether there are some. e.mu is held.
func (e *engines) makeRoom() bool {
	oldest := ""
	for name, set := range e.sets {
		select {
		case <-set.ready:
		default:
			continue
		}
		if set.uses == 0 && (oldest == "" || set.used.Before(e.sets[oldest].used)) {
			oldest = name
		}
	}
	if oldest == "" {
		return false
	}
	e.shut(oldest, e.sets[oldest])
	return true
}

// shut closes tables that are open and unused. e.mu is held.
func (e *engines) shut(name string, set *tableSet) {
	for {
		at := slices.IndexFunc(e.idle, func(i *engine) bool { return i.set == set })
		if at < 0 {
			break
		}
		e.dismiss(at)
	}
	delete(e.sets, name)
	if set.Close != nil {
		set.Close()
	}
}
