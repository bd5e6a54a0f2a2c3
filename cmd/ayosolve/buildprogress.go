package main

import (
	"fmt"
	"sync"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// buildProgress shows how far a build is. Its tell is an egdb.BuildOptions.Progress.
type buildProgress struct {
	line    *statusLine
	mu      sync.Mutex    // for what follows
	last    egdb.Progress // what tell was told last
	told    bool
	entered time.Duration // when the layer of last began
}

// tell shows a progress and, where lines stay, each finished layer that took long.
func (b *buildProgress) tell(p egdb.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.told && p.Layer != b.last.Layer {
		b.finished(p.Elapsed)
	}
	b.last, b.told = p, true
	b.line.show(progressTexts(p)...)
}

// end ends the last layer of a build that is done.
func (b *buildProgress) end(at time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.told {
		b.finished(at)
	}
}

// state returns what tell was told last, told false if it never was.
func (b *buildProgress) state() (p egdb.Progress, told bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last, b.told
}

// finished ends a layer.
func (b *buildProgress) finished(at time.Duration) {
	const long = time.Second
	took := at - b.entered
	b.entered = at
	if took < long {
		return
	}
	boards := bitboard.LayerSize(b.last.Layer)
	b.line.say(fmt.Sprintf("layer %d done: %s boards in %s, %s boards/s",
		b.last.Layer, grouped(boards), timeWords(took), countLetter(perSecond(boards, took))))
}

// progressTexts words a progress for wide and narrow lines.
func progressTexts(p egdb.Progress) []string {
	const least = 2 * time.Second // before that the rate says little
	done, total, rate := countLetter(p.Boards), countLetter(p.Total), countLetter(uint64(p.BoardsPerSecond()))
	left, short := "", ""
	if p.Left > 0 && p.Elapsed >= least {
		left, short = ", "+timeWords(p.Left)+" left", " "+timeWords(p.Left)
	}
	percent := 100 * p.Boards / max(p.Total, 1)
	return []string{
		fmt.Sprintf("layer %d, %s: %s of %s boards, %s boards/s%s", p.Layer, p.Phase, done, total, rate, left),
		fmt.Sprintf("layer %d: %s of %s, %s/s%s", p.Layer, done, total, rate, left),
		fmt.Sprintf("%d %s: %d%% %s/s%s", p.Layer, p.Phase, percent, rate, short),
		fmt.Sprintf("%d: %d%%%s", p.Layer, percent, short),
	}
}

// perSecond returns a rate, 0 if no time has passed.
func perSecond(n uint64, took time.Duration) uint64 {
	if took <= 0 {
		return 0
	}
	return uint64(float64(n) / took.Seconds())
}

// timeWords writes a time shortly, such as 0.42s, 12.3s, 5m10s or 7h05m.
func timeWords(d time.Duration) string {
	const day = 24 * time.Hour
	switch s := d.Round(time.Second); {
	case d < 9995*time.Millisecond:
		return fmt.Sprintf("%.2fs", d.Seconds())
	case d < 59950*time.Millisecond:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case s < time.Hour:
		return fmt.Sprintf("%dm%02ds", s/time.Minute, s%time.Minute/time.Second)
	case s < 2*day:
		return fmt.Sprintf("%dh%02dm", s/time.Hour, s%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%.1f days", d.Hours()/24)
}
