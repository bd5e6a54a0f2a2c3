package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"ayosolve/cmd/ayosolve/label"
)

// mostBadLines is how many bad lines are told one by one.
const mostBadLines = 10

// labelRun is one run of "label".
type labelRun struct {
	labelOptions
	errOut  io.Writer
	began   time.Time
	opened  bool // the job's folder is there
	summary label.Summary
	found   label.Positions
	bad     uint64 // lines of input, told so far
}

// do works on the job until its file is there.
func (l *labelRun) do(ctx context.Context, in io.Reader, t openedTables) (err error) {
	j, err := label.Open(l.labelOptions.job, &l.params)
	if err != nil {
		return err
	}
	l.opened = true
	finish := j.Close
	defer func() { err = errors.Join(err, finish()) }()
	if err := l.collect(ctx, j, in); err != nil {
		return err
	}
	if err := l.label(ctx, j, t); err != nil {
		return err
	}
	stop := keepShowing(l.line, func(time.Duration) []string { return []string{"writing " + l.file, "writing"} })
	l.summary, err = j.Assemble(ctx, l.format, l.file)
	stop()
	if err == nil && !l.keep {
		finish = j.Remove
	}
	return err
}

// collect collects the positions.
func (l *labelRun) collect(ctx context.Context, j *label.Job, in io.Reader) error {
	stop := sync.OnceFunc(keepShowing(l.line, func(took time.Duration) []string { return collectTexts(j.Progress(), took) }))
	defer stop()
	err := j.Collect(ctx, in, func(bad *label.BadLine) {
		if l.bad++; l.bad <= mostBadLines {
			l.line.clear()
			fmt.Fprintln(l.errOut, "ayosolve: "+oneLine(bad.Error()))
		}
	})
	l.found = j.Positions
	return err
}

// label labels what is not labelled yet.
func (l *labelRun) label(ctx context.Context, j *label.Job, t openedTables) error {
	had := j.Progress().Done
	stop := keepShowing(l.line, func(took time.Duration) []string {
		return labelTexts(j.Progress().Done, had, j.Positions.Count, took)
	})
	defer stop()
	if l.fleet.used() {
		return l.coordinate(ctx, j)
	}
	return j.Label(ctx, t, l.threads)
}

// countPositions tells how many positions there are.
func (l *labelRun) countPositions(ctx context.Context, in io.Reader, out io.Writer) error {
	dir := l.labelOptions.job
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "ayosolve-label-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	err := interruptible(ctx, func(ctx context.Context) (err error) {
		j, err := label.Open(dir, &l.params)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, j.Close()) }()
		return l.collect(ctx, j, in)
	})
	if err != nil {
		return l.explain(context.Background(), err)
	}
	return l.tell(out)
}

// labelAnswer is the answer of "label --json".
type labelAnswer struct {
	Rules      string   `json:"rules"`
	Repetition string   `json:"repetition"`
	Positions  uint64   `json:"positions"`       // distinct
	Plies      []uint64 `json:"plies,omitempty"` // with --reachable: how many are first reached at each ply
	Bad        uint64   `json:"bad_lines"`
	Labelled   uint64   `json:"labelled"`
	Exact      uint64   `json:"exact"`
	AllExact   uint64   `json:"all_moves_exact"`
	Over       uint64   `json:"over"` // the game is
	Nodes      uint64   `json:"nodes"`
	File       string   `json:"file,omitempty"`
	Bytes      int64    `json:"bytes,omitempty"`
	TimeMS     int64    `json:"time_ms"` // of this run
}

// tell says what was done. It is an error if lines were bad.
func (l *labelRun) tell(out io.Writer) error {
	took := time.Since(l.began)
	l.line.close()
	s := l.summary
	a := labelAnswer{
		Rules: l.params.Rules, Repetition: l.params.Repetition, Positions: l.found.Count, Plies: l.found.Plies, Bad: l.found.Bad,
		Labelled: s.Positions, Exact: s.Exact, AllExact: s.AllExact, Over: s.Over, Nodes: s.Nodes,
		File: l.file, Bytes: s.Bytes, TimeMS: took.Milliseconds(),
	}
	var err error
	if l.json {
		err = writeJSON(out, a)
	} else {
		_, err = out.Write(l.text(a, took))
	}
	if err == nil && a.Bad > 0 {
		err = fmt.Errorf("%d lines were bad", a.Bad)
	}
	return err
}

// text words what was done.
func (l *labelRun) text(a labelAnswer, took time.Duration) []byte {
	var w bytes.Buffer
	if len(a.Plies) > 0 {
		rows := [][]string{{"ply", "new positions"}}
		for ply, n := range a.Plies {
			rows = append(rows, []string{fmt.Sprint(ply), grouped(n)})
		}
		textColumns(&w, columns(l.errOut), append(rows, []string{"all", grouped(a.Positions)}))
	} else if l.count {
		fmt.Fprintf(&w, "%s distinct positions\n", grouped(a.Positions))
	}
	if l.count {
		return w.Bytes()
	}
	fmt.Fprintf(&w, "%s positions in %s, %s\n", grouped(a.Labelled), l.file, sizeWords(uint64(a.Bytes)))
	fmt.Fprintf(&w, "%s exact, %s with all moves, %s over\n", grouped(a.Exact), grouped(a.AllExact), grouped(a.Over))
	fmt.Fprintf(&w, "%s nodes, %s\n", grouped(a.Nodes), timeWords(took))
	return w.Bytes()
}

// collectTexts words how many positions there are, for wide and narrow lines.
func collectTexts(p label.Progress, took time.Duration) []string {
	short := fmt.Sprintf("%s positions", grouped(p.Positions))
	long := fmt.Sprintf("collecting: %s, %s", short, timeWords(took))
	if n := len(p.Plies); n > 0 {
		long = fmt.Sprintf("ply %d: %s, %s", n, short, timeWords(took))
	}
	return []string{long, short}
}

// labelTexts words how far the labelling is, for wide and narrow lines: done positions
// of all, had of which were there when it began.
func labelTexts(done, had, all uint64, took time.Duration) []string {
	percent := 100 * done / max(all, 1)
	short := fmt.Sprintf("%d %% labelled", percent)
	rate := float64(done-had) / max(took.Seconds(), 1e-3)
	if done == had {
		return []string{fmt.Sprintf("%s of %s positions labelled, %d %%", grouped(done), grouped(all), percent), short}
	}
	left := time.Duration(float64(all-done) / rate * float64(time.Second))
	middle := fmt.Sprintf("%s, %.1f/s, %s left", short, rate, timeWords(left))
	long := fmt.Sprintf("%s of %s labelled, %d %%, %.1f a second, %s left", grouped(done), grouped(all), percent, rate, timeWords(left))
	return []string{long, middle, short}
}
