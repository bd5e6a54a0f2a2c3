package search

import "ayosolve/bitboard"

// noMove is no pit. It fits where the transposition table keeps a move.
const noMove = 7

// rank says in which order the moves of a frame are tried: the hash move, then by
// what they capture and how the board after them looks. One ply from the end that is
// too dear, and captures alone count. What is known of the boards is asked for, to be
// there when they are searched.
func (e *estimator) rank(f *frame, count, seeds, depth, hashMove int) {
	for i := range count {
		m := &f.moves[i]
		if depth > 1 {
			e.touch(m.Board)
		}
		if int(m.Pit) == hashMove {
			f.worths[i] = 1 << 30
			continue
		}
		f.worths[i] = int32(m.Captured) * unit
		if depth > 1 {
			f.worths[i] -= int32(e.evaluation.of(m.Board, seeds-int(m.Captured)))
		}
	}
}

// touch has what the transposition table knows of a board brought from memory.
func (e *estimator) touch(b bitboard.Board) {
	if seeds, rank := b.LayerRank(); seeds > e.leaves.max {
		e.table.Touch(e.table.Ref(e.key(bitboard.BoardsBelow(seeds) + rank)))
	}
}

// take brings the best of the moves from i on to place i.
func (f *frame) take(i, count int) *bitboard.Child {
	best := i
	for j := i + 1; j < count; j++ {
		if f.worths[j] > f.worths[best] {
			best = j
		}
	}
	if best != i {
		f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
		f.worths[i], f.worths[best] = f.worths[best], f.worths[i]
	}
	return &f.moves[i]
}

// largest returns the move that captures most, nil if none captures.
func (f *frame) largest(count int) (best *bitboard.Child) {
	for i := range f.moves[:count] {
		if m := &f.moves[i]; m.Captured > 0 && (best == nil || m.Captured > best.Captured) {
			best = m
		}
	}
	return best
}

// reduction is by how many plies less the i-th move by rank is searched, until it
// turns out better than what is known. Moves after the first seldom do, and those at
// the end still less.
func reduction(depth, i int, m *bitboard.Child) int {
	switch {
	case depth < 3 || m.Captured > 0:
		return 0
	case depth >= 5 && i >= 3:
		return 2
	}
	return 1
}
