package label

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/golang/glog.(*fileSink).flushDaemon"))
}

// endgame is a position that small tables and short searches settle: 11 seeds.
const endgame = "0-2-0-1-0-2-1-0-2-0-1-2-19-18-S"

// Tables of the tests: those that labels are made with reach usedSeeds, and the truth
// fullSeeds.
const (
	usedSeeds = 5
	fullSeeds = 11
)

// full are the tables of the truth, by rules.
var full sync.Map

func fullTables(t testing.TB, r bitboard.Rules) *egdb.DB {
	t.Helper()
	build, _ := full.LoadOrStore(r.Name(), sync.OnceValues(func() (*egdb.DB, error) {
		seeds := fullSeeds
		if !r.Relay() {
			seeds = 9
		}
		return egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: seeds, Bounds: true, Workers: runtime.GOMAXPROCS(0)})
	}))
	db, err := build.(func() (*egdb.DB, error))()
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// testParams returns the parameters of a small job with tables to usedSeeds.
func testParams(t testing.TB, s Source) *Params {
	t.Helper()
	p := &Params{Version: "test", Nodes: 1_000_000, Hash: 1 << 20, Chunk: 16, Source: s}
	p.SetRules(bitboard.Rules{})
	if err := p.SetTables(fullTables(t, p.Game()), usedSeeds); err != nil {
		t.Fatal(err)
	}
	return p
}

// randomSource is some positions after up to 8 plies from endgame.
func randomSource(n uint64) Source {
	return Source{Kind: Random, From: endgame, Count: n, MostPlies: 8, Seed: 7}
}

// testJob returns a job whose positions are collected.
func testJob(t testing.TB, p *Params, input string) *Job {
	t.Helper()
	return openJob(t, filepath.Join(t.TempDir(), "job"), p, input)
}

func openJob(t testing.TB, dir string, p *Params, input string) *Job {
	t.Helper()
	j, err := Open(dir, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	if err := j.Collect(context.Background(), strings.NewReader(input), func(bad *BadLine) { t.Errorf("%v", bad) }); err != nil {
		t.Fatal(err)
	}
	return j
}

// labelAll labels a job and returns its output.
func labelAll(t testing.TB, j *Job, threads int, f Format) string {
	t.Helper()
	if err := j.Label(context.Background(), fullTables(t, j.Params.Game()), threads); err != nil {
		t.Fatal(err)
	}
	return assembled(t, j, f)
}

func assembled(t testing.TB, j *Job, f Format) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out")
	if _, err := j.Assemble(context.Background(), f, file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// randomPosition returns a valid position of either form.
func randomPosition(r *rand.Rand) bitboard.Position {
	n := r.IntN(bitboard.MaxSeeds - 1) // layer 47 and 48 seeds with stores come seldom
	p := bitboard.Position{Board: bitboard.Unrank(n, r.Uint64N(bitboard.LayerSize(n))), Turn: bitboard.Side(r.IntN(2))}
	if r.IntN(2) == 0 {
		p.Scored = true
		p.Stores[bitboard.South] = r.IntN(bitboard.MaxSeeds - n + 1)
		p.Stores[bitboard.North] = bitboard.MaxSeeds - n - p.Stores[bitboard.South]
	}
	return p
}
