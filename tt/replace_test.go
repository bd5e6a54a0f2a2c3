package tt_test

import (
	"testing"

	"ayosolve/tt"
)

// kept tells which of keys 0 … n−1 have an interval.
func kept(table *tt.Table, n uint64) (keys []uint64) {
	for key := range n {
		if table.Probe(table.Ref(key), 0).HasInterval {
			keys = append(keys, key)
		}
	}
	return keys
}

func has(keys []uint64, key uint64) bool {
	for _, k := range keys {
		if k == key {
			return true
		}
	}
	return false
}

// TestReplaceLeastEffort: in a full bucket a new entry takes the place of the one
// that took the least work.
func TestReplaceLeastEffort(t *testing.T) {
	for cheap := range uint64(bucketEntries) {
		table := oneBucket(t)
		for key := range uint64(bucketEntries) {
			nodes := uint64(1 << 20)
			if key == cheap {
				nodes = 1 << 5
			}
			table.StoreInterval(table.Ref(key), 0, 0, nodes)
		}
		table.StoreInterval(table.Ref(bucketEntries), 0, 0, 1<<10)
		got := kept(table, bucketEntries+1)
		if len(got) != bucketEntries || has(got, cheap) || !has(got, bucketEntries) {
			t.Errorf("after a ninth entry keys %v are left, want all but %d", got, cheap)
		}
	}
}

// TestReplaceManyCheap: any number of cheap entries pass through one place, and
// the dear ones stay.
func TestReplaceManyCheap(t *testing.T) {
	table := oneBucket(t)
	for key := range uint64(bucketEntries - 1) {
		table.StoreInterval(table.Ref(key), 0, 0, 1<<30)
	}
	for key := uint64(bucketEntries); key < 1000; key++ {
		table.StoreInterval(table.Ref(key), 0, 0, 1)
	}
	if got := kept(table, bucketEntries-1); len(got) != bucketEntries-1 {
		t.Errorf("dear entries left: %v, want all seven", got)
	}
}

// TestReplaceOldSearchFirst: an entry of an older search gives way before one of
// this search, however much work it took.
func TestReplaceOldSearchFirst(t *testing.T) {
	table := oneBucket(t)
	const old = 3
	for key := range uint64(old) {
		table.StoreInterval(table.Ref(key), 0, 0, 1<<40)
	}
	table.NewSearch()
	for key := uint64(old); key < bucketEntries+old; key++ {
		table.StoreInterval(table.Ref(key), 0, 0, 1)
	}
	got := kept(table, bucketEntries+old)
	for key := range uint64(old) {
		if has(got, key) {
			t.Errorf("key %d of the old search is left: %v", key, got)
		}
	}
	if len(got) != bucketEntries {
		t.Errorf("keys %v are left, want all eight of the new search", got)
	}
}

// TestNewSearchKeeps: what older searches have proven is still found.
func TestNewSearchKeeps(t *testing.T) {
	table := oneBucket(t)
	table.StoreInterval(table.Ref(5), -2, 4, 9)
	for range 20 {
		table.NewSearch()
		if e := table.Probe(table.Ref(5), 0); !e.HasInterval || e.Low != -2 || e.High != 4 {
			t.Fatalf("got %+v after NewSearch, want -2 … 4", e)
		}
	}
}

func TestClear(t *testing.T) {
	table := mustNew(t, 1<<20, 20)
	for key := range uint64(1000) {
		table.StoreInterval(table.Ref(key), 0, 0, 1)
	}
	table.Clear()
	if got := kept(table, 1000); got != nil {
		t.Errorf("keys %v are left after Clear", got)
	}
	if got := table.Hashfull(); got != 0 {
		t.Errorf("Hashfull() = %d after Clear", got)
	}
}

func TestHashfull(t *testing.T) {
	const keyBits = 20
	table := mustNew(t, 1<<19, keyBits) // room for 65,536 of a million keys
	for _, step := range []struct {
		keys      uint64 // stored so far
		low, high int    // thousandths
	}{
		{0, 0, 0},
		{1 << 14, 200, 300}, // hardly any bucket is full yet
		{1 << 20, 1000, 1000},
	} {
		for key := range step.keys {
			table.StoreInterval(table.Ref(key), 0, 0, 1)
		}
		if got := table.Hashfull(); got < step.low || got > step.high {
			t.Errorf("Hashfull() = %d after %d keys, want %d … %d", got, step.keys, step.low, step.high)
		}
	}
}
