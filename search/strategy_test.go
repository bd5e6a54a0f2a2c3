package search_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
	"ayosolve/tt"
)

// stepKey names a step.
type stepKey struct {
	board bitboard.Board
	claim int
}

// checkStrategy walks a strategy: every step must lead to the tables, to the end or
// to other steps, to lower ones where endless play would not do.
func checkStrategy(t *testing.T, r bitboard.Rules, p search.Prober, most int, s *search.Strategy) {
	t.Helper()
	steps := map[stepKey]search.Step{}
	for _, step := range s.Steps {
		steps[stepKey{step.Board, step.Claim}] = step
	}
	holds := func(from *search.Step, b bitboard.Board, claim int) {
		n, rank := b.LayerRank()
		if n <= most {
			if s.Layers>>n&1 == 0 || int(p.Values(n)[rank]) < claim {
				t.Errorf("%v is worth %d, claim %d, layers %b", b.Pits(), p.Values(n)[rank], claim, s.Layers)
			}
			return
		}
		step, ok := steps[stepKey{b, claim}]
		if !ok && claim > -n || from != nil && n == from.Board.Seeds() && claim > 0 && step.Height >= from.Height {
			t.Errorf("no step for %v, claim %d", b.Pits(), claim)
		}
	}
	atMost := func(from *search.Step, b bitboard.Board, value int) {
		n, rank := b.LayerRank()
		var moves [bitboard.MaxMoves]bitboard.Child
		count := r.Moves(b, &moves)
		switch {
		case n <= most:
			if s.Layers>>n&1 == 0 || int(p.Values(n)[rank]) > value {
				t.Errorf("%v is worth %d, more than %d, layers %b", b.Pits(), p.Values(n)[rank], value, s.Layers)
			}
		case n <= value:
		case count == 0:
			if r.EndNet(b) > value {
				t.Errorf("%v ends with %d, more than %d", b.Pits(), r.EndNet(b), value)
			}
		default:
			for _, m := range moves[:count] {
				holds(from, m.Board, int(m.Captured)-value)
			}
		}
	}
	holds(nil, s.Board, s.Value)
	atMost(nil, s.Board, s.Value)
	for i := range s.Steps {
		step := &s.Steps[i]
		m, ok := r.Play(step.Board, step.Pit)
		switch {
		case step.Pit < 0 && r.CountMoves(step.Board) == 0 && r.EndNet(step.Board) >= step.Claim:
		case !ok:
			t.Errorf("%+v: no legal move", step)
		default:
			atMost(step, m.Board, int(m.Captured)-step.Claim)
		}
	}
}

// TestStrategy finds strategies from what an analysis has left, and in Ayoayo from
// nothing and with a transposition table that forgets nearly all.
func TestStrategy(t *testing.T) {
	const most = 5
	for _, name := range []string{"ayoayo", "ayoayo-pratt", "oware", "oware-capture", "awari"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := boardtest.Preset(t, name)
			db := tables(t, r, 8)
			rng := rand.New(rand.NewPCG(2, 4))
			found := 0
			for range fewer(60) {
				n := most + 1 + rng.IntN(8-most)
				b := bitboard.Unrank(n, rng.Uint64N(bitboard.LayerSize(n)))
				v, err := db.Probe(b)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range []search.Prober{upTo{db, most}, valuesOnly{upTo{db, most}}} {
					hash := int64(testHash)
					if r.Relay() {
						hash = tt.MinBytes
					}
					solver, err := search.New(r, p, search.Options{Threads: 1, Hash: hash})
					if err != nil {
						t.Fatal(err)
					}
					if !r.Relay() && analyze(t, solver, b, search.Limits{Nodes: 50_000}).Status() != search.Exact {
						continue
					}
					s, err := solver.Strategy(t.Context(), b, v.Value)
					if err != nil {
						t.Fatalf("%v, %d: %v", b.Pits(), v.Value, err)
					}
					checkStrategy(t, r, p, most, s)
					found++
				}
			}
			t.Logf("%d strategies", found)
			if found < fewer(60)/2 {
				t.Errorf("%d strategies", found)
			}
		})
	}
}

// TestStrategyWrong asks for what can't be proven.
func TestStrategyWrong(t *testing.T) {
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, 8)
	for _, b := range randomBoards(9, 5) {
		solver := newSolver(t, r, db, 1)
		value := analyze(t, solver, b, search.Limits{}).Low
		for _, wrong := range []int{value - 1, value + 1, -10, 10} {
			if _, err := solver.Strategy(t.Context(), b, wrong); !errors.Is(err, search.ErrStrategy) {
				t.Errorf("%v is worth %d, and for %d: %v", b.Pits(), value, wrong, err)
			}
		}
	}
	r.Repetition = bitboard.RepetitionOwner
	if _, err := newSolver(t, r, db, 1).Strategy(t.Context(), bitboard.Start(), 6); !errors.Is(err, search.ErrOptions) {
		t.Errorf("under owner: %v", err)
	}
}

// TestStrategyCancelled stops at once.
func TestStrategyCancelled(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	solver := newSolver(t, r, tables(t, r, 8), 1)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := solver.Strategy(ctx, bitboard.Start(), 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if late := time.Since(began); late > 500*time.Millisecond {
		t.Errorf("stopped after %v", late)
	}
}
