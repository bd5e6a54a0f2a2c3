package match

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/uci/client"
)

// ErrStart reports an engine that can't be played with at all.
var ErrStart = errors.New("an engine can't be used")

// Options says what to play.
type Options struct {
	Rules       bitboard.Rules
	Engines     [2]client.Command
	Games       int
	Openings    []Opening // each is played twice; they begin again if there are too few
	Control     Control
	Concurrency int           // games at a time, at least 1
	Patience    time.Duration // how long an engine may take to start
	// Played, if not nil, is called after each game with the report so far, by one
	// goroutine at a time.
	Played func(Game, Report)
}

// Report is how a match stands.
type Report struct {
	Names [2]string // of the engines, never the same
	Games []Game    // that were finished, in order of their numbers
}

// Tallies counts the games as they ended for the first engine: all, those in which it
// was South and those in which it was North.
func (r Report) Tallies() (all, south, north Tally) {
	for i := range r.Games {
		g := &r.Games[i]
		points := g.Points(0)
		all.add(points)
		if g.South == 0 {
			south.add(points)
		} else {
			north.add(points)
		}
	}
	return all, south, north
}

// Margin estimates by how many seeds a game the first engine won, of games that were
// played to their ends; the value is not a number if there are none.
func (r Report) Margin() Range {
	var margins []float64
	for i := range r.Games {
		if r.Games[i].Forfeit == "" {
			margins = append(margins, r.Games[i].Margin(0))
		}
	}
	return mean(margins)
}

// Run plays a match. When ctx is done it returns the report so far and the error of
// ctx. Other errors are ErrStart.
func Run(ctx context.Context, o Options) (Report, error) {
	var report Report
	tables := make([][2]*seat, min(o.Concurrency, o.Games))
	for i := range tables {
		for e := range o.Engines {
			tables[i][e] = &seat{command: o.Engines[e], rules: o.Rules, patient: o.Patience}
		}
	}
	defer func() { leave(ctx, tables) }()
	for e, s := range tables[0] {
		if err := s.ready(ctx); err != nil {
			if ctx.Err() != nil {
				return report, ctx.Err()
			}
			return report, fmt.Errorf("%w: %s: %w", ErrStart, s.command.Path, err)
		}
		report.Names[e] = s.identity.Name
		if report.Names[e] == "" {
			report.Names[e] = filepath.Base(s.command.Path)
		}
	}
	if report.Names[0] == report.Names[1] {
		report.Names[0] += " (1)"
		report.Names[1] += " (2)"
	}
	numbers := make(chan int)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, seats := range tables {
		wg.Go(func() {
			for n := range numbers {
				g := Game{Number: n + 1, Opening: o.Openings[n/2%len(o.Openings)], South: n % 2, Rules: o.Rules}
				if play(ctx, &g, seats, o.Control) != nil {
					continue // interrupted
				}
				mu.Lock()
				at, _ := slices.BinarySearchFunc(report.Games, g.Number, func(h Game, n int) int { return h.Number - n })
				report.Games = slices.Insert(report.Games, at, g)
				if o.Played != nil {
					o.Played(g, report)
				}
				mu.Unlock()
			}
		})
	}
	for n := range o.Games {
		select {
		case numbers <- n:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(numbers)
	wg.Wait()
	return report, ctx.Err()
}

// leave ends all engines: kindly, or if ctx is done at once.
func leave(ctx context.Context, tables [][2]*seat) {
	var wg sync.WaitGroup
	for _, seats := range tables {
		for _, s := range seats {
			wg.Go(func() {
				if ctx.Err() != nil {
					s.kill()
				} else {
					s.leave()
				}
			})
		}
	}
	wg.Wait()
}
