package search

import (
	"math"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/tt"
)

// TestCertify: what a search concluded from lines that come back is made sure of,
// whether the table knows nothing yet or another goroutine has proven it meanwhile.
func TestCertify(t *testing.T) {
	b, err := bitboard.FromPits([bitboard.Pits]int{5: 1, 11: 1}) // comes back after twelve plies: worth 0
	if err != nil {
		t.Fatal(err)
	}
	r, err := bitboard.Preset("oware")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		proven bool // by another goroutine
		claim  int
		holds  bool
	}{
		{"true claim", false, 0, true},
		{"false claim", false, 1, false},
		{"true claim, proven meanwhile", true, 0, true},
		{"false claim, proven meanwhile", true, 1, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			table, err := tt.New(tt.MinBytes, keyBits, 1)
			if err != nil {
				t.Fatal(err)
			}
			s := &searcher{rules: r, leaves: &leaves{max: -1}, table: table, budget: &budget{}, depth: maxPly - 1}
			s.budget.nodes.Store(math.MaxInt64)
			s.since[1] = 1
			got := s.proveRoot(b, tc.claim, standing{low: -2, high: 2})
			if got.open() || (got.proof == 0) != tc.holds {
				t.Fatalf("the search says %+v", got)
			}
			if tc.proven {
				table.StoreInterval(table.Ref(s.key(b.ID())), 0, 0, 1)
			}
			low, high, ok := s.certify(b, tc.claim, got)
			if !ok || low > 0 || high < 0 || low < tc.claim && high >= tc.claim {
				t.Errorf("certify = %d, %d, %v for a value of 0 and the claim %d", low, high, ok, tc.claim)
			}
		})
	}
}
