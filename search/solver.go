package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ayosolve/bitboard"
	"ayosolve/tt"
)

// ErrOptions reports options or limits out of range, or tables of other rules.
var ErrOptions = errors.New("bad search options")

// DefaultHash is the size that the transposition table may grow to, in bytes, unless told
// otherwise.
const DefaultHash = 256 << 20

// Options is what a Solver is made with.
type Options struct {
	Threads int   // goroutines that search, at least 1
	Hash    int64 // bytes that the transposition table may grow to, 0 for DefaultHash
}

// Limits ends an analysis before every move is exact. Zero means no limit.
type Limits struct {
	Time  time.Duration
	Nodes int64
	Depth int // plies that a proof may be deep, and that an estimate looks ahead
	// ProofsOnly leaves estimates out: all nodes go into proofs.
	ProofsOnly bool
}

// Solver analyses boards under one set of rules. It keeps what it has learned
// from one board to the next. It is not safe for use by several goroutines.
type Solver struct {
	rules   bitboard.Rules
	options Options
	table   *tt.Table
	split   *leaves  // values under RepetitionSplit, nil if another rule is in force
	any     *leaves  // bounds under any repetition rule, nil if the tables have none
	failure *failure // of the tables, the same for both
}

// New returns a Solver. The tables may be nil; if not, they must be for the same
// rules, the repetition rule apart. Under RepetitionOwner only tables with bounds
// are of use. It returns ErrOptions or bitboard.ErrRules.
func New(r bitboard.Rules, tables Prober, o Options) (*Solver, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if o.Hash == 0 {
		o.Hash = DefaultHash
	}
	if o.Threads < 1 {
		return nil, fmt.Errorf("%w: %d threads", ErrOptions, o.Threads)
	}
	table, err := tt.New(o.Hash, keyBits, o.Threads)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if tables != nil && tables.Rules().Name() != r.Name() {
		return nil, fmt.Errorf("%w: tables of %s for %s", ErrOptions, tables.Rules().Name(), r.Name())
	}
	s := &Solver{rules: r, options: o, table: table, failure: new(failure)}
	s.any = anyLeaves(tables, s.failure)
	switch {
	case r.Repetition == bitboard.RepetitionSplit:
		s.split = splitLeaves(tables, s.failure)
		if s.any != nil && s.any.max < s.split.max {
			s.any = nil // its tables are too small to be of use
		}
	case s.any == nil:
		s.any = anyLeaves(nil, s.failure)
	}
	return s, nil
}

// Analyze values every move of a board. It returns when all are exact, nothing
// more can be proven, or a limit is reached or ctx done, with what is proven by
// then and estimates of what is not; reaching a limit is no error. Where a proof is
// out of reach, as it is in oware with many seeds, it goes on for ever without a
// limit. report, if not nil, is called with intermediate results, from one goroutine
// at a time. Errors are ErrOptions and those of a Pager.
func (s *Solver) Analyze(ctx context.Context, b bitboard.Board, l Limits, report func(*Result)) (*Result, error) {
	return s.run(ctx, l, s.newAnalysis(b, l, report))
}

// Value finds what the mover of a board nets and nothing of its single moves, which
// takes a third to a fifth of the work of Analyze. The Result has no moves, and no
// estimates: a value that is not exact has bounds. Otherwise it is like Analyze.
func (s *Solver) Value(ctx context.Context, b bitboard.Board, l Limits) (*Result, error) {
	return s.run(ctx, l, s.newValuation(b, l))
}

func (s *Solver) run(ctx context.Context, l Limits, a *analysis) (*Result, error) {
	if l.Time < 0 || l.Nodes < 0 || l.Depth < 0 {
		return nil, fmt.Errorf("%w: %+v", ErrOptions, l)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := s.watch(cancel); err != nil {
		return nil, err
	}
	a.budget.stop.Store(ctx.Err() != nil)
	if l.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, l.Time, errTime)
		defer cancel()
	}
	stopped := context.AfterFunc(ctx, func() { a.budget.stop.Store(true) })
	defer stopped()
	s.table.NewSearch()
	quiet := a.keepReporting()
	a.run(ctx)
	quiet()
	if err := s.failed(); err != nil {
		return nil, err
	}
	return a.result(ctx), nil
}

// watch has a search ended by stop if its tables fail. It returns their error if they
// have.
func (s *Solver) watch(stop func()) error {
	s.failure.stop = stop
	return s.failed()
}

// failed returns the error of tables that have failed. What the search has made of it is
// forgotten.
func (s *Solver) failed() error {
	err := s.failure.err()
	if err != nil {
		s.Forget()
	}
	return err
}

// reportEvery is the time between intermediate results when nothing is found.
const reportEvery = 100 * time.Millisecond

// keepReporting reports the counts of the search now and then, until the function it
// returns is called.
func (a *analysis) keepReporting() (stop func()) {
	if a.report == nil {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(reportEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				a.mu.Lock()
				a.report(a.snapshot())
				a.mu.Unlock()
			case <-done:
				return
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// errTime is why the context of an analysis ends when its time is up.
var errTime = errors.New("time is up")

// Forget forgets what the solver has learned, so that the next analysis goes as that
// of a new solver would.
func (s *Solver) Forget() { s.table.Clear() }
