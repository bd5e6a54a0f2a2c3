package egdb

import (
	"bytes"
	"context"
	"testing"
	"unsafe"

	"ayosolve/bitboard"
)

// solveLayer solves layer n over the layers below with blocks of 2^blockBits
// boards, and with an arena of just so many chunks unless chunks is 0.
func solveLayer(t *testing.T, db *DB, n, lowest int, blockBits uint, workers int, chunks uint32) (low, high []int8) {
	t.Helper()
	size := bitboard.LayerSize(n)
	low, high = make([]int8, size), make([]int8, size)
	var below lower
	for i := range n {
		c := db.memory[i]
		below.low, below.high = append(below.low, c.values), append(below.high, c.values)
		if lowest <= 0 {
			below.low[i], below.high[i] = c.low, c.high
		}
	}
	// The layer itself is never looked up, and must not be nil.
	below.low, below.high = append(below.low, []int8{}), append(below.high, []int8{})
	if lowest > 0 {
		high = low
	}
	r := retro{
		rules: db.rules, n: n, workers: workers,
		low: low, high: high, state: make([]uint8, size), blockBits: blockBits,
		arenaChunks: chunks, meter: &meter{},
	}
	if chunks == 0 {
		r.arenaChunks = 1 << 16
	}
	err := r.solve(context.Background(), job{
		windows: []window{{0, n}},
		enter:   func(window) (lower, error) { return below, nil },
		lowest:  lowest,
		save:    func(int) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return low, high
}

func sameBytes(t *testing.T, what string, got, want []int8) {
	t.Helper()
	g := unsafe.Slice((*byte)(unsafe.Pointer(&got[0])), len(got))
	w := unsafe.Slice((*byte)(unsafe.Pointer(&want[0])), len(want))
	if !bytes.Equal(g, w) {
		t.Errorf("%s differ", what)
	}
}

// TestBlocks: values do not depend on the size of the blocks. Tables small enough
// to test are otherwise one block, in which no mail is ever sent to another.
func TestBlocks(t *testing.T) {
	const n = 6
	for _, name := range []string{"ayoayo", "oware"} {
		r, err := bitboard.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		db, err := Build(context.Background(), r, BuildOptions{Seeds: n, Bounds: true, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		wantLow, wantHigh := db.Bounds(n)
		for _, tc := range []struct {
			name      string
			blockBits uint
			workers   int
			chunks    uint32
		}{
			{"many small blocks", 6, 3, 0},
			{"blocks of an odd end", 10, 2, 0},
			// A chunk for each of the 49 lists and few more: boards must hold back their mail.
			{"mail that must wait", 8, 1, 60},
		} {
			t.Run(name+"/"+tc.name, func(t *testing.T) {
				values, _ := solveLayer(t, db, n, 1, tc.blockBits, tc.workers, tc.chunks)
				sameBytes(t, "values", values, db.Values(n))
				low, high := solveLayer(t, db, n, 1-n, tc.blockBits, tc.workers, tc.chunks)
				sameBytes(t, "lower bounds", low, wantLow)
				sameBytes(t, "upper bounds", high, wantHigh)
			})
		}
	}
}
