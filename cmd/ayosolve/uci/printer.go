package uci

import (
	"sync"
	"sync/atomic"
	"time"

	"ayosolve/search"
)

// How often, at most and at least, something is said of a search.
const (
	pause     = 50 * time.Millisecond
	heartbeat = time.Second
)

// printer says how far a search is, from a goroutine of its own: a front end that
// reads slowly holds up no search.
type printer struct {
	out    *output
	job    *job
	latest atomic.Pointer[search.Result]
	wake   chan struct{}
	done   chan struct{}
	wg     sync.WaitGroup
}

func newPrinter(out *output, j *job) *printer {
	p := &printer{out: out, job: j, wake: make(chan struct{}, 1), done: make(chan struct{})}
	p.wg.Go(p.run)
	return p
}

// report takes a result to be told of.
func (p *printer) report(r *search.Result) {
	p.latest.Store(r)
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// close waits for the printer to end.
func (p *printer) close() {
	close(p.done)
	p.wg.Wait()
}

func (p *printer) run() {
	var last progress
	var told time.Time
	for {
		select {
		case <-p.wake:
		case <-p.done:
			return
		}
		now := progressOf(p.latest.Load())
		if now != last || time.Since(told) > heartbeat {
			k := rank(p.job.game, p.latest.Load())
			if !k.tells() {
				continue
			}
			p.out.write(k.info(p.job.position, p.job.settings.lines, time.Since(p.job.began)))
			last, told = now, time.Now()
			select {
			case <-time.After(pause):
			case <-p.done:
				return
			}
		}
	}
}

// progress is what is worth a line if it changes.
type progress struct {
	depth     int // of the estimates, 0 if there are none
	best      int
	low, high int
	estimate  float64
	exact     int // moves
}

func progressOf(r *search.Result) progress {
	p := progress{best: r.Best, low: r.Low, high: r.High, estimate: r.Estimate}
	if r.Estimated {
		p.depth = r.Depth
	}
	for i := range r.Moves {
		if r.Moves[i].Status() == search.Exact {
			p.exact++
		}
	}
	return p
}
