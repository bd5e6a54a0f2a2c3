package search

import "ayosolve/bitboard"

// look makes the first numbers of a board that the table does not know, and whose moves
// have been located, as if each of them had been opened: a move into the tables often
// decides the claim at once, and the others are guessed, each by its claim, and combined
// as combine does.
func (s *searcher) look(c *kid, ply int) {
	if c.Count == 0 {
		s.end(c, ply)
		return
	}
	low, high := -bitboard.MaxSeeds, -bitboard.MaxSeeds
	proof, disproof := uint32(infinite), uint32(0)
	for i := range c.Moves[:c.Count] {
		m := &c.Moves[i]
		n, rank := c.spots[i].seeds, c.spots[i].rank
		claim := int(m.Captured) - c.claim + 1
		l, h := -n, n
		var now standing
		if n <= s.leaves.max {
			s.hits++
			if s.leaves.pager == nil {
				l, h = s.leaves.loaded(n, rank)
			} else {
				l, h = s.leaves.fetch(n, rank)
			}
			now = decided(claim, l, h)
			if now.open() {
				now.proof, now.disproof = s.endless(claim, ply+1)
			}
		} else {
			now.proof, now.disproof = firstNumbers(claim, n, n-s.leaves.max)
		}
		proof, disproof = min(proof, now.disproof), add(disproof, now.proof)
		low, high = max(low, int(m.Captured)-h), max(high, int(m.Captured)-l)
	}
	c.now = decided(c.claim, max(c.now.low, low), min(c.now.high, high))
	if c.now.open() {
		c.now.proof, c.now.disproof = proof, disproof
	}
	s.keep(c, ply, 1)
}
