package tt_test

import (
	"errors"
	"testing"

	"ayosolve/tt"
)

func TestNewErrors(t *testing.T) {
	for _, tc := range []struct {
		name    string
		bytes   int64
		keyBits int
	}{
		{"no keys", 1 << 20, 0},
		{"negative key width", 1 << 20, -1},
		{"key width of a whole word", 1 << 20, 64},
		{"no bytes", 0, 20},
		{"negative bytes", -1, 20},
		{"less than a bucket", bucketBytes - 1, 20},
		{"too few tag bits", tt.MinBytes - 1, 42},
		{"half the least", tt.MinBytes / 2, 42},
		{"one bucket for one bit too many", bucketBytes, bucketKeyBits + 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if table, err := tt.New(tc.bytes, tc.keyBits, 1); !errors.Is(err, tt.ErrSize) || table != nil {
				t.Errorf("New(%d, %d) = %v, %v, want nil, ErrSize", tc.bytes, tc.keyBits, table, err)
			}
		})
	}
}

// TestNewBytes: a table takes at most what it may, and at least half of it unless
// there are fewer keys than that has room for.
func TestNewBytes(t *testing.T) {
	for _, tc := range []struct {
		bytes   int64
		keyBits int
		want    int64
	}{
		{tt.MinBytes, 42, tt.MinBytes},
		{2*tt.MinBytes - 1, 42, tt.MinBytes},
		{2 * tt.MinBytes, 42, 2 * tt.MinBytes},
		{3 * tt.MinBytes, 42, 2 * tt.MinBytes},
		{bucketBytes, bucketKeyBits, bucketBytes},
		{2*bucketBytes - 1, bucketKeyBits, bucketBytes},
		{1 << 20, 4, 16 * bucketBytes}, // a bucket a key
		{1 << 20, 1, 2 * bucketBytes},
	} {
		if got := mustNew(t, tc.bytes, tc.keyBits).Bytes(); got != tc.want {
			t.Errorf("New(%d, %d) takes %d bytes, want %d", tc.bytes, tc.keyBits, got, tc.want)
		}
	}
}

// TestRefIsOneToOne scatters every key: no two have the same bucket and tag.
func TestRefIsOneToOne(t *testing.T) {
	for _, tc := range []struct {
		keyBits int
		bytes   int64
	}{
		{1, bucketBytes},
		{2, bucketBytes},
		{7, bucketBytes},
		{7, 1 << 20},
		{15, 4 * bucketBytes},
		{16, bucketBytes},
		{17, 64 * bucketBytes},
		{18, 1 << 30},
		{19, bucketBytes},
		{20, 1024 * bucketBytes},
	} {
		if testing.Short() && tc.keyBits > 17 {
			continue
		}
		table := mustNew(t, tc.bytes, tc.keyBits)
		taken := make(map[tt.Ref]uint64, 1<<tc.keyBits)
		for key := range uint64(1) << tc.keyBits {
			r := table.Ref(key)
			if other, ok := taken[r]; ok {
				t.Fatalf("%d-bit keys, %d bytes: Ref(%d) = Ref(%d)", tc.keyBits, tc.bytes, key, other)
			}
			taken[r] = key
		}
	}
}

// TestRefKeepsWideKeysApart does it by sample for keys too many to try: those that
// differ in one bit, and random ones.
func TestRefKeepsWideKeysApart(t *testing.T) {
	const keyBits = 42
	rng := seededRand(1)
	table := mustNew(t, tt.MinBytes, keyBits)
	taken := map[tt.Ref]uint64{}
	check := func(key uint64) {
		r := table.Ref(key)
		if other, ok := taken[r]; ok && other != key {
			t.Fatalf("Ref(%d) = Ref(%d)", key, other)
		}
		taken[r] = key
	}
	for range 4000 {
		key := rng.Uint64N(1 << keyBits)
		check(key)
		for bit := range keyBits {
			check(key ^ 1<<bit)
		}
	}
}
