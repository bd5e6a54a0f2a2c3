package uci

import (
	"context"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// Tables are endgame tables that a search can read.
type Tables struct {
	search.Prober
	Close func() // gives their memory back
}

// Opener opens the endgame tables of some rules in a folder, "" for none, and may
// make them first. What goes on it says by say, a line each. It returns the error of
// ctx soon after ctx is done.
type Opener func(ctx context.Context, r bitboard.Rules, folder string, threads int, say func(line string)) (Tables, error)

// tablesKey is what other tables are needed for if it changes. Tables are the same
// under every repetition rule.
type tablesKey struct {
	rules  bitboard.Rules
	folder string
}

func (s settings) tablesKey() tablesKey {
	k := tablesKey{s.rules, s.tables}
	k.rules.Repetition = bitboard.RepetitionSplit
	return k
}

// opening is tables that are being opened, or are open.
type opening struct {
	key    tablesKey
	cancel context.CancelFunc
	done   chan struct{} // closed when the rest is valid
	tables Tables
	err    error
}

// openTables begins to open the tables that the settings ask for, unless it has
// begun before. No search may be running.
func (e *Engine) openTables(ctx context.Context, s settings) {
	if e.opening != nil && e.opening.key == s.tablesKey() {
		return
	}
	e.closeTables()
	ctx, cancel := context.WithCancel(ctx)
	o := &opening{key: s.tablesKey(), cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(o.done)
		o.tables, o.err = e.config.Open(ctx, s.rules, s.tables, s.threads, func(line string) { e.out.say("%s", line) })
		if o.err != nil && ctx.Err() == nil {
			e.out.say("error the tables can't be used: %s", o.err)
		}
	}()
	e.opening = o
}

// closeTables ends the opening of tables, and gives the memory of those that are
// open back, and that of the solver with them.
func (e *Engine) closeTables() {
	o := e.opening
	if o == nil {
		return
	}
	e.opening, e.solver = nil, nil
	o.cancel()
	<-o.done
	if o.err == nil && o.tables.Close != nil {
		o.tables.Close()
	}
}

// prober returns the tables, nil if there are none yet or at all.
func (o *opening) prober() search.Prober {
	select {
	case <-o.done:
		if o.err == nil && o.tables.Prober != nil {
			return o.tables.Prober
		}
	default:
	}
	return nil
}
