package annotation

import (
	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/search"
)

// Report is what is known of the moves of a game.
type Report struct {
	Rules      string  `json:"rules"`
	Repetition string  `json:"repetition"`
	Start      string  `json:"start"`    // the position the game begins in
	Result     string  `json:"result"`   // as the record has it
	Plies      []Ply   `json:"plies"`    // in order
	Summary    Summary `json:"summary"`  // of both players
	Complete   bool    `json:"complete"` // whether every move was looked at, to its limits
}

// Ply is a move of the game. Values are for the player who makes it, in seeds out of
// those on the board before it.
type Ply struct {
	Number   int    `json:"number"`   // of the move in the record: two moves share one
	Move     string `json:"move"`     // its letter
	Position string `json:"position"` // before it
	Captured int    `json:"captured"` // seeds
	Forced   bool   `json:"forced"`   // whether it was the only legal one
	Class    Class  `json:"class"`
	// Before is what best play is worth, After what the move played is. Outcomes and
	// final scores, South's seeds named, count the stores, or if they do not matter the
	// seeds taken since the start of the record. Both are null if the class is unknown.
	Before *answer.Verdict `json:"before"`
	After  *answer.Verdict `json:"after"`
	Lost   Range           `json:"lost"` // seeds that the move gave away
	// Best is the moves that are proven to be best or, if that is open, the one that
	// looks best. It is empty if nothing is known.
	Best []string `json:"best"`
	// Line is play that begins with the first of Best, as search.Move has it.
	Line []string `json:"line"`

	Side bitboard.Side `json:"-"` // who makes the move
	Pit  int           `json:"-"` // 0–5 seen by that player

	best int   // pit of the first of Best, -1 if there is none
	line []int // pits of Line
	// South's lead at the end, as far as is known: before the move and after it.
	leadBefore, leadAfter Lead
}

// Range is a number of seeds that is known to lie from Least to Most.
type Range struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Class says how good a move was.
type Class string

// The classes.
const (
	Unknown Class = "unknown" // it wasn't looked at
	Unclear Class = "unclear" // what is proven does not tell
	Best    Class = "best"    // no other move is worth more
	Mistake Class = "mistake" // it gave seeds away
	Blunder Class = "blunder" // it gave seeds away, and a win or a draw with them
)

// Lead is what South will hold more than North at the end of the game, in seeds, if
// from now on both play best. The value it comes of may be bounds or an estimate, and
// so is the lead then.
type Lead struct {
	search.Value
	Known bool
}

// Leads returns South's lead at the start and after each move: one more than there
// are plies.
func (r *Report) Leads() []Lead {
	leads := make([]Lead, 0, len(r.Plies)+1)
	for i := range r.Plies {
		if i == 0 {
			leads = append(leads, r.Plies[0].leadBefore)
		}
		leads = append(leads, r.Plies[i].leadAfter)
	}
	return leads
}

// leadOf returns South's lead if the mover of a position nets a value.
func leadOf(p bitboard.Position, v search.Value) Lead {
	ahead := p.Stores[bitboard.South] - p.Stores[bitboard.North]
	if p.Turn == bitboard.North {
		v.Low, v.High, v.Estimate = -v.High, -v.Low, -v.Estimate
	}
	v.Low, v.High, v.Estimate = v.Low+ahead, v.High+ahead, v.Estimate+float64(ahead)
	return Lead{v, true}
}
