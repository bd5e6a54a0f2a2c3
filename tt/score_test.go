package tt_test

import (
	"math/rand/v2"
	"testing"

	"ayosolve/tt"
)

// TestScoreRoundTrip: a score reads back as it was stored, at the ends of every range
// too, and beside an interval and numbers of the same key.
func TestScoreRoundTrip(t *testing.T) {
	table, err := tt.New(tt.MinBytes, 42, 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 0x77))
	scores := []tt.Score{
		{Score: tt.MaxScore, Depth: tt.MaxDepth, Bound: tt.BoundExact, Move: tt.MaxMove},
		{Score: -tt.MaxScore, Bound: tt.BoundUpper},
		{Bound: tt.BoundLower},
	}
	for range 1000 {
		scores = append(scores, tt.Score{
			Score: rng.IntN(2*tt.MaxScore+1) - tt.MaxScore, Depth: rng.IntN(tt.MaxDepth + 1),
			Bound: tt.Bound(1 + rng.IntN(3)), Move: rng.IntN(tt.MaxMove + 1),
		})
	}
	for _, want := range scores {
		r := table.Ref(rng.Uint64N(1 << 42))
		if got, e := table.ProbeScore(r); got.Bound != 0 || e.HasInterval {
			continue // a key that was there by chance
		}
		table.StoreScore(r, want)
		if got, e := table.ProbeScore(r); got != want || e.HasInterval {
			t.Fatalf("%+v, %+v, want %+v and no interval", got, e, want)
		}
		if e := table.Probe(r, 3); e.HasInterval || e.HasNumbers {
			t.Fatalf("a score passes for %+v", e)
		}
		table.StoreInterval(r, -7, 9, 100)
		table.StoreNumbers(r, 3, 4, 5, 100)
		if got, e := table.ProbeScore(r); got != want || !e.HasInterval || e.Low != -7 || e.High != 9 {
			t.Fatalf("%+v, %+v, want %+v and -7 … 9", got, e, want)
		}
		if e := table.Probe(r, 3); !e.HasInterval || !e.HasNumbers || e.Low != -7 || e.Proof != 4 || e.Disproof != 5 {
			t.Fatalf("%+v beside a score", e)
		}
	}
}

// TestScoreIsReplaced: a key has one score, the last one stored.
func TestScoreIsReplaced(t *testing.T) {
	table, err := tt.New(tt.MinBytes, 42, 1)
	if err != nil {
		t.Fatal(err)
	}
	r := table.Ref(12345)
	table.StoreScore(r, tt.Score{Score: 1, Depth: 9, Bound: tt.BoundExact})
	want := tt.Score{Score: 2, Depth: 3, Bound: tt.BoundLower, Move: 4}
	table.StoreScore(r, want)
	if got, _ := table.ProbeScore(r); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestScoreCuts(t *testing.T) {
	for _, tc := range []struct {
		score tt.Score
		want  bool
	}{
		{tt.Score{Score: 10, Bound: tt.BoundExact}, true},
		{tt.Score{Score: 4, Bound: tt.BoundUpper}, true},
		{tt.Score{Score: 5, Bound: tt.BoundUpper}, false},
		{tt.Score{Score: 8, Bound: tt.BoundLower}, true},
		{tt.Score{Score: 7, Bound: tt.BoundLower}, false},
		{tt.Score{Score: 0}, false},
	} {
		if got := tc.score.Cuts(4, 8); got != tc.want {
			t.Errorf("%+v within (4, 8): %v, want %v", tc.score, got, tc.want)
		}
	}
}
