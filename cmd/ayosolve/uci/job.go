package uci

import (
	"context"
	"sync"
	"time"

	"ayosolve/bitboard"
)

// job is a go command. What it works on was current when the command came.
type job struct {
	goal     goal
	settings settings
	bad      error // why there is nothing to search
	position bitboard.Position
	game     *bitboard.History // to the position; for one goroutine at a time
	newGame  int
	began    time.Time

	stopped  chan struct{} // closed by stop
	stopOnce sync.Once
	played   chan struct{} // closed by hit
	playOnce sync.Once
}

// newJob makes a job of what follows the word go.
func (e *Engine) newJob(text string) *job {
	j := &job{
		settings: e.settings, newGame: e.newGame,
		stopped: make(chan struct{}), played: make(chan struct{}),
	}
	if j.goal, j.bad = parseGoal(text); j.bad != nil {
		j.goal = goal{}
		return j
	}
	if e.bad == nil {
		j.game, j.bad = e.placement.game(e.settings.rules)
	}
	if j.game == nil {
		j.bad = commandError(positionExample, "go: there is no position, the last one was bad")
		return j
	}
	j.position = j.game.Position()
	return j
}

// searches reports whether there is a search to do.
func (j *job) searches() bool {
	if j.bad != nil || j.goal.perft {
		return false
	}
	_, over := j.game.Over()
	return !over
}

// stop ends the job soon. It may be called at any time, and again.
func (j *job) stop() { j.stopOnce.Do(func() { close(j.stopped) }) }

func (j *job) isStopped() bool {
	select {
	case <-j.stopped:
		return true
	default:
		return false
	}
}

// hit says that what is pondered on has been played; false if nothing is.
func (j *job) hit() bool {
	if !j.goal.ponder {
		return false
	}
	j.playOnce.Do(func() { close(j.played) })
	return true
}

// endless reports whether the job waits for a command.
func (j *job) endless() bool {
	select {
	case <-j.played:
		return j.goal.infinite
	default:
		return j.goal.endless()
	}
}

// choices returns the number of legal moves.
func (j *job) choices() int { return j.settings.rules.CountMoves(j.position.Board) }

// watch ends the search by cancel when the job is stopped or its time is up. It
// returns when ctx is done.
func (j *job) watch(ctx context.Context, cancel context.CancelFunc) {
	defer cancel()
	side, played := j.position.Turn, j.played
	var timeUp <-chan time.Time
	start := func(from time.Time) {
		if d, limited := j.goal.budget(side, j.choices()); limited {
			timeUp = time.After(d - time.Since(from))
		}
	}
	if !j.goal.endless() {
		start(j.began)
		played = nil
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.stopped:
			return
		case <-timeUp:
			return
		case <-played:
			start(time.Now())
			played = nil
		}
	}
}

// wait waits until a job that is endless may be answered.
func (j *job) wait(ctx context.Context) {
	if !j.goal.endless() {
		return
	}
	select {
	case <-j.stopped:
	case <-j.played:
	case <-ctx.Done():
	}
}
