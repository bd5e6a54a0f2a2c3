package search

import "sync/atomic"

// budget is the limits that all searchers share.
type budget struct {
	stop  atomic.Bool
	nodes atomic.Int64 // left to spend
}

// spent takes n nodes off the budget and reports whether the search must stop.
func (b *budget) spent(n int64) bool {
	return b.nodes.Add(-n) <= 0 || b.stop.Load()
}

// counters is a searcher's counts, brought up to date at every poll.
type counters struct {
	nodes, hits, deepest atomic.Uint64
}

// spend counts a node.
func (s *searcher) spend() {
	s.nodes++
	if s.nodes&pollMask == 0 {
		s.poll()
	}
}

// pollMask is how often, in nodes, a search looks whether it should stop: every 64.
const pollMask = 63

// poll halts the search if the budget is spent or another searcher has settled
// the claim.
func (s *searcher) poll() {
	s.publish()
	if s.budget.spent(pollMask+1) || s.mostNodes > 0 && s.nodes >= s.mostNodes {
		s.halted = true
	} else if s.settled != nil {
		low, high := s.settled.load()
		s.halted = low >= s.claim || high < s.claim
	}
}

// publish brings the counts that others read up to date.
func (s *searcher) publish() {
	s.published.nodes.Store(s.nodes)
	s.published.hits.Store(s.hits)
	s.published.deepest.Store(uint64(s.deepest))
}
