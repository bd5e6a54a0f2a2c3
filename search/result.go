package search

import (
	"time"

	"ayosolve/bitboard"
)

// Status says what is known of a value.
type Status uint8

// The statuses.
const (
	Bounds Status = iota // the value lies between two proven bounds
	Exact                // the value is proven
)

func (s Status) String() string {
	if s == Exact {
		return "exact"
	}
	return "bounds"
}

// Truth is a fact that may not be known.
type Truth uint8

// The truths.
const (
	Unknown Truth = iota
	False
	True
)

// Stop says why an analysis ended.
type Stop uint8

// The reasons to stop.
const (
	StopExact     Stop = iota // every move is exact
	StopTime                  // the time is up
	StopNodes                 // the nodes are spent
	StopDepth                 // nothing more can be proven within the depth
	StopInterrupt             // the context was cancelled
	StopRepeats               // what is left turns on repetitions that no finite proof can settle
)

func (s Stop) String() string {
	return [...]string{"exact", "time", "nodes", "depth", "interrupt", "repetition"}[s]
}

// Value is what a search knows of what the mover nets, in seeds out of those on
// the board: it lies from Low to High, both proven. Where they are the same it
// is exact.
type Value struct {
	Low, High int
	// AnyRepetition says whether the value is the same under every repetition rule.
	AnyRepetition Truth
}

// Status returns Exact if the bounds meet.
func (v Value) Status() Status {
	if v.Low == v.High {
		return Exact
	}
	return Bounds
}

// Move is a legal move and its value, all from the point of view of the player
// who makes it: seeds captured by the move included.
type Move struct {
	bitboard.Child
	Value
	// Line is a best line that begins with the move: the pits played, by turns, each
	// from its player's own view. It ends with the game, at a board that has been on
	// the line before, or where best play isn't known. If the move is not exact it is
	// the move alone.
	Line []int

	// What the move nets at least and at most under any repetition rule, as far as is
	// proven; anyFinal if no more can be.
	anyLow, anyHigh int
	anyFinal        bool
}

// Result is what an analysis has found.
type Result struct {
	Board bitboard.Board
	Value
	Moves []Move // in order of their pits; none if the game is over
	Best  int    // index in Moves of a move that is best as far as is proven, -1 if there is none

	Depth     int    // the deepest line searched, in plies
	Nodes     uint64 // boards whose moves were made
	TableHits uint64 // look-ups in the tables
	Hashfull  int    // thousandths of the transposition table in use
	Elapsed   time.Duration
	Threads   int
	Stopped   Stop
}

// NodesPerSecond returns the speed of the search.
func (r *Result) NodesPerSecond() float64 {
	if r.Elapsed <= 0 {
		return 0
	}
	return float64(r.Nodes) / r.Elapsed.Seconds()
}

// sum derives the board's value and best move from its moves.
func (r *Result) sum() {
	r.Best = -1
	if len(r.Moves) == 0 {
		return
	}
	r.Value = Value{Low: -bitboard.MaxSeeds, High: -bitboard.MaxSeeds}
	for i, m := range r.Moves {
		if r.Best < 0 || better(m.Value, r.Moves[r.Best].Value) {
			r.Best = i
		}
		r.Low, r.High = max(r.Low, m.Low), max(r.High, m.High)
	}
	anyLow, anyHigh, final := -bitboard.MaxSeeds, -bitboard.MaxSeeds, true
	for _, m := range r.Moves {
		anyLow, anyHigh = max(anyLow, m.anyLow), max(anyHigh, m.anyHigh)
		final = final && m.anyFinal
	}
	r.AnyRepetition = truth(anyLow, anyHigh, final)
}

// truth says whether a value holds under any repetition rule, from the bounds that
// do. final means that these are as close as they can be.
func truth(low, high int, final bool) Truth {
	switch {
	case low == high:
		return True
	case final:
		return False
	}
	return Unknown
}

// better orders moves by what is proven: the higher lower bound, then the higher
// upper bound.
func better(a, b Value) bool {
	if a.Low != b.Low {
		return a.Low > b.Low
	}
	return a.High > b.High
}
