package annotation

import "ayosolve/bitboard"

// Summary sums a game up.
type Summary struct {
	South Side `json:"south"`
	North Side `json:"north"`
	// Turns are the places in Plies, from 0, of the moves that are proven to have
	// changed the outcome: the blunders.
	Turns []int `json:"turns"`
}

// Side sums the moves of a player up.
type Side struct {
	Moves    int `json:"moves"`
	Forced   int `json:"forced"` // moves without a choice
	Best     int `json:"best"`   // the forced ones apart, as below
	Mistakes int `json:"mistakes"`
	Blunders int `json:"blunders"`
	Unclear  int `json:"unclear"`
	Unknown  int `json:"unknown"`
	// Lost is the seeds that all moves of the player gave away.
	Lost Range `json:"lost"`
	// Accuracy is, of the moves with a choice that are proven to be best or not, the
	// part that is best: from 0 to 1, null if there are none.
	Accuracy *float64 `json:"accuracy"`
}

// Of returns the summary of a side.
func (s *Summary) Of(side bitboard.Side) *Side {
	if side == bitboard.North {
		return &s.North
	}
	return &s.South
}

func summarize(plies []Ply) Summary {
	s := Summary{Turns: []int{}}
	for i := range plies {
		y := &plies[i]
		side := s.Of(y.Side)
		side.Moves++
		side.Lost.Least += y.Lost.Least
		side.Lost.Most += y.Lost.Most
		if y.Class == Blunder {
			s.Turns = append(s.Turns, i)
		}
		if y.Forced && y.Class != Unknown {
			side.Forced++
			continue
		}
		switch y.Class {
		case Best:
			side.Best++
		case Mistake:
			side.Mistakes++
		case Blunder:
			side.Blunders++
		case Unclear:
			side.Unclear++
		case Unknown:
			side.Unknown++
		}
	}
	for _, side := range []bitboard.Side{bitboard.South, bitboard.North} {
		d := s.Of(side)
		if known := d.Best + d.Mistakes + d.Blunders; known > 0 {
			part := float64(d.Best) / float64(known)
			d.Accuracy = &part
		}
	}
	return s
}
