package search

import "ayosolve/bitboard"

// maxLine is the longest main line given, in plies.
const maxLine = 400

// line returns the pits of a best line from a board of exact value v. before is
// the board the line comes from. At each board it takes a move that keeps the
// value (no move nets more, so one that is proven to net as much), a capture if one
// does, and stops when the game is over or every such move leads to a board that has
// been on the line.
func (s *searcher) line(before, b bitboard.Board, v int) []int {
	type turn struct {
		board bitboard.Board
		side  int
	}
	been := map[turn]bool{{before, 1}: true}
	var pits []int
	for ply := 0; ply < maxLine; ply++ {
		been[turn{b, ply & 1}] = true
		var moves [bitboard.MaxMoves]bitboard.Child
		count := s.rules.Moves(b, &moves)
		find := func() *bitboard.Child {
			var best *bitboard.Child
			for i := range moves[:count] {
				m := &moves[i]
				if been[turn{m.Board, (ply + 1) & 1}] || best != nil && m.Captured <= best.Captured {
					continue
				}
				if high, ok := s.known(m.Board); ok && int(m.Captured)-high >= v {
					best = m
				}
			}
			return best
		}
		best := find()
		if best == nil && count > 0 && b.Seeds() > s.leaves.max {
			s.proveRoot(b, v, standing{low: -b.Seeds(), high: b.Seeds()})
			best = find()
			for i := 0; i < count && best == nil; i++ {
				// The transposition table has forgotten it again. Ask for each move alone.
				m := &moves[i]
				if been[turn{m.Board, (ply + 1) & 1}] {
					continue
				}
				got := s.proveRoot(m.Board, int(m.Captured)-v+1, standing{low: -m.Board.Seeds(), high: m.Board.Seeds()})
				if int(m.Captured)-got.high >= v {
					best = m
				}
			}
		}
		if best == nil {
			break
		}
		pits = append(pits, int(best.Pit))
		b, v = best.Board, int(best.Captured)-v
	}
	return pits
}

// known returns the most the mover of a board can net, by the tables or the
// transposition table.
func (s *searcher) known(b bitboard.Board) (high int, ok bool) {
	n, rank := b.LayerRank()
	if n <= s.leaves.max {
		_, high = s.leaves.at(n, rank)
		return high, true
	}
	e := s.table.Probe(s.table.Ref(s.key(bitboard.BoardsBelow(n)+rank)), 0)
	return int(e.High), e.HasInterval
}
