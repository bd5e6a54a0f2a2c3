package web

import (
	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
)

// Game is what /api/game answers: how a game has gone so far. Pits are letters.
type Game struct {
	Rules      string             `json:"rules"`
	Repetition string             `json:"repetition"`
	Start      string             `json:"start"` // the position it began in
	Plies      []Ply              `json:"plies"`
	Position   string             `json:"position"` // now
	Moves      []answer.MoveEntry `json:"moves"`    // that are legal, as "moves --json" lists them
	Last       *Sowing            `json:"last"`     // how the last move went, null if there is none
	Over       *Over              `json:"over"`     // null if the game goes on
}

// Ply is a move that has been made.
type Ply struct {
	Move     string `json:"move"`
	Captured int    `json:"captured"`
	Laps     int    `json:"laps"`
	Position string `json:"position"` // after it
}

// Sowing is how a move went.
type Sowing struct {
	Laps  []Lap   `json:"laps"`
	Taken []Seeds `json:"taken"` // the pits that were emptied or left smaller in the end, and by how much
}

// Lap is one lap of a move: all seeds of a pit, one into each following pit but this.
type Lap struct {
	Pit   string `json:"pit"`
	Seeds int    `json:"seeds"`
	Last  string `json:"last"` // the pit that the last seed falls into
}

// Seeds is some seeds of a pit.
type Seeds struct {
	Pit   string `json:"pit"`
	Seeds int    `json:"seeds"`
}

// Over is how a game has ended.
type Over struct {
	Termination string       `json:"termination"`
	Final       answer.Score `json:"final"`
	Winner      string       `json:"winner"` // South, North, or "" for a draw
	Words       string       `json:"words"`  // sentences
}

// game tells how a game has gone so far.
func (s *Server) game(q question) any {
	h := q.game
	positions := h.Positions()
	g := Game{
		Rules: h.Rules().Name(), Repetition: h.Rules().Repetition.String(),
		Start: positions[0].String(), Plies: []Ply{}, Position: h.Position().String(),
		Moves: answer.Moves(h).Moves,
	}
	for i, c := range h.Moves() {
		g.Plies = append(g.Plies, Ply{
			Move:     bitboard.MoveLetter(positions[i].Turn, int(c.Pit)),
			Captured: int(c.Captured), Laps: int(c.Laps), Position: positions[i+1].String(),
		})
	}
	if n := h.Plies(); n > 0 {
		g.Last = sowing(h.Rules(), positions[n-1], h.Moves()[n-1])
	}
	if why, over := h.Over(); over {
		g.Over = ending(h, why)
	}
	return g
}

// sowing tells how a move went that was made in a position.
func sowing(r bitboard.Rules, p bitboard.Position, c bitboard.Child) *Sowing {
	laps, sown := r.Laps(p.Board, int(c.Pit))
	s := &Sowing{Laps: make([]Lap, len(laps)), Taken: []Seeds{}}
	for i, l := range laps {
		s.Laps[i] = Lap{letter(p.Turn, int(l.Pit)), int(l.Seeds), letter(p.Turn, int(l.Last))}
	}
	after := c.Board.Turn()
	for pit := range bitboard.Pits {
		if taken := sown.Pit(pit) - after.Pit(pit); taken > 0 {
			s.Taken = append(s.Taken, Seeds{letter(p.Turn, pit), taken})
		}
	}
	return s
}

// letter returns the letter of any pit seen by a side.
func letter(s bitboard.Side, pit int) string {
	if pit >= bitboard.RowPits {
		return bitboard.MoveLetter(s.Other(), pit-bitboard.RowPits)
	}
	return bitboard.MoveLetter(s, pit)
}
