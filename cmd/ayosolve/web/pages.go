package web

import (
	"context"
	"sync"
)

// pages holds the search of every page that has one.
type pages struct {
	mu      sync.Mutex
	running map[string]*turn
}

// turn is the time in which a page's search runs.
type turn struct {
	cancel context.CancelFunc
	ended  chan struct{}
}

// begin ends the search that a page has, if any, and waits for its end. It returns the
// context of the new one, and what must be called when that has ended. A call that
// names no page is on its own.
func (p *pages) begin(ctx context.Context, page string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if page == "" {
		return ctx, cancel
	}
	mine := &turn{cancel, make(chan struct{})}
	p.mu.Lock()
	before := p.running[page]
	if p.running == nil {
		p.running = map[string]*turn{}
	}
	p.running[page] = mine
	p.mu.Unlock()
	if before != nil {
		before.cancel()
		<-before.ended // soon: searches look at their context all the time
	}
	return ctx, func() {
		cancel()
		p.mu.Lock()
		if p.running[page] == mine {
			delete(p.running, page)
		}
		p.mu.Unlock()
		close(mine.ended)
	}
}
