package tt

import (
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"
)

const wideKeys = 42 // bits, as searches have them

// fill stores n random keys, each with an interval of its own, and returns them.
func fill(t *Table, n int, seed uint64) []uint64 {
	rng := rand.New(rand.NewPCG(seed, 0x77))
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = rng.Uint64N(1 << wideKeys)
		low, high := mark(keys[i])
		t.StoreInterval(t.Ref(keys[i]), low, high, 1)
	}
	return keys
}

// mark is an interval that is a function of the key.
func mark(key uint64) (low, high int) {
	h := key * 0x9e3779b97f4a7c15 >> 40
	return int(h%64) - 63, int(h / 64 % 64)
}

// TestGrows: a table grows as it fills and no further than it may, every entry is
// where its key looks for it, with no place left free before it, and few are lost.
func TestGrows(t *testing.T) {
	for _, shared := range []int{1, 2} {
		table, err := New(4*MinBytes, wideKeys, shared)
		if err != nil {
			t.Fatal(err)
		}
		before := table.taken
		for part := range 12 {
			keys := fill(table, 30_000, uint64(part))
			found := 0
			for _, k := range keys {
				low, high := mark(k)
				switch e := table.Probe(table.Ref(k), 0); {
				case !e.HasInterval:
				case int(e.Low) != low || int(e.High) != high:
					t.Fatalf("key %d has the interval of another", k)
				default:
					found++
				}
			}
			if found < len(keys)*95/100 {
				t.Errorf("%d of the last %d entries are left, with %d segments", found, len(keys), table.taken)
			}
			inPlace(t, table)
		}
		if before != 1 || table.taken != 4 {
			t.Errorf("it had %d segments and then %d", before, table.taken)
		}
	}
}

// inPlace checks that the directory is consistent, that each entry's tag agrees with the
// places that lead to its segment, and that entries come before free places.
func inPlace(t *testing.T, table *Table) {
	t.Helper()
	found := map[*bucket]bool{}
	for place := range uint64(len(table.directory)) {
		first, depth := table.directory[place].Load(), table.depths[place].Load()
		if shared := place & (1<<depth - 1); table.directory[shared].Load() != first || table.depths[shared].Load() != depth {
			t.Fatalf("places %d and %d lead to two segments of depth %d", place, shared, depth)
		}
		if found[first] {
			continue
		}
		found[first] = true
		for i, b := range unsafe.Slice(first, 1<<table.bits) {
			gap := false
			for _, w := range b {
				if w == 0 {
					gap = true
					continue
				}
				if gap {
					t.Fatalf("bucket %d of place %d has a gap", i, place)
				}
				if (w>>tagShift^place)&(1<<depth-1) != 0 {
					t.Fatalf("bucket %d of place %d has an entry of another segment", i, place)
				}
			}
		}
	}
	if len(found) != table.taken {
		t.Fatalf("places lead to %d segments of %d", len(found), table.taken)
	}
}

// TestClearedIsNew: a table that has grown and been cleared goes on as a new one does.
func TestClearedIsNew(t *testing.T) {
	tables := [2]*Table{}
	for i := range tables {
		table, err := New(4*MinBytes, wideKeys, 1)
		if err != nil {
			t.Fatal(err)
		}
		tables[i] = table
	}
	fill(tables[0], 200_000, 1)
	if tables[0].taken == 1 {
		t.Fatal("it has not grown")
	}
	tables[0].Clear()
	if got := tables[0].Hashfull(); got != 0 {
		t.Errorf("cleared it is %d thousandths full", got)
	}
	for _, table := range tables {
		fill(table, 150_000, 2)
	}
	if a, b := tables[0].taken, tables[1].taken; a != b {
		t.Fatalf("%d segments after clearing, %d of a new table", a, b)
	}
	for scattered := range uint64(4 << segmentBits) {
		if *tables[0].bucket(scattered) != *tables[1].bucket(scattered) {
			t.Fatalf("bucket %d differs", scattered)
		}
	}
}

// TestSplitAmongOthers: in a shared table what another goroutine has stored since the
// bucket was read stays.
func TestSplitAmongOthers(t *testing.T) {
	const bit = tagShift
	b := bucket{1, 2 | 1<<bit, 3, 4 | 1<<bit}
	var stay, move bucket
	b.split(&stay, &move, bit)
	if want := (bucket{1, 3}); stay != want {
		t.Errorf("%v stay, want %v", stay, want)
	}
	if want := (bucket{2 | 1<<bit, 4 | 1<<bit}); move != want {
		t.Errorf("%v move, want %v", move, want)
	}
	b.become(&stay)
	if b != stay {
		t.Errorf("it became %v, want %v", b, stay)
	}
}

// TestGrowsAmongOthers: goroutines store and look up while a table grows, and find nothing
// but what was stored of a key.
func TestGrowsAmongOthers(t *testing.T) {
	table, err := New(4*MinBytes, wideKeys, 4)
	if err != nil {
		t.Fatal(err)
	}
	fill(table, 80_000, 4)
	before := table.taken
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for round := uint64(0); round < 20; round++ {
				for _, k := range fill(table, 2_000, 10*round+uint64(g)) {
					low, high := mark(k)
					if e := table.Probe(table.Ref(k), 0); e.HasInterval && (int(e.Low) != low || int(e.High) != high) {
						t.Errorf("key %d has the interval of another", k)
					}
				}
				table.Hashfull()
			}
		})
	}
	group.Wait()
	if table.taken == before {
		t.Errorf("%d segments, it has not grown", before)
	}
}

// TestHashfullIsOfTheWhole: a table that may grow is not full when what is in use is.
func TestHashfullIsOfTheWhole(t *testing.T) {
	table, err := New(16*MinBytes, wideKeys, 1)
	if err != nil {
		t.Fatal(err)
	}
	const n = 60_000 // of 16·2¹⁴·8
	fill(table, n, 3)
	if got, want := table.Hashfull(), n*1000/(16<<14*8); got < want-3 || got > want+3 {
		t.Errorf("%d thousandths, want about %d", got, want)
	}
}
