package search_test

import (
	"testing"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// truth is what is known of a board beforehand, in seeds, seen by the mover: its
// value under RepetitionSplit, and the least and the most it can be under any
// repetition rule.
type truth struct{ value, low, high int }

// oracle tells the truth about boards.
type oracle func(b bitboard.Board) truth

// tableOracle asks tables that reach the board.
func tableOracle(p search.Prober) oracle {
	return func(b bitboard.Board) truth {
		n, rank := b.LayerRank()
		low, high := p.Bounds(n)
		return truth{int(p.Values(n)[rank]), int(low[rank]), int(high[rank])}
	}
}

// afterMove is the truth about a move, from that about the board it leads to.
func (after truth) afterMove(captured int) truth {
	return truth{captured - after.value, captured - after.high, captured - after.low}
}

// checkSound fails if a result claims something that is not so: bounds that
// exclude the value, of the board or of a move, a wrong answer on repetition, or
// parts that do not go together.
func checkSound(t *testing.T, r bitboard.Rules, res *search.Result, ask oracle) {
	t.Helper()
	checkValue(t, r, res, "board", res.Value, ask(res.Board))
	var moves [bitboard.MaxMoves]bitboard.Child
	count := r.Moves(res.Board, &moves)
	if len(res.Moves) != count {
		t.Fatalf("%v: %d moves, want %d", res.Board.Pits(), len(res.Moves), count)
	}
	for i, m := range res.Moves {
		if m.Child != moves[i] {
			t.Errorf("%v: move %d is %+v, want %+v", res.Board.Pits(), i, m.Child, moves[i])
		}
		checkValue(t, r, res, "move "+string(rune('0'+m.Pit)), m.Value, ask(m.Board).afterMove(int(m.Captured)))
	}
	checkSum(t, res)
}

// checkValue compares one value with the truth. Under RepetitionOwner a value is
// what holds under any rule.
func checkValue(t *testing.T, r bitboard.Rules, res *search.Result, what string, got search.Value, want truth) {
	t.Helper()
	low, high := want.value, want.value
	if r.Repetition != bitboard.RepetitionSplit {
		low, high = want.low, want.high
	}
	if got.Low > low || got.High < high {
		t.Errorf("%v: %s: %d … %d, and the truth is %+v", res.Board.Pits(), what, got.Low, got.High, want)
	}
	same := search.False
	if want.low == want.high {
		same = search.True
	}
	if got.AnyRepetition != search.Unknown && got.AnyRepetition != same {
		t.Errorf("%v: %s: AnyRepetition %d, and the truth is %+v", res.Board.Pits(), what, got.AnyRepetition, want)
	}
}

// checkSum: the value of a board is that of its best move.
func checkSum(t *testing.T, res *search.Result) {
	t.Helper()
	if len(res.Moves) == 0 {
		if res.Best != -1 || res.Low != res.High {
			t.Errorf("%v: no moves, best %d, %d … %d", res.Board.Pits(), res.Best, res.Low, res.High)
		}
		return
	}
	low, high := -bitboard.MaxSeeds, -bitboard.MaxSeeds
	for _, m := range res.Moves {
		low, high = max(low, m.Low), max(high, m.High)
	}
	if res.Low != low || res.High != high {
		t.Errorf("%v: %d … %d, and its moves come to %d … %d", res.Board.Pits(), res.Low, res.High, low, high)
	}
	if best := res.Moves[res.Best]; best.Low != low && !res.Estimated {
		t.Errorf("%v: best move nets at least %d, and another at least %d", res.Board.Pits(), best.Low, low)
	}
}

// allExact reports whether every move of a result is exact.
func allExact(res *search.Result) bool {
	for _, m := range res.Moves {
		if m.Status() != search.Exact {
			return false
		}
	}
	return res.Status() == search.Exact
}
