package bitboard

import (
	"errors"
	"testing"
)

func TestPlayMoves(t *testing.T) {
	h, err := PlayMoves(mustPreset(t, "ayoayo"), StartPosition(), "A b\r\n")
	if err != nil {
		t.Fatal(err)
	}
	first, c, err := StartPosition().Play(h.Rules(), 0)
	if err != nil || c.Captured != 2 || c.Laps != 5 {
		t.Fatalf("A does %+v, %v", c, err)
	}
	if h.Plies() != 2 || h.String() != "Ab" || len(h.Positions()) != 3 || h.Positions()[1] != first || h.Moves()[0] != c {
		t.Errorf("game %s through %v", h, h.Positions())
	}
	if last := h.Positions()[2]; last != h.Position() || last.Turn != South || last.Stores[South] != 2 {
		t.Errorf("game ends in %v", last)
	}
}

func TestPlayMovesErrors(t *testing.T) {
	for _, test := range []struct{ rules, position, moves, want string }{
		{"ayoayo", "start", "AA", "move 2, A, is South's pit and North moves; right is a to f"},
		{"ayoayo", "start", "A1", `move 2, "1", is not a letter A to F or a to f; right is FaAb`},
		{"ayoayo", "0-1-0-1-2-0-1-0-1-0-2-1", "E", "move 1, E: its relay never ends; right is one of B D"},
		{"oware", "start", "AaA", "move 3, A: the pit is empty; right is one of B C D E F"},
		{"ayoayo", "4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", "A", "move 1, A: the game is over, a store holds 25 seeds; right is to stop here"},
		{"oware", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", "D", "move 1, D: the game is over, no move is legal; right is to stop here"},
	} {
		h, err := PlayMoves(mustPreset(t, test.rules), mustPosition(t, test.position), test.moves)
		if h != nil || !errors.Is(err, ErrMove) || err.Error() != "not a legal move: "+test.want {
			t.Errorf("%s %s %s:\n got %v\nwant %s", test.rules, test.position, test.moves, err, test.want)
		}
	}
}

// TestRepetition plays the forced cycle of twelve plies of two seeds chasing
// each other round the board, under both repetition rules.
func TestRepetition(t *testing.T) {
	for _, test := range []struct {
		repetition   Repetition
		south, north float64
	}{{RepetitionSplit, 24, 24}, {RepetitionOwner, 25, 23}} {
		r := mustPreset(t, "oware")
		r.Repetition = test.repetition
		start := mustPosition(t, "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S")
		h := NewHistory(r, start)
		for plies := 0; ; plies++ {
			why, over := h.Over()
			if stores, ok := h.FinalStores(); ok != over {
				t.Fatalf("ply %d: over %v, final stores %v, %v", plies, over, stores, ok)
			}
			if over {
				if why != ByRepetition || h.String() != "FaAbBcCdDeEf" {
					t.Fatalf("over by %q after %s", why, h)
				}
				break
			}
			if plies > 60 {
				t.Fatalf("no end: %s", h)
			}
			var out [MaxMoves]Child
			n := h.Position().Moves(r, &out)
			if _, err := h.Play(int(out[n-1].Pit)); err != nil {
				t.Fatal(err)
			}
		}
		const want = "not a legal move: F: the game is over, the position has come back; right is to stop here"
		if _, err := h.Play(5); !errors.Is(err, ErrMove) || err.Error() != want {
			t.Errorf("a move after the end: %v", err)
		}
		if stores, _ := h.FinalStores(); stores != [2]float64{test.south, test.north} {
			t.Errorf("%v after %s in %v: final %v, want %v–%v", test.repetition, h, h.Position(), stores, test.south, test.north)
		}
	}
}

// TestRepetitionHalves shares an odd number of seeds.
func TestRepetitionHalves(t *testing.T) {
	r := mustPreset(t, "oware")
	h := &History{rules: r, positions: []Position{StartPosition(), StartPosition(), StartPosition()}, moves: make([]Child, 2)}
	h.positions[0] = mustPosition(t, "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S")
	h.positions[2] = h.positions[0]
	if stores, ok := h.FinalStores(); !ok || stores != [2]float64{23.5, 24.5} {
		t.Errorf("split: %v, %v", stores, ok)
	}
	h.rules.Repetition = RepetitionOwner
	if stores, ok := h.FinalStores(); !ok || stores != [2]float64{24, 24} {
		t.Errorf("owner: %v, %v", stores, ok)
	}
	// A capture on the way clears the past.
	h.moves[1].Captured = 1
	if why, over := h.Over(); over {
		t.Errorf("over by %q", why)
	}
}

func TestUndo(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		rng := seededRand(26)
		h := NewHistory(r, StartPosition())
		for range 400 {
			var out [MaxMoves]Child
			n := h.Position().Moves(r, &out)
			if _, over := h.Over(); over {
				break
			}
			if _, err := h.Play(int(out[rng.IntN(n)].Pit)); err != nil {
				t.Fatal(err)
			}
		}
		again, err := PlayMoves(r, StartPosition(), h.String())
		if err != nil || again.Position() != h.Position() {
			t.Fatalf("%s: %v", h, err)
		}
		for n := h.Plies(); n > 0; n-- {
			before := h.Positions()[n-1]
			if !h.Undo() || h.Plies() != n-1 || h.Position() != before {
				t.Fatalf("undo to ply %d: %v", n-1, h.Position())
			}
			if _, over := h.Over(); over {
				t.Fatalf("over at ply %d of a longer game", n-1)
			}
		}
		if h.Undo() || h.Position() != StartPosition() {
			t.Error("undo past the start")
		}
	})
}
