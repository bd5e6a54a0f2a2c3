package answer

import (
	"ayosolve/bitboard"
)

// MoveList is the answer of "moves --json".
type MoveList struct {
	Position    string      `json:"position"`
	Moves       []MoveEntry `json:"moves"` // in ascending order of the pits; empty if it is over
	Termination string      `json:"termination,omitempty"`
}

// MoveEntry is a legal move and what it does.
type MoveEntry struct {
	Move     string `json:"move"`     // the letter
	Pit      int    `json:"pit"`      // 0–5 seen by the mover
	Captured int    `json:"captured"` // seeds
	Laps     int    `json:"laps"`
	Position string `json:"position"` // after the move
}

// Moves lists the moves of the position that a game has come to.
func Moves(game *bitboard.History) MoveList {
	p := game.Position()
	list := MoveList{Position: p.String(), Moves: []MoveEntry{}}
	if why, over := game.Over(); over {
		list.Termination = why.String()
		return list
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, c := range moves[:p.Moves(game.Rules(), &moves)] {
		list.Moves = append(list.Moves, MoveEntry{
			Move:     bitboard.MoveLetter(p.Turn, int(c.Pit)),
			Pit:      int(c.Pit),
			Captured: int(c.Captured),
			Laps:     int(c.Laps),
			Position: p.After(c).String(),
		})
	}
	return list
}
