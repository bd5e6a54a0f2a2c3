package tt_test

import (
	"testing"

	"ayosolve/tt"
)

const (
	benchBytes   = 256 << 20 // as a search has by default: far more than the caches
	benchKeyBits = 42
)

// filled returns a full table and the keys stored in it, in an order that has
// nothing to do with where they are.
func filled(b *testing.B) (*tt.Table, []tt.Ref) {
	b.Helper()
	table := mustNew(b, benchBytes, benchKeyBits)
	refs := make([]tt.Ref, 1<<20)
	rng := seededRand(3)
	for i := range refs {
		refs[i] = table.Ref(rng.Uint64N(1 << benchKeyBits))
		table.StoreInterval(refs[i], -1, 1, uint64(i))
	}
	return table, refs
}

// perSecond reports a count made over the whole benchmark as a rate.
func perSecond(b *testing.B, count int, unit string) {
	b.ReportMetric(float64(count)/b.Elapsed().Seconds(), unit+"/s")
}

func BenchmarkProbe(b *testing.B) {
	table, refs := filled(b)
	b.ReportAllocs()
	n, found := 0, 0
	for b.Loop() {
		if table.Probe(refs[n%len(refs)], 0).HasInterval {
			found++
		}
		n++
	}
	perSecond(b, n, "probes")
	if found == 0 {
		b.Error("nothing was found")
	}
}

func BenchmarkStore(b *testing.B) {
	table, refs := filled(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		table.StoreNumbers(refs[n%len(refs)], n%64, 100, 200, uint64(n))
		n++
	}
	perSecond(b, n, "stores")
}

func BenchmarkRef(b *testing.B) {
	table := mustNew(b, benchBytes, benchKeyBits)
	n, differ := 0, 0
	first := table.Ref(0)
	for b.Loop() {
		if table.Ref(uint64(n)) != first {
			differ++
		}
		n++
	}
	perSecond(b, n, "refs")
}

// BenchmarkParallel probes and stores, three to one, from all cores.
func BenchmarkParallel(b *testing.B) {
	table, refs := filled(b)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			ref := refs[i*7919%len(refs)]
			if i%4 == 0 {
				table.StoreInterval(ref, -1, 1, uint64(i))
			} else {
				table.Probe(ref, 0)
			}
		}
	})
	perSecond(b, b.N, "ops")
}
