package search

import (
	"ayosolve/bitboard"
	"ayosolve/tt"
)

// maxPly is the longest line that is searched, in plies.
const maxPly = 1024

// searcher is one goroutine's search. It proves claims about boards.
type searcher struct {
	rules  bitboard.Rules
	leaves *leaves
	table  *tt.Table
	budget *budget

	// claimant is the ply, 0 or 1, whose mover makes the claim that is searched for
	// leaves that hold under any rule: play that never ends counts against it.
	claimant int

	depth int             // plies a proof may be deep, at most maxPly
	path  [maxPly]uint64  // ID of each board from the root, by ply
	since [maxPly + 1]int // by ply: the ply of the last board before which seeds were captured

	// settled, if set, is the interval other searchers narrow too. The search in
	// hand is over when it decides claim.
	settled *interval
	claim   int

	mostNodes uint64 // if not 0, the search is halted there

	nodes   uint64 // boards whose moves were made
	hits    uint64 // table look-ups
	deepest int    // plies
	halted  bool   // the budget is spent, or the claim was settled elsewhere

	expander bitboard.Expander
	rooms    [maxPly]*[bitboard.MaxMoves]kid // by ply: the moves of the board that is searched there

	published counters // nodes, hits and deepest as others may read them
}

// kid is a move as its board's claim sees it.
type kid struct {
	bitboard.Expansion                         // Count is negative before the kid is expanded
	spots              [bitboard.MaxMoves]spot // where its moves lead
	id                 uint64
	ref                tt.Ref
	captured           int
	claim              int      // that the kid's mover nets at least this much refutes the move
	leaf               bool     // it is in the tables
	unseen             bool     // nothing is known of it
	now                standing // of that claim
}

// proveRoot searches a claim about a board one ply from the root without limits.
// path[0] and since[1] are the caller's.
func (s *searcher) proveRoot(b bitboard.Board, k int, known standing) standing {
	c := kid{Expansion: bitboard.Expansion{Board: b, Count: -1}, id: b.ID(), claim: k, now: known}
	c.ref = s.table.Ref(s.key(c.id))
	s.halted = false
	s.prove(&c, standing{proof: infinite, disproof: infinite}, 1)
	s.publish()
	return c.now
}

// prove searches the claim that the mover of a board nets k or more until it is
// proven (proof 0), refuted (disproof 0), not to be decided from here (both
// infinite), or one of the numbers reaches its limit, or the search is halted.
// c.now holds the interval that is known and gets what is found. ply is the length
// of the line so far.
func (s *searcher) prove(c *kid, limits standing, ply int) {
	before := s.nodes
	s.deepest = max(s.deepest, ply)
	if c.Count < 0 {
		c.Count = s.rules.Moves(c.Board, &c.Moves)
		s.locate(c)
	}
	k := c.claim
	if c.Count == 0 {
		s.end(c, ply)
		return
	}
	s.path[ply] = c.id
	kids := s.room(ply)[:c.Count]
	s.open(kids, c, ply)
	now := s.combine(kids, k, c.now)
	for !s.halted && !over(now, limits) {
		best, second := choose(kids, now.proof == infinite)
		next := standing{proof: infinite, disproof: infinite}
		if now.proof != infinite {
			next.disproof = min(limits.proof, margin(second))
		}
		if now.disproof != infinite && limits.disproof != infinite {
			next.proof = limits.disproof - (now.disproof - kids[best].now.proof)
		}
		s.since[ply+1] = s.since[ply]
		if kids[best].captured > 0 {
			s.since[ply+1] = ply + 1
		}
		s.prove(&kids[best], next, ply+1)
		now = s.combine(kids, k, now)
	}
	c.now = now
	s.keep(c, ply, s.nodes-before)
}

// room returns room for the moves of a board at a ply. What is there is of no use any more.
func (s *searcher) room(ply int) *[bitboard.MaxMoves]kid {
	if s.rooms[ply] == nil {
		s.rooms[ply] = new([bitboard.MaxMoves]kid)
	}
	return s.rooms[ply]
}

// end settles a board without moves.
func (s *searcher) end(c *kid, ply int) {
	net := s.rules.EndNet(c.Board)
	c.now = decided(c.claim, net, net)
	s.keep(c, ply, 1)
}

// combine makes a board's numbers and interval of its moves'. A claim is proven
// by one move whose own claim is refuted, and refuted when all moves' are proven.
func (s *searcher) combine(kids []kid, k int, known standing) standing {
	now := standing{infinite, 0, known.low, known.high}
	low, high := -bitboard.MaxSeeds, -bitboard.MaxSeeds
	for i := range kids {
		c := &kids[i]
		low = max(low, c.captured-c.now.high)
		high = max(high, c.captured-c.now.low)
		now.proof = min(now.proof, c.now.disproof)
		now.disproof = add(now.disproof, c.now.proof)
	}
	now.low, now.high = max(now.low, low), min(now.high, high)
	if d := decided(k, now.low, now.high); !d.open() {
		return d
	}
	return now
}

// margin is how far a move may be searched before another is: until its number passes
// the second-best's and three eighths more, lest the search go to and fro between the
// two (the 1+ε of Pawlewicz and Lew, 2007).
func margin(second uint32) uint32 { return second + second/4 + second/8 + 1 }

// over reports whether a search has come to its limits or to an end. A number
// that is infinite can't be worked on, and its limit does not count then.
func over(now, limits standing) bool {
	if !now.open() {
		return true
	}
	if now.proof == infinite {
		return now.disproof >= limits.disproof
	}
	return now.proof >= limits.proof || now.disproof != infinite && now.disproof >= limits.disproof
}

// choose returns the move to search next, the one nearest to refuting its claim,
// and the disproof number of the second nearest. If none can be refuted any more,
// all must be proven, and it returns the one nearest to that.
func choose(kids []kid, refuting bool) (best int, second uint32) {
	best, second = -1, infinite
	least := uint32(infinite)
	for i := range kids {
		n := kids[i].now.disproof
		if refuting {
			n = kids[i].now.proof
			if n == 0 {
				continue
			}
		}
		if best < 0 || n < least {
			best, second, least = i, least, n
		} else {
			second = min(second, n)
		}
	}
	return best, second
}

// keep stores what a search of a board has come to. A claim may be settled with its
// interval still open: by lines that come back. The table keeps that as numbers,
// which later lines take over, rightly or not; see certify.
func (s *searcher) keep(c *kid, ply int, nodes uint64) {
	now := &c.now
	if seeds := c.Board.Seeds(); now.low > -seeds || now.high < seeds {
		s.table.StoreInterval(c.ref, now.low, now.high, nodes)
	}
	if d := decided(c.claim, now.low, now.high); !d.open() {
		return
	}
	proof, disproof := now.proof, now.disproof
	if now.open() {
		proof, disproof = min(proof, doubtful), min(disproof, doubtful)
	}
	s.table.StoreNumbers(c.ref, s.claimKey(c.claim, ply), proof, disproof, nodes)
}

// key returns the key of a board in the transposition table.
func (s *searcher) key(id uint64) uint64 { return s.leaves.key(id) }

// keyBits is the width of key: board IDs have 41 bits.
const keyBits = 42
