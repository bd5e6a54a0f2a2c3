package tt

import (
	"math/bits"
	"testing"
	"unsafe"
)

// cacheLine is what a bucket must not straddle.
const cacheLine = 64

func TestBucketIsACacheLine(t *testing.T) {
	if got := unsafe.Sizeof(bucket{}); got != cacheLine {
		t.Errorf("a bucket takes %d bytes, want %d", got, cacheLine)
	}
}

// TestFieldsFillTheWord: the fields of an entry's word, as the table in table.go
// lists them, do not overlap and leave no bit over.
func TestFieldsFillTheWord(t *testing.T) {
	mask := func(n uint) uint64 { return 1<<n - 1 }
	common := []uint64{mask(tagBits) << tagShift, kindNumbers, ageMask << ageShift, effortMask << effortShift}
	for _, tc := range []struct {
		name    string
		payload []uint64
		unused  uint64
	}{
		{"interval", []uint64{kindScore, valueMask << 7, valueMask}, mask(28) &^ mask(14) &^ kindScore},
		{"score", []uint64{kindScore, scoreMask << scoreShift, depthMask << depthShift, boundMask << boundShift, moveMask}, 1<<3 | 1<<27},
		{"numbers", []uint64{claimMask << claimShift, numberMask << disproofShift, numberMask}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			used := tc.unused
			for _, field := range append(tc.payload, common...) {
				if used&field != 0 {
					t.Errorf("%#x overlaps another field", field)
				}
				used |= field
			}
			if used != 1<<64-1 {
				t.Errorf("%d bits belong to no field", 64-bits.OnesCount64(used))
			}
		})
	}
}

// TestMatchIsTagAndKind: two entries match if tag and kind agree and nothing else
// counts.
func TestMatchIsTagAndKind(t *testing.T) {
	if want := uint64(1<<tagBits-1)<<tagShift | kindNumbers; matchMask != want {
		t.Errorf("matchMask = %#x, want %#x", uint64(matchMask), want)
	}
}

// TestNumberPacking: every ten bits that packNumber can write read back to a
// number that packs to them again, in ascending order.
func TestNumberPacking(t *testing.T) {
	last := packNumber(Infinite - 1)
	before := uint32(0)
	for p := uint64(0); p <= last; p++ {
		n := unpackNumber(p)
		if got := packNumber(n); got != p {
			t.Errorf("packNumber(unpackNumber(%d)) = %d", p, got)
		}
		if p > 0 && n <= before {
			t.Errorf("unpackNumber(%d) = %d, and of %d it is %d", p, n, p-1, before)
		}
		before = n
	}
	if last >= numberMask {
		t.Errorf("the largest finite number packs to %d, which stands for Infinite", last)
	}
}
