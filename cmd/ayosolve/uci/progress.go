package uci

import (
	"slices"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// secureNodes is how many moves may be tried to find out which of several best moves
// keeps what it wins; that takes a few milliseconds.
const secureNodes = 1 << 13

// secure looks at the moves that win the same, by the tables, and puts one first that
// keeps it against positions coming back. A value knows nothing of the moves before:
// who plays any move that keeps it may find the game at an end before it is won.
func (k *ranking) secure(game *bitboard.History, tables search.Prober) {
	best := &k.lines[0]
	scored := game.Position().Scored
	if tables == nil || !scored || !best.exact() || best.low <= 0 || game.Rules().Repetition != bitboard.RepetitionSplit {
		return
	}
	same := 0
	for same < len(k.lines) && k.lines[same].low == best.low && k.lines[same].exact() {
		same++
	}
	if same < 2 {
		return
	}
	s := securing{game: game, tables: tables, mover: game.Position().Turn, left: secureNodes}
	s.want = best.low + lead(game.Position(), s.mover)
	kept := make([]int, same)
	for i := range kept {
		kept[i] = i
	}
	for depth := 2; s.left > 0 && len(kept) > 1 && depth < 64; depth += 2 {
		var next []int
		for _, i := range kept {
			if s.keeps(int(k.lines[i].move.Pit), depth) {
				next = append(next, i)
			}
		}
		if s.left <= 0 || len(next) == 0 {
			break // what is known of them is from the depth before
		}
		kept = next
	}
	first := k.lines[kept[0]]
	k.lines = slices.Insert(slices.Delete(k.lines, kept[0], kept[0]+1), 0, first)
}

// securing is a search for moves that keep a lead.
type securing struct {
	game   *bitboard.History
	tables search.Prober
	mover  bitboard.Side
	want   int // the lead of mover at the end
	left   int // moves that may be tried
}

// keeps reports whether mover gets what is wanted after a move, as far as that many
// plies show: the opponent tries every reply, mover one that the tables say is good
// enough. A move that is not legal keeps nothing of mover's, and all for the opponent.
func (s *securing) keeps(pit, depth int) bool {
	side := s.game.Position().Turn
	if s.left--; s.left <= 0 {
		return true
	}
	if _, err := s.game.Play(pit); err != nil {
		return side != s.mover
	}
	defer s.game.Undo()
	if _, over := s.game.Over(); over {
		final, _ := s.game.FinalStores()
		p := s.game.Position()
		if p.Stores[s.mover] >= bitboard.Majority {
			return true // the game is won, and what is left does not matter
		}
		return final[s.mover]-final[s.mover.Other()] >= float64(s.want)
	}
	if s.worth() < s.want {
		return false
	}
	if depth == 0 {
		return true
	}
	mine := s.game.Position().Turn == s.mover
	for reply := range bitboard.RowPits {
		if s.game.Position().Board.Pit(reply) == 0 {
			continue
		}
		if s.keeps(reply, depth-1) == mine {
			return mine
		}
	}
	return !mine
}

// worth returns the lead that mover has at the end by the tables, or what is wanted
// of a board above them.
func (s *securing) worth() int {
	p := s.game.Position()
	seeds, rank := p.Board.LayerRank()
	if seeds > s.tables.MaxSeeds() {
		return s.want
	}
	values := s.tables.Values(seeds)
	if values == nil {
		return s.want
	}
	value := int(values[rank])
	if p.Turn != s.mover {
		value = -value
	}
	return lead(p, s.mover) + value
}
