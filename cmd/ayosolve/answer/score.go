package answer

import (
	"fmt"

	"ayosolve/bitboard"
)

// The outcomes of a game, for the player to move.
const (
	Win  = "win"
	Draw = "draw"
	Loss = "loss"
)

// Score is what both sides hold in the end, in seeds: halves where play that
// never ends is shared. Where the stores do not matter it is of the seeds on the
// board alone.
type Score struct {
	South float64 `json:"south"`
	North float64 `json:"north"`
}

// ScoreOf returns the final score of a position whose value is known. A game that
// is over by majority has its score already.
func ScoreOf(p bitboard.Position, value int) Score {
	half := float64(p.Board.Seeds()) / 2
	gain := [2]float64{half, half}
	gain[p.Turn] += float64(value) / 2
	gain[p.Turn.Other()] -= float64(value) / 2
	return Score{float64(p.Stores[bitboard.South]) + gain[bitboard.South], float64(p.Stores[bitboard.North]) + gain[bitboard.North]}
}

// Outcome returns what a final score is to a player.
func (f Score) Outcome(mover bitboard.Side) string {
	own, opp := f.South, f.North
	if mover == bitboard.North {
		own, opp = opp, own
	}
	switch {
	case own > opp:
		return Win
	case own < opp:
		return Loss
	}
	return Draw
}

// Winner says who has more.
func (f Score) Winner() string {
	switch {
	case f.South > f.North:
		return "South wins"
	case f.South < f.North:
		return "North wins"
	}
	return "a draw"
}

func (f Score) String() string { return fmt.Sprintf("South %v, North %v", f.South, f.North) }
