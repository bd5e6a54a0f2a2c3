package bitboard

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func mustPosition(tb testing.TB, text string) Position {
	tb.Helper()
	p, err := ParsePosition(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// randomPosition scatters some of the seeds on the board, with and without
// stores, for either side.
func randomPosition(rng *rand.Rand) Position {
	seeds := rng.IntN(MaxSeeds + 1)
	p := Position{Board: scatter(rng, seeds), Turn: Side(rng.IntN(2)), Scored: rng.IntN(3) > 0}
	if p.Scored {
		p.Stores[South] = rng.IntN(MaxSeeds - seeds + 1)
		p.Stores[North] = MaxSeeds - seeds - p.Stores[South]
	}
	return p
}

func TestSide(t *testing.T) {
	if South.Other() != North || North.Other() != South {
		t.Error("a side is not the other of its other")
	}
	if South.String()+North.String()+South.Name()+North.Name() != "SNSouthNorth" {
		t.Error("sides are not called S and N, South and North")
	}
}

func TestStartPosition(t *testing.T) {
	p := StartPosition()
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	if got, want := p.String(), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"; got != want {
		t.Errorf("start is %s, want %s", got, want)
	}
}

func TestValidate(t *testing.T) {
	start := StartPosition()
	for _, test := range []struct {
		name  string
		spoil func(p *Position)
	}{
		{"lane beyond the row", func(p *Position) { p.Board.Own |= 1 << 50 }},
		{"too many seeds", func(p *Position) { p.Board.Own += 1 }},
		{"too few seeds", func(p *Position) { p.Board.Own -= 1 }},
		{"side", func(p *Position) { p.Turn = 2 }},
		{"negative store", func(p *Position) { p.Stores = [2]int{-1, 1} }},
		{"unscored store", func(p *Position) { p.Scored, p.Board, p.Stores[North] = false, Board{}, 3 }},
	} {
		p := start
		test.spoil(&p)
		if err := p.Validate(); !errors.Is(err, ErrPosition) {
			t.Errorf("%s: error %v, want ErrPosition", test.name, err)
		}
	}
}

func TestPits(t *testing.T) {
	want := [Pits]int{1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5}
	for _, side := range []string{"S", "N"} {
		p := mustPosition(t, "1-2-3-4-5-6-0-1-2-3-4-5-"+side)
		if p.Pits() != want {
			t.Errorf("%s to move: pits %v, want %v", side, p.Pits(), want)
		}
	}
	if p := mustPosition(t, "1-2-3-4-5-6-0-1-2-3-4-5-N"); p.Board.Pit(1) != 1 || p.Board.Pit(6) != 1 {
		t.Errorf("North's board is %v", p.Board.Pits())
	}
}

// TestOver has one case for every way a position ends or goes on.
func TestOver(t *testing.T) {
	for _, test := range []struct {
		rules, position string
		why             Termination
		south, north    int
	}{
		{"ayoayo", "start", NotOver, 0, 0},
		{"ayoayo", "4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", ByMajority, 25, 3},
		{"ayoayo", "4-4-4-4-4-0-0-0-0-0-0-0-3-25-S", ByMajority, 3, 25},
		{"oware", "0-0-0-0-0-0-0-0-0-0-0-0-25-23-N", ByMajority, 25, 23},
		{"ayoayo", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S", ByNoMoves, 24, 24},
		{"awari", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-N", ByNoMoves, 24, 24},
		{"ayoayo", "0-0-0-0-0-0-0-0-0-0-0-0", ByNoMoves, 0, 0},
		// South cannot feed: oware is over, each side has its row; a relay in ayoayo feeds.
		{"oware", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", ByNoMoves, 25, 23},
		{"ayoayo", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", NotOver, 23, 23},
		{"awari", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", NotOver, 23, 23},
		// North has no seeds.
		{"ayoayo", "1-2-0-0-0-0-0-0-0-0-0-0-22-23-N", ByNoMoves, 25, 23},
		{"ayoayo-owner", "1-2-0-0-0-0-0-0-0-0-0-0-22-23-N", ByNoMoves, 25, 23},
		{"ayoayo", "1-2-0-0-0-0-0-0-0-0-0-0-N", ByNoMoves, 3, 0},
		// South cannot feed: the remainder is North's, or South's own.
		{"ayoayo", "1-0-0-0-0-0-0-0-0-0-0-0-24-23-S", ByNoMoves, 24, 24},
		{"ayoayo-owner", "1-0-0-0-0-0-0-0-0-0-0-0-24-23-S", ByNoMoves, 25, 23},
		// Without stores 25 seeds end nothing.
		{"oware", "4-4-4-4-4-0-0-0-0-0-0-1", NotOver, 0, 0},
	} {
		p := mustPosition(t, test.position)
		r := mustPreset(t, test.rules)
		if why, over := p.Over(r); why != test.why || over != (test.why != NotOver) {
			t.Errorf("%s %s: over %v, %q, want %q", test.rules, test.position, over, why, test.why)
		}
		if stores, ok := p.FinalStores(r); stores != [2]int{test.south, test.north} || ok != (test.why != NotOver) {
			t.Errorf("%s %s: final %v, %v, want %d–%d", test.rules, test.position, stores, ok, test.south, test.north)
		}
	}
}

// letters returns the letters of the legal moves.
func letters(r Rules, p Position) string {
	var out [MaxMoves]Child
	var s strings.Builder
	for _, c := range out[:p.Moves(r, &out)] {
		s.WriteString(MoveLetter(p.Turn, int(c.Pit)))
	}
	return s.String()
}

// TestPositionMoves has the positions that programs of this kind get wrong.
func TestPositionMoves(t *testing.T) {
	for _, test := range []struct{ rules, position, want string }{
		{"oware", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", ""},
		{"ayoayo", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", "D"},
		{"oware", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", "F"},
		{"ayoayo", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", "EF"},
		{"ayoayo", "1-0-0-0-0-0-0-0-0-0-0-1-23-23-S", "A"},
		{"oware", "1-0-0-0-0-0-0-0-0-0-0-1-23-23-S", "A"},
		{"ayoayo", "0-1-0-1-2-0-1-0-1-0-2-1", "BD"},
		{"ayoayo", "0-0-0-0-0-0-0-0-0-1-1-0-23-23-N", "d"},
		{"ayoayo", "4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", ""},
		{"oware-illegal", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S", "A"},
		{"oware", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S", "AF"},
	} {
		if got := letters(mustPreset(t, test.rules), mustPosition(t, test.position)); got != test.want {
			t.Errorf("%s %s: moves %q, want %q", test.rules, test.position, got, test.want)
		}
	}
}

// TestGrandSlam is F of one position in every mode.
func TestGrandSlam(t *testing.T) {
	const position = "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S"
	for _, test := range []struct{ rules, want string }{
		{"oware", "1-0-0-0-0-0-2-0-0-0-0-0-22-23-N"},
		{"oware-illegal", ""},
		{"oware-capture", "1-0-0-0-0-0-0-0-0-0-0-0-24-23-N"},
		{"oware-leave-last", "1-0-0-0-0-0-2-0-0-0-0-0-22-23-N"},
		{"oware-leave-first", "1-0-0-0-0-0-2-0-0-0-0-0-22-23-N"},
		{"awari", ""},
	} {
		next, _, err := mustPosition(t, position).Play(mustPreset(t, test.rules), 5)
		if test.want == "" {
			if !errors.Is(err, ErrMove) {
				t.Errorf("%s: error %v, want ErrMove", test.rules, err)
			}
		} else if err != nil || next.String() != test.want {
			t.Errorf("%s: %v, %v, want %s", test.rules, next, err, test.want)
		}
	}
}

// TestSowFromF sows as far as once, twice and three times round the board, in
// oware, where the last seed may make 2 or 3.
func TestSowFromF(t *testing.T) {
	r := mustPreset(t, "oware")
	for _, test := range []struct {
		seeds, captured int
		want            string
	}{
		{11, 0, "1-1-1-1-1-0-1-1-1-1-1-1-N"},
		{12, 2, "1-1-1-1-1-0-0-1-1-1-1-1-N"},
		{22, 0, "2-2-2-2-2-0-2-2-2-2-2-2-N"},
		{23, 3, "2-2-2-2-2-0-0-2-2-2-2-2-N"},
		{33, 0, "3-3-3-3-3-0-3-3-3-3-3-3-N"},
		{34, 0, "3-3-3-3-3-0-4-3-3-3-3-3-N"},
	} {
		p := Position{Board: Board{}.add(5, test.seeds)}
		next, c, err := p.Play(r, 5)
		if err != nil || next.String() != test.want || int(c.Captured) != test.captured {
			t.Errorf("%d seeds: %v, %d captured, %v; want %s, %d", test.seeds, next, c.Captured, err, test.want, test.captured)
		}
		// In Ayoayo a relay goes on from there, with and without seeds elsewhere.
		for _, others := range []Board{{}, {Opp: ones}, {Own: ones << laneBits & rowMask, Opp: 2 * ones}} {
			if others.Seeds()+test.seeds <= MaxSeeds {
				checkAgainstNaive(t, mustPreset(t, "ayoayo"), others.add(5, test.seeds))
			}
		}
	}
}

// TestPositionPlay checks stores, turn and seeds over random play of all rules.
func TestPositionPlay(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		rng := seededRand(22)
		for range 300 {
			p := randomPosition(rng)
			for pit := range RowPits {
				next, c, err := p.Play(r, pit)
				if err != nil {
					if next != p || !errors.Is(err, ErrMove) {
						t.Fatalf("%v pit %d: %v, %v", p, pit, next, err)
					}
					continue
				}
				want := p.Stores
				if p.Scored {
					want[p.Turn] += int(c.Captured)
				}
				if next.Stores != want || next.Turn != p.Turn.Other() || next != p.After(c) {
					t.Fatalf("%v pit %d: %v", p, pit, next)
				}
				if err := next.Validate(); err != nil {
					t.Fatalf("%v pit %d: %v", p, pit, err)
				}
			}
		}
	})
}

// TestTurnedRound plays the same board as South and as North.
func TestTurnedRound(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		rng := seededRand(23)
		for range 300 {
			p := randomPosition(rng)
			q := Position{p.Board, p.Turn.Other(), [2]int{p.Stores[1], p.Stores[0]}, p.Scored}
			why, _ := p.Over(r)
			if other, _ := q.Over(r); other != why {
				t.Fatalf("%v is %q, turned round %q", p, why, other)
			}
			a, _ := p.FinalStores(r)
			b, _ := q.FinalStores(r)
			if a[0] != b[1] || a[1] != b[0] {
				t.Fatalf("%v ends %v, turned round %v", p, a, b)
			}
		}
	})
}

func TestPlayErrors(t *testing.T) {
	for _, test := range []struct {
		rules, position string
		pit             int
		want            string
	}{
		{"ayoayo", "start", 6, "not a legal move: pit 6 is not the mover's; right is 0 to 5"},
		{"ayoayo", "start", -1, "not a legal move: pit -1 is not the mover's; right is 0 to 5"},
		{"ayoayo", "0-1-0-1-2-0-1-0-1-0-2-1", 0, "not a legal move: A: the pit is empty; right is one of B D"},
		{"ayoayo", "0-1-0-1-2-0-1-0-1-0-2-1", 4, "not a legal move: E: its relay never ends; right is one of B D"},
		{"oware", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", 4,
			"not a legal move: E: it leaves North no seed, and another move does not; right is one of F"},
		{"oware-illegal", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S", 5,
			"not a legal move: F: a grand slam is illegal under these rules; right is one of A"},
		{"awari", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S", 5,
			"not a legal move: F: it leaves North no seed, and another move does not; right is one of A"},
		{"ayoayo", "4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", 0,
			"not a legal move: A: the game is over, a store holds 25 seeds; right is to stop here"},
		{"oware", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", 3,
			"not a legal move: D: the game is over, no move is legal; right is to stop here"},
	} {
		_, _, err := mustPosition(t, test.position).Play(mustPreset(t, test.rules), test.pit)
		if !errors.Is(err, ErrMove) || err.Error() != test.want {
			t.Errorf("%s %s pit %d:\n got %v\nwant %s", test.rules, test.position, test.pit, err, test.want)
		}
	}
}
