package bitboard

// PathCount is the number of paths that begin with one move.
type PathCount struct {
	Pit   uint8  // the first move, 0–5 seen by the mover
	Paths uint64 // the paths of the whole length that begin with it
}

// Perft returns the number of paths of depth moves from a position, depth ≥ 0.
// There is one path of no moves. A position that is over, by majority if it has
// stores or for want of a legal move, has no longer ones; repetition ends no
// path. It does not allocate.
func (r Rules) Perft(p Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case p.hasMajority():
		return 0
	}
	own, opp := p.perftStores()
	return r.perft(p.Board, own, opp, depth)
}

// PerftDivide returns the paths of depth moves, depth ≥ 1, by their first move,
// in ascending order of the pits. It has one entry for each legal move.
func (r Rules) PerftDivide(p Position, depth int) []PathCount {
	var out [MaxMoves]Child
	n := p.Moves(r, &out)
	counts := make([]PathCount, n)
	for i, c := range out[:n] {
		counts[i] = PathCount{c.Pit, r.Perft(p.After(c), depth-1)}
	}
	return counts
}

// perftStores returns the stores of the mover and the opponent. In a position
// without stores they begin so far below 0 that none reaches Majority.
func (p Position) perftStores() (own, opp int) {
	if !p.Scored {
		return -MaxSeeds, -MaxSeeds
	}
	return p.Stores[p.Turn], p.Stores[p.Turn.Other()]
}

// perft counts the paths of depth ≥ 1 moves from a board that no majority ends.
// Of the last moves it only needs the number, not what they lead to.
func (r Rules) perft(b Board, own, opp, depth int) uint64 {
	if depth == 1 {
		return uint64(r.CountMoves(b))
	}
	var out [MaxMoves]Child
	paths := uint64(0)
	for i := range r.Moves(b, &out) {
		c := &out[i]
		if after := own + int(c.Captured); after < Majority {
			paths += r.perft(c.Board, opp, after, depth-1)
		}
	}
	return paths
}
