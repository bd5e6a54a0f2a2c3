package bitboard

import (
	"strconv"
	"testing"
)

// benchBoards is how many boards a benchmark walks over in turn: more than a
// branch predictor can learn. An AMD EPYC still learns the relays of 4,096 boards
// by heart and sows them three times too fast; from 16,384 boards on nothing
// changes. A power of two, so that a mask finds the next.
const benchBoards = 1 << 16

// benchGames are the two games, as presets.
var benchGames = []string{"ayoayo", "oware"}

// sink keeps results from being optimised away.
var sink uint64

// perSecond reports a count made over the whole benchmark as a rate.
func perSecond(b *testing.B, count int, unit string) {
	b.ReportMetric(float64(count)/b.Elapsed().Seconds(), unit+"/s")
}

// benchSet returns the preset and the boards met in random play that benchmarks
// of it use.
func benchSet(b *testing.B, name string) (Rules, []Board) {
	b.Helper()
	r := mustPreset(b, name)
	return r, reached(seededRand(9), r, benchBoards)
}

// benchPit is a board and a pit of the mover that holds seeds.
type benchPit struct {
	board Board
	pit   int
}

// benchPits picks a pit for each board that has one, over again up to
// benchBoards.
func benchPits(b *testing.B, name string) []benchPit {
	b.Helper()
	_, boards := benchSet(b, name)
	rng := seededRand(10)
	pits := make([]benchPit, 0, benchBoards)
	for i := 0; len(pits) < benchBoards; i++ {
		board := boards[i%len(boards)]
		if pit := rng.IntN(RowPits); board.Pit(pit) > 0 {
			pits = append(pits, benchPit{board, pit})
		}
	}
	return pits
}

// BenchmarkSowing sows one pit: a relay with its capture in Ayoayo, a lap in
// oware.
func BenchmarkSowing(b *testing.B) {
	b.Run("ayoayo", func(b *testing.B) {
		pits := benchPits(b, "ayoayo")
		b.ReportAllocs()
		sowings, laps := 0, 0
		for b.Loop() {
			p := &pits[sowings%benchBoards]
			after, _, n := relay(p.board, p.pit, 1)
			sink += after.Own
			sowings++
			laps += n
		}
		perSecond(b, sowings, "sowings")
		perSecond(b, laps, "laps")
	})
	b.Run("oware", func(b *testing.B) {
		pits := benchPits(b, "oware")
		b.ReportAllocs()
		sowings := 0
		for b.Loop() {
			p := &pits[sowings%benchBoards]
			after, _ := sowOnce(p.board, p.pit)
			sink += after.Own
			sowings++
		}
		perSecond(b, sowings, "sowings")
		perSecond(b, sowings, "laps")
	})
}

func BenchmarkMoves(b *testing.B) {
	for _, name := range benchGames {
		b.Run(name, func(b *testing.B) {
			r, boards := benchSet(b, name)
			var out [MaxMoves]Child
			b.ReportAllocs()
			calls, moves := 0, 0
			for b.Loop() {
				moves += r.Moves(boards[calls%benchBoards], &out)
				calls++
			}
			perSecond(b, moves, "moves")
			perSecond(b, calls, "boards")
		})
	}
}

// BenchmarkExpand makes the moves of several boards together.
func BenchmarkExpand(b *testing.B) {
	for _, size := range []int{1, 3, ExpandBatch} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			r, boards := benchSet(b, "ayoayo")
			var expander Expander
			batch := make([]*Expansion, size)
			for i := range batch {
				batch[i] = new(Expansion)
			}
			b.ReportAllocs()
			calls, moves := 0, 0
			for b.Loop() {
				for _, e := range batch {
					e.Board = boards[calls%benchBoards]
					calls++
				}
				expander.Expand(r, batch)
				for _, e := range batch {
					moves += e.Count
				}
			}
			perSecond(b, moves, "moves")
			perSecond(b, calls, "boards")
		})
	}
}

func BenchmarkCountMoves(b *testing.B) {
	for _, name := range benchGames {
		b.Run(name, func(b *testing.B) {
			r, boards := benchSet(b, name)
			b.ReportAllocs()
			calls := 0
			for b.Loop() {
				sink += uint64(r.CountMoves(boards[calls%benchBoards]))
				calls++
			}
			perSecond(b, calls, "boards")
		})
	}
}

func BenchmarkRank(b *testing.B) {
	_, boards := benchSet(b, "ayoayo")
	b.ReportAllocs()
	ranks := 0
	for b.Loop() {
		sink += boards[ranks%benchBoards].Rank()
		ranks++
	}
	perSecond(b, ranks, "ranks")
}

func BenchmarkUnrank(b *testing.B) {
	_, boards := benchSet(b, "ayoayo")
	type place struct {
		seeds int
		rank  uint64
	}
	places := make([]place, len(boards))
	for i, board := range boards {
		places[i].seeds, places[i].rank = board.LayerRank()
	}
	b.ReportAllocs()
	ranks := 0
	for b.Loop() {
		p := places[ranks%benchBoards]
		sink += Unrank(p.seeds, p.rank).Own
		ranks++
	}
	perSecond(b, ranks, "ranks")
}

// BenchmarkNext walks through a layer, as a table builder does.
func BenchmarkNext(b *testing.B) {
	const seeds = 20
	board := Unrank(seeds, 0)
	b.ReportAllocs()
	boards := 0
	for b.Loop() {
		var ok bool
		if board, ok = board.Next(); !ok {
			board = Unrank(seeds, 0)
		}
		boards++
	}
	sink += board.Own
	perSecond(b, boards, "boards")
}

// BenchmarkAppendPredecessors un-sows boards drawn evenly from a layer, as a
// table builder meets them.
func BenchmarkAppendPredecessors(b *testing.B) {
	const seeds = 20
	for _, name := range benchGames {
		b.Run(name, func(b *testing.B) {
			r := mustPreset(b, name)
			rng := seededRand(11)
			boards := make([]Board, benchBoards)
			for i := range boards {
				boards[i] = Unrank(seeds, rng.Uint64N(LayerSize(seeds)))
			}
			dst := make([]Edge, 0, 1024)
			b.ReportAllocs()
			calls, edges := 0, 0
			for b.Loop() {
				dst = r.AppendPredecessors(dst[:0], boards[calls%benchBoards])
				edges += len(dst)
				calls++
			}
			perSecond(b, edges, "edges")
			perSecond(b, calls, "boards")
		})
	}
}
