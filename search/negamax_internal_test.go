package search

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"ayosolve/bitboard"
)

// negamax is the slow twin of seek and quiesce: it looks at every move, without
// windows, order or a table, and keeps the whole line.
type negamax struct {
	rules bitboard.Rules
	quiet int
	line  []bitboard.Board // of plies before; nil where a capture was made
}

func (n *negamax) seek(b bitboard.Board, depth int) int {
	if depth == 0 {
		return n.quiesce(b, n.quiet)
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	count := n.rules.Moves(b, &moves)
	if count == 0 {
		return n.rules.EndNet(b) * unit
	}
	before := n.line
	defer func() { n.line = before }()
	best := math.MinInt
	for _, m := range moves[:count] {
		n.line = append(before[:len(before):len(before)], b)
		if m.Captured > 0 {
			n.line = nil
		}
		best = max(best, int(m.Captured)*unit-n.after(m.Board, depth-1))
	}
	return best
}

// after is seek of a board that may have been on the line.
func (n *negamax) after(b bitboard.Board, depth int) int {
	for i := len(n.line) - 2; i >= 0; i -= 2 {
		if n.line[i] != b {
			continue
		}
		if n.rules.Repetition == bitboard.RepetitionOwner {
			return (b.OwnSeeds() - b.OppSeeds()) * unit
		}
		return 0
	}
	return n.seek(b, depth)
}

func (n *negamax) quiesce(b bitboard.Board, plies int) int {
	var moves [bitboard.MaxMoves]bitboard.Child
	count := n.rules.Moves(b, &moves)
	if count == 0 {
		return n.rules.EndNet(b) * unit
	}
	best := evaluations[n.rules.Game].of(b, b.Seeds())
	for _, m := range moves[:count] {
		if plies > 0 && m.Captured > 0 {
			best = max(best, int(m.Captured)*unit-n.quiesce(m.Board, plies-1))
		}
	}
	return best
}

// newTestEstimator returns an estimator without limits.
func newTestEstimator(tb testing.TB, preset string, p Prober, hash int64) *estimator {
	tb.Helper()
	r, err := bitboard.Preset(preset)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := New(r, p, Options{Threads: 1, Hash: hash})
	if err != nil {
		tb.Fatal(err)
	}
	own := &budget{}
	own.nodes.Store(math.MaxInt64)
	e := s.newEstimator(own)
	e.quit = &atomic.Bool{}
	return e
}

// plainEstimator returns an estimator that does what negamax does.
func plainEstimator(tb testing.TB, preset string) *estimator {
	tb.Helper()
	e := newTestEstimator(tb, preset, nil, 1<<20)
	e.plain, e.reduces = true, false
	return e
}

const everything = bitboard.MaxSeeds * unit

// TestSeekIsNegamax: windows, order and the table's moves do not change a score.
func TestSeekIsNegamax(t *testing.T) {
	for _, name := range []string{"ayoayo", "ayoayo-left", "oware", "oware-capture", "awari"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := plainEstimator(t, name)
			rng := rand.New(rand.NewPCG(3, 0xab))
			for range 150 {
				seeds := 1 + rng.IntN(bitboard.MaxSeeds)
				b := bitboard.Unrank(seeds, rng.Uint64N(bitboard.LayerSize(seeds)))
				for depth := range 5 {
					n := negamax{rules: e.rules, quiet: e.quiet}
					want := n.seek(b, depth)
					if got := e.seek(b, seeds, depth, 1, 1, -everything-1, everything+1); got != want {
						t.Fatalf("%v, depth %d: %d, want %d", b.Pits(), depth, got, want)
					}
					beta := want + rng.IntN(3*unit) - unit
					if got := e.seek(b, seeds, depth, 1, 1, beta-1, beta); (got >= beta) != (want >= beta) {
						t.Fatalf("%v, depth %d: %d against %d, want %d", b.Pits(), depth, got, beta, want)
					}
				}
			}
		})
	}
}

// TestSeekRepeats does it on boards that come back, under both repetition rules.
func TestSeekRepeats(t *testing.T) {
	for _, repetition := range []bitboard.Repetition{bitboard.RepetitionSplit, bitboard.RepetitionOwner} {
		e := plainEstimator(t, "oware")
		e.rules.Repetition = repetition
		differs := false
		for seeds := 2; seeds <= 3; seeds++ {
			for rank := uint64(0); rank < bitboard.LayerSize(seeds); rank += 3 {
				b := bitboard.Unrank(seeds, rank)
				for _, depth := range []int{12, 15} {
					n := negamax{rules: e.rules, quiet: e.quiet}
					want := n.seek(b, depth)
					e.horizon = false
					if got := e.seek(b, seeds, depth, 1, 1, -everything-1, everything+1); got != want {
						t.Fatalf("%v, %v, depth %d: %d, want %d", repetition, b.Pits(), depth, got, want)
					}
					differs = differs || want != 0 && !e.horizon
				}
			}
		}
		if !differs {
			t.Error("no line came to an end")
		}
	}
}

// TestSeekAllocates: the recursion takes no memory from the heap.
func TestSeekAllocates(t *testing.T) {
	for _, name := range []string{"ayoayo", "oware"} {
		e := newTestEstimator(t, name, nil, 1<<20)
		depth := 4
		if n := testing.AllocsPerRun(5, func() {
			e.seek(bitboard.Start(), bitboard.MaxSeeds, depth, 1, 1, -everything, everything)
			depth++
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestEvaluationIsTheSum: the evaluation is the sum of the weights that features
// names.
func TestEvaluationIsTheSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0xab))
	for range 2_000 {
		seeds := 20 + rng.IntN(bitboard.MaxSeeds-19)
		b := bitboard.Unrank(seeds, rng.Uint64N(bitboard.LayerSize(seeds)))
		w := &lapWeights[stageOf(seeds)]
		flat := []int32{w.tempo}
		flat = append(append(flat, w.threats[0][:]...), w.threats[1][:]...)
		for _, row := range w.pits {
			flat = append(flat, row[:]...)
		}
		want := 0
		for _, i := range features(b) {
			want += int(flat[i])
		}
		want = min(max(want, -seeds*unit), seeds*unit)
		if got := evaluations[bitboard.Oware].of(b, seeds); got != want {
			t.Errorf("%v: %d, want %d", b.Pits(), got, want)
		}
	}
}
