package egdb

import (
	"context"
	"fmt"
	"testing"

	"ayosolve/bitboard"
)

// BenchmarkCodec codes whole blocks of layer 11: values, and the low bounds in the
// context of the values. The bytes are values; bits/value is what they take.
func BenchmarkCodec(b *testing.B) {
	const n = 11
	for _, name := range []string{"ayoayo", "oware"} {
		r, err := bitboard.Preset(name)
		if err != nil {
			b.Fatal(err)
		}
		db, err := Build(context.Background(), r, BuildOptions{Seeds: n, Bounds: true, Workers: 2})
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range db.memory[n].parts()[:2] {
			values, contexts := block(p.values, 1), block(p.contexts, 1)
			counts := new(pairs)
			for i := range blocksOf(uint64(len(p.values))) {
				counts.count(block(p.values, i), block(p.contexts, i))
			}
			m := counts.model()
			e, d := newEncoder(m), newDecoder(m)
			coded := e.encode(nil, nil, values, contexts)
			b.Run(fmt.Sprintf("%s/%c/encode", name, p.kind), func(b *testing.B) {
				b.SetBytes(int64(len(values)))
				for b.Loop() {
					coded = e.encode(coded[:0], nil, values, contexts)
				}
				b.ReportMetric(float64(len(coded))*8/float64(len(values)), "bits/value")
			})
			b.Run(fmt.Sprintf("%s/%c/decode", name, p.kind), func(b *testing.B) {
				dst := make([]int8, len(values))
				b.SetBytes(int64(len(values)))
				b.ReportAllocs()
				for b.Loop() {
					if err := d.decode(dst, nil, coded, contexts); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		db.Close()
	}
}
