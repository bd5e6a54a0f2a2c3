package label

import (
	"fmt"
	"math"

	"ayosolve/bitboard"
)

// Kind is where positions come from.
type Kind string

// The kinds.
const (
	Input     Kind = "input"     // lines of a file or of standard input
	Random    Kind = "random"    // after so many random moves
	Reachable Kind = "reachable" // all that can come about within so many plies
)

// MaxDepth is the most plies of a Reachable or Random source.
const MaxDepth = 250

// Source says where the positions of a job come from.
type Source struct {
	Kind Kind `json:"kind"`

	From string `json:"from,omitempty"` // the position that Random and Reachable go out from

	Count      uint64 `json:"count,omitempty"` // distinct positions, for Random
	LeastPlies int    `json:"least_plies,omitempty"`
	MostPlies  int    `json:"most_plies,omitempty"`
	Seed       uint64 `json:"seed,omitempty"`

	Depth int `json:"depth,omitempty"` // plies, for Reachable
}

func (s *Source) validate() error {
	switch s.Kind {
	case Input:
		return nil
	case Random:
		if s.Count < 1 || s.Count > math.MaxInt64/labelBytes || s.LeastPlies < 0 || s.LeastPlies > s.MostPlies || s.MostPlies > MaxDepth {
			return fmt.Errorf("%w: %d positions after %d to %d plies", ErrParams, s.Count, s.LeastPlies, s.MostPlies)
		}
	case Reachable:
		if s.Depth < 0 || s.Depth > MaxDepth {
			return fmt.Errorf("%w: a depth of %d plies", ErrParams, s.Depth)
		}
	default:
		return fmt.Errorf("%w: a source of the kind %q", ErrParams, s.Kind)
	}
	if _, err := bitboard.ParsePosition(s.From); err != nil {
		return fmt.Errorf("%w: %w", ErrParams, err)
	}
	return nil
}
