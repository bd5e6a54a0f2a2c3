package search_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
)

// BenchmarkAnalyze values all moves of fixed boards, one after another.
// nodes/s and boards/s are rates; nodes/board is the same in every run by one
// thread.
func BenchmarkAnalyze(b *testing.B) {
	for _, tc := range []struct {
		preset         string
		layers, seeds  int
		boards, budget int
	}{
		{"ayoayo", 10, 18, 40, 0},
		{"ayoayo", 14, 24, 20, 0},
		{"oware", 10, 13, 20, 200_000},
	} {
		for _, threads := range slices.Compact([]int{1, runtime.GOMAXPROCS(0)}) {
			name := fmt.Sprintf("%s/tables=%d/seeds=%d/threads=%d", tc.preset, tc.layers, tc.seeds, threads)
			b.Run(name, func(b *testing.B) {
				r := boardtest.Preset(b, tc.preset)
				benchAnalyze(b, r, tables(b, r, tc.layers), threads, randomBoards(tc.seeds, tc.boards), search.Limits{Nodes: int64(tc.budget)})
			})
		}
	}
}

// BenchmarkStart values the opening moves of Ayoayo.
func BenchmarkStart(b *testing.B) {
	r := boardtest.Preset(b, "ayoayo")
	p := tables(b, r, 14)
	for _, threads := range slices.Compact([]int{1, runtime.GOMAXPROCS(0)}) {
		b.Run(fmt.Sprintf("tables=14/threads=%d", threads), func(b *testing.B) {
			benchAnalyze(b, r, p, threads, []bitboard.Board{bitboard.Start()}, search.Limits{})
		})
	}
}

func benchAnalyze(b *testing.B, r bitboard.Rules, p search.Prober, threads int, boards []bitboard.Board, l search.Limits) {
	b.ReportAllocs()
	var nodes uint64
	solved := 0
	for b.Loop() {
		b.StopTimer()
		s := newSolver(b, r, p, threads)
		b.StartTimer()
		for _, board := range boards {
			nodes += analyze(b, s, board, l).Nodes
			solved++
		}
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(nodes)/seconds, "nodes/s")
	b.ReportMetric(float64(solved)/seconds, "boards/s")
	b.ReportMetric(float64(nodes)/float64(solved), "nodes/board")
}
