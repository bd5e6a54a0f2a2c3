package tt_test

import (
	"sync"
	"testing"

	"ayosolve/tt"
)

// TestConcurrent hammers a small table from all sides. Every hit must be what was
// stored of its key, never a mixture.
func TestConcurrent(t *testing.T) {
	rounds := 200_000
	if testing.Short() {
		rounds = 20_000
	}
	for _, tc := range []struct {
		name    string
		bytes   int64
		keyBits int
		keys    uint64
	}{
		{"one bucket", bucketBytes, bucketKeyBits, 32},
		{"a few buckets", 64 * bucketBytes, bucketKeyBits, 4096},
		{"wide keys", tt.MinBytes, 42, 1 << 14},
	} {
		t.Run(tc.name, func(t *testing.T) {
			table := mustNew(t, tc.bytes, tc.keyBits)
			var group sync.WaitGroup
			for g := range 8 {
				group.Go(func() {
					rng := seededRand(uint64(g))
					for range rounds / 8 {
						key := rng.Uint64N(tc.keys) << (tc.keyBits - 28)
						ref := table.Ref(key)
						switch rng.IntN(4) {
						case 0:
							low, high := marked(key)
							table.StoreInterval(ref, low, high, rng.Uint64N(1<<20))
						case 1:
							claim, proof, disproof := markedNumbers(key)
							table.StoreNumbers(ref, claim, proof, disproof, rng.Uint64N(1<<20))
						default:
							checkMark(t, table, key)
						}
					}
				})
			}
			group.Wait()
			if full := table.Hashfull(); full == 0 {
				t.Error("the table is empty")
			}
		})
	}
}
