package opponent

import (
	"errors"
	"fmt"
	"strconv"
)

// Level is how well moves are chosen, from Weakest to Strongest, or Perfect.
type Level int

// The levels.
const (
	Weakest   Level = 1
	Strongest Level = 10
	Perfect   Level = 11
)

const perfectWord = "perfect"

// ErrLevel reports a level that does not exist. The message says what is right.
var ErrLevel = errors.New("not a level")

// ParseLevel reads a level as String writes it, or returns ErrLevel.
func ParseLevel(text string) (Level, error) {
	if text == perfectWord {
		return Perfect, nil
	}
	n, err := strconv.ParseUint(text, 10, 8) // takes no sign
	if err != nil || Level(n) < Weakest || Level(n) > Strongest || text[0] == '0' {
		return 0, fmt.Errorf("%w: %.20q; right is %d to %d or %s", ErrLevel, text, Weakest, Strongest, perfectWord)
	}
	return Level(n), nil
}

// String returns the number of the level, or "perfect".
func (l Level) String() string {
	if l == Perfect {
		return perfectWord
	}
	return strconv.Itoa(int(l))
}

// strengths is how the levels from Weakest on choose.
var strengths = [...]struct {
	depth int // plies that are looked ahead
	// A move that looks this many seeds worse than the best is taken e times less often;
	// 0 means never.
	temper float64
}{
	{1, 12}, {1, 6}, {1, 3}, {2, 2}, {2, 1}, {3, 0.6}, {4, 0.3}, {5, 0}, {6, 0}, {7, 0},
}
