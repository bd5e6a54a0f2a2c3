package egdb_test

import (
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// view is a DB's layers, by seeds.
type view struct {
	values, low, high [][]int8
}

func viewOf(db *egdb.DB) (v view) {
	for n := range db.MaxSeeds() + 1 {
		low, high := db.Bounds(n)
		v.values, v.low, v.high = append(v.values, db.Values(n)), append(v.low, low), append(v.high, high)
	}
	return v
}

// eachBoard calls visit for every board of the shared tables and its legal moves.
func eachBoard(t *testing.T, test func(t *testing.T, r bitboard.Rules, v view, n, rank int, b bitboard.Board, moves []bitboard.Child)) {
	t.Helper()
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		db := shared(t, r)
		v := viewOf(db)
		for n := range db.MaxSeeds() + 1 {
			boards(n, func(rank int, b bitboard.Board) {
				var moves [bitboard.MaxMoves]bitboard.Child
				test(t, r, v, n, rank, b, moves[:r.Moves(b, &moves)])
			})
			if t.Failed() {
				return
			}
		}
	})
}

// best returns the most that captured − table(child) comes to over the moves.
func best(table [][]int8, moves []bitboard.Child) int {
	most := -bitboard.MaxSeeds - 1
	for _, m := range moves {
		seeds, rank := m.Board.LayerRank()
		most = max(most, int(m.Captured)-int(table[seeds][rank]))
	}
	return most
}

// TestValueIsBestMove: the value of a board is the best of its moves, of every
// board, whether or not play from it ever ends.
func TestValueIsBestMove(t *testing.T) {
	eachBoard(t, func(t *testing.T, _ bitboard.Rules, v view, n, rank int, b bitboard.Board, moves []bitboard.Child) {
		if len(moves) == 0 {
			return
		}
		if got, want := int(v.values[n][rank]), best(v.values, moves); got != want {
			t.Errorf("%v: value %d, and its moves come to %d", b.Pits(), got, want)
		}
	})
}

// TestBoundsAreBestMove: low(p) is the best of captured − high(child), high(p) of
// captured − low(child).
func TestBoundsAreBestMove(t *testing.T) {
	eachBoard(t, func(t *testing.T, _ bitboard.Rules, v view, n, rank int, b bitboard.Board, moves []bitboard.Child) {
		if len(moves) == 0 {
			return
		}
		low, high := int(v.low[n][rank]), int(v.high[n][rank])
		if wantLow, wantHigh := best(v.high, moves), best(v.low, moves); low != wantLow || high != wantHigh {
			t.Errorf("%v: %d … %d, and its moves come to %d … %d", b.Pits(), low, high, wantLow, wantHigh)
		}
	})
}

// TestEndedBoards: a board without a legal move is worth what the end gives.
func TestEndedBoards(t *testing.T) {
	eachBoard(t, func(t *testing.T, r bitboard.Rules, v view, n, rank int, b bitboard.Board, moves []bitboard.Child) {
		if len(moves) > 0 {
			return
		}
		want := int8(r.EndNet(b))
		if v.values[n][rank] != want || v.low[n][rank] != want || v.high[n][rank] != want {
			t.Errorf("%v: value %d in %d … %d, and the end gives %d", b.Pits(), v.values[n][rank], v.low[n][rank], v.high[n][rank], want)
		}
	})
}

// TestBoundsHoldValue: −n ≤ low ≤ value ≤ high ≤ n.
func TestBoundsHoldValue(t *testing.T) {
	eachBoard(t, func(t *testing.T, _ bitboard.Rules, v view, n, rank int, b bitboard.Board, _ []bitboard.Child) {
		value, low, high := int(v.values[n][rank]), int(v.low[n][rank]), int(v.high[n][rank])
		if low < -n || value < low || value > high || high > n {
			t.Errorf("%v: value %d in %d … %d", b.Pits(), value, low, high)
		}
	})
}

// TestParity: a settled value has the parity of the seeds, as all seeds end in
// one store or the other.
func TestParity(t *testing.T) {
	eachBoard(t, func(t *testing.T, _ bitboard.Rules, v view, n, rank int, b bitboard.Board, _ []bitboard.Child) {
		if low, high := v.low[n][rank], v.high[n][rank]; low == high && (int(low)-n)%2 != 0 {
			t.Errorf("%v: %d seeds and a value of %d", b.Pits(), n, low)
		}
	})
}
