package answer

import (
	"math"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// Analysis is the answer of "analyze --json". Values are for the player to
// move, in seeds.
type Analysis struct {
	Rules      string `json:"rules"`
	Repetition string `json:"repetition"`
	Position   string `json:"position"`
	Seeds      int    `json:"seeds"` // on the board
	Verdict
	AnyRepetition *bool   `json:"any_repetition"` // null if it isn't known
	Best          *string `json:"best"`           // null if there is no move, or nothing is known of any
	Moves         []Move  `json:"moves"`          // in ascending order of the pits; empty if it is over

	Depth          int    `json:"depth"` // plies
	Nodes          uint64 `json:"nodes"`
	NodesPerSecond uint64 `json:"nodes_per_second"`
	TableHits      uint64 `json:"table_hits"`
	Hashfull       int    `json:"hashfull"` // thousandths
	TimeMS         int64  `json:"time_ms"`
	Threads        int    `json:"threads"`
	Tables         Tables `json:"tables"`
	Stopped        string `json:"stopped"`
	Termination    string `json:"termination,omitempty"`
}

// Tables is what tables an answer rests on.
type Tables struct {
	// MaxSeeds is up to how many seeds they were used, which is no more than the
	// position has; -1 if none were.
	MaxSeeds int `json:"max_seeds"`
}

// Verdict is what is known of a position or of a move.
type Verdict struct {
	Status  string  `json:"status"`          // exact, bounds or estimate
	Value   *int    `json:"value,omitempty"` // absent if only bounds are known; a guess, rounded, for an estimate
	Lower   int     `json:"lower"`
	Upper   int     `json:"upper"`
	Outcome *string `json:"outcome"` // win, draw or loss for the player to move; null if it isn't certain
	Final   *Score  `json:"final"`   // null if the value isn't known
}

// Move is what is known of one legal move. Values are for the player who makes it.
type Move struct {
	Move     string `json:"move"`
	Captured int    `json:"captured"`
	Laps     int    `json:"laps"`
	Position string `json:"position"` // after the move
	Verdict
	PV []string `json:"pv"` // letters, the move first
}

// NewVerdict returns what bounds on what the mover of a position nets come to. The
// outcome is certain where both bounds have the same.
func NewVerdict(p bitboard.Position, v search.Value) Verdict {
	d := Verdict{Status: v.Status().String(), Lower: v.Low, Upper: v.High}
	low, high := ScoreOf(p, v.Low), ScoreOf(p, v.High)
	outcome := low.Outcome(p.Turn)
	if outcome == high.Outcome(p.Turn) {
		d.Outcome = &outcome
	}
	switch v.Status() {
	case search.Exact:
		d.Value, d.Final = &d.Lower, &low
	case search.Estimate:
		guess := int(math.Round(v.Estimate))
		d.Value = &guess
	}
	return d
}

// Exact reports whether the value is proven.
func (d Verdict) Exact() bool { return d.Status == search.Exact.String() }

// begin begins the answer about the position a game has come to.
func begin(game *bitboard.History) Analysis {
	p := game.Position()
	return Analysis{
		Rules:      game.Rules().Name(),
		Repetition: game.Rules().Repetition.String(),
		Position:   p.String(),
		Seeds:      p.Board.Seeds(),
		Moves:      []Move{},
	}
}

// Over answers about a game that is over: the score is what it is, and
// nobody nets more than that.
func Over(game *bitboard.History, why bitboard.Termination) Analysis {
	a := begin(game)
	p := game.Position()
	held, _ := game.FinalStores()
	gain := func(s bitboard.Side) int { return int(2*held[s]) - 2*p.Stores[s] } // in half seeds
	net := (gain(p.Turn) - gain(p.Turn.Other())) / 2
	a.Verdict = NewVerdict(p, search.Value{Low: net, High: net})
	a.Final = &Score{held[bitboard.South], held[bitboard.North]}
	any := why != bitboard.ByRepetition
	a.AnyRepetition = &any
	a.Tables.MaxSeeds = -1
	a.Stopped = search.StopExact.String()
	a.Termination = why.String()
	return a
}

// Result answers with what a search has found about the position a game has
// come to.
func Result(game *bitboard.History, r *search.Result, maxSeeds int) Analysis {
	a := begin(game)
	p := game.Position()
	a.Verdict = NewVerdict(p, r.Value)
	if r.AnyRepetition != search.Unknown {
		any := r.AnyRepetition == search.True
		a.AnyRepetition = &any
	}
	for _, m := range r.Moves {
		a.Moves = append(a.Moves, Move{
			Move:     bitboard.MoveLetter(p.Turn, int(m.Pit)),
			Captured: int(m.Captured),
			Laps:     int(m.Laps),
			Position: p.After(m.Child).String(),
			Verdict:  NewVerdict(p, m.Value),
			PV:       Letters(p.Turn, m.Line),
		})
	}
	if r.Best >= 0 && a.anyBest() {
		a.Best = &a.Moves[r.Best].Move
	}
	a.Depth, a.Nodes, a.NodesPerSecond = r.Depth, r.Nodes, uint64(r.NodesPerSecond())
	a.TableHits, a.Hashfull, a.TimeMS = r.TableHits, r.Hashfull, r.Elapsed.Milliseconds()
	a.Threads, a.Stopped = r.Threads, r.Stopped.String()
	a.Tables.MaxSeeds = maxSeeds
	return a
}

// Letters returns the letters of pits that are played by turns, side first.
func Letters(side bitboard.Side, pits []int) []string {
	line := make([]string, len(pits))
	for i, pit := range pits {
		line[i] = bitboard.MoveLetter(side, pit)
		side = side.Other()
	}
	return line
}

// anyBest reports whether there is an estimate, or some move is known to be worth more
// than the loss of every seed.
func (a Analysis) anyBest() bool { return a.Value != nil || a.Lower > -a.Seeds }
