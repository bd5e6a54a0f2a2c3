package fleet

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestFleet has two workers do a job: the same bytes as without them, and nothing of it
// is left on the server.
func TestFleet(t *testing.T) {
	p := testParams(t, 200)
	s := testServer(t, "0", t.TempDir())
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	running(t, testWorker(t, s), testWorker(t, s))
	f := connect(t, s)
	if err := finished(t, f, j); err != nil {
		t.Fatal(err)
	}
	if output(t, j) != locally(t, p) {
		t.Error("other labels than locally")
	}
	status, err := f.Status(t.Context())
	if err != nil || len(status.Jobs) != 0 || len(status.Workers) != 2 {
		t.Errorf("%+v, %v", status, err)
	}
	names := f.js.StreamNames(t.Context())
	for name := range names.Name() {
		if strings.HasPrefix(name, "ayosolve-") {
			t.Errorf("stream %s is left", name)
		}
	}
}

// TestWorkersDie takes away workers in the middle of chunks: their connections end
// without a word.
func TestWorkersDie(t *testing.T) {
	slow(t)
	p := testParams(t, 120)
	s := testServer(t, "0", t.TempDir())
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	var deaths atomic.Int64
	for range 3 {
		w := testWorker(t, s)
		w.fault = func(int) error {
			if deaths.Add(1) <= 3 {
				w.Fleet.Close() // and the chunk never comes back
			}
			return nil
		}
		running(t, w)
	}
	f := connect(t, s)
	late := testWorker(t, s)
	wait := run(func(ctx context.Context) error {
		for deaths.Load() < 3 {
			if err := rest(ctx, 10*time.Millisecond); err != nil {
				return err
			}
		}
		return late.Run(ctx)
	})
	if err := finished(t, f, j); err != nil {
		t.Error(err)
	}
	_ = wait()
	if deaths.Load() < 3 {
		t.Errorf("%d deaths", deaths.Load())
	}
	if output(t, j) != locally(t, p) {
		t.Error("other labels than locally")
	}
}

// TestCoordinatorAgain ends the coordinator in the middle; another one in the same
// folder goes on.
func TestCoordinatorAgain(t *testing.T) {
	slow(t)
	p := testParams(t, 400)
	s := testServer(t, "0", t.TempDir())
	dir := filepath.Join(t.TempDir(), "job")
	running(t, testWorker(t, s))
	f := connect(t, s)
	j := testJob(t, dir, p)
	c := Coordinator{Fleet: f, Job: j}
	wait := run(c.Run)
	for j.Progress().Done < 40 {
		time.Sleep(time.Millisecond)
	}
	if err := wait(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	done := j.Progress().Done
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = testJob(t, dir, p)
	if j.Progress().Done < done {
		t.Errorf("%d positions done of %d", j.Progress().Done, done)
	}
	if err := finished(t, f, j); err != nil {
		t.Fatal(err)
	}
	if output(t, j) != locally(t, p) {
		t.Error("other labels than locally")
	}
}

// TestTwoCoordinators refuses the second one of a job, whose folder is another.
func TestTwoCoordinators(t *testing.T) {
	p := testParams(t, 40)
	s := testServer(t, "0", t.TempDir())
	f := connect(t, s)
	first := Coordinator{Fleet: f, Job: testJob(t, filepath.Join(t.TempDir(), "one"), p)}
	wait := run(first.Run)
	defer wait()
	jobs, err := f.bucket(t.Context(), jobsBucket, 0)
	if err != nil {
		t.Fatal(err)
	}
	for {
		if records, err := all[JobRecord](t.Context(), jobs); err != nil {
			t.Fatal(err)
		} else if len(records) == 1 {
			break
		}
	}
	second := Coordinator{Fleet: connect(t, s), Job: testJob(t, filepath.Join(t.TempDir(), "two"), p)}
	if err := second.Run(t.Context()); !errors.Is(err, ErrCoordinated) {
		t.Error(err)
	}
}

// TestServerAgain ends the server in the middle and starts it with the same folder.
func TestServerAgain(t *testing.T) {
	slow(t)
	p := testParams(t, 400)
	store := t.TempDir()
	s := testServer(t, "0", store)
	port := s.URL()[strings.LastIndex(s.URL(), ":")+1:]
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	running(t, testWorker(t, s), testWorker(t, s))
	f := connect(t, s)
	ended := make(chan error, 1)
	go func() { ended <- finished(t, f, j) }()
	for range 2 {
		for done := j.Progress().Done; j.Progress().Done < min(done+60, 400); {
			time.Sleep(time.Millisecond)
		}
		s.Close()
		time.Sleep(50 * time.Millisecond)
		s = testServer(t, port, store)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if output(t, j) != locally(t, p) {
		t.Error("other labels than locally")
	}
}

// TestPoison has a chunk that always fails: it is given up, its positions are written
// down, the rest is done, and another run does it.
func TestPoison(t *testing.T) {
	p := testParams(t, 60)
	s := testServer(t, "0", t.TempDir())
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	w := testWorker(t, s)
	var poisoned atomic.Bool
	poisoned.Store(true)
	var tries atomic.Int64
	w.fault = func(i int) error {
		if i == 2 && poisoned.Load() {
			if tries.Add(1) == 2 {
				panic("no such board")
			}
			return errors.New("it is poisoned")
		}
		return nil
	}
	running(t, w)
	f := connect(t, s)
	err := finished(t, f, j)
	if !errors.Is(err, ErrFailed) || !strings.Contains(err.Error(), "1 of 8") {
		t.Fatal(err)
	}
	if tries.Load() != mostTries {
		t.Errorf("tried %d times, want %d", tries.Load(), mostTries)
	}
	data, err := os.ReadFile(filepath.Join(j.FailedDir(), "2.txt"))
	if err != nil || strings.Count(string(data), "\n") != 9 || !strings.Contains(string(data), `# chunk 2 was given up: "it is poisoned"`) {
		t.Errorf("%s, %v", data, err)
	}
	if n := j.Progress().Done; n != 52 {
		t.Errorf("%d positions are done, want 52", n)
	}
	poisoned.Store(false)
	if err := finished(t, f, j); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(j.FailedDir()); err == nil {
		t.Error("what failed is still written down")
	}
	if output(t, j) != locally(t, p) {
		t.Error("other labels than locally")
	}
}

// TestDeadlyPoison has a chunk that kills whoever takes it.
func TestDeadlyPoison(t *testing.T) {
	slow(t)
	p := testParams(t, 24)
	s := testServer(t, "0", t.TempDir())
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	var deaths atomic.Int64
	for range mostTries + 1 {
		w := testWorker(t, s)
		w.fault = func(i int) error {
			if i == 1 {
				deaths.Add(1)
				w.Fleet.Close()
				return errors.New("dead") // nobody hears of it
			}
			return nil
		}
		running(t, w)
	}
	if err := finished(t, connect(t, s), j); !errors.Is(err, ErrFailed) {
		t.Error(err)
	}
	if deaths.Load() != mostTries {
		t.Errorf("%d workers died of it, want %d", deaths.Load(), mostTries)
	}
	if data, err := os.ReadFile(filepath.Join(j.FailedDir(), "1.txt")); err != nil || !strings.Contains(string(data), "never came back") {
		t.Errorf("%s, %v", data, err)
	}
}

// TestBadResult sends the coordinator what is no chunk of its job.
func TestBadResult(t *testing.T) {
	p := testParams(t, 40)
	s := testServer(t, "0", t.TempDir())
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	f := connect(t, s)
	c := Coordinator{Fleet: f, Job: j}
	wait := run(c.Run)
	other := hand{Worker: testWorker(t, s), id: jobID(j.Digest())}
	for c := range 3 {
		header := map[string][]string{chunkHeader: {[]string{"1", "99", "x"}[c]}}
		if err := other.send(t.Context(), header, []byte("labels")); err != nil {
			t.Fatal(err)
		}
	}
	w := testWorker(t, s)
	running(t, w)
	for j.Progress().Done < 40 {
		time.Sleep(time.Millisecond)
	}
	_ = wait()
	if output(t, j) != locally(t, p) {
		t.Error("other labels than locally")
	}
}

// TestOtherVersion refuses the job of another program.
func TestOtherVersion(t *testing.T) {
	p := testParams(t, 20)
	s := testServer(t, "0", t.TempDir())
	f := connect(t, s)
	c := Coordinator{Fleet: f, Job: testJob(t, filepath.Join(t.TempDir(), "job"), p)}
	wait := run(c.Run)
	defer wait()
	w := testWorker(t, s)
	w.Version = "older"
	if err := w.Run(t.Context()); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "version test of the program, and this is older") {
		t.Error(err)
	}
	status, err := f.Status(t.Context())
	if err != nil || len(status.Workers) != 1 || status.Workers[0].State != StateRefused || status.Workers[0].Why == "" {
		t.Errorf("%+v, %v", status, err)
	}
}

// TestIdle ends a worker that has nothing to do: for want of a job, of chunks, or of a
// server.
func TestIdle(t *testing.T) {
	s := testServer(t, "0", t.TempDir())
	w := testWorker(t, s)
	w.Idle = 200 * time.Millisecond
	if err := w.Run(t.Context()); err != nil {
		t.Error(err)
	}
	p := testParams(t, 8)
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	c := Coordinator{Fleet: connect(t, s), Job: j}
	wait := run(c.Run)
	block := make(chan struct{})
	busy := testWorker(t, s)
	busy.fault = func(int) error {
		<-block
		return nil
	}
	running(t, busy)
	for taken := 0; taken == 0; {
		_, taken, _ = c.Fleet.queue(t.Context(), workStream(jobID(j.Digest())), workersConsumer)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Error(err)
	}
	done := make(chan error)
	go func() { done <- w.Run(t.Context()) }()
	s.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
	close(block)
	_ = wait()
}

// TestStatus looks at a job that nobody does, and then one that is under way.
func TestStatus(t *testing.T) {
	p := testParams(t, 100)
	s := testServer(t, "0", t.TempDir())
	j := testJob(t, filepath.Join(t.TempDir(), "job"), p)
	f := connect(t, s)
	c := Coordinator{Fleet: f, Job: j}
	wait := run(c.Run)
	block := make(chan struct{})
	w := testWorker(t, s)
	w.fault = func(i int) error {
		if i == 5 {
			<-block
		}
		return nil
	}
	running(t, w)
	for j.Progress().Done < 40 {
		time.Sleep(time.Millisecond)
	}
	status, err := f.Status(t.Context())
	if err != nil || len(status.Jobs) != 1 {
		t.Fatalf("%+v, %v", status, err)
	}
	got := status.Jobs[0]
	if got.Chunks != 13 || got.InHand != 1 || got.Done+got.Waiting != 12 || got.Positions != 100 || !got.At {
		t.Errorf("%+v", got)
	}
	close(block)
	for j.Progress().Done < 100 {
		time.Sleep(time.Millisecond)
	}
	_ = wait()
}
