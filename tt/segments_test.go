package tt_test

import (
	"slices"
	"sync"
	"testing"

	"ayosolve/tt"
)

const wideKeys = 42 // bits, as searches have them

// fill stores n random keys, each marked with its interval, and returns them.
func fill(t *tt.Table, n int, seed uint64) []uint64 {
	rng := seededRand(seed)
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = rng.Uint64N(1 << wideKeys)
		low, high := marked(keys[i])
		t.StoreInterval(t.Ref(keys[i]), low, high, 1)
	}
	return keys
}

// TestGrows: a table grows as it fills and no further than it may, every entry is
// where its key looks for it, with no place left free before it, and few are lost.
func TestGrows(t *testing.T) {
	for _, goroutines := range []int{1, 2} {
		table := mustNewFor(t, 4*tt.MinBytes, wideKeys, goroutines)
		before := table.Segments()
		for part := range 12 {
			keys := fill(table, 30_000, uint64(part))
			found := 0
			for _, k := range keys {
				found += checkMark(t, table, k)
			}
			if found < len(keys)*95/100 {
				t.Errorf("%d of the last %d entries are left, with %d segments", found, len(keys), table.Segments())
			}
			table.InPlace(t)
		}
		if before != 1 || table.Segments() != 4 {
			t.Errorf("it had %d segments and then %d", before, table.Segments())
		}
	}
}

// TestClearedIsNew: a table that has grown and been cleared goes on as a new one does.
func TestClearedIsNew(t *testing.T) {
	cleared, fresh := mustNewFor(t, 4*tt.MinBytes, wideKeys, 1), mustNewFor(t, 4*tt.MinBytes, wideKeys, 1)
	fill(cleared, 200_000, 1)
	if cleared.Segments() == 1 {
		t.Fatal("it has not grown")
	}
	cleared.Clear()
	if got := cleared.Hashfull(); got != 0 {
		t.Errorf("cleared it is %d thousandths full", got)
	}
	fill(cleared, 150_000, 2)
	fill(fresh, 150_000, 2)
	if a, b := cleared.Segments(), fresh.Segments(); a != b {
		t.Fatalf("%d segments after clearing, %d of a new table", a, b)
	}
	if !slices.Equal(cleared.Words(), fresh.Words()) {
		t.Error("the tables differ")
	}
}

// TestGrowsAmongOthers: goroutines store and look up while a table grows, and find nothing
// but what was stored of a key.
func TestGrowsAmongOthers(t *testing.T) {
	table := mustNewFor(t, 4*tt.MinBytes, wideKeys, 4)
	fill(table, 80_000, 4)
	before := table.Segments()
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for round := uint64(0); round < 20; round++ {
				for _, k := range fill(table, 2_000, 10*round+uint64(g)) {
					checkMark(t, table, k)
				}
				table.Hashfull()
			}
		})
	}
	group.Wait()
	if table.Segments() == before {
		t.Errorf("%d segments, it has not grown", before)
	}
}

// TestHashfullIsOfTheWhole: a table that may grow is not full when what is in use is.
func TestHashfullIsOfTheWhole(t *testing.T) {
	table := mustNewFor(t, 16*tt.MinBytes, wideKeys, 1)
	const n = 60_000 // of 16·2¹⁴·8
	fill(table, n, 3)
	if got, want := table.Hashfull(), n*1000/(16<<14*8); got < want-3 || got > want+3 {
		t.Errorf("%d thousandths, want about %d", got, want)
	}
}
