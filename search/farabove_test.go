package search_test

import (
	"context"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
	"ayosolve/search"
)

// farLayers is how far the tables reach of the searches far above them.
const farLayers = 10

// TestFarAboveTables: 10,000 boards of Ayoayo with 11 to 20 seeds and all their moves
// are worth what tables to 20 seeds say, of which the search has those to 10.
func TestFarAboveTables(t *testing.T) {
	boardtest.NeedsLong(t)
	const most = 20
	r := boardtest.Preset(t, "ayoayo")
	all, err := egdb.Build(t.Context(), r, egdb.BuildOptions{Seeds: most, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	value := func(b bitboard.Board) int {
		n, rank := b.LayerRank()
		return int(all.Values(n)[rank])
	}
	s := newSolver(t, r, upTo{all, farLayers}, 2)
	for n := farLayers + 1; n <= most; n++ {
		for _, b := range randomBoards(n, 10_000/(most-farLayers)) {
			res := analyze(t, s, b, search.Limits{})
			if res.Low != value(b) || res.High != value(b) {
				t.Errorf("%v: %d … %d (%v), want %d", b.Pits(), res.Low, res.High, res.Stopped, value(b))
			}
			for _, m := range res.Moves {
				if want := int(m.Captured) - value(m.Board); m.Low != want || m.High != want {
					t.Errorf("%v: pit %d: %d … %d, want %d", b.Pits(), m.Pit, m.Low, m.High, want)
				}
			}
		}
	}
}

// TestFarAboveTablesOware: of 10,000 boards of oware, and as many of awari, with 11 to
// 14 seeds no bounds exclude the value that tables to 14 seeds know, or say wrongly
// that it holds under any repetition rule, and many are exact within the limit.
func TestFarAboveTablesOware(t *testing.T) {
	boardtest.NeedsLong(t)
	const most = 14
	for _, name := range []string{"oware", "awari"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := boardtest.Preset(t, name)
			all, err := egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: most, Bounds: true, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			s := newSolver(t, r, upTo{all, farLayers}, 1)
			exact, boards := 0, 0
			for n := farLayers + 1; n <= most; n++ {
				for _, b := range randomBoards(n, 10_000/(most-farLayers)) {
					res := analyze(t, s, b, search.Limits{Nodes: 3_000})
					checkSound(t, r, res, tableOracle(all))
					boards++
					if res.Status() == search.Exact {
						exact++
					}
				}
			}
			t.Logf("%d of %d boards are exact within 3,000 nodes", exact, boards)
			if exact < boards/5 {
				t.Errorf("%d of %d boards are exact, want a fifth", exact, boards)
			}
		})
	}
}
