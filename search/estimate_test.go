package search_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
)

// checkEstimates fails if an estimate is outside its proven bounds, is there beside
// an exact value, or has a line that cannot be played; or if the best move is not
// the one of the highest value. It returns the number of estimated moves.
func checkEstimates(t *testing.T, r bitboard.Rules, res *search.Result) (estimates int) {
	t.Helper()
	best := math.Inf(-1)
	all := true
	for _, m := range res.Moves {
		switch m.Status() {
		case search.Estimate:
			estimates++
			if m.Estimate < float64(m.Low) || m.Estimate > float64(m.High) || m.Low == m.High {
				t.Errorf("%v: pit %d: estimate %v of %d … %d", res.Board.Pits(), m.Pit, m.Estimate, m.Low, m.High)
			}
			if m.Line[0] != int(m.Pit) {
				t.Errorf("%v: pit %d has the line %v", res.Board.Pits(), m.Pit, m.Line)
			}
			replay(t, r, res.Board, m.Line, nil)
			best = max(best, m.Estimate)
		case search.Exact:
			if m.Estimated {
				t.Errorf("%v: pit %d is exact and has an estimate", res.Board.Pits(), m.Pit)
			}
			best = max(best, float64(m.Low))
		default:
			all = false
		}
	}
	if !all || len(res.Moves) == 0 {
		return estimates
	}
	chosen := res.Moves[res.Best]
	got := chosen.Estimate
	if chosen.Status() == search.Exact {
		got = float64(chosen.Low)
	}
	if got != best || res.Status() == search.Bounds || res.Status() == search.Estimate && res.Estimate != best {
		t.Errorf("%v: best is pit %d at %v, board %v at %v, and the highest is %v",
			res.Board.Pits(), chosen.Pit, got, res.Status(), res.Estimate, best)
	}
	return estimates
}

// TestEstimateStart: every move of the start of oware gets an estimate and a line,
// and one thread does the same every time.
func TestEstimateStart(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	var first *search.Result
	for range 2 {
		res := analyze(t, newSolver(t, r, nil, 1), bitboard.Start(), search.Limits{Nodes: 200_000})
		if n := checkEstimates(t, r, res); n != 6 || res.Stopped != search.StopNodes || res.Depth < 8 {
			t.Errorf("%d estimates, depth %d (%v), want 6 of depth 8 and more (nodes)", n, res.Depth, res.Stopped)
		}
		if line := res.Moves[res.Best].Line; len(line) < res.Depth-2 {
			t.Errorf("depth %d, and the line %v", res.Depth, line)
		}
		if first == nil {
			first = res
			continue
		}
		if first.Nodes != res.Nodes || first.Depth != res.Depth || first.Value != res.Value || first.Best != res.Best {
			t.Errorf("%d nodes, depth %d, %+v, and then %d, %d, %+v", first.Nodes, first.Depth, first.Value, res.Nodes, res.Depth, res.Value)
		}
		for i, m := range res.Moves {
			if w := first.Moves[i]; m.Value != w.Value || !slices.Equal(m.Line, w.Line) {
				t.Errorf("pit %d: %+v %v, and then %+v %v", m.Pit, w.Value, w.Line, m.Value, m.Line)
			}
		}
	}
}

// TestEstimateDepth: a limit of depth ends estimates there.
func TestEstimateDepth(t *testing.T) {
	boardtest.Slow(t)
	for _, name := range []string{"oware", "awari"} {
		r := boardtest.Preset(t, name)
		for depth := 1; depth <= 6; depth++ {
			res := analyze(t, newSolver(t, r, nil, 2), bitboard.Start(), search.Limits{Depth: depth})
			if n := checkEstimates(t, r, res); n != 6 || res.Stopped != search.StopDepth || res.Depth != depth {
				t.Errorf("%d estimates, depth %d (%v), want 6 of depth %d (depth)", n, res.Depth, res.Stopped, depth)
			}
		}
	}
}

// TestEstimateTime: when the time is up there is an estimate, also where no search
// for one had been due.
func TestEstimateTime(t *testing.T) {
	for _, name := range []string{"oware", "awari", "ayoayo"} {
		r := boardtest.Preset(t, name)
		for _, threads := range []int{1, 2} {
			res := analyze(t, newSolver(t, r, nil, threads), bitboard.Start(), search.Limits{Time: 50 * time.Millisecond})
			if n := checkEstimates(t, r, res); n != 6 || res.Stopped != search.StopTime {
				t.Errorf("%s: %d estimates (%v), want 6 (time)", name, n, res.Stopped)
			}
		}
	}
}

// TestEstimateCancel: alpha-beta stops within 50 ms, by any number of threads, and
// leaves nothing running.
func TestEstimateCancel(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	r := boardtest.Preset(t, "oware")
	var late []time.Duration
	for i := range 40 {
		s := newSolver(t, r, nil, 1+i%3)
		ctx, cancel := context.WithCancel(t.Context())
		var cancelled time.Time
		timer := time.AfterFunc(time.Duration(i%20)*time.Millisecond, func() { cancelled = time.Now(); cancel() })
		res, err := s.Analyze(ctx, bitboard.Start(), search.Limits{}, func(r *search.Result) { checkEstimates(t, boardtest.Preset(t, "oware"), r) })
		timer.Stop()
		if err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		late = append(late, time.Since(cancelled))
		checkEstimates(t, r, res)
		if res.Stopped != search.StopInterrupt {
			t.Errorf("stopped by %v, want interrupt", res.Stopped)
		}
	}
	slices.Sort(late)
	t.Logf("stopped after %v, at most %v", late[len(late)/2], late[len(late)-1])
	if middle := late[len(late)/2]; middle > 50*time.Millisecond {
		t.Errorf("stopped after %v, want 50 ms at most", middle)
	}
}

// TestEstimateError: on boards that larger tables know, estimates lie in bounds that
// hold the value, and are not far from it on average.
func TestEstimateError(t *testing.T) {
	boardtest.Slow(t)
	for _, name := range []string{"oware", "awari"} {
		r := boardtest.Preset(t, name)
		db := tables(t, r, 10)
		ask := tableOracle(db)
		s := newSolver(t, r, upTo{db, 4}, 1)
		sum, zero, n := 0.0, 0.0, 0
		for _, b := range randomBoards(10, 300) {
			res := analyze(t, s, b, search.Limits{Nodes: 1_500})
			checkSound(t, r, res, ask)
			checkEstimates(t, r, res)
			if res.Status() == search.Estimate {
				sum += math.Abs(res.Estimate - float64(ask(b).value))
				zero += math.Abs(float64(ask(b).value))
				n++
			}
		}
		if n == 0 {
			t.Fatal("no estimates")
		}
		t.Logf("%s: %d estimates, mean error %.2f seeds; of none at all it would be %.2f", name, n, sum/float64(n), zero/float64(n))
		if sum > zero {
			t.Errorf("%s: a guess of 0 is better", name)
		}
	}
}

// TestEstimateOwner: tables with bounds serve estimates under RepetitionOwner.
func TestEstimateOwner(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	r.Repetition = bitboard.RepetitionOwner
	db := tables(t, boardtest.Preset(t, "oware"), 6)
	s := newSolver(t, r, db, 2)
	for _, b := range randomBoards(24, 5) {
		res := analyze(t, s, b, search.Limits{Nodes: 100_000})
		if n := checkEstimates(t, r, res); n == 0 && res.Stopped != search.StopExact {
			t.Errorf("%v: no estimates (%v)", b.Pits(), res.Stopped)
		}
	}
}
