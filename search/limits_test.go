package search_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
	"ayosolve/tt"
)

// hardBoards are boards that a search with tables to hardTables seeds takes
// thousands of nodes for, and whose truth larger tables know.
func hardBoards() []bitboard.Board { return randomBoards(ayoayoSeeds, 30) }

const hardTables = 5

// forget returns a Solver that knows nothing yet, with the least memory.
func forget(t *testing.T, r bitboard.Rules, p search.Prober, threads int) *search.Solver {
	t.Helper()
	s, err := search.New(r, p, search.Options{Threads: threads, Hash: tt.MinBytes})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkStopped fails if a result does not say that it is exact, when it is, or
// else why it is not.
func checkStopped(t *testing.T, res *search.Result, why search.Stop) {
	t.Helper()
	want := why
	if allExact(res) {
		want = search.StopExact
	}
	if res.Stopped != want {
		t.Errorf("%v: stopped by %v, want %v", res.Board.Pits(), res.Stopped, want)
	}
}

func TestNodeLimit(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	stopped := 0
	for _, threads := range []int{1, 2} {
		for _, limit := range []int64{1, 63, 64, 65, 500, 2_000} {
			for _, b := range hardBoards() {
				res := analyze(t, forget(t, r, upTo{db, hardTables}, threads), b, search.Limits{Nodes: limit})
				checkSound(t, r, res, tableOracle(db))
				checkStopped(t, res, search.StopNodes)
				if res.Stopped == search.StopNodes {
					stopped++
				}
				// Nodes are counted in portions of 64, by every thread in each of two passes.
				if most := limit + int64(threads)*2*64; int64(res.Nodes) > most {
					t.Errorf("%v: %d nodes by %d threads, want at most %d", b.Pits(), res.Nodes, threads, most)
				}
			}
		}
	}
	if stopped < 100 {
		t.Errorf("%d searches ran into their limits, want a hundred", stopped)
	}
}

func TestDepthLimit(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	p := upTo{db, hardTables}
	stopped := 0
	for _, depth := range []int{1, 2, 3, 5, 8} {
		s := forget(t, r, p, 1)
		for _, b := range hardBoards() {
			res := analyze(t, s, b, search.Limits{Depth: depth})
			checkSound(t, r, res, tableOracle(db))
			checkStopped(t, res, search.StopDepth)
			if res.Stopped == search.StopDepth {
				stopped++
			}
			if res.Depth > depth {
				t.Errorf("%v: a line of %d plies, want at most %d", b.Pits(), res.Depth, depth)
			}
		}
	}
	if stopped == 0 {
		t.Error("no search ran into its limit")
	}
}

// TestAfterDepthLimit: what a limited search could not prove is no obstacle to a
// later one by the same Solver.
func TestAfterDepthLimit(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	s := newSolver(t, r, upTo{db, hardTables}, 1)
	for _, b := range hardBoards() {
		for _, depth := range []int{2, 6} {
			analyze(t, s, b, search.Limits{Depth: depth})
		}
		res := analyze(t, s, b, search.Limits{})
		checkSound(t, r, res, tableOracle(db))
		if !allExact(res) {
			t.Errorf("%v: %d … %d (%v)", b.Pits(), res.Low, res.High, res.Stopped)
		}
	}
}

// startOracle knows the moves of the start of Ayoayo (see TestStart) and that no
// repetition bears on them.
func startOracle(t *testing.T, r bitboard.Rules) oracle {
	t.Helper()
	known := map[bitboard.Board]truth{bitboard.Start(): {6, 6, 6}}
	for pit, net := range []int{-4, -2, 6, -6, -16, -6} {
		m, ok := r.Play(bitboard.Start(), pit)
		if !ok {
			t.Fatalf("pit %d can't be played", pit)
		}
		v := int(m.Captured) - net
		known[m.Board] = truth{v, v, v}
	}
	return func(b bitboard.Board) truth { return known[b] }
}

func TestTimeLimit(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	for _, limit := range []time.Duration{1, time.Microsecond, time.Millisecond, 20 * time.Millisecond} {
		res := analyze(t, forget(t, r, db, 2), bitboard.Start(), search.Limits{Time: limit})
		checkSound(t, r, res, startOracle(t, r))
		checkStopped(t, res, search.StopTime)
	}
}

// TestCancel cancels 200 searches, or a thousand in long runs, by 1 to 3 threads after
// up to 5 ms.
func TestCancel(t *testing.T) {
	boardtest.Slow(t)
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	rng := rand.New(rand.NewPCG(1, 0xca9))
	count := 200
	if boardtest.Long() {
		count = 1_000
	}
	for i := range count {
		s := forget(t, r, db, 1+i%3)
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(time.Duration(rng.IntN(5000))*time.Microsecond, cancel)
		res, err := s.Analyze(ctx, bitboard.Start(), search.Limits{}, nil)
		timer.Stop()
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, r, res, startOracle(t, r))
		checkStopped(t, res, search.StopInterrupt)
	}
}

// TestCancelledSolverGoesOn: one Solver is cancelled again and again, and what it
// has learned by then is right.
func TestCancelledSolverGoesOn(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	s := newSolver(t, r, upTo{db, hardTables}, 2)
	for i, b := range hardBoards() {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*50*time.Microsecond)
		res, err := s.Analyze(ctx, b, search.Limits{}, nil)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, r, res, tableOracle(db))
		checkStopped(t, res, search.StopInterrupt)
		again := analyze(t, s, b, search.Limits{})
		checkSound(t, r, again, tableOracle(db))
		if !allExact(again) {
			t.Errorf("%v: %d … %d (%v)", b.Pits(), again.Low, again.High, again.Stopped)
		}
	}
}

// TestCancelledBefore: a context that is done allows no search.
func TestCancelledBefore(t *testing.T) {
	r := boardtest.Preset(t, "ayoayo")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := newSolver(t, r, nil, 2).Analyze(ctx, bitboard.Start(), search.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, r, res, startOracle(t, r))
	if res.Stopped != search.StopInterrupt || res.Nodes != 0 {
		t.Errorf("stopped by %v after %d nodes, want interrupt after none", res.Stopped, res.Nodes)
	}
}

// TestReports: intermediate results are sound and come one at a time, and what is
// proven is never taken back.
func TestReports(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	for _, b := range hardBoards() {
		low, high := -ayoayoSeeds, ayoayoSeeds
		busy := make(chan bool, 1)
		report := func(res *search.Result) {
			select {
			case busy <- true:
			default:
				t.Error("two reports at once")
			}
			checkSound(t, r, res, tableOracle(db))
			if res.Low < low || res.High > high {
				t.Errorf("%v: %d … %d after %d … %d", b.Pits(), res.Low, res.High, low, high)
			}
			low, high = res.Low, res.High
			<-busy
		}
		last, err := newSolver(t, r, upTo{db, hardTables}, 3).Analyze(t.Context(), b, search.Limits{}, report)
		if err != nil {
			t.Fatal(err)
		}
		if last.Low < low || last.High > high {
			t.Errorf("%v: result %d … %d after %d … %d", b.Pits(), last.Low, last.High, low, high)
		}
	}
}

// TestProofsOnly makes no estimates, with and without a node limit, and what it proves
// is sound.
func TestProofsOnly(t *testing.T) {
	for _, rules := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, rules)
		const seeds = 9
		db := tables(t, r, seeds)
		for _, nodes := range []int64{0, 100, 5_000} {
			for _, b := range randomBoards(seeds, 10) {
				s := forget(t, r, upTo{db, seeds - 2}, 1)
				res := analyze(t, s, b, search.Limits{Nodes: nodes, ProofsOnly: true})
				checkSound(t, r, res, tableOracle(db))
				if res.Status() == search.Estimate {
					t.Errorf("%s %v: an estimate", rules, b.Pits())
				}
				for _, m := range res.Moves {
					if m.Estimated {
						t.Errorf("%s %v: an estimate of %d", rules, b.Pits(), m.Pit)
					}
				}
			}
		}
	}
}

// TestForget searches a board again after others: it must take the nodes it took at
// first.
func TestForget(t *testing.T) {
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	s := forget(t, r, upTo{db, hardTables}, 1)
	boards := hardBoards()[:4]
	var first []uint64
	for range 3 {
		for i, b := range boards {
			s.Forget()
			res := analyze(t, s, b, search.Limits{Nodes: 20_000, ProofsOnly: true})
			if len(first) < len(boards) {
				first = append(first, res.Nodes)
			}
			if res.Nodes != first[i] {
				t.Errorf("%v: %d nodes, at first %d", b.Pits(), res.Nodes, first[i])
			}
		}
	}
}
