package search

import (
	"time"

	"ayosolve/bitboard"
)

// Status says what is known of a value.
type Status uint8

// The statuses.
const (
	Bounds   Status = iota // the value lies between two proven bounds
	Exact                  // the value is proven
	Estimate               // it lies between two proven bounds, and there is a guess where
)

func (s Status) String() string { return [...]string{"bounds", "exact", "estimate"}[s] }

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
	// Estimate, if Estimated is set, is what a search of limited depth makes of a value
	// that is not exact. It is from Low to High and proves nothing.
	Estimate  float64
	Estimated bool
}

// Status returns Exact if the bounds meet, else whether there is an estimate.
func (v Value) Status() Status {
	switch {
	case v.Low == v.High:
		return Exact
	case v.Estimated:
		return Estimate
	}
	return Bounds
}

// guess returns the value if it is exact, or the estimate; ok is false if there is
// neither.
func (v Value) guess() (value float64, ok bool) {
	if v.Low == v.High {
		return float64(v.Low), true
	}
	return v.Estimate, v.Estimated
}

// Move is a legal move and its value, all from the point of view of the player
// who makes it: seeds captured by the move included.
type Move struct {
	bitboard.Child
	Value
	// Line is a best line that begins with the move: the pits played, by turns, each
	// from its player's own view. It ends with the game, at a board that has been on
	// the line before, or where best play isn't known. If the move is an estimate it is
	// the line that the estimate is of, and with bounds alone the move alone.
	Line []int

	first bool // of the estimated moves it is the one that was found to be best

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
	// Best is the index in Moves of the best move, -1 if there is none: by exact values
	// and estimates, or if some move has neither, as far as is proven.
	Best int

	Depth     int    // the plies that estimates look ahead, or if there are none the deepest line searched
	Nodes     uint64 // boards whose moves were made, or that were evaluated
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
	r.Value = Value{Low: -bitboard.MaxSeeds, High: -bitboard.MaxSeeds, Estimate: -bitboard.MaxSeeds, Estimated: true}
	for _, m := range r.Moves {
		guess, ok := m.guess()
		r.Estimate, r.Estimated = max(r.Estimate, guess), r.Estimated && ok
		r.Low, r.High = max(r.Low, m.Low), max(r.High, m.High)
	}
	for i := range r.Moves {
		if r.Best < 0 || r.better(&r.Moves[i], &r.Moves[r.Best]) {
			r.Best = i
		}
	}
	if r.Low == r.High || !r.Estimated {
		r.Estimate, r.Estimated = 0, false
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

// better orders moves by value or estimate, if all have either, and by what is
// proven: the higher lower bound, then the higher upper bound.
func (r *Result) better(a, b *Move) bool {
	if r.Estimated {
		v, _ := a.guess()
		w, _ := b.guess()
		if v != w {
			return v > w
		}
		if a.first != b.first && a.Status() == b.Status() {
			return a.first
		}
	}
	if a.Low != b.Low {
		return a.Low > b.Low
	}
	return a.High > b.High
}
