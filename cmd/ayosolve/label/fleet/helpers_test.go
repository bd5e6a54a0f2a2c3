package fleet

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label"
	"ayosolve/egdb"
	"ayosolve/search"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/golang/glog.(*fileSink).flushDaemon"),
		// Putting a small object may leave it behind: it begins to listen after the end.
		goleak.IgnoreAnyFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect"))
}

// usedSeeds is how far the tables of the tests' jobs reach.
const usedSeeds = 6

// built is the tables of the tests, in memory.
var built = sync.OnceValues(func() (*egdb.DB, error) {
	return egdb.Build(context.Background(), bitboard.Rules{}, egdb.BuildOptions{Seeds: usedSeeds, Bounds: true, Workers: runtime.GOMAXPROCS(0)})
})

func tables(t testing.TB) *egdb.DB {
	t.Helper()
	db, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// slow skips a test of some seconds in short runs.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
}

// storedTables returns a folder with tables.
func storedTables(t testing.TB, seeds int, bounds bool) string {
	t.Helper()
	dir := t.TempDir()
	if err := egdb.BuildStored(t.Context(), dir, bitboard.Rules{}, egdb.BuildOptions{Seeds: seeds, Bounds: bounds, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// testParams returns the parameters of a job of some positions of 11 seeds or fewer.
func testParams(t testing.TB, positions uint64) *label.Params {
	t.Helper()
	p := &label.Params{Version: "test", Nodes: 100_000, Hash: 1 << 20, Chunk: 8}
	p.Source = label.Source{Kind: label.Random, From: "0-2-0-1-0-2-1-0-2-0-1-2-19-18-S", Count: positions, MostPlies: 8, Seed: 7}
	p.SetRules(bitboard.Rules{})
	if err := p.SetTables(tables(t), usedSeeds); err != nil {
		t.Fatal(err)
	}
	return p
}

// testJob opens a job whose positions are collected.
func testJob(t testing.TB, dir string, p *label.Params) *label.Job {
	t.Helper()
	j, err := label.Open(dir, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	if err := j.Collect(t.Context(), strings.NewReader(""), nil); err != nil {
		t.Fatal(err)
	}
	return j
}

// output assembles a job.
func output(t testing.TB, j *label.Job) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out")
	if _, err := j.Assemble(t.Context(), label.Parquet, file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// locally returns the output of a job that is labelled without a fleet.
func locally(t testing.TB, p *label.Params) string {
	t.Helper()
	j := testJob(t, filepath.Join(t.TempDir(), "local"), p)
	if err := j.Label(t.Context(), tables(t), 2); err != nil {
		t.Fatal(err)
	}
	return output(t, j)
}

// testServer starts a server in a folder, at a port or any.
func testServer(t testing.TB, port, dir string) *Server {
	t.Helper()
	s, err := Listen(t.Context(), port, dir, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t testing.TB, s *Server) *Fleet {
	t.Helper()
	f, err := Connect(t.Context(), Options{URL: s.URL()}, "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	f.beat = 100 * time.Millisecond
	return f
}

// inMemory prepares the tests' tables, for workers.
func inMemory(t testing.TB) func(context.Context, *label.Params) (search.Prober, func(), error) {
	return func(context.Context, *label.Params) (search.Prober, func(), error) { return tables(t), func() {}, nil }
}

// testWorker returns a worker with a connection of its own.
func testWorker(t testing.TB, s *Server) *Worker {
	return &Worker{Fleet: connect(t, s), Version: "test", Threads: 1, Prepare: inMemory(t)}
}

// run runs something beside the test; wait ends it and returns its error.
func run(do func(context.Context) error) (wait func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- do(ctx) }()
	return func() error {
		cancel()
		return <-done
	}
}

// running runs workers until the test's end.
func running(t testing.TB, workers ...*Worker) {
	for _, w := range workers {
		wait := run(w.Run)
		t.Cleanup(func() { _ = wait() })
	}
}

// finished runs a coordinator to its end.
func finished(t testing.TB, f *Fleet, j *label.Job) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := Coordinator{Fleet: f, Job: j, Silence: 500 * time.Millisecond}
	return c.Run(ctx)
}
