package egdb_test

import (
	"context"
	"fmt"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// benchSeeds is the largest layer of the stored tables that benchmarks read.
const benchSeeds = 13

// BenchmarkLoad brings stored layers into memory, Open and seals included. The bytes
// are those in memory, a value each.
func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"ayoayo", "oware"} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/seeds=%d/workers=%d", name, benchSeeds, workers), func(b *testing.B) {
				r := boardtest.Preset(b, name)
				dir := template(b, r, valuesTo(benchSeeds))
				b.SetBytes(int64(bitboard.BoardsBelow(benchSeeds + 1)))
				for b.Loop() {
					db, err := egdb.Open(dir, r)
					if err != nil {
						b.Fatal(err)
					}
					if n, err := db.Load(context.Background(), benchSeeds, 1<<40, workers); n != benchSeeds || err != nil {
						b.Fatal(n, err)
					}
					db.Close()
				}
			})
		}
	}
}

// BenchmarkVerify checks stored layers, with Full against their moves too. The bytes
// are values.
func BenchmarkVerify(b *testing.B) {
	for _, full := range []bool{false, true} {
		b.Run(fmt.Sprintf("ayoayo/seeds=%d/full=%t", benchSeeds, full), func(b *testing.B) {
			r := boardtest.Preset(b, "ayoayo")
			db := opened(b, template(b, r, valuesTo(benchSeeds)), r)
			b.SetBytes(int64(bitboard.BoardsBelow(benchSeeds + 1)))
			for b.Loop() {
				if err := db.Verify(context.Background(), egdb.VerifyOptions{Full: full, Workers: 2}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkProbeStored probes boards that are on disk alone: through a cache that
// holds their blocks, and through one that holds nothing of theirs.
func BenchmarkProbeStored(b *testing.B) {
	r := boardtest.Preset(b, "ayoayo")
	dir := template(b, r, valuesTo(benchSeeds))
	b.Run("cached", func(b *testing.B) {
		db := opened(b, dir, r)
		set := randomBoards(benchSeeds, 1<<14)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			v, err := db.Probe(set[i%len(set)])
			if err != nil {
				b.Fatal(err)
			}
			sink += v.Value
		}
	})
	// Boards as many values apart as a block has, from layers in turn, are each in
	// another block; a new DB has an empty cache.
	b.Run("decoded", func(b *testing.B) {
		var set []bitboard.Board
		for rank := uint64(0); rank < bitboard.LayerSize(benchSeeds); rank += 1 << 16 {
			set = append(set, bitboard.Unrank(benchSeeds, rank))
		}
		b.ReportAllocs()
		var db *egdb.DB
		for i := 0; b.Loop(); i++ {
			if i%len(set) == 0 {
				b.StopTimer()
				if db != nil {
					db.Close()
				}
				var err error
				if db, err = egdb.Open(dir, r); err != nil {
					b.Fatal(err)
				}
				if _, err = db.Record(benchSeeds); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			v, err := db.Probe(set[i%len(set)])
			if err != nil {
				b.Fatal(err)
			}
			sink += v.Value
		}
		db.Close()
	})
}

// BenchmarkOpenProbe opens tables and answers one probe of the largest layer.
func BenchmarkOpenProbe(b *testing.B) {
	for _, seeds := range []int{9, benchSeeds} {
		b.Run(fmt.Sprintf("ayoayo/seeds=%d", seeds), func(b *testing.B) {
			r := boardtest.Preset(b, "ayoayo")
			dir := template(b, r, valuesTo(benchSeeds))
			board := randomBoards(seeds, 1)[0]
			for b.Loop() {
				db, err := egdb.Open(dir, r)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := db.Probe(board); err != nil {
					b.Fatal(err)
				}
				db.Close()
			}
		})
	}
}
