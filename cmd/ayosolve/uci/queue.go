package uci

import (
	"context"
	"time"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// ready answers isready: at once during a search, else when the tables are open.
func (e *Engine) ready(ctx context.Context) {
	e.unready++
	if e.running == nil {
		e.openTables(ctx, e.settings)
	} else {
		e.tellReady()
	}
}

// awaited returns what is closed when readyok can be told, nil if none is owed.
func (e *Engine) awaited() <-chan struct{} {
	if e.unready == 0 {
		return nil
	}
	return e.opening.done
}

// prepare makes the solver, and has it search a little: the system gives memory when
// it is first used, which may take longer than a move.
func (e *Engine) prepare(ctx context.Context) {
	before := e.solver
	if s := e.solverFor(e.settings, e.newGame); s != before {
		_, _ = s.Analyze(ctx, bitboard.Start(), search.Limits{Nodes: warmUp}, nil) // the limit is in range
	}
}

// tellReady answers every isready that is open.
func (e *Engine) tellReady() {
	for ; e.unready > 0; e.unready-- {
		e.out.line("readyok")
	}
}

// add queues a job. One that would never end makes way for it.
func (e *Engine) add(j *job) {
	e.stopEndless()
	e.queue = append(e.queue, j)
}

// startable reports whether the first job of the queue can run: no other does, and
// tables that were waited for by isready are open. One that is stopped need not wait.
func (e *Engine) startable() bool {
	return e.running == nil && len(e.queue) > 0 && (e.unready == 0 || e.queue[0].isStopped())
}

// start runs the first job of the queue. No other is running.
func (e *Engine) start(ctx context.Context) {
	e.tellReady()
	j := e.queue[0]
	e.queue = e.queue[1:]
	e.running = j
	if j.searches() {
		e.openTables(ctx, j.settings)
	}
	j.began = time.Now()
	go func() { e.ended <- e.do(ctx, j) }()
}

// jobs returns the job that is running and those that wait.
func (e *Engine) jobs() []*job {
	if e.running == nil {
		return e.queue
	}
	return append([]*job{e.running}, e.queue...)
}

// stopEndless ends the jobs that would wait for a command.
func (e *Engine) stopEndless() {
	for _, j := range e.jobs() {
		if j.endless() {
			j.stop()
		}
	}
}
