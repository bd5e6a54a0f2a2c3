package search_test

import (
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
	"ayosolve/tt"
)

// played is what a main line comes to when it is replayed.
type played struct {
	net      int  // captures so far, for the player who made the first move, and the end's net if over
	over     bool // the player to move has no legal move
	repeated bool // every move that keeps the value leads to a board that was on the line
	plies    int
}

// replay plays a line move by move. ask, if not nil, knows the boards at its end.
func replay(t *testing.T, r bitboard.Rules, b bitboard.Board, line []int, ask oracle) (p played) {
	t.Helper()
	type turn struct {
		board bitboard.Board
		side  int
	}
	been := map[turn]bool{{b, 0}: true}
	sign := 1
	for _, pit := range line {
		m, ok := r.Play(b, pit)
		if !ok {
			t.Fatalf("ply %d: pit %d is no legal move on %v", p.plies, pit, b.Pits())
		}
		p.net += sign * int(m.Captured)
		b, sign = m.Board, -sign
		p.plies++
		if been[turn{b, p.plies & 1}] {
			t.Errorf("ply %d: %v comes back", p.plies, b.Pits())
		}
		been[turn{b, p.plies & 1}] = true
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	count := r.Moves(b, &moves)
	if count == 0 {
		p.over = true
		p.net += sign * r.EndNet(b)
		return p
	}
	if ask == nil {
		return p
	}
	p.repeated = true
	for _, m := range moves[:count] {
		if int(m.Captured)-ask(m.Board).value == ask(b).value && !been[turn{m.Board, (p.plies + 1) & 1}] {
			p.repeated = false
		}
	}
	return p
}

// checkLines replays the lines of a result and returns how many there were and
// how many came to the end of the game.
func checkLines(t *testing.T, r bitboard.Rules, res *search.Result) (lines, over int) {
	t.Helper()
	for _, m := range res.Moves {
		if len(m.Line) == 0 || m.Line[0] != int(m.Pit) {
			t.Errorf("%v: the line of pit %d is %v", res.Board.Pits(), m.Pit, m.Line)
			continue
		}
		if m.Status() == search.Estimate {
			replay(t, r, res.Board, m.Line, nil)
			continue
		}
		if m.Status() != search.Exact {
			if len(m.Line) != 1 {
				t.Errorf("%v: pit %d has bounds alone and has the line %v", res.Board.Pits(), m.Pit, m.Line)
			}
			continue
		}
		lines++
		p := replay(t, r, res.Board, m.Line, nil)
		if !p.over {
			continue
		}
		over++
		if p.net != m.Low {
			t.Errorf("%v: pit %d nets %d, and its line %v comes to %d", res.Board.Pits(), m.Pit, m.Low, m.Line, p.net)
		}
	}
	return lines, over
}

// TestLinesAreLegal: lines replay, and one that ends the game nets what the move
// is said to be worth.
func TestLinesAreLegal(t *testing.T) {
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		s := newSolver(t, r, tables(t, r, 6), 1)
		lines, over := 0, 0
		for n := range 10 {
			for _, b := range randomBoards(n, fewer(60)) {
				l, o := checkLines(t, r, analyze(t, s, b, search.Limits{Nodes: 2_000}))
				lines, over = lines+l, over+o
			}
		}
		if lines == 0 || r.Game == bitboard.Ayoayo && over < lines/2 {
			t.Errorf("%d lines, %d of which end the game", lines, over)
		}
	})
}

// TestLinesOfLargeBoards does it far above the tables, by two threads.
func TestLinesOfLargeBoards(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	s := newSolver(t, r, tables(t, r, ayoayoSeeds), 2)
	for _, n := range []int{16, 20, 24, 28} {
		for _, b := range randomBoards(n, 10) {
			checkLines(t, r, analyze(t, s, b, search.Limits{}))
		}
	}
}

// TestLinesAreBestPlay: every move of an exact line keeps the value, and the line
// goes on until the game is over or there is no way to keep it but to repeat. Even
// if the transposition table has forgotten what it needs.
func TestLinesAreBestPlay(t *testing.T) {
	boardtest.Slow(t)
	for _, tc := range []struct {
		name string
		hash int64
	}{
		{"hash that keeps all", testHash},
		{"hash that forgets", tt.MinBytes},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := boardtest.Preset(t, "ayoayo")
			db := tables(t, r, ayoayoSeeds)
			ask := tableOracle(db)
			s, err := search.New(r, upTo{db, 7}, search.Options{Threads: 1, Hash: tc.hash})
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range randomBoards(ayoayoSeeds, 100) {
				for _, m := range analyze(t, s, b, search.Limits{}).Moves {
					keepsValue(t, r, b, m, ask)
					if p := replay(t, r, b, m.Line, ask); !p.over && !p.repeated {
						t.Fatalf("%v: the line %v stops in the middle of the game", b.Pits(), m.Line)
					}
				}
			}
		})
	}
}

// keepsValue fails if a move of a line after the first gives something away.
func keepsValue(t *testing.T, r bitboard.Rules, b bitboard.Board, m search.Move, ask oracle) {
	t.Helper()
	for ply, pit := range m.Line {
		c, ok := r.Play(b, pit)
		if !ok {
			t.Fatalf("ply %d: pit %d is no legal move on %v", ply, pit, b.Pits())
		}
		if got, want := int(c.Captured)-ask(c.Board).value, ask(b).value; ply > 0 && got != want {
			t.Errorf("ply %d of %v: pit %d nets %d on %v, whose value is %d", ply, m.Line, pit, got, b.Pits(), want)
		}
		b = c.Board
	}
}
