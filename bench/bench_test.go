package bench_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
	"ayosolve/search"
)

// games are what is measured of both.
var games = []string{"ayoayo", "oware"}

// threadCounts are one thread, and all there are.
func threadCounts() []int { return slices.Compact([]int{1, runtime.GOMAXPROCS(0)}) }

// built returns tables in memory.
func built(b *testing.B, r bitboard.Rules, seeds int) *egdb.DB {
	b.Helper()
	db, err := egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: seeds, Workers: runtime.GOMAXPROCS(0)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// largest returns tables to that many seeds: built where that takes no time, or from
// the folder that AYOSOLVE_TABLES names, nil if they are not there.
func largest(b *testing.B, r bitboard.Rules, seeds int) search.Prober {
	b.Helper()
	if seeds <= 14 {
		return built(b, r, seeds)
	}
	dir, ok := storedTables(b, r, seeds)
	if !ok {
		return nil
	}
	db, err := egdb.Open(dir, r)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if in, err := db.Load(context.Background(), seeds, math.MaxUint64, runtime.GOMAXPROCS(0)); err != nil || in < seeds {
		b.Fatal(in, err)
	}
	return &upTo{db, seeds}
}

// upTo is tables of which the layers to seeds are used.
type upTo struct {
	*egdb.DB
	seeds int
}

func (p *upTo) MaxSeeds() int { return p.seeds }

// solveBoards returns the 98 boards of 25 to 48 seeds of search/testdata/solve.tsv.
func solveBoards(b *testing.B) (out []bitboard.Board) {
	b.Helper()
	text, err := os.ReadFile("../search/testdata/solve.tsv")
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var pits [bitboard.Pits]int
		fields := make([]any, bitboard.Pits)
		for i := range pits {
			fields[i] = &pits[i]
		}
		if _, err := fmt.Sscan(line, fields...); err != nil {
			b.Fatal(err)
		}
		board, err := bitboard.FromPits(pits)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, board)
	}
	return out
}

// scattered returns boards of n seeds, all equally likely, the same in every run.
func scattered(n, count int) []bitboard.Board { return boardtest.Random(n, count, 0xbe7c) }

// played returns boards after that many random plies from the start.
func played(r bitboard.Rules, plies, count int) []bitboard.Board {
	rng := rand.New(rand.NewPCG(uint64(plies), 0xbe7c))
	out := make([]bitboard.Board, 0, count)
	for len(out) < count {
		board := bitboard.Start()
		made := 0
		for ; made < plies; made++ {
			var moves [bitboard.MaxMoves]bitboard.Child
			n := r.Moves(board, &moves)
			if n == 0 {
				break
			}
			board = moves[rng.IntN(n)].Board
		}
		if made == plies {
			out = append(out, board)
		}
	}
	return out
}

// BenchmarkSowing counts move paths from the start, every move of them sown but those
// that oware counts in bulk.
func BenchmarkSowing(b *testing.B) {
	for _, game := range games {
		r := boardtest.Preset(b, game)
		for _, depth := range []int{6, 8} {
			b.Run(fmt.Sprintf("%s/depth=%d", game, depth), func(b *testing.B) {
				b.ReportAllocs()
				sown := uint64(0)
				for b.Loop() {
					sown += r.Perft(bitboard.StartPosition(), depth)
				}
				b.ReportMetric(float64(sown)/b.Elapsed().Seconds(), "sowings/s")
			})
		}
	}
}

// BenchmarkBuild builds tables in memory.
func BenchmarkBuild(b *testing.B) {
	for _, game := range games {
		r := boardtest.Preset(b, game)
		for _, seeds := range []int{10, 12, 14} {
			for _, threads := range threadCounts() {
				b.Run(fmt.Sprintf("%s/seeds=%d/threads=%d", game, seeds, threads), func(b *testing.B) {
					b.ReportAllocs()
					boards := uint64(0)
					for b.Loop() {
						db, err := egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: seeds, Workers: threads})
						if err != nil {
							b.Fatal(err)
						}
						boards += bitboard.BoardsBelow(seeds + 1)
						db.Close()
					}
					b.ReportMetric(float64(boards)/b.Elapsed().Seconds(), "boards/s")
				})
			}
		}
	}
}

// BenchmarkProbe looks boards up that are in no order, in tables that are in memory.
func BenchmarkProbe(b *testing.B) {
	const count = 1 << 18
	for _, game := range games {
		r := boardtest.Preset(b, game)
		for _, seeds := range []int{8, 14} {
			db := built(b, r, seeds)
			boards := scattered(seeds, count)
			b.Run(fmt.Sprintf("%s/seeds=%d", game, seeds), func(b *testing.B) {
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					if _, err := db.Probe(boards[i&(count-1)]); err != nil {
						b.Fatal(err)
					}
					i++
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "probes/s")
			})
		}
	}
}

// BenchmarkNodes searches boards of 24 seeds for a number of nodes, with tables and
// without.
func BenchmarkNodes(b *testing.B) {
	const nodes = 100_000
	for _, game := range games {
		r := boardtest.Preset(b, game)
		for _, layers := range []int{0, 12} {
			db := built(b, r, layers)
			for _, threads := range threadCounts() {
				b.Run(fmt.Sprintf("%s/tables=%d/threads=%d", game, layers, threads), func(b *testing.B) {
					m := measured{solver: solver(b, r, db, threads), boards: scattered(24, 64), limits: search.Limits{Nodes: nodes}}
					m.run(b, m.moves)
				})
			}
		}
	}
}

// BenchmarkPositions finds exact values, of the board alone (value) or of all moves,
// with tables to 14 seeds built here and with larger ones where the folder that
// AYOSOLVE_TABLES names has them. ms-p99 is the time of the slowest in a hundred.
func BenchmarkPositions(b *testing.B) {
	ayoayo, oware := boardtest.Preset(b, "ayoayo"), boardtest.Preset(b, "oware")
	for _, layers := range []int{14, 20, 24} {
		db := largest(b, ayoayo, layers)
		if db == nil {
			continue
		}
		for _, set := range []struct {
			name   string
			boards []bitboard.Board
		}{
			{"solve.tsv", solveBoards(b)},
			{"scattered=48", scattered(48, 100)},
			{"plies=0", played(ayoayo, 0, 1)},
			{"plies=2", played(ayoayo, 2, 100)},
			{"plies=8", played(ayoayo, 8, 100)},
		} {
			benchPositions(b, fmt.Sprintf("ayoayo/tables=%d/%s", layers, set.name), ayoayo, db, set.boards)
		}
	}
	benchPositions(b, "oware/tables=12/scattered=15", oware, built(b, oware, 12), scattered(15, 30))
}

func benchPositions(b *testing.B, name string, r bitboard.Rules, db search.Prober, boards []bitboard.Board) {
	for _, threads := range threadCounts() {
		for _, what := range []string{"value", "moves"} {
			b.Run(fmt.Sprintf("%s/%s/threads=%d", name, what, threads), func(b *testing.B) {
				m := measured{solver: solver(b, r, db, threads), boards: boards}
				if what == "value" {
					m.run(b, m.value)
				} else {
					m.run(b, m.moves)
				}
			})
		}
	}
}

// measured is positions that are searched one after another, and what that took.
type measured struct {
	solver *search.Solver
	boards []bitboard.Board
	limits search.Limits

	nodes uint64
	times []time.Duration
}

func solver(b *testing.B, r bitboard.Rules, db search.Prober, threads int) *search.Solver {
	b.Helper()
	s, err := search.New(r, db, search.Options{Threads: threads, Hash: 64 << 20})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func (m *measured) value(board bitboard.Board) (*search.Result, error) {
	return m.solver.Value(context.Background(), board, m.limits)
}

func (m *measured) moves(board bitboard.Board) (*search.Result, error) {
	return m.solver.Analyze(context.Background(), board, m.limits, nil)
}

// run searches each board from an empty transposition table.
func (m *measured) run(b *testing.B, ask func(bitboard.Board) (*search.Result, error)) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		m.solver.Forget()
		b.StartTimer()
		began := time.Now()
		res, err := ask(m.boards[len(m.times)%len(m.boards)])
		if err != nil {
			b.Fatal(err)
		}
		m.times = append(m.times, time.Since(began))
		m.nodes += res.Nodes
	}
	seconds, count := b.Elapsed().Seconds(), float64(len(m.times))
	slices.Sort(m.times)
	b.ReportMetric(count/seconds, "positions/s")
	b.ReportMetric(float64(m.nodes)/count, "nodes/position")
	b.ReportMetric(float64(m.nodes)/seconds, "nodes/s")
	b.ReportMetric(m.times[(len(m.times)-1)*99/100].Seconds()*1e3, "ms-p99")
}
