package fleet

import (
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkChunk measures what a chunk costs beside its labelling: handed out, taken,
// sent, stored and acknowledged, by one worker of one thread over a server in the same
// process. Its eight positions are looked up, which takes next to nothing.
func BenchmarkChunk(b *testing.B) {
	p := testParams(b, 1600)
	p.Source.From, p.Source.MostPlies = "0-1-0-1-0-1-1-0-1-0-1-0-21-21-S", 12
	s := testServer(b, "0", b.TempDir())
	chunks := 0
	for b.Loop() {
		b.StopTimer()
		j := testJob(b, filepath.Join(b.TempDir(), "job"), p)
		w := testWorker(b, s)
		begun, took := time.Time{}, time.Duration(0)
		w.fault = func(int) error {
			if begun.IsZero() {
				begun = time.Now() // tables and streams are there
			}
			return nil
		}
		w.Count = func(int) { took = time.Since(begun) }
		wait := run(w.Run)
		f := connect(b, s)
		b.StartTimer()
		if err := finished(b, f, j); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		_ = wait()
		chunks += j.Chunks()
		b.ReportMetric(float64(took.Microseconds())/float64(j.Chunks()), "µs/chunk")
		b.StartTimer()
	}
}
