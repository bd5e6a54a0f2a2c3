package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// buildPlan is the answer of "build --plan --json". Sizes are in bytes.
type buildPlan struct {
	Rules  string      `json:"rules"`
	Bounds bool        `json:"bounds"`
	Layers []layerPlan `json:"layers"`
	Boards uint64      `json:"boards"`       // of all layers
	Memory uint64      `json:"memory"`       // that would hold all layers at once
	Least  uint64      `json:"least_memory"` // with which it can be done
	Mem    uint64      `json:"mem"`          // allowed
	Fits   bool        `json:"fits"`         // whether the memory allowed will do
	Disk   uint64      `json:"disk"`         // about
	Free   *uint64     `json:"disk_free"`    // on the disk, null if that isn't known
	Room   bool        `json:"disk_fits"`    // whether the layers that are not stored fit there, as far as is known
	TimeS  float64     `json:"time_s"`       // about, for the layers that are not stored; 0 if the memory does not do
	Thread int         `json:"threads"`
	Tables string      `json:"tables"` // the folder
}

// layerPlan is a layer of a buildPlan.
type layerPlan struct {
	Seeds  int    `json:"seeds"`
	Boards uint64 `json:"boards"`
	Memory uint64 `json:"memory"`       // with all layers below in memory
	Least  uint64 `json:"least_memory"` // with the layers below brought in by turns
	Disk   uint64 `json:"disk"`         // about
	Passes int    `json:"passes"`       // over the layer in the memory allowed, 0 if it does not do
	Stored bool   `json:"stored"`       // whether it is there already
}

// runPlan writes what a build will take.
func runPlan(ctx context.Context, out io.Writer, o buildOptions) error {
	p, err := planBuild(ctx, o)
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(out, p)
	}
	var text bytes.Buffer
	p.writeText(&text, o.width)
	_, err = out.Write(text.Bytes())
	return err
}

func planBuild(ctx context.Context, o buildOptions) (*buildPlan, error) {
	plan, err := egdb.PlanBuild(o.rules, o.egdb())
	if err != nil {
		return nil, err
	}
	stored, err := storedLayers(o)
	if err != nil {
		return nil, err
	}
	p := &buildPlan{Rules: o.rules.Name(), Bounds: o.bounds, Mem: o.memory, Fits: true, Room: true, Thread: o.threads, Tables: o.own()}
	left := uint64(0) // bytes on disk that are to come
	for _, l := range plan.Layers {
		p.Layers = append(p.Layers, layerPlan{l.Seeds, l.Boards, l.Memory, l.Least, l.Disk, l.Passes, l.Seeds < stored})
		p.Boards += l.Boards
		p.Disk += l.Disk
		p.Memory, p.Least = max(p.Memory, l.Memory), max(p.Least, l.Least)
		if l.Seeds >= stored {
			p.Fits = p.Fits && l.Passes > 0
			left += l.Disk
		}
	}
	if free, ok := diskFree(p.Tables); ok {
		p.Free, p.Room = &free, left <= free
	}
	if stored > o.seeds || !p.Fits {
		return p, nil
	}
	rate, err := calibrate(ctx, o)
	if err != nil {
		return nil, err
	}
	p.TimeS = math.Round(p.expect(rate).Seconds()*100) / 100
	return p, nil
}

// storedLayers returns how many layers, from 0 seeds up, a build would keep.
func storedLayers(o buildOptions) (int, error) {
	db, err := egdb.Open(o.dir, o.rules)
	if err != nil {
		return 0, advise(err)
	}
	defer db.Close()
	n := 0
	for ; n <= db.MaxSeeds(); n++ {
		r, err := db.Record(n)
		if err != nil {
			return 0, advise(err)
		}
		if o.bounds && r.Bounds == nil {
			break
		}
	}
	return n, nil
}

// calibrate returns how many boards a second a small build makes in memory.
func calibrate(ctx context.Context, o buildOptions) (float64, error) {
	const warm, seeds = 9, 11 // 0.3 and 1.4 million boards, well under a second
	var took time.Duration
	for _, n := range []int{warm, seeds} {
		b := o.egdb()
		b.Seeds, b.Memory = n, 0
		begin := time.Now()
		db, err := egdb.Build(ctx, o.rules, b)
		if err != nil {
			return 0, err
		}
		took = time.Since(begin)
		db.Close()
	}
	return float64(bitboard.BoardsBelow(seeds+1)) / took.Seconds(), nil
}

// expect returns about how long the layers that are not stored take, at the rate of
// calibrate. Against that, measured builds of 14 to 18 seeds were slower by a
// quarter, for storing, and by some hundredths more for each layer, as memory gets
// further away; bounds took a fifth more again. Passes repeat the forward half of
// the work.
func (p *buildPlan) expect(rate float64) time.Duration {
	const each = 40 * time.Millisecond // to make a database, however small
	total := time.Duration(0)
	for _, l := range p.Layers {
		if l.Stored {
			continue
		}
		factor := 1.25 + 0.03*float64(max(l.Seeds-11, 0))
		if p.Bounds {
			factor *= 1.2
		}
		factor *= 1 + 0.5*float64(max(l.Passes-1, 0))
		total += each + time.Duration(float64(l.Boards)/rate*factor*float64(time.Second))
	}
	return total
}

// widePlan is the width of the table of layers with full numbers.
const widePlan = 64

func (p *buildPlan) writeText(w *bytes.Buffer, width int) {
	if width >= widePlan {
		fmt.Fprintf(w, "%5s %14s %10s %10s %10s %7s\n", "layer", "boards", "memory", "at least", "disk", "passes")
	} else {
		fmt.Fprintf(w, "%5s %6s %6s %6s %6s %6s\n", "layer", "boards", "memory", "least", "disk", "passes")
	}
	for _, l := range p.Layers {
		passes := fmt.Sprint(l.Passes)
		switch {
		case l.Stored:
			passes = "stored"
		case l.Passes == 0:
			passes = "-"
		}
		if width >= widePlan {
			fmt.Fprintf(w, "%5d %14s %10s %10s %10s %7s\n", l.Seeds, grouped(l.Boards), sizeWords(l.Memory), sizeWords(l.Least), sizeWords(l.Disk), passes)
		} else {
			fmt.Fprintf(w, "%5d %6s %6s %6s %6s %6s\n", l.Seeds, countLetter(l.Boards), sizeLetter(l.Memory), sizeLetter(l.Least), sizeLetter(l.Disk), passes)
		}
	}
	fmt.Fprintf(w, "\nrules   %s%s\n", p.Rules, map[bool]string{true: ", with bounds"}[p.Bounds])
	fmt.Fprintf(w, "boards  %s\n", grouped(p.Boards))
	fmt.Fprintf(w, "memory  %s, at least %s\n", sizeWords(p.Memory), sizeWords(p.Least))
	if p.Fits {
		fmt.Fprintf(w, "        of %s allowed\n", sizeWords(p.Mem))
	} else {
		fmt.Fprintf(w, "        only %s are allowed:\n        it needs --mem %s\n", sizeWords(p.Mem), sizeFlag(p.Least))
	}
	fmt.Fprintf(w, "disk    about %s", sizeWords(p.Disk))
	if p.Free != nil {
		fmt.Fprintf(w, " of %s free", sizeWords(*p.Free))
	}
	if !p.Room {
		w.WriteString(":\n        it does not fit on the disk")
	}
	fmt.Fprintf(w, "\ntime    %s\n", p.timeText())
	fmt.Fprintf(w, "folder  %s\n", p.Tables)
}

// timeText words the time that a plan expects.
func (p *buildPlan) timeText() string {
	switch {
	case !p.Fits:
		return "none: it does not fit in memory"
	case p.TimeS == 0:
		return "none, all are stored"
	}
	return fmt.Sprintf("about %s, %d threads", aboutTime(p.TimeS), p.Thread)
}

// aboutTime words an estimate, in seconds, with one or two digits that count.
func aboutTime(seconds float64) string {
	if seconds < 1 {
		return "1s"
	}
	unit := math.Pow(10, math.Floor(math.Log10(seconds))-1)
	if seconds = math.Round(seconds/unit) * unit; seconds < 60 {
		return fmt.Sprintf("%.0fs", seconds)
	}
	return timeWords(time.Duration(seconds) * time.Second)
}
