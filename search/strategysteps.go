package search

import (
	"cmp"
	"slices"

	"ayosolve/bitboard"
)

// Strategy is a proof that a board has a value under RepetitionSplit: how its mover
// comes to net that much at least, and how the opponent sees to it that it is no
// more. It shares no search with whoever checks it.
type Strategy struct {
	Board bitboard.Board
	Value int
	// Layers has a bit for every layer of the tables that the proof ends in.
	Layers uint64
	// Steps has what the proof says of boards above the tables, in order of board ID
	// and claim.
	Steps []Step
}

// Step says that the mover of a board nets so much or more, and how: by making a
// move after which the tables, the end of the game, or a step for each reply say
// so. A step that says that the mover nets nothing or less may rest on play that
// never ends.
type Step struct {
	Board bitboard.Board
	Claim int // seeds, from 1 − the board's to the board's
	Pit   int // the move, -1 if there is none and the game is over
	// Height is 0 for claims up to 0. For others it is more than that of the steps of
	// the replies with as many seeds on the board, so that play comes to an end.
	Height int
}

// collect takes the steps that the root needs: others were proven on lines that
// came to nothing.
func (p *strategist) collect(b bitboard.Board, value int) *Strategy {
	out := &Strategy{Board: b, Value: value}
	needed := map[saying]bool{}
	var list []int
	need := func(b bitboard.Board, k int) {
		if n := b.Seeds(); n <= p.split.max {
			out.Layers |= 1 << n
		} else if v := (saying{b, k}); k > -n && !needed[v] {
			needed[v] = true
			list = append(list, p.at[v])
		}
	}
	below := func(b bitboard.Board) {
		if n := b.Seeds(); n <= p.split.max {
			out.Layers |= 1 << n
		}
	}
	need(b, value)
	if !p.ends(b, value+1) {
		var moves [bitboard.MaxMoves]bitboard.Child
		for _, m := range moves[:p.rules.Moves(b, &moves)] {
			need(m.Board, int(m.Captured)-value)
		}
	}
	for i := 0; i < len(list); i++ {
		s := p.steps[list[i]]
		out.Steps = append(out.Steps, s)
		if s.Pit < 0 {
			continue
		}
		m, _ := p.rules.Play(s.Board, s.Pit)
		below(m.Board)
		p.replies(s.Board, s.Claim, s.Pit, need)
	}
	slices.SortFunc(out.Steps, func(a, b Step) int {
		return cmp.Or(cmp.Compare(a.Board.ID(), b.Board.ID()), cmp.Compare(a.Claim, b.Claim))
	})
	return out
}
