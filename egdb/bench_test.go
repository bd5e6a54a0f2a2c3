package egdb_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// sink keeps results from being optimised away.
var sink int

// BenchmarkBuild builds the values of layers 0 to n in memory. boards/s counts the
// boards of all layers.
func BenchmarkBuild(b *testing.B) {
	workers := slices.Compact([]int{1, runtime.GOMAXPROCS(0)})
	for _, name := range []string{"ayoayo", "oware"} {
		for _, seeds := range []int{10, 12, 14} {
			for _, w := range workers {
				b.Run(fmt.Sprintf("%s/seeds=%d/workers=%d", name, seeds, w), func(b *testing.B) {
					benchBuild(b, name, egdb.BuildOptions{Seeds: seeds, Workers: w})
				})
			}
		}
	}
}

// BenchmarkBuildBounds builds what holds under any repetition rule besides.
func BenchmarkBuildBounds(b *testing.B) {
	for _, name := range []string{"ayoayo", "oware"} {
		b.Run(name+"/seeds=12", func(b *testing.B) {
			benchBuild(b, name, egdb.BuildOptions{Seeds: 12, Bounds: true, Workers: runtime.GOMAXPROCS(0)})
		})
	}
}

func benchBuild(b *testing.B, name string, o egdb.BuildOptions) {
	r := boardtest.Preset(b, name)
	builds := 0
	for b.Loop() {
		db, err := egdb.Build(b.Context(), r, o)
		if err != nil {
			b.Fatal(err)
		}
		db.Close()
		builds++
	}
	boards := float64(builds) * float64(bitboard.BoardsBelow(o.Seeds+1))
	b.ReportMetric(boards/b.Elapsed().Seconds(), "boards/s")
}

// BenchmarkProbe looks up random boards of 14 seeds, ranking included: each is a
// new place in memory.
func BenchmarkProbe(b *testing.B) {
	const seeds = 14
	db := built(b, boardtest.Preset(b, "ayoayo"), valuesTo(seeds))
	set := randomBoards(seeds, 1<<16)
	b.ReportAllocs()
	probes := 0
	for b.Loop() {
		value, err := db.Probe(set[probes%len(set)])
		if err != nil {
			b.Fatal(err)
		}
		sink += value.Value
		probes++
	}
	b.ReportMetric(float64(probes)/b.Elapsed().Seconds(), "probes/s")
}
