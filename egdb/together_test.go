package egdb_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestTwoBuilders: the second is told at once, whether the first is in this process
// or another.
func TestTwoBuilders(t *testing.T) {
	r := boardtest.Preset(t, "ayoayo")
	refused := func(dir string) {
		t.Helper()
		began := time.Now()
		err := egdb.BuildStored(context.Background(), dir, r, valuesTo(14))
		if !errors.Is(err, egdb.ErrLocked) {
			t.Errorf("BuildStored = %v, want ErrLocked", err)
		}
		if _, err := egdb.ImportRaw(context.Background(), dir, r, nil, 1); !errors.Is(err, egdb.ErrLocked) {
			t.Errorf("ImportRaw = %v, want ErrLocked", err)
		}
		if d := time.Since(began); d > 3*time.Second {
			t.Errorf("that took %v", d)
		}
	}
	t.Run("here", func(t *testing.T) {
		dir := copied(t, r, valuesTo(3))
		lock := flock.New(filepath.Join(dir, r.Name(), "LOCK"))
		if locked, err := lock.TryLock(); !locked || err != nil {
			t.Fatal(locked, err)
		}
		refused(dir)
		mustVerify(t, dir, r, egdb.VerifyOptions{}) // reading needs no lock
		if err := lock.Close(); err != nil {
			t.Fatal(err)
		}
		mustBuild(t, dir, r, valuesTo(4))
	})
	t.Run("in another process", func(t *testing.T) {
		boardtest.Slow(t)
		dir := copied(t, r, valuesTo(3))
		cmd := childProcess(t, childTask{Do: "build", Dir: dir, Rules: r.Name(), Options: childOptions{Seeds: 20}})
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = cmd.Wait() }()
		defer func() { _ = cmd.Process.Kill() }()
		for began := time.Now(); ; time.Sleep(time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, r.Name(), "layer-04")); err == nil {
				break
			}
			if time.Since(began) > time.Minute {
				t.Fatal("the other process does not build")
			}
		}
		refused(dir)
	})
}

// readUntil opens, probes, loads and verifies tables again and again, until they
// reach a number of seeds with bounds. Layers that are finished must never fail.
func readUntil(dir string, r bitboard.Rules, seeds int) error {
	want, err := sharedTables(r)
	if err != nil {
		return err
	}
	deadline := time.Now().Add(2 * time.Minute)
	for least := -1; ; {
		if time.Now().After(deadline) {
			return errors.New("the build does not end")
		}
		db, err := egdb.Open(dir, r)
		if err != nil {
			return err
		}
		last := db.MaxSeeds()
		if last < least {
			return fmt.Errorf("%d layers, and there were %d", last+1, least+1)
		}
		least = last
		done, err := readAll(db, want, seeds)
		db.Close()
		if err != nil || done {
			return err
		}
	}
}

// readAll reads all there is, from disk and from memory. done says that the tables
// reach a number of seeds with bounds.
func readAll(db, want *egdb.DB, seeds int) (done bool, err error) {
	last := db.MaxSeeds()
	probe := func() error {
		for n := range last + 1 {
			for _, b := range randomBoards(n, 50) {
				v, err := db.Probe(b)
				if err != nil || v.Value != int(want.Values(n)[b.Rank()]) {
					return fmt.Errorf("Probe(%v) = %+v, %v", b.Pits(), v, err)
				}
			}
		}
		return nil
	}
	if err := probe(); err != nil {
		return false, err
	}
	if err := db.Verify(context.Background(), egdb.VerifyOptions{Workers: 1}); err != nil {
		return false, fmt.Errorf("Verify: %w", err)
	}
	if n, err := db.Load(context.Background(), last, 1<<30, 1); n != last || err != nil {
		return false, fmt.Errorf("Load = %d, %w", n, err)
	}
	if last == seeds {
		r, err := db.Record(last)
		if err != nil {
			return false, err
		}
		done = r.Bounds != nil
	}
	return done, probe()
}

// TestReadersDuringBuild: this process and another read while a build runs, first of
// values, then of bounds, which replaces every layer.
func TestReadersDuringBuild(t *testing.T) {
	t.Parallel()
	boardtest.Slow(t)
	for _, name := range []string{"ayoayo", "oware"} {
		r, dir := boardtest.Preset(t, name), t.TempDir()
		shared(t, r)
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				if err := readUntil(dir, r, 9); err != nil {
					t.Error(err)
				}
			})
		}
		cmd := childProcess(t, childTask{Do: "read", Dir: dir, Rules: r.Name(), Options: childOptions{Seeds: 9}})
		group.Go(func() {
			if out, _ := runFor(t, cmd, 3*time.Minute); !cmd.ProcessState.Success() {
				t.Errorf("another process: %s", out)
			}
		})
		mustBuild(t, dir, r, valuesTo(9))
		mustBuild(t, dir, r, tablesTo(9))
		group.Wait()
		sameTables(t, r, dir, template(t, r, tablesTo(9)))
	}
}

// TestStoredProbeTogether has 64 goroutines read one DB: the first layers from
// memory, the others from disk through a cache too small for all. The race detector
// watches.
func TestStoredProbeTogether(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	want := shared(t, r)
	db := opened(t, template(t, r, tablesTo(9)), r)
	if n, err := db.Load(context.Background(), 5, 1<<30, 2); n != 5 || err != nil {
		t.Fatal(n, err)
	}
	var group sync.WaitGroup
	for g := range 64 {
		group.Go(func() {
			n := g % 10
			low, high := want.Bounds(n)
			for _, b := range randomBoards(n, 300) {
				rank := b.Rank()
				w := egdb.Value{Value: int(want.Values(n)[rank]), Low: int(low[rank]), High: int(high[rank]), HasBounds: true}
				if got, err := db.Probe(b); err != nil || got != w {
					t.Errorf("Probe(%v) = %+v, %v, want %+v", b.Pits(), got, err, w)
				}
			}
			if _, err := db.Record(n); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}
