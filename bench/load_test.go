package bench_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// storedTables returns the folder that AYOSOLVE_TABLES names if it has tables to that
// many seeds.
func storedTables(b *testing.B, r bitboard.Rules, seeds int) (dir string, ok bool) {
	b.Helper()
	dir = os.Getenv("AYOSOLVE_TABLES")
	if dir == "" {
		return "", false
	}
	db, err := egdb.Open(dir, r)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	return dir, db.MaxSeeds() >= seeds
}

// BenchmarkLoad brings the tables of the folder that AYOSOLVE_TABLES names into memory,
// opened and checked against their seals. The bytes are those in memory, one a board.
func BenchmarkLoad(b *testing.B) {
	r := boardtest.Preset(b, "ayoayo")
	for _, seeds := range []int{20, 24} {
		dir, ok := storedTables(b, r, seeds)
		if !ok {
			continue
		}
		for _, threads := range threadCounts() {
			b.Run(fmt.Sprintf("ayoayo/seeds=%d/threads=%d", seeds, threads), func(b *testing.B) {
				b.SetBytes(int64(bitboard.BoardsBelow(seeds + 1)))
				for b.Loop() {
					db, err := egdb.Open(dir, r)
					if err != nil {
						b.Fatal(err)
					}
					if in, err := db.Load(context.Background(), seeds, math.MaxUint64, threads); err != nil || in != seeds {
						b.Fatal(in, err)
					}
					db.Close()
				}
			})
		}
	}
}

// BenchmarkFirstAnswer opens those tables and finds the exact values of all moves of one
// board, with the tables loaded as a whole and with them paged.
func BenchmarkFirstAnswer(b *testing.B) {
	r := boardtest.Preset(b, "ayoayo")
	boards := append(played(r, 0, 1), scattered(48, 20)...)
	for _, seeds := range []int{20, 24} {
		dir, ok := storedTables(b, r, seeds)
		if !ok {
			continue
		}
		for _, paged := range []bool{false, true} {
			b.Run(fmt.Sprintf("ayoayo/seeds=%d/paged=%t", seeds, paged), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					db, err := egdb.Open(dir, r)
					if err != nil {
						b.Fatal(err)
					}
					bring := db.Load
					if paged {
						bring = db.Page
					}
					threads := threadCounts()[len(threadCounts())-1]
					if in, err := bring(context.Background(), seeds, math.MaxUint64, threads); err != nil || in != seeds {
						b.Fatal(in, err)
					}
					m := measured{solver: solver(b, r, db, threads)}
					if _, err := m.moves(boards[i%len(boards)]); err != nil {
						b.Fatal(err)
					}
					db.Close()
				}
			})
		}
	}
}
