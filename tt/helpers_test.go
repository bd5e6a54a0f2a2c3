package tt_test

import (
	"math/rand/v2"
	"testing"

	"ayosolve/tt"
)

// seededRand returns a generator that gives the same numbers in every run.
func seededRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x77)) }

func mustNew(tb testing.TB, bytes int64, keyBits int) *tt.Table {
	tb.Helper()
	return mustNewFor(tb, bytes, keyBits, 8)
}

func mustNewFor(tb testing.TB, bytes int64, keyBits, goroutines int) *tt.Table {
	tb.Helper()
	table, err := tt.New(bytes, keyBits, goroutines)
	if err != nil {
		tb.Fatal(err)
	}
	return table
}

// bucketBytes is the smallest table, one bucket, which keys of 28 bits can have.
const (
	bucketBytes   = 64
	bucketEntries = 8
	bucketKeyBits = 28
)

// oneBucket returns a table in which all keys compete for eight entries.
func oneBucket(tb testing.TB) *tt.Table { return mustNew(tb, bucketBytes, bucketKeyBits) }

// marked returns an interval that is a function of the key, so that a hit tells
// whose data it is. One key in 4,000 shares it by chance.
func marked(key uint64) (low, high int) {
	h := key * 0x9e3779b97f4a7c15 >> 40
	return int(h%64) - 63, int(h / 64 % 64)
}

// markedNumbers does the same with a claim and numbers that are stored exactly.
func markedNumbers(key uint64) (claim int, proof, disproof uint32) {
	h := key * 0xd6e8feb86659fd93 >> 40
	return int(h % 127), uint32(h / 127 % 32), uint32(h / 4064 % 32)
}
