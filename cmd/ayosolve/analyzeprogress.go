package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"ayosolve/search"
)

// keepShowing shows what texts returns for the time since now, again and again, until
// stop is called. stop takes the line away.
func keepShowing(line *statusLine, texts func(elapsed time.Duration) []string) (stop func()) {
	const every = 100 * time.Millisecond
	begin := time.Now()
	end := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				line.show(texts(time.Since(begin))...)
			case <-end:
				line.clear()
				return
			}
		}
	})
	return func() {
		close(end)
		wg.Wait()
	}
}

// searchTexts words how far a search is, for wide and narrow lines; r is the last
// result it reported, or nil.
func searchTexts(r *search.Result, elapsed time.Duration) []string {
	short := "searching, " + timeWords(elapsed)
	if r == nil {
		return []string{short}
	}
	exact := 0
	for _, m := range r.Moves {
		if m.Status() == search.Exact {
			exact++
		}
	}
	middle := fmt.Sprintf("%s, %d of %d moves exact", short, exact, len(r.Moves))
	return []string{fmt.Sprintf("%s, %s nodes", middle, grouped(r.Nodes)), middle, short}
}

// bar draws the part of a whole that is done.
func bar(done, whole uint64) string {
	const cells = 20
	full := int(min(done, whole) * cells / max(whole, 1))
	return "[" + strings.Repeat("#", full) + strings.Repeat("-", cells-full) + "]"
}
