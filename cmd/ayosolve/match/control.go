package match

import (
	"fmt"
	"time"

	"ayosolve/bitboard"
)

// Control is what an engine may spend. One of MoveTime, Clock and Nodes is given.
type Control struct {
	MoveTime  time.Duration // for each move
	Clock     time.Duration // for a game, at first
	Increment time.Duration // added to the clock after each move
	Nodes     int64         // for each move
	// Margin is how much later an answer may come. It makes up for what is not the
	// engine's fault; no clock gives it back.
	Margin time.Duration
	// Hang is how long an answer is waited for that no time limits.
	Hang time.Duration
}

// String words the control.
func (c Control) String() string {
	switch {
	case c.MoveTime > 0:
		return c.MoveTime.String() + " a move"
	case c.Clock > 0:
		return c.Clock.String() + "+" + c.Increment.String()
	}
	return fmt.Sprintf("%d nodes a move", c.Nodes)
}

// clocks is the time both sides have left.
type clocks struct {
	Control
	left [2]time.Duration // by Side
}

func (c Control) start() clocks { return clocks{c, [2]time.Duration{c.Clock, c.Clock}} }

// limits returns what follows the word go.
func (c *clocks) limits() string {
	switch {
	case c.MoveTime > 0:
		return fmt.Sprintf("movetime %d", c.MoveTime.Milliseconds())
	case c.Clock > 0:
		south, north := c.left[bitboard.South], c.left[bitboard.North]
		extra := c.Increment.Milliseconds()
		return fmt.Sprintf("wtime %d btime %d winc %d binc %d", south.Milliseconds(), north.Milliseconds(), extra, extra)
	}
	return fmt.Sprintf("nodes %d", c.Nodes)
}

// allowed returns how long a side's answer is waited for.
func (c *clocks) allowed(side bitboard.Side) time.Duration {
	switch {
	case c.MoveTime > 0:
		return c.MoveTime + c.Margin
	case c.Clock > 0:
		return c.left[side] + c.Margin
	}
	return c.Hang
}

// spend takes the time of a move off a side's clock.
func (c *clocks) spend(side bitboard.Side, took time.Duration) {
	if c.Clock > 0 {
		c.left[side] = max(c.left[side]-took, 0) + c.Increment
	}
}
