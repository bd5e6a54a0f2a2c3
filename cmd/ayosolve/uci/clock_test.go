package uci

import (
	"testing"
	"time"

	"ayosolve/bitboard"
)

const ms = time.Millisecond

func TestBudget(t *testing.T) {
	tests := []struct {
		name        string
		limits      string
		side        bitboard.Side
		choices     int
		least, most time.Duration // most 0 for no limit
	}{
		{"plain", "", bitboard.South, 6, plainTime, plainTime},
		{"movetime", "movetime 1000", bitboard.South, 6, 900 * ms, 999 * ms},
		{"short movetime", "movetime 4", bitboard.North, 6, 1 * ms, 3 * ms},
		{"no movetime", "movetime 0", bitboard.North, 6, leastTime, leastTime},
		{"depth", "depth 5", bitboard.South, 6, 0, 0},
		{"nodes", "nodes 5", bitboard.South, 6, 0, 0},
		{"depth and movetime", "depth 5 movetime 100", bitboard.South, 6, 80 * ms, 99 * ms},
		{"clock", "wtime 60000 btime 10", bitboard.South, 6, 1000 * ms, 5000 * ms},
		{"the other clock", "wtime 10 btime 60000", bitboard.North, 6, 1000 * ms, 5000 * ms},
		{"increment", "wtime 1000 winc 1000 btime 1 binc 0", bitboard.South, 6, 500 * ms, 960 * ms},
		{"increment above the clock", "wtime 100 winc 10000", bitboard.South, 6, 10 * ms, 60 * ms},
		{"one move to go", "wtime 1000 movestogo 1", bitboard.South, 6, 800 * ms, 960 * ms},
		{"two moves to go", "wtime 1000 movestogo 2", bitboard.South, 6, 300 * ms, 500 * ms},
		{"next to nothing", "wtime 3", bitboard.South, 6, leastTime, 2 * ms},
		{"less than nothing", "wtime -50", bitboard.South, 6, leastTime, leastTime},
		{"an only move", "wtime 60000", bitboard.South, 1, leastTime, 400 * ms},
		{"the other's clock alone", "btime 1000", bitboard.South, 6, plainTime, plainTime},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, err := parseGoal(tt.limits)
			if err != nil {
				t.Fatal(err)
			}
			d, limited := g.budget(tt.side, tt.choices)
			if limited != (tt.most > 0) || d < tt.least || d > tt.most {
				t.Errorf("budget = %v, %v, want from %v to %v", d, limited, tt.least, tt.most)
			}
		})
	}
}

// Whatever the clock, a player who takes what the budget gives never runs out, as
// long as answers come within the overhead.
func TestClockLasts(t *testing.T) {
	for _, c := range []struct{ left, extra time.Duration }{{time.Second, 0}, {10 * time.Second, 0}, {time.Second, 100 * ms}, {200 * ms, 0}, {100 * ms, 1000 * ms}} {
		left := c.left
		for move := range 300 {
			g := goal{}
			g.clocks[bitboard.South] = clock{running: true, left: left, extra: c.extra}
			d, _ := g.budget(bitboard.South, 6)
			if left -= d; left < 0 {
				t.Fatalf("%v + %v: move %d takes %v, which is %v too much", c.left, c.extra, move, d, -left)
			}
			left += c.extra
			if left < 2*leastTime {
				break // no way to play on is left
			}
		}
	}
}
