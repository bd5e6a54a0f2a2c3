package search

import (
	"ayosolve/bitboard"
	"ayosolve/tt"
)

// Under RepetitionSplit a claim can be settled by lines that come back, and what a
// search concludes from those holds for the line it was on. The table hands such
// conclusions on to other lines all the same: that is the graph history interaction
// problem (Kishimoto and Müller, AAAI 2004), met here not by storing lines but by
// checking what comes out.
//
// The check is a walk over boards and claims, each with what it is said to be, true
// or false. A false claim needs all its moves' claims true; a true one needs one
// false. A proven interval ends the walk. So does a board that was passed before with
// the same claim, and that is where repetitions come in: the walk has found play that
// stays among the boards passed, and endless play must suit what is said. If every
// board passed is supported in this way, nobody can leave them but by ways that were
// looked at, and what is said of each of them is true, whatever line leads there.
type certificate struct {
	*searcher
	said    map[saying]verdict
	visited []saying
}

// saying is a claim about a board: that its mover nets that much or more.
type saying struct {
	board bitboard.Board
	claim int
}

// verdict is how far the walk is with a saying, and what it is said to be.
type verdict struct {
	holds bool
	done  bool
}

// mostTries is how often a certificate is begun anew when what the search had
// concluded of some board turns out to be wrong.
const mostTries = 100

// certify makes sure of a claim that a search has settled with its interval open.
// It returns the interval that is proven then, which decides the claim, or ok false
// if the search is halted or does not come to rest.
func (s *searcher) certify(b bitboard.Board, k int, got standing) (low, high int, ok bool) {
	for range mostTries {
		if d := decided(k, got.low, got.high); !d.open() {
			return got.low, got.high, true
		}
		if s.halted || got.open() {
			return got.low, got.high, false
		}
		c := certificate{searcher: s, said: map[saying]verdict{}}
		holds := got.proof == 0
		if c.check(b, k, holds) {
			c.keep()
			if holds {
				return max(got.low, k), got.high, true
			}
			return got.low, min(got.high, k-1), true
		}
		s.since[1] = 1 // the root is no part of the line
		got = s.proveRoot(b, k, standing{low: got.low, high: got.high})
	}
	return got.low, got.high, false
}

// keep stores what the certificate proves of every board on the walk. There is none
// if another goroutine has proven the claim in the meantime.
func (c *certificate) keep() {
	for _, v := range c.visited {
		ref := c.table.Ref(c.key(v.board.ID()))
		low, high := -v.board.Seeds(), v.board.Seeds()
		if e := c.table.Probe(ref, 0); e.HasInterval {
			low, high = int(e.Low), int(e.High)
		}
		if c.said[v].holds {
			low = max(low, v.claim)
		} else {
			high = min(high, v.claim-1)
		}
		c.table.StoreInterval(ref, low, high, 1)
	}
}

// check walks from a claim that is said to be so. When it returns false, the table
// has been corrected.
func (c *certificate) check(b bitboard.Board, k int, holds bool) bool {
	if known, ok := c.decidedBy(b, k); ok {
		return known == holds
	}
	v := saying{b, k}
	if at, ok := c.said[v]; ok {
		return at.holds == holds && (at.done || holds == (k <= 0))
	}
	c.said[v] = verdict{holds: holds}
	c.visited = append(c.visited, v)
	if c.supported(b, k, holds) {
		c.said[v] = verdict{holds: holds, done: true}
		return true
	}
	c.searchAgain(b, k)
	return false
}

// searchAgain searches a claim of a board on no line, unless the search is halted.
func (c *certificate) searchAgain(b bitboard.Board, k int) {
	if !c.halted {
		c.since[1] = 1
		c.proveRoot(b, k, standing{low: -b.Seeds(), high: b.Seeds()})
	}
}

// supported checks the moves of a board.
func (c *certificate) supported(b bitboard.Board, k int, holds bool) bool {
	var moves [bitboard.MaxMoves]bitboard.Child
	count := c.rules.Moves(b, &moves)
	if count == 0 {
		return (c.rules.EndNet(b) >= k) == holds
	}
	if !holds {
		for i := range moves[:count] {
			if m := &moves[i]; !c.check(m.Board, int(m.Captured)-k+1, true) {
				return false
			}
		}
		return true
	}
	m := c.refuting(moves[:count], k)
	if m == nil {
		c.searchAgain(b, k)
		m = c.refuting(moves[:count], k)
	}
	for i := 0; i < count && m == nil; i++ {
		// What the search found of a move may have been written over by what it found of
		// the same board on another line. Ask for each move alone.
		c.searchAgain(moves[i].Board, int(moves[i].Captured)-k+1)
		m = c.refuting(moves[i:i+1], k)
	}
	return m != nil && c.check(m.Board, int(m.Captured)-k+1, false)
}

// refuting returns a move whose claim is false as far as is known, a proven one if
// there is one.
func (c *certificate) refuting(moves []bitboard.Child, k int) *bitboard.Child {
	var found *bitboard.Child
	for i := range moves {
		m := &moves[i]
		claim := int(m.Captured) - k + 1
		if known, ok := c.decidedBy(m.Board, claim); ok {
			if !known {
				return m
			}
			continue
		}
		e := c.probe(m.Board, claim)
		if at, ok := c.said[saying{m.Board, claim}]; ok && !at.holds || e.HasNumbers && e.Disproof == 0 {
			found = m
		}
	}
	return found
}

// decidedBy returns what tables and proven intervals say of a claim, ok false if
// they leave it open.
func (c *certificate) decidedBy(b bitboard.Board, k int) (holds, ok bool) {
	n, rank := b.LayerRank()
	low, high := -n, n
	if n <= c.leaves.max {
		low, high = c.leaves.at(n, rank)
	} else if e := c.probe(b, k); e.HasInterval {
		low, high = int(e.Low), int(e.High)
	}
	return low >= k, low >= k || high < k
}

// probe looks a board and a claim up in the transposition table.
func (c *certificate) probe(b bitboard.Board, k int) tt.Entry {
	return c.table.Probe(c.table.Ref(c.key(b.ID())), c.claimKey(k, 0))
}
