package egdb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ayosolve/bitboard"
)

// TestWindows: the layers below may come in any division into windows.
func TestWindows(t *testing.T) {
	t.Parallel()
	const n = 7
	for _, rules := range []string{"ayoayo", "oware"} {
		db := inMemory(t, rules, n)
		wantLow, wantHigh := db.Bounds(n)
		var singles []window
		for i := range n {
			singles = append(singles, window{i, i + 1})
		}
		for _, windows := range [][]window{{{0, n}}, {{0, 1}, {1, n}}, {{0, n - 1}, {n - 1, n}}, {{0, 3}, {3, 5}, {5, n}}, singles} {
			solve := func(lowest int) (low, high []int8) {
				size := bitboard.LayerSize(n)
				low = make([]int8, size)
				if high = low; lowest <= 0 {
					high = make([]int8, size)
				}
				r := retro{
					rules: db.rules, n: n, workers: 2, low: low, high: high, state: make([]uint8, size),
					blockBits: 9, arenaChunks: 1 << 14, meter: &meter{},
				}
				err := r.solve(context.Background(), job{
					windows: windows, lowest: lowest, save: func(int) error { return nil },
					enter: func(w window) (lower, error) { return onlyWindow(db, w, lowest <= 0), nil },
				})
				if err != nil {
					t.Fatal(err)
				}
				return low, high
			}
			values, _ := solve(1)
			sameBytes(t, "values", values, db.Values(n))
			low, high := solve(1 - n)
			sameBytes(t, "lower bounds", low, wantLow)
			sameBytes(t, "upper bounds", high, wantHigh)
		}
	}
}

// onlyWindow is the layers of a window, and nil for all others: to look one of them
// up would be a panic.
func onlyWindow(db *DB, w window, bounds bool) lower {
	l := lower{make([][]int8, bitboard.MaxSeeds+1), make([][]int8, bitboard.MaxSeeds+1), false}
	for n := w.from; n < w.to; n++ {
		c := db.memory[n]
		l.low[n], l.high[n] = c.values, c.values
		if bounds {
			l.low[n], l.high[n] = c.low, c.high
		}
	}
	return l
}

// TestWindowsCover: windows are the layers below, each once and in order, and none
// takes more than there is.
func TestWindowsCover(t *testing.T) {
	for _, bounds := range []bool{false, true} {
		for n := 1; n <= bitboard.MaxSeeds; n++ {
			o := BuildOptions{Seeds: n, Bounds: bounds, Workers: 2}
			least := leastMemory(n, o)
			all := working(n, o) + bitboard.BoardsBelow(n)*bytesPerBoard(bounds)
			if least > all {
				t.Fatalf("layer %d: at least %d bytes, and %d with all in memory", n, least, all)
			}
			for i := range uint64(9) {
				o.Memory = least + (all-least)*i/8
				next := 0
				for _, w := range windows(n, o) {
					size := (bitboard.BoardsBelow(w.to) - bitboard.BoardsBelow(w.from)) * bytesPerBoard(bounds)
					if w.from != next || w.to <= w.from || size+working(n, o) > o.Memory {
						t.Errorf("layer %d in %d bytes: windows %v", n, o.Memory, windows(n, o))
					}
					next = w.to
				}
				if next != n {
					t.Errorf("layer %d in %d bytes: windows %v", n, o.Memory, windows(n, o))
				}
			}
			if got := len(windows(n, o)); got != 1 {
				t.Errorf("layer %d with all below in memory: %d windows", n, got)
			}
			o.Memory = least - 1
			if got := windows(n, o); got != nil {
				t.Errorf("layer %d in less than the least: windows %v", n, got)
			}
		}
	}
}

// TestBuildInLittleMemory: with the least memory that will do, the upper layers are
// made in windows, and the result is the same.
func TestBuildInLittleMemory(t *testing.T) {
	t.Parallel()
	const n = 8
	for _, rules := range []string{"ayoayo", "oware"} {
		want := inMemory(t, rules, n)
		for _, bounds := range []bool{false, true} {
			dir := t.TempDir()
			o := BuildOptions{Seeds: n, Bounds: bounds, Workers: 2}
			o.Memory = leastMemory(n, o)
			plan, err := PlanBuild(want.rules, o)
			if err != nil {
				t.Fatal(err)
			}
			if passes := plan.Layers[n].Passes; passes < 2 {
				t.Fatalf("%d passes, want 2 at least", passes)
			}
			if err := BuildStored(context.Background(), dir, want.rules, o); err != nil {
				t.Fatal(err)
			}
			db, err := Open(dir, want.rules)
			if err != nil {
				t.Fatal(err)
			}
			if m, err := db.Load(context.Background(), n, 1<<30, 2); m != n || err != nil {
				t.Fatal(m, err)
			}
			for i := range n + 1 {
				sameBytes(t, "values", db.Values(i), want.Values(i))
				if bounds {
					sameBytes(t, "lower bounds", db.memory[i].low, want.memory[i].low)
					sameBytes(t, "upper bounds", db.memory[i].high, want.memory[i].high)
				}
			}
			db.Close()
		}
	}
}

// TestTooLittleMemory: what can't be done is refused before any work.
func TestTooLittleMemory(t *testing.T) {
	r, err := bitboard.Preset("oware")
	if err != nil {
		t.Fatal(err)
	}
	for _, seeds := range []int{0, 5, 9, 30, 48} {
		o := BuildOptions{Seeds: seeds, Bounds: true, Workers: 2, Progress: func(Progress) { t.Error("work was begun") }}
		if o.Memory = leastMemory(seeds, o) - 1; seeds == 0 {
			o.Memory = 1
		}
		dir := t.TempDir()
		if err := BuildStored(context.Background(), dir, r, o); !errors.Is(err, ErrMemory) {
			t.Errorf("%d seeds: BuildStored = %v, want ErrMemory", seeds, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "oware", "layer-00-bounds")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%d seeds: there is a layer: %v", seeds, err)
		}
		if db, err := Build(context.Background(), r, o); !errors.Is(err, ErrMemory) || db != nil {
			t.Errorf("%d seeds: Build = %v, %v, want ErrMemory", seeds, db, err)
		}
	}
}

// TestPlanBuild: what the plan says is what the build then does.
func TestPlanBuild(t *testing.T) {
	r, err := bitboard.Preset("ayoayo")
	if err != nil {
		t.Fatal(err)
	}
	plan := func(o BuildOptions) *Plan {
		t.Helper()
		p, err := PlanBuild(r, o)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, bounds := range []bool{false, true} {
		o := BuildOptions{Seeds: bitboard.MaxSeeds, Bounds: bounds, Workers: 2}
		free := plan(o)
		if len(free.Layers) != bitboard.MaxSeeds+1 {
			t.Fatalf("%d layers", len(free.Layers))
		}
		for n, l := range free.Layers {
			if l.Seeds != n || l.Boards != bitboard.LayerSize(n) || l.Passes != 1 || l.Least > l.Memory || l.Disk == 0 {
				t.Errorf("plan of layer %d: %+v", n, l)
			}
			for _, tc := range []struct {
				memory   uint64
				from, to int
			}{{l.Memory, 1, 1}, {l.Least, 1, n + 1}, {l.Least - 1, 0, 0}} {
				if n == 0 {
					continue
				}
				o.Memory = tc.memory
				if got := plan(o).Layers[n].Passes; got < tc.from || got > tc.to {
					t.Errorf("layer %d in %d bytes: %d passes, want %d to %d", n, tc.memory, got, tc.from, tc.to)
				}
			}
			o.Memory = 0
		}
	}
	// 30 seeds must be possible in 20 GiB.
	least := plan(BuildOptions{Seeds: 30, Workers: 2}).Layers[30].Least
	t.Logf("30 seeds take %.2f GiB at least", float64(least)/(1<<30))
	if least > 20<<30 {
		t.Errorf("30 seeds take %d bytes", least)
	}
	for _, o := range []BuildOptions{{Seeds: -1, Workers: 1}, {Seeds: 49, Workers: 1}, {Seeds: 3}, {Seeds: 3, Workers: 1, Checkpoint: -1}} {
		if p, err := PlanBuild(r, o); !errors.Is(err, ErrOptions) || p != nil {
			t.Errorf("PlanBuild(%+v) = %v, %v, want ErrOptions", o, p, err)
		}
	}
}
