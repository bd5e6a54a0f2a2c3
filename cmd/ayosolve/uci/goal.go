package uci

import (
	"strconv"
	"strings"
	"time"

	"ayosolve/bitboard"
)

// goal is what a go command asks for. Zero means that it does not say.
type goal struct {
	depth    int // plies
	nodes    int64
	moveTime time.Duration
	infinite bool // until stop
	ponder   bool // until stop or ponderhit
	perft    bool // count paths of depth moves
	clocks   [2]clock
	moves    int // until the clocks get more, this one included
}

// clock is one player's time.
type clock struct {
	running bool
	left    time.Duration // may be negative
	extra   time.Duration // for each move
}

// endless reports whether the answer has to wait for a command.
func (g goal) endless() bool { return g.infinite || g.ponder }

const goExample = "go movetime 1000"

// The most that the arguments of go may be: a day in milliseconds, and what perft
// and a search take for a depth.
const (
	mostMillis = 24 * 60 * 60 * 1000
	mostDepth  = 255
)

// parseGoal reads what follows the word go.
func parseGoal(text string) (goal, error) {
	var g goal
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		name := words[i]
		switch name {
		case "infinite":
			g.infinite = true
			continue
		case "ponder":
			g.ponder = true
			continue
		}
		least, most, known := limitRange(name)
		if !known {
			return g, commandError(goExample, "go: %.40q is no limit", name)
		}
		if i++; i == len(words) {
			return g, commandError("go "+name+" "+strconv.FormatInt(min(1000, most/8), 10), "go: the number after %s is missing", name)
		}
		n, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil || n < least || n > most {
			return g, commandError("go "+name+" "+strconv.FormatInt(min(1000, most/8), 10),
				"go: %s %.40q is not a number from %d to %d", name, words[i], least, most)
		}
		g.set(name, n)
	}
	if g.perft && (g.endless() || g.nodes > 0 || g.moveTime > 0) {
		return g, commandError("go perft 6", "go: perft goes with no other limit")
	}
	return g, nil
}

// limitRange returns between what the number of a limit must be.
func limitRange(name string) (least, most int64, known bool) {
	switch name {
	case "depth", "movestogo":
		return 1, mostDepth, true
	case "perft":
		return 0, mostDepth, true
	case "nodes":
		return 1, 1<<62 - 1, true
	case "movetime", "winc", "binc":
		return 0, mostMillis, true
	case "wtime", "btime":
		return -mostMillis, mostMillis, true
	}
	return 0, 0, false
}

func (g *goal) set(name string, n int64) {
	south, north := &g.clocks[bitboard.South], &g.clocks[bitboard.North]
	millis := time.Duration(n) * time.Millisecond
	switch name {
	case "depth":
		g.depth = int(n)
	case "perft":
		g.depth, g.perft = int(n), true
	case "movestogo":
		g.moves = int(n)
	case "nodes":
		g.nodes = n
	case "movetime":
		g.moveTime = max(millis, 1)
	case "wtime":
		south.running, south.left = true, millis
	case "btime":
		north.running, north.left = true, millis
	case "winc":
		south.extra = millis
	case "binc":
		north.extra = millis
	}
}
