package uci

import (
	"math/rand/v2"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/egdb"
	"ayosolve/search"
)

// Both sides playing what is ranked first, a game ends as its position is worth: who
// wins seeds does not go round in circles until a repetition shares them.
func TestValuesAreReached(t *testing.T) {
	const seeds = 7
	// From here who plays just any move that keeps the value loses it.
	circles, err := bitboard.ParsePosition("0-1-0-0-0-2-0-3-0-1-0-0-20-21-S")
	if err != nil {
		t.Fatal(err)
	}
	presets, games := []string{"oware", "ayoayo", "awari"}, 80
	if testing.Short() {
		presets, games = presets[:1], 20
	}
	for _, name := range presets {
		rules, err := bitboard.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := egdb.Build(t.Context(), rules, egdb.BuildOptions{Seeds: seeds, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		solver, err := search.New(rules, tables, search.Options{Threads: 1, Hash: 8 << 20})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(3, 4))
		short := 0
		for i := range games {
			start := endgame(random, 1+random.IntN(seeds))
			if i == 0 {
				start = circles
			}
			game := bitboard.NewHistory(rules, start)
			first := game.Position()
			if _, over := game.Over(); over {
				continue
			}
			value, known := 0, false
			for {
				if _, over := game.Over(); over {
					break
				}
				r, err := solver.Analyze(t.Context(), game.Position().Board, search.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !known {
					value, known = r.Low, true
				}
				k := rank(game, r)
				k.secure(game, tables)
				if _, err := game.Play(int(k.lines[0].move.Pit)); err != nil {
					t.Fatal(err)
				}
			}
			final, _ := game.FinalStores()
			got := int(final[first.Turn]-final[first.Turn.Other()]) - lead(first, first.Turn)
			if why, _ := game.Over(); got != value && why != bitboard.ByMajority {
				short++
				t.Logf("%s: %s is worth %d and ends %d (%v): %s", name, first, value, got, why, game)
			}
		}
		if short > 0 {
			t.Errorf("%s: %d games end otherwise than they are worth", name, short)
		}
	}
}
