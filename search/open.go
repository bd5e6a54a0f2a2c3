package search

import (
	"unsafe"

	"ayosolve/bitboard"
	"ayosolve/tt/prefetch"
)

// A node is much shorter than a look at memory. So what the tables say of a board's moves is
// asked for as soon as they are known, and waited for after the moves of the next board
// have been made; what the transposition table says of them, when all are placed.

// spot is where a move leads: to a leaf of the tables or a board of the transposition
// table.
type spot struct {
	rank  uint64
	seeds int
}

// expand makes the moves of a board and has what the tables say of them brought from memory.
func (s *searcher) expand(c *kid) {
	c.count = s.rules.Moves(c.board, &c.moves)
	for i := range c.moves[:c.count] {
		n, rank := c.moves[i].Board.LayerRank()
		c.spots[i] = spot{rank, n}
		if n <= s.leaves.max && s.leaves.pager == nil {
			prefetch.Line(unsafe.Pointer(&s.leaves.layers[n].low[rank]))
			prefetch.Line(unsafe.Pointer(&s.leaves.layers[n].high[rank]))
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
	var last *kid // expanded and not looked at
	for i := range kids {
		if !kids[i].unseen {
			continue
		}
		s.expand(&kids[i])
		if last != nil {
			s.look(last, ply+1)
			if last.now.disproof == 0 || s.halted {
				return
			}
		}
		last = &kids[i]
	}
	if last != nil && !s.halted {
		s.look(last, ply+1)
	}
}

// place makes a kid of a board's move: its value if it is in the tables, or else where
// it is in the transposition table. That may have been forgotten since the board was
// expanded, so it is touched again.
func (s *searcher) place(c, parent *kid, move int) {
	m, p := &parent.moves[move], &parent.spots[move]
	c.count = -1
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
	c.board = m.Board
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
