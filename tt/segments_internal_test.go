package tt

import (
	"testing"
	"unsafe"
)

// Segments returns how many there are.
func (table *Table) Segments() int { return table.taken }

// Words returns all that the table holds, by scattered keys as far as they tell the bucket.
func (table *Table) Words() (words []uint64) {
	for scattered := range uint64(len(table.directory)) << table.bits {
		words = append(words, table.bucket(scattered)[:]...)
	}
	return words
}

// InPlace checks that the directory is consistent, that each entry's tag agrees with the
// places that lead to its segment, and that entries come before free places.
func (table *Table) InPlace(t *testing.T) {
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

// TestSplit: a bucket is split in two by a bit, without gaps, and becomes the one half.
func TestSplit(t *testing.T) {
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
