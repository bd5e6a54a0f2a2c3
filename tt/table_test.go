package tt_test

import (
	"testing"

	"ayosolve/tt"
)

func TestProbeEmpty(t *testing.T) {
	table := mustNew(t, tt.MinBytes, 42)
	for _, key := range []uint64{0, 1, 1<<42 - 1} {
		if e := table.Probe(table.Ref(key), 0); e != (tt.Entry{}) {
			t.Errorf("Probe(%d) = %+v in an empty table", key, e)
		}
	}
}

// TestIntervalRoundTrip stores every interval there is.
func TestIntervalRoundTrip(t *testing.T) {
	table := oneBucket(t)
	ref := table.Ref(12345)
	for low := -tt.MaxValue; low <= tt.MaxValue; low++ {
		for high := low; high <= tt.MaxValue; high++ {
			table.StoreInterval(ref, low, high, 7)
			want := tt.Entry{Low: int8(low), High: int8(high), HasInterval: true}
			if e := table.Probe(ref, low); e != want {
				t.Fatalf("stored %d … %d, got %+v", low, high, e)
			}
		}
	}
}

// TestNumbersRoundTrip stores numbers for every claim there is.
func TestNumbersRoundTrip(t *testing.T) {
	table := oneBucket(t)
	ref := table.Ref(12345)
	for claim := -tt.MaxValue; claim <= tt.MaxValue; claim++ {
		proof, disproof := uint32(1+(claim+64)%31), uint32(31-(claim+64)%31)
		table.StoreNumbers(ref, claim, proof, disproof, 1)
		want := tt.Entry{HasNumbers: true, Proof: proof, Disproof: disproof}
		if e := table.Probe(ref, claim); e != want {
			t.Fatalf("claim %d: stored %d, %d, got %+v", claim, proof, disproof, e)
		}
	}
}

// TestNumbersRoundDown: from 32 up a number keeps five significant bits and loses
// the others, so that it never grows, and the order of numbers stands.
func TestNumbersRoundDown(t *testing.T) {
	table := oneBucket(t)
	ref := table.Ref(1)
	stored := func(n uint32) uint32 {
		table.StoreNumbers(ref, 0, n, 0, 1)
		proof := table.Probe(ref, 0).Proof
		table.StoreNumbers(ref, 0, 0, n, 1)
		if disproof := table.Probe(ref, 0).Disproof; disproof != proof {
			t.Fatalf("%d is kept as proof number %d and as disproof number %d", n, proof, disproof)
		}
		return proof
	}
	var numbers []uint32
	for n := range uint32(1 << 12) {
		numbers = append(numbers, n)
	}
	for shift := 12; shift < 31; shift++ {
		for step := range uint32(16) {
			n := 1<<shift + step<<(shift-4)
			numbers = append(numbers, n-1, n, n+1)
		}
	}
	numbers = append(numbers, tt.Infinite-1, tt.Infinite)
	before := uint32(0)
	for _, n := range numbers {
		got := stored(n)
		switch {
		case n < 32 && got != n, n == tt.Infinite && got != n:
			t.Errorf("%d is kept as %d, want it unchanged", n, got)
		case got > n || got < n-n/16:
			t.Errorf("%d is kept as %d, want it at most that and not below by a sixteenth", n, got)
		case got < before:
			t.Errorf("%d is kept as %d, and a smaller number as %d", n, got, before)
		}
		before = got
	}
}

// TestClaimsApart: numbers belong to a claim, and other claims of the same key do
// not see them; the interval belongs to all.
func TestClaimsApart(t *testing.T) {
	table := oneBucket(t)
	ref := table.Ref(9)
	table.StoreInterval(ref, -3, 8, 1)
	table.StoreNumbers(ref, 2, 5, 6, 1)
	table.StoreNumbers(ref, 3, 7, 8, 1)
	for claim, want := range map[int]tt.Entry{
		2: {Low: -3, High: 8, HasInterval: true, HasNumbers: true, Proof: 5, Disproof: 6},
		3: {Low: -3, High: 8, HasInterval: true, HasNumbers: true, Proof: 7, Disproof: 8},
		4: {Low: -3, High: 8, HasInterval: true},
	} {
		if e := table.Probe(ref, claim); e != want {
			t.Errorf("claim %d: %+v, want %+v", claim, e, want)
		}
	}
}

// TestStoreReplacesItself: what is stored of a key again takes the place of what
// was there, and no other's.
func TestStoreReplacesItself(t *testing.T) {
	table := oneBucket(t)
	for key := range uint64(bucketEntries / 2) {
		ref := table.Ref(key)
		for i := range 20 {
			table.StoreInterval(ref, i, i+int(key), 1<<key)
			table.StoreNumbers(ref, 0, uint32(i), uint32(key), 1<<key)
		}
	}
	for key := range uint64(bucketEntries / 2) {
		want := tt.Entry{Low: 19, High: int8(19 + key), HasInterval: true, HasNumbers: true, Proof: 19, Disproof: uint32(key)}
		if e := table.Probe(table.Ref(key), 0); e != want {
			t.Errorf("key %d: %+v, want %+v", key, e, want)
		}
	}
}

// TestNoForeignData fills a table many times over. What is found of a key is what
// was stored of it.
func TestNoForeignData(t *testing.T) {
	for _, tc := range []struct {
		name    string
		bytes   int64
		keyBits int
	}{
		{"one bucket", bucketBytes, 16},
		{"every key", 64 * bucketBytes, 16},
		{"wide keys", tt.MinBytes, 42},
	} {
		t.Run(tc.name, func(t *testing.T) {
			table := mustNew(t, tc.bytes, tc.keyBits)
			rng := seededRand(2)
			keys := make([]uint64, 400_000)
			for i := range keys {
				key := rng.Uint64N(1 << tc.keyBits)
				keys[i] = key
				low, high := marked(key)
				claim, proof, disproof := markedNumbers(key)
				table.StoreInterval(table.Ref(key), low, high, key%1000)
				table.StoreNumbers(table.Ref(key), claim, proof, disproof, key%1000)
			}
			hits := 0
			for i := range keys {
				for _, key := range []uint64{keys[i], rng.Uint64N(1 << tc.keyBits)} {
					hits += checkMark(t, table, key)
				}
			}
			if hits == 0 {
				t.Error("nothing was found")
			}
		})
	}
}

// checkMark probes a key and fails if what it finds is not the key's mark. It
// returns the number of entries found.
func checkMark(t *testing.T, table *tt.Table, key uint64) (hits int) {
	t.Helper()
	low, high := marked(key)
	claim, proof, disproof := markedNumbers(key)
	e := table.Probe(table.Ref(key), claim)
	if e.HasInterval {
		hits++
		if int(e.Low) != low || int(e.High) != high {
			t.Errorf("key %d: interval %d … %d, want %d … %d", key, e.Low, e.High, low, high)
		}
	}
	if e.HasNumbers {
		hits++
		if e.Proof != proof || e.Disproof != disproof {
			t.Errorf("key %d: numbers %d, %d, want %d, %d", key, e.Proof, e.Disproof, proof, disproof)
		}
	}
	return hits
}

// TestProbeAndStoreAllocate asserts that neither allocates.
func TestProbeAndStoreAllocate(t *testing.T) {
	table := mustNew(t, tt.MinBytes, 42)
	key := uint64(0)
	n := testing.AllocsPerRun(1000, func() {
		ref := table.Ref(key)
		table.StoreInterval(ref, -1, 1, key)
		table.StoreNumbers(ref, 1, 2, 3, key)
		table.Probe(ref, 1)
		key++
	})
	if n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
