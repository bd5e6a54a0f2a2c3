package egdb_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestKilled kills builds in processes of their own at random moments, goes on
// until all is done, and compares with a build that nothing stopped.
func TestKilled(t *testing.T) {
	boardtest.Slow(t)
	type plan struct {
		rules string
		first egdb.BuildOptions // built before, in peace
		o     egdb.BuildOptions
		kills int
		after time.Duration // at most until each kill
	}
	plans := map[string]plan{
		"values":              {rules: "ayoayo", first: valuesTo(8), o: valuesTo(13), kills: 6, after: 450 * time.Millisecond},
		"bounds":              {rules: "oware", first: valuesTo(7), o: tablesTo(9), kills: 6, after: 250 * time.Millisecond},
		"bounds from nothing": {rules: "ayoayo", first: valuesTo(0), o: tablesTo(8), kills: 4, after: 200 * time.Millisecond},
	}
	if boardtest.Long() {
		plans["values"] = plan{rules: "ayoayo", first: valuesTo(0), o: valuesTo(16), kills: 30, after: 2 * time.Second}
		plans["bounds"] = plan{rules: "oware", first: valuesTo(9), o: tablesTo(13), kills: 30, after: time.Second}
	}
	for name, p := range plans {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := boardtest.Preset(t, p.rules)
			dir := copied(t, r, p.first)
			rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
			kills, builds := 0, 0
			for done := false; !done; {
				cmd := childProcess(t, childTask{
					Do: "build", Dir: dir, Rules: p.rules, Options: childOptions{
						Seeds: p.o.Seeds, Bounds: p.o.Bounds, Checkpoint: time.Millisecond * time.Duration(1+rng.IntN(50)),
					},
				})
				after := 10*time.Millisecond + time.Duration(rng.Int64N(int64(p.after)))
				if kills >= p.kills {
					after = time.Hour
				}
				out, killed := runFor(t, cmd, after)
				if killed {
					kills++
					mustVerify(t, dir, r, egdb.VerifyOptions{}) // what was finished stays good
					continue
				}
				if !cmd.ProcessState.Success() {
					t.Fatalf("after %d kills: %s", kills, out)
				}
				builds++
				sameTables(t, r, dir, template(t, r, p.o))
				mustVerify(t, dir, r, egdb.VerifyOptions{Full: true})
				if done = kills >= p.kills; !done { // too soon: another
					dir = copied(t, r, p.first)
				}
			}
			t.Logf("%d kills in %d builds", kills, builds)
		})
	}
}

// runFor runs a process and kills it if it takes longer. It returns what it wrote.
func runFor(t *testing.T, cmd *exec.Cmd, d time.Duration) (out string, killed bool) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	f, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd.Stdout, cmd.Stderr = f, f
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(d, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return string(text), ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// tripwire is a context that asks, each time somebody begins to wait for it, whether
// it is to end. Builders do so at the start of each step.
type tripwire struct {
	context.Context
	cancel context.CancelFunc
	trip   func() bool
}

func newTripwire(trip func() bool) *tripwire {
	ctx, cancel := context.WithCancel(context.Background())
	return &tripwire{ctx, cancel, trip}
}

func (c *tripwire) Done() <-chan struct{} {
	if c.trip() {
		c.cancel()
	}
	return c.Context.Done()
}

// TestCancelledEverywhere cancels a build at every step it makes, a little further
// each time, and goes on from there.
func TestCancelledEverywhere(t *testing.T) {
	boardtest.Slow(t)
	noLeaks(t)
	for _, name := range []string{"ayoayo", "oware"} {
		for _, o := range []egdb.BuildOptions{valuesTo(7), tablesTo(7)} {
			if !o.Bounds && !boardtest.Long() {
				continue
			}
			r, dir := boardtest.Preset(t, name), t.TempDir()
			o.Checkpoint = 1
			stops := 0
			for {
				left := 4 + 4*stops
				ctx := newTripwire(func() bool { left--; return left < 0 })
				err := egdb.BuildStored(ctx, dir, r, o)
				ctx.cancel()
				if err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				if stops++; stops > 5000 {
					t.Fatal("no end in sight")
				}
			}
			t.Logf("%s, bounds %t: stopped %d times", name, o.Bounds, stops)
			o.Checkpoint = 0
			sameTables(t, r, dir, template(t, r, o))
		}
	}
}

// TestCancelledWhenever cancels by the clock.
func TestCancelledWhenever(t *testing.T) {
	boardtest.Slow(t)
	noLeaks(t)
	r, dir := boardtest.Preset(t, "oware"), t.TempDir()
	o := tablesTo(8)
	o.Checkpoint = time.Millisecond
	for wait := 5 * time.Millisecond; ; wait += wait / 2 {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		err := egdb.BuildStored(ctx, dir, r, o)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		mustVerify(t, dir, r, egdb.VerifyOptions{})
	}
	o.Checkpoint = 0
	sameTables(t, r, dir, template(t, r, o))
}
