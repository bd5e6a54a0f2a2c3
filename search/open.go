package search

import (
	"unsafe"

	"ayosolve/bitboard"
	"ayosolve/tt/prefetch"
)

// A node is much shorter than a look at memory. So what the tables say of a board's moves is
// asked for as soon as they are known, and waited for when those of all boards that are to
// be looked at are; what the transposition table says of them, when all are placed.

// spot is where a move leads: to a leaf of the tables or a board of the transposition
// table.
type spot struct {
	rank  uint64
	seeds int
}

// locate finds where a board's moves lead, and has what the tables say of them brought
// from memory.
func (s *searcher) locate(c *kid) {
	for i := range c.Moves[:c.Count] {
		n, rank := c.Moves[i].Board.LayerRank()
		c.spots[i] = spot{rank, n}
		if n <= s.leaves.max && s.leaves.pager == nil {
			prefetch.Line(unsafe.Pointer(&s.leaves.layers[n].low[rank]))
			if s.leaves.anyRule { // under the other rule it is the same array
				prefetch.Line(unsafe.Pointer(&s.leaves.layers[n].high[rank]))
			}
		}
	}
	s.spend()
}

// open says what is known of a board's moves before they are searched. Once one of
// them is known to prove the claim, it spares the rest the look ahead.
func (s *searcher) open(kids []kid, c *kid, ply int) {
	for i := range kids {
		s.place(&kids[i], c, i)
	}
	for i := range kids {
		s.recall(&kids[i], ply+1)
	}
	for i := range kids {
		if kids[i].now.disproof == 0 {
			return
		}
	}
	s.lookAll(kids, ply+1)
}

// lookAll looks at the boards that nothing is known of, until one of them proves the claim
// of the board before. The moves of all are made together.
func (s *searcher) lookAll(kids []kid, ply int) {
	var unseen [bitboard.MaxMoves]int
	var boards [bitboard.MaxMoves]*bitboard.Expansion
	n := 0
	for i := range kids {
		if kids[i].unseen {
			unseen[n], boards[n] = i, &kids[i].Expansion
			n++
		}
	}
	if n == 0 {
		return
	}
	s.expander.Expand(s.rules, boards[:n]) // all, for one of them seldom proves the claim
	for _, i := range unseen[:n] {
		s.locate(&kids[i])
	}
	for _, i := range unseen[:n] {
		if s.halted {
			return
		}
		s.look(&kids[i], ply)
		if kids[i].now.disproof == 0 {
			return
		}
	}
}

// place makes a kid of a board's move: its value if it is in the tables, or else where
// it is in the transposition table, which is asked for.
func (s *searcher) place(c, parent *kid, move int) {
	m, p := &parent.Moves[move], &parent.spots[move]
	c.Count = -1
	c.unseen = false
	c.captured = int(m.Captured)
	c.claim = c.captured - parent.claim + 1
	c.leaf = p.seeds <= s.leaves.max
	if c.leaf {
		s.hits++
		if s.leaves.pager == nil {
			c.now.low, c.now.high = s.leaves.loaded(p.seeds, p.rank)
		} else {
			c.now.low, c.now.high = s.leaves.fetch(p.seeds, p.rank)
		}
		return
	}
	c.now.low, c.now.high = -p.seeds, p.seeds
	c.Board = m.Board
	c.id = bitboard.BoardsBelow(p.seeds) + p.rank
	c.ref = s.table.Ref(s.key(c.id))
	s.table.Touch(c.ref)
}

// recall says what the tables, the transposition table and the line know of a move.
func (s *searcher) recall(c *kid, ply int) {
	if c.leaf {
		c.now = decided(c.claim, c.now.low, c.now.high)
		if c.now.open() {
			c.now.proof, c.now.disproof = s.endless(c.claim, ply)
		}
		return
	}
	e := s.table.Probe(c.ref, s.claimKey(c.claim, ply))
	if e.HasInterval {
		c.now.low, c.now.high = int(e.Low), int(e.High)
	}
	c.now = decided(c.claim, c.now.low, c.now.high)
	switch {
	case !c.now.open():
	case c.captured == 0 && s.repeats(c.id, ply):
		c.now.proof, c.now.disproof = s.endless(c.claim, ply)
	case ply >= s.depth:
	case e.HasNumbers:
		c.now.proof, c.now.disproof = e.Proof, e.Disproof
	default:
		c.now.proof, c.now.disproof = 1, 1 // until it is looked at
		c.unseen = true
	}
}
