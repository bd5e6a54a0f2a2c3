package opponent_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/cmd/ayosolve/opponent"
	"ayosolve/egdb"
	"ayosolve/search"
	"ayosolve/tt"
)

// choose lets a level choose and fails if the move is not legal.
func choose(t *testing.T, s *search.Solver, h *bitboard.History, level opponent.Level, seed uint64) int {
	t.Helper()
	pit, err := opponent.Choose(t.Context(), s, h, level, opponent.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := h.Rules().Play(h.Position().Board, pit); !ok {
		t.Fatalf("level %v chose pit %d in %v", level, pit, h.Position())
	}
	return pit
}

// play plays a game between two levels and returns the final stores.
func play(t *testing.T, start *bitboard.History, levels [2]opponent.Level, seed uint64) [2]float64 {
	t.Helper()
	h := bitboard.NewHistory(start.Rules(), start.Position())
	for {
		if final, over := h.FinalStores(); over {
			return final
		}
		if _, err := h.Play(choose(t, nil, h, levels[h.Position().Turn], seed)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGames plays whole games of levels that look no more than two plies ahead, by all
// rules: every move is legal, and another game with the same seed is the same.
func TestGames(t *testing.T) {
	levels := []opponent.Level{1, 3, 5}
	if testing.Short() {
		levels = levels[:2]
	}
	for _, name := range bitboard.Presets() {
		r := boardtest.Preset(t, name)
		for _, level := range levels {
			start := bitboard.NewHistory(r, bitboard.StartPosition())
			first := play(t, start, [2]opponent.Level{level, opponent.Weakest}, 7)
			if again := play(t, start, [2]opponent.Level{level, opponent.Weakest}, 7); again != first {
				t.Errorf("%s, level %v: %v after %v", name, level, again, first)
			}
		}
	}
}

// TestSeeds: the weakest does not always play the same, and the strongest levels do not
// fall for every seed.
func TestSeeds(t *testing.T) {
	h := bitboard.NewHistory(bitboard.Rules{}, bitboard.StartPosition())
	seen := map[int]bool{}
	for seed := range uint64(40) {
		seen[choose(t, nil, h, opponent.Weakest, seed)] = true
	}
	if len(seen) < 4 {
		t.Errorf("the weakest level begins with %v only", seen)
	}
	for seed := range uint64(5) { // C is the one winning move, and looks it
		if got := choose(t, nil, h, 8, seed); got != 2 {
			t.Errorf("level 8 begins with pit %d", got)
		}
	}
}

// match plays pairs of games, each level once South, and returns the points of the
// first in percent.
func match(t *testing.T, r bitboard.Rules, a, b opponent.Level, pairs int) float64 {
	t.Helper()
	points := 0.0
	for i := range pairs {
		start := bitboard.NewHistory(r, bitboard.StartPosition())
		for range 2 { // an opening by chance
			if _, err := start.Play(choose(t, nil, start, opponent.Weakest, uint64(1000+i))); err != nil {
				t.Fatal(err)
			}
		}
		for side, levels := range [][2]opponent.Level{{a, b}, {b, a}} {
			final := play(t, start, levels, uint64(i))
			switch d := final[side] - final[1-side]; {
			case d > 0:
				points++
			case d == 0:
				points += 0.5
			}
		}
	}
	return 100 * points / float64(2*pairs)
}

// TestStronger: a level beats one that is much weaker.
func TestStronger(t *testing.T) {
	pairs := 8
	if testing.Short() {
		pairs = 4
	}
	for _, name := range []string{"ayoayo", "oware"} {
		if got := match(t, boardtest.Preset(t, name), 5, opponent.Weakest, pairs); got < 75 {
			t.Errorf("%s: level 5 makes %.0f %% against level 1", name, got)
		}
	}
}

// TestLadder: every level beats the one two below it. The two strongest are left out,
// whose games take minutes.
func TestLadder(t *testing.T) {
	boardtest.NeedsLong(t)
	const pairs, last = 10, opponent.Strongest - 2
	for _, name := range []string{"ayoayo", "oware"} {
		for level := opponent.Weakest + 2; level <= last; level++ {
			got := match(t, boardtest.Preset(t, name), level, level-2, pairs)
			t.Logf("%s: level %v makes %.0f %% against level %v", name, level, got, level-2)
			if got <= 50 {
				t.Errorf("%s: level %v makes %.0f %% against level %v", name, level, got, level-2)
			}
		}
	}
}

// perfect returns a solver with tables, and the tables.
func perfect(t *testing.T, r bitboard.Rules, seeds int) (*search.Solver, *egdb.DB) {
	t.Helper()
	db, err := egdb.Build(t.Context(), r, egdb.BuildOptions{Seeds: seeds, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	s, err := search.New(r, db, search.Options{Threads: 1, Hash: tt.MinBytes})
	if err != nil {
		t.Fatal(err)
	}
	return s, db
}

// TestPerfect: against every sequence of random answers perfect play ends with what
// the position was worth or more, repetitions of the game included.
func TestPerfect(t *testing.T) {
	const seeds = 6
	for _, name := range []string{"ayoayo", "oware", "awari"} {
		r := boardtest.Preset(t, name)
		s, db := perfect(t, r, seeds)
		for i := range uint64(60) {
			b := bitboard.Unrank(seeds, i*bitboard.LayerSize(seeds)/60)
			n, rank := b.LayerRank()
			value := float64(db.Values(n)[rank])
			p := bitboard.Position{Board: b, Scored: true, Stores: [2]int{21, 21}}
			h := bitboard.NewHistory(r, p)
			for {
				if _, over := h.Over(); over {
					break
				}
				level := opponent.Perfect
				if h.Position().Turn == bitboard.North {
					level = opponent.Weakest
				}
				if _, err := h.Play(choose(t, s, h, level, i)); err != nil {
					t.Fatal(err)
				}
			}
			why, _ := h.Over()
			final, _ := h.FinalStores()
			got := final[bitboard.South] - final[bitboard.North]
			if why == bitboard.ByMajority { // the seeds on the board are not shared out
				rest := h.Position().Board.Seeds()
				if got+float64(rest) < value {
					t.Errorf("%s, %v: %v, want %v at least", name, p, got, value)
				}
				continue
			}
			if got < value {
				t.Errorf("%s, %v %v: %v by %v, want %v at least", name, p, h, got, why, value)
			}
		}
	}
}

// TestAvoidsReturn: who wins does not take a move that ends the game in a draw, though
// its board is worth as much as that of another move.
func TestAvoidsReturn(t *testing.T) {
	const seeds, enough = 4, 20
	r := boardtest.Preset(t, "oware")
	s, db := perfect(t, r, seeds)
	values := db.Values(seeds)
	rng := rand.New(rand.NewPCG(1, 0x2e7))
	tried := 0
	for range 3000 {
		h := bitboard.NewHistory(r, bitboard.Position{Board: bitboard.Unrank(seeds, rng.Uint64N(bitboard.LayerSize(seeds))), Scored: true, Stores: [2]int{22, 22}})
		for h.Plies() < 40 && tried < enough {
			p := h.Position()
			var out [bitboard.MaxMoves]bitboard.Child
			quiet := slices.DeleteFunc(out[:p.Moves(r, &out)], func(c bitboard.Child) bool { return c.Captured > 0 })
			if _, over := h.Over(); over || len(quiet) == 0 {
				break
			}
			// Are there moves of the highest value that end the game and others that do not?
			returns, goesOn := false, false
			for _, c := range quiet {
				if value := values[p.Board.Rank()]; value <= 0 || -values[c.Board.Rank()] != value {
					continue
				}
				back := slices.Contains(h.Positions(), p.After(c))
				returns, goesOn = returns || back, goesOn || !back
			}
			if returns && goesOn {
				tried++
				pit := choose(t, s, h, opponent.Perfect, uint64(tried))
				if c, _ := r.Play(p.Board, pit); slices.Contains(h.Positions(), p.After(c)) {
					t.Errorf("%v after %v: pit %d brings a position back", p, h, pit)
				}
			}
			if _, err := h.Play(int(quiet[rng.IntN(len(quiet))].Pit)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if tried < enough {
		t.Errorf("there were only %d such positions", tried)
	}
}

func TestErrors(t *testing.T) {
	h := bitboard.NewHistory(bitboard.Rules{}, bitboard.StartPosition())
	for _, level := range []opponent.Level{0, -1, 12} {
		if _, err := opponent.Choose(t.Context(), nil, h, level, opponent.Options{}); !errors.Is(err, opponent.ErrLevel) {
			t.Errorf("level %d: %v", level, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := opponent.Choose(ctx, nil, h, 5, opponent.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	over, err := bitboard.ParsePosition("0-0-0-0-0-0-0-0-0-0-0-0-24-24-S")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := opponent.Choose(t.Context(), nil, bitboard.NewHistory(bitboard.Rules{}, over), 5, opponent.Options{}); !errors.Is(err, opponent.ErrOver) {
		t.Errorf("a finished game: %v", err)
	}
}

func TestLevels(t *testing.T) {
	for level := opponent.Weakest; level <= opponent.Perfect; level++ {
		if got, err := opponent.ParseLevel(level.String()); got != level || err != nil {
			t.Errorf("%v: %v, %v", level, got, err)
		}
	}
	for _, text := range []string{"", "0", "11", "-1", "+1", "01", "1 ", "best", "Perfect", "999999999999"} {
		if got, err := opponent.ParseLevel(text); !errors.Is(err, opponent.ErrLevel) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
