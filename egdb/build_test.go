package egdb_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestWorkers: the same bytes come of any number of workers. Layer 10 is the
// first of three blocks.
func TestWorkers(t *testing.T) {
	boardtest.Slow(t)
	const seeds = 10
	for _, name := range []string{"ayoayo", "oware"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := boardtest.Preset(t, name)
			var want view
			for _, workers := range []int{1, 2, 3} {
				db := built(t, r, egdb.BuildOptions{Seeds: seeds, Bounds: true, Workers: workers})
				got := viewOf(db)
				if workers == 1 {
					want = got
				}
				for n := range seeds + 1 {
					sameLayer(t, "value", n, got.values[n], want.values[n])
					sameLayer(t, "low", n, got.low[n], want.low[n])
					sameLayer(t, "high", n, got.high[n], want.high[n])
				}
			}
		})
	}
}

// TestWithoutBounds: values do not depend on whether bounds are built too.
func TestWithoutBounds(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	db, with := built(t, r, valuesTo(7)), shared(t, r)
	for n := range 8 {
		sameLayer(t, "value", n, db.Values(n), with.Values(n))
		if low, high := db.Bounds(n); low != nil || high != nil {
			t.Errorf("layer %d has bounds that were not asked for", n)
		}
	}
}

// TestBuildRules: tables are those of RepetitionSplit, whatever rule is asked for.
func TestBuildRules(t *testing.T) {
	want := boardtest.Preset(t, "oware")
	r := want
	r.Repetition = bitboard.RepetitionOwner
	db := built(t, r, valuesTo(4))
	if got := db.Rules(); got != want {
		t.Errorf("Rules() = %+v, want %+v", got, want)
	}
	for n := range 5 {
		sameLayer(t, "value", n, db.Values(n), shared(t, want).Values(n))
	}
}

func TestProgress(t *testing.T) {
	var got []int
	o := valuesTo(5)
	o.Progress = func(p egdb.Progress) {
		if len(got) == 0 || got[len(got)-1] != p.Layer {
			got = append(got, p.Layer)
		}
	}
	built(t, boardtest.Preset(t, "ayoayo"), o)
	if want := []int{0, 1, 2, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("Progress was told %v, want %v", got, want)
	}
}

func TestBuildOptionErrors(t *testing.T) {
	ayoayo := boardtest.Preset(t, "ayoayo")
	for _, tc := range []struct {
		name    string
		rules   bitboard.Rules
		options egdb.BuildOptions
		want    error
	}{
		{"negative seeds", ayoayo, egdb.BuildOptions{Seeds: -1, Workers: 1}, egdb.ErrOptions},
		{"too many seeds", ayoayo, egdb.BuildOptions{Seeds: bitboard.MaxSeeds + 1, Workers: 1}, egdb.ErrOptions},
		{"no workers", ayoayo, egdb.BuildOptions{Seeds: 3}, egdb.ErrOptions},
		{"negative workers", ayoayo, egdb.BuildOptions{Seeds: 3, Workers: -1}, egdb.ErrOptions},
		{"option of another game", bitboard.Rules{GrandSlam: bitboard.SlamIllegal}, egdb.BuildOptions{Seeds: 3, Workers: 1}, bitboard.ErrRules},
		{"unknown game", bitboard.Rules{Game: 99}, egdb.BuildOptions{Seeds: 3, Workers: 1}, bitboard.ErrRules},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if db, err := egdb.Build(context.Background(), tc.rules, tc.options); !errors.Is(err, tc.want) || db != nil {
				t.Errorf("Build = %v, %v, want nil, %v", db, err, tc.want)
			}
		})
	}
}

// TestBuildCancelled cancels before the build, and at the start of each layer.
func TestBuildCancelled(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	r := boardtest.Preset(t, "ayoayo")
	for at := -1; at < 9; at++ {
		ctx, cancel := context.WithCancel(context.Background())
		last := -1
		o := tablesTo(24) // minutes, if nothing stopped it
		o.Progress = func(p egdb.Progress) {
			last = p.Layer
			if p.Layer == at {
				cancel()
			}
		}
		if at < 0 {
			cancel()
		}
		db, err := egdb.Build(ctx, r, o)
		cancel()
		if !errors.Is(err, context.Canceled) || db != nil {
			t.Errorf("cancelled in layer %d: Build = %v, %v, want nil, context.Canceled", at, db, err)
		}
		if last != max(at, 0) {
			t.Errorf("cancelled in layer %d: layer %d was begun", at, last)
		}
	}
}

// TestBuildDeadline: a deadline in the middle of a layer ends the build too.
func TestBuildDeadline(t *testing.T) {
	boardtest.Slow(t)
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	db, err := egdb.Build(ctx, boardtest.Preset(t, "ayoayo"), tablesTo(24))
	if !errors.Is(err, context.DeadlineExceeded) || db != nil {
		t.Errorf("Build = %v, %v, want nil, context.DeadlineExceeded", db, err)
	}
}
