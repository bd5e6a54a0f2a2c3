package search_test

import (
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
	"ayosolve/tt"
)

// aboveTables runs test for every preset with boards of 9 seeds and more: ask
// knows them, and the search gets the layers to 8 only. The boards go to 12 seeds,
// unless the run is a long one for ayoayo alone and to 10 for the other presets.
func aboveTables(t *testing.T, count int, test func(t *testing.T, r bitboard.Rules, p search.Prober, b []bitboard.Board, ask oracle)) {
	t.Helper()
	boardtest.Slow(t)
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		most, layers := 10, 10
		if r == boardtest.Preset(t, "ayoayo") {
			most, layers = 12, ayoayoSeeds
		} else if boardtest.Long() {
			most, layers = 12, 12
		}
		db := tables(t, r, layers)
		var set []bitboard.Board
		for n := 9; n <= most; n++ {
			set = append(set, randomBoards(n, count)...)
		}
		test(t, r, upTo{db, 8}, set, tableOracle(db))
	})
}

// TestAboveTables: what a search finds above its tables is what larger tables
// hold.
func TestAboveTables(t *testing.T) {
	aboveTables(t, 500, func(t *testing.T, r bitboard.Rules, p search.Prober, set []bitboard.Board, ask oracle) {
		s := newSolver(t, r, p, 1)
		limits := search.Limits{Nodes: 2_000}
		if r.Game == bitboard.Ayoayo {
			limits.Nodes = 0
		}
		exact := 0
		for _, b := range set {
			res := analyze(t, s, b, limits)
			checkSound(t, r, res, ask)
			if res.Status() == search.Exact {
				exact++
			} else if want := ask(b); r.Game == bitboard.Ayoayo && want.low == want.high {
				t.Errorf("%v: %d … %d (%v), want %d", b.Pits(), res.Low, res.High, res.Stopped, want.value)
			}
		}
		if exact < len(set)/10 {
			t.Errorf("%d of %d boards are exact, want a tenth", exact, len(set))
		}
	})
}

// TestValuesOnly: tables without bounds prove the same values, and never that a
// value holds under any repetition rule unless a search has found it so.
func TestValuesOnly(t *testing.T) {
	aboveTables(t, 40, func(t *testing.T, r bitboard.Rules, p search.Prober, set []bitboard.Board, ask oracle) {
		s := newSolver(t, r, valuesOnly{p}, 1)
		for _, b := range set {
			checkSound(t, r, analyze(t, s, b, search.Limits{Nodes: 2_000}), ask)
		}
	})
}

// TestOwner: under RepetitionOwner bounds hold under any repetition rule, and
// where these meet the value is found.
func TestOwner(t *testing.T) {
	aboveTables(t, 100, func(t *testing.T, r bitboard.Rules, p search.Prober, set []bitboard.Board, ask oracle) {
		r.Repetition = bitboard.RepetitionOwner
		s := newSolver(t, r, p, 1)
		for _, b := range set {
			res := analyze(t, s, b, search.Limits{Nodes: 5_000})
			checkSound(t, r, res, ask)
			want := ask(b)
			if res.Stopped == search.StopRepeats && (res.Low != want.low || res.High != want.high) {
				t.Errorf("%v: stopped at %d … %d, and the truth is %+v", b.Pits(), res.Low, res.High, want)
			}
		}
	})
}

// TestOwnerWithoutBounds: tables of values alone say nothing under
// RepetitionOwner, and are not believed.
func TestOwnerWithoutBounds(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	db := tables(t, r, 8)
	r.Repetition = bitboard.RepetitionOwner
	s := newSolver(t, r, valuesOnly{db}, 1)
	for n := range 6 {
		for _, b := range randomBoards(n, fewer(50)) {
			res := analyze(t, s, b, search.Limits{Nodes: 2_000})
			checkSound(t, r, res, tableOracle(db))
			if res.TableHits != 0 {
				t.Errorf("%v: %d look-ups in tables of another repetition rule", b.Pits(), res.TableHits)
			}
		}
	}
}

// TestInTables: where the tables reach every move, nothing is searched and all is
// exact.
func TestInTables(t *testing.T) {
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		db := tables(t, r, 6)
		s := newSolver(t, r, db, 1)
		for n := range 7 {
			for _, b := range randomBoards(n, fewer(100)) {
				res := analyze(t, s, b, search.Limits{})
				checkSound(t, r, res, tableOracle(db))
				if !allExact(res) || res.Nodes != 0 || res.Stopped != search.StopExact {
					t.Errorf("%v: %d … %d after %d nodes (%v), want exact after none", b.Pits(), res.Low, res.High, res.Nodes, res.Stopped)
				}
				if res.AnyRepetition == search.Unknown {
					t.Errorf("%v: the tables know whether the value holds under any repetition rule", b.Pits())
				}
			}
		}
	})
}

// TestTinyHash: a table that forgets nearly everything makes searches longer, not
// wrong.
func TestTinyHash(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	for _, threads := range []int{1, 3} {
		s, err := search.New(r, upTo{db, 6}, search.Options{Threads: threads, Hash: tt.MinBytes})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range randomBoards(ayoayoSeeds, 20) {
			res := analyze(t, s, b, search.Limits{Nodes: 200_000})
			checkSound(t, r, res, tableOracle(db))
			if res.Status() != search.Exact {
				t.Errorf("%v, %d threads: %d … %d after %d nodes (%v)", b.Pits(), threads, res.Low, res.High, res.Nodes, res.Stopped)
			}
		}
	}
}

// missing is tables that do not have one of their layers in memory.
type missing struct {
	search.Prober
	layer int
}

func (p missing) Values(n int) []int8 {
	if n == p.layer {
		return nil
	}
	return p.Prober.Values(n)
}

func (p missing) Bounds(n int) (low, high []int8) {
	if n == p.layer {
		return nil, nil
	}
	return p.Prober.Bounds(n)
}

// TestMissingLayer: a search uses the layers up to the first that is missing, and
// none above it.
func TestMissingLayer(t *testing.T) {
	for _, name := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, name)
		db := tables(t, r, 6)
		for _, layer := range []int{1, 4, 6} {
			got, want := newSolver(t, r, missing{db, layer}, 1), newSolver(t, r, upTo{db, layer - 1}, 1)
			for _, b := range randomBoards(6, fewer(50)) {
				g, w := analyze(t, got, b, search.Limits{Nodes: 2_000}), analyze(t, want, b, search.Limits{Nodes: 2_000})
				checkSound(t, r, g, tableOracle(db))
				if g.Value != w.Value || g.Nodes != w.Nodes || g.TableHits != w.TableHits {
					t.Errorf("%s without layer %d: %v: %+v, %d nodes, %d look-ups, want %+v, %d, %d",
						name, layer, b.Pits(), g.Value, g.Nodes, g.TableHits, w.Value, w.Nodes, w.TableHits)
				}
			}
		}
	}
}
