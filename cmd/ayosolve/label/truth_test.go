package label

import (
	"context"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/egdb"
	"ayosolve/search"
)

// checkTruth compares a label with tables that hold its board and all it leads to. It
// reports whether all of it is exact.
func checkTruth(t *testing.T, r bitboard.Rules, l *Label) (exact bool) {
	t.Helper()
	db := fullTables(t, r)
	value := func(b bitboard.Board) egdb.Value {
		got, err := db.Probe(b)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	p := l.Position
	if why, over := p.Over(r); over {
		net := 0
		if why == bitboard.ByNoMoves {
			net = r.EndNet(p.Board)
		}
		if l.Termination != why || l.Low != net || l.High != net || l.AnyRepetition != search.True {
			t.Errorf("%s is over by %v with %d: %+v", p, why, net, l)
		}
		return true
	}
	v := value(p.Board)
	if l.Termination != bitboard.NotOver || v.Value < l.Low || v.Value > l.High {
		t.Errorf("%s is worth %d: %+v", p, v.Value, l)
	}
	if l.AnyRepetition == search.True && v.Low != v.High || l.AnyRepetition == search.False && v.Low == v.High {
		t.Errorf("%s: bounds %d and %d, label %v", p, v.Low, v.High, l.AnyRepetition)
	}
	exact = l.Low == l.High
	var moves [bitboard.MaxMoves]bitboard.Child
	legal := [bitboard.MaxMoves]bool{}
	for _, m := range moves[:r.Moves(p.Board, &moves)] {
		legal[m.Pit] = true
		v, got := int(m.Captured)-value(m.Board).Value, l.Moves[m.Pit]
		if v < got.Low || v > got.High {
			t.Errorf("%s: the move of pit %d is worth %d, not %d to %d", p, m.Pit, v, got.Low, got.High)
		}
		exact = exact && got.Low == got.High
	}
	for pit, m := range l.Moves {
		if m.Legal != legal[pit] {
			t.Errorf("%s: the move of pit %d is legal: %v", p, pit, m.Legal)
		}
	}
	return exact
}

// TestTruth labels boards that only larger tables hold.
func TestTruth(t *testing.T) {
	for _, test := range []struct {
		rules, from string
		used        int
		least       int // labels that must be exact, of 60
	}{
		{"ayoayo", endgame, 8, 60},
		{"ayoayo", "0-2-0-1-0-2-1-0-2-0-1-2-S", 7, 60},
		{"ayoayo-left", "0-2-0-1-0-2-1-0-2-0-1-2-19-18-N", 8, 60},
		{"oware", "0-1-0-1-2-1-1-0-1-0-0-1-20-20-S", 6, 40},
	} {
		r, err := bitboard.Preset(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		p := testParams(t, Source{Kind: Random, From: test.from, Count: 60, MostPlies: 6, Seed: 3})
		p.SetRules(r)
		if err := p.SetTables(fullTables(t, r), test.used); err != nil {
			t.Fatal(err)
		}
		j := testJob(t, p, "")
		l, err := NewLabeler(p, fullTables(t, r))
		if err != nil {
			t.Fatal(err)
		}
		p.Nodes = 200_000
		searched, exact := 0, 0
		for i := range j.Chunks() {
			keys, err := j.Keys(i)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range keys {
				q, err := k.Position()
				if err != nil {
					t.Fatal(err)
				}
				a, err := l.Label(context.Background(), q)
				if err != nil {
					t.Fatal(err)
				}
				if checkTruth(t, r, &a) {
					exact++
				}
				if a.Nodes > 0 {
					searched++
				}
			}
		}
		if searched < 20 {
			t.Errorf("%s: only %d labels needed a search", test.rules, searched)
		}
		if exact < test.least {
			t.Errorf("%s: only %d labels are exact", test.rules, exact)
		}
	}
}

// TestLabelAlone labels positions in two orders: what was labelled before must not
// show, the nodes least of all.
func TestLabelAlone(t *testing.T) {
	p := testParams(t, randomSource(80))
	keys, err := testJob(t, p, "").Keys(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, nodes := range []int64{1_000_000, 300} {
		p.Nodes = nodes
		label := func(l *Labeler, k Key) Label {
			q, err := k.Position()
			if err != nil {
				t.Fatal(err)
			}
			a, err := l.Label(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		one, err := NewLabeler(p, fullTables(t, p.Game()))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for i := len(keys) - 1; i >= 0; i-- {
				alone, err := NewLabeler(p, fullTables(t, p.Game()))
				if err != nil {
					t.Fatal(err)
				}
				if got, want := label(one, keys[i]), label(alone, keys[i]); got != want {
					t.Errorf("after others %+v, alone %+v", got, want)
				}
			}
		}
	}
}

// TestNodes stops short: what comes out are bounds that hold the truth.
func TestNodes(t *testing.T) {
	p := testParams(t, randomSource(60))
	p.Nodes = 64
	j := testJob(t, p, "")
	open := 0
	for i := range j.Chunks() {
		keys, err := j.Keys(i)
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLabeler(p, fullTables(t, p.Game()))
		if err != nil {
			t.Fatal(err)
		}
		data, err := l.Chunk(context.Background(), j.Header(i), keys)
		if err != nil {
			t.Fatal(err)
		}
		err = j.Header(i).decode(data, len(keys), func(l *Label) error {
			v, err := fullTables(t, p.Game()).Probe(l.Position.Board)
			if err != nil {
				return err
			}
			if l.Termination == bitboard.NotOver && (v.Value < l.Low || v.Value > l.High) {
				t.Errorf("%s is worth %d, not from %d to %d", l.Position, v.Value, l.Low, l.High)
			}
			if row := p.Row(l); l.Low != l.High {
				open++
				if row.Status != "bounds" || row.Value != nil || row.BestMoves != nil || row.FinalSouth != nil || row.FinalNorth != nil {
					t.Errorf("bounds are shown as more: %+v", row)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if open == 0 {
		t.Error("every value was exact")
	}
}
