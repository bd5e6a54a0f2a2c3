package search

import "slices"

// course is how far the claims about a move have come in one pass.
type course struct {
	proven, refuted bool // a claim has been
	step            int  // seeds beyond the next one at which the next claim is

	// Claims that can be neither proven nor refuted lie between these two.
	stuck               bool
	stuckLow, stuckHigh int
}

// next picks a claim to search: about the first move that no other goroutine is
// at, or if there is none the one with the fewest. It returns nil if no claim is
// left.
func (a *analysis) next() (*task, int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var chosen *task
	for _, t := range a.tasks {
		if _, ok := a.claim(t); ok && (chosen == nil || len(t.active) < len(chosen.active)) {
			chosen = t
		}
	}
	if chosen == nil {
		return nil, 0
	}
	claim, _ := a.claim(chosen)
	chosen.active = append(chosen.active, claim)
	return chosen, claim
}

// claim returns the next claim worth searching, ok false if none is left. The first
// is a guess. From there claims go the way the answers point, two seeds and then in
// growing steps, until both bounds have come from a search, and then halve what is
// left. Goroutines that share a move take claims next to each other.
func (a *analysis) claim(t *task) (k int, ok bool) {
	low, high := t.value.load()
	if a.leaves.anyRule && low == high {
		return t.sideClaim(low)
	}
	low++ // claims from low to high are open
	if t.stuck {
		if low < t.stuckLow {
			high = t.stuckLow - 1
		} else {
			low = max(low, t.stuckHigh+1)
		}
	}
	if low > high {
		return 0, false
	}
	switch middle := low + (high-low)/2; {
	case t.stuck || t.proven && t.refuted:
		k = middle
	case t.proven:
		k = min(low+t.step, middle)
	case t.refuted:
		k = max(high-t.step, middle)
	default:
		k = a.firstClaim(t)
	}
	k = min(max(k, low), high)
	if (k-t.seeds)&1 != 0 && k < high {
		k++ // a value is even or odd as the seeds are, unless play does not end
	}
	for d := 0; d <= high-low; d += 2 {
		for _, c := range [...]int{k + d, k - d} {
			if low <= c && c <= high && !slices.Contains(t.active, c) {
				return c, true
			}
		}
	}
	return k, true
}

// firstClaim returns a claim that may be as well true as false.
func (a *analysis) firstClaim(t *task) int {
	switch {
	case t.aimed:
		return t.aim
	case t.guess != nil:
		return int(t.move.Captured) - t.guess.score/unit
	}
	return t.seeds / 8
}

// sideClaim returns the next claim that tells whether an exact value holds under any
// repetition rule.
func (t *task) sideClaim(value int) (k int, ok bool) {
	low, high := t.any.load()
	switch {
	case t.stuck || len(t.active) > 0:
		return 0, false
	case low < value:
		return value, true
	case high > value:
		return value + 1, true
	}
	return 0, false
}

// done notes what the search of a claim has come to.
func (a *analysis) done(t *task, claim int, got standing, halted bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t.active = slices.Delete(t.active, slices.Index(t.active, claim), slices.Index(t.active, claim)+1)
	t.value.narrow(got.low, got.high)
	if a.leaves.anyRule {
		t.any.narrow(got.low, got.high)
	}
	low, high := a.interval(t).load()
	if t.proven || t.refuted {
		t.step = 2*t.step + 2
	}
	t.proven, t.refuted = t.proven || low >= claim, t.refuted || high < claim
	if open := low < claim && high >= claim; open && t.value.exact() {
		t.stuck = true // a side claim
	} else if open && !halted {
		if !t.stuck {
			t.stuck, t.stuckLow, t.stuckHigh = true, claim, claim
		}
		t.stuckLow, t.stuckHigh = min(t.stuckLow, claim), max(t.stuckHigh, claim)
	}
	if a.report != nil {
		a.report(a.snapshot())
	}
}
