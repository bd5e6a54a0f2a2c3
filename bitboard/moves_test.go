package bitboard

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// vector is a line of testdata/moves.jsonl, which a plain, independent program
// made that agrees with OpenSpiel's oware and MancalaGames' Ayoayo.
type vector struct {
	Rules string  `json:"rules"`
	Board [12]int `json:"board"`
	Moves []struct {
		Pit      int     `json:"pit"`
		Captured int     `json:"captured"`
		Laps     int     `json:"laps"`
		Next     [12]int `json:"next"`
	} `json:"moves"`
	MoverNet *int `json:"mover_net"`
}

// vectorsPerPreset guards against a file that was cut short.
const vectorsPerPreset = 333

// moves returns the expected moves in ascending order of their pits.
func (v vector) moves() []naiveMove {
	var moves []naiveMove
	for _, m := range v.Moves {
		moves = append(moves, naiveMove{m.Pit, m.Captured, m.Laps, m.Next})
	}
	return moves
}

func readVectors(t *testing.T) map[string][]vector {
	t.Helper()
	f, err := os.Open("testdata/moves.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	vectors := map[string][]vector{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		vectors[v.Rules] = append(vectors[v.Rules], v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return vectors
}

// fastMoves puts what Moves finds into the words of the naive twin.
func fastMoves(r Rules, b Board) []naiveMove {
	var out [MaxMoves]Child
	var moves []naiveMove
	for _, c := range out[:r.Moves(b, &out)] {
		moves = append(moves, naiveMove{int(c.Pit), int(c.Captured), int(c.Laps), c.Board.Pits()})
	}
	return moves
}

// forEachVector tests every line of every preset, and that they are all there.
func forEachVector(t *testing.T, test func(t *testing.T, r Rules, v vector)) {
	t.Helper()
	vectors := readVectors(t)
	forEachPreset(t, func(t *testing.T, r Rules) {
		lines := vectors[r.Name()]
		if len(lines) != vectorsPerPreset {
			t.Fatalf("%d vectors, want %d", len(lines), vectorsPerPreset)
		}
		for _, v := range lines {
			test(t, r, v)
		}
	})
}

func TestMovesVectors(t *testing.T) {
	forEachVector(t, func(t *testing.T, r Rules, v vector) {
		if got := fastMoves(r, mustPits(t, v.Board)); !slices.Equal(got, v.moves()) {
			t.Errorf("%v: moves %v, want %v", v.Board, got, v.moves())
		}
	})
}

func TestEndNetVectors(t *testing.T) {
	forEachVector(t, func(t *testing.T, r Rules, v vector) {
		if v.MoverNet == nil {
			return
		}
		if got := r.EndNet(mustPits(t, v.Board)); got != *v.MoverNet {
			t.Errorf("%v: EndNet %d, want %d", v.Board, got, *v.MoverNet)
		}
	})
}

// TestNaiveVectors tests the twin itself.
func TestNaiveVectors(t *testing.T) {
	forEachVector(t, func(t *testing.T, r Rules, v vector) {
		if got := naiveMoves(r, v.Board); !slices.Equal(got, v.moves()) {
			t.Errorf("%v: moves %v, want %v", v.Board, got, v.moves())
		}
		if len(v.Moves) > 0 {
			return
		}
		if got := naiveEndNet(r, v.Board); got != *v.MoverNet {
			t.Errorf("%v: naiveEndNet %d, want %d", v.Board, got, *v.MoverNet)
		}
	})
}

// checkAgainstNaive compares the moves or, if there is none, the end value with
// those of the slow twin.
func checkAgainstNaive(t *testing.T, r Rules, b Board) {
	t.Helper()
	want := naiveMoves(r, b.Pits())
	if got := fastMoves(r, b); !slices.Equal(got, want) {
		t.Errorf("%v: moves %v, want %v", b.Pits(), got, want)
	}
	if len(want) > 0 {
		return
	}
	if got, want := r.EndNet(b), naiveEndNet(r, b.Pits()); got != want {
		t.Errorf("%v: EndNet %d, want %d", b.Pits(), got, want)
	}
}

// TestMovesAgainstNaiveScattered scatters every number of seeds.
func TestMovesAgainstNaiveScattered(t *testing.T) {
	const boardsPerCount = 200
	forEachPreset(t, func(t *testing.T, r Rules) {
		rng := seededRand(1)
		for seeds := range MaxSeeds + 1 {
			for range boardsPerCount {
				checkAgainstNaive(t, r, scatter(rng, seeds))
			}
		}
	})
}

func TestMovesAgainstNaiveReached(t *testing.T) {
	const boards = 4000
	forEachPreset(t, func(t *testing.T, r Rules) {
		for _, b := range reached(seededRand(2), r, boards) {
			checkAgainstNaive(t, r, b)
		}
	})
}

// mixedBoards returns boards with every number of seeds and boards met in play.
func mixedBoards(r Rules) []Board {
	const boardsPerCount = 100
	rng := seededRand(3)
	boards := reached(rng, r, MaxSeeds*boardsPerCount)
	for seeds := range MaxSeeds + 1 {
		for range boardsPerCount {
			boards = append(boards, scatter(rng, seeds))
		}
	}
	return boards
}

func TestCountMovesIsMoves(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		var out [MaxMoves]Child
		for _, b := range mixedBoards(r) {
			if got, want := r.CountMoves(b), r.Moves(b, &out); got != want {
				t.Errorf("%v: CountMoves %d, Moves %d", b.Pits(), got, want)
			}
		}
	})
}

func TestPlayIsMoves(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		var out [MaxMoves]Child
		for _, b := range mixedBoards(r) {
			var want [RowPits]Child
			var legal [RowPits]bool
			for _, c := range out[:r.Moves(b, &out)] {
				want[c.Pit], legal[c.Pit] = c, true
			}
			for pit := range RowPits {
				if c, ok := r.Play(b, pit); ok != legal[pit] || c != want[pit] {
					t.Errorf("%v pit %d: Play %v %v, Moves %v %v", b.Pits(), pit, c, ok, want[pit], legal[pit])
				}
			}
		}
	})
}

func TestMovesConserveSeeds(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		var out [MaxMoves]Child
		for _, b := range mixedBoards(r) {
			for _, c := range out[:r.Moves(b, &out)] {
				if got := int(c.Captured) + c.Board.Seeds(); got != b.Seeds() {
					t.Errorf("%v pit %d: %d seeds captured or left, want %d", b.Pits(), c.Pit, got, b.Seeds())
				}
			}
		}
	})
}

// TestMovesLongRelays tests that laps have no cap and that endless relays are told
// from long ones.
func TestMovesLongRelays(t *testing.T) {
	for _, tc := range []struct {
		pits [Pits]int
		pit  int
		laps int // 0 for an endless relay
	}{
		{[Pits]int{7, 4, 7, 2, 2, 1, 4, 3, 5, 4, 5, 4}, 3, 134},
		{[Pits]int{2, 1, 2, 2, 1, 3, 2, 1, 2, 1, 2, 1}, 2, 628},
		{[Pits]int{0, 1, 0, 1, 2, 0, 1, 0, 1, 0, 2, 1}, 4, 0},
		{[Pits]int{3, 2, 2, 3, 0, 1, 2, 3, 0, 1, 0, 2}, 1, 552},
		{[Pits]int{1, 2, 1, 0, 1, 2, 0, 1, 0, 1, 2, 10}, 5, 721},
		{[Pits]int{0, 3, 0, 3, 4, 0, 8, 0, 1, 3, 4, 1}, 4, 813},
		{[Pits]int{3, 2, 2, 1, 2, 1, 2, 1, 2, 1, 0, 2}, 1, 1057},
		{[Pits]int{2, 1, 0, 1, 4, 0, 3, 1, 2, 3, 2, 1}, 4, 0}, // comes back after 204 laps
		{[Pits]int{0, 5, 4, 0, 1, 2, 1, 0, 2, 5, 0, 1}, 2, 0}, // after 1,310
		{[Pits]int{3, 4, 3, 4, 3, 2, 0, 1, 0, 4, 5, 2}, 5, 0}, // after 5,100
	} {
		r := mustPreset(t, "ayoayo")
		b := mustPits(t, tc.pits)
		checkAgainstNaive(t, r, b)
		if c, ok := r.Play(b, tc.pit); int(c.Laps) != tc.laps || ok != (tc.laps > 0) {
			t.Errorf("%v pit %d: %d laps, legal %v, want %d laps", tc.pits, tc.pit, c.Laps, ok, tc.laps)
		}
	}
}

// TestMovesWatchedRelays compares relays of every length around freeLaps, where
// they begin to be watched.
func TestMovesWatchedRelays(t *testing.T) {
	const around, boards = 4, 400_000
	r := mustPreset(t, "ayoayo")
	seen := map[int]bool{}
	var out [MaxMoves]Child
	rng := seededRand(4)
	for i := range boards {
		b := scatter(rng, 12+i%(MaxSeeds-11))
		for _, c := range out[:r.Moves(b, &out)] {
			if laps := int(c.Laps); laps >= freeLaps-around && laps <= freeLaps+around {
				checkAgainstNaive(t, r, b)
				seen[laps] = true
			}
		}
	}
	for laps := freeLaps - around; laps <= freeLaps+around; laps++ {
		if !seen[laps] {
			t.Errorf("no relay of %d laps among the boards", laps)
		}
	}
}

func FuzzMoves(f *testing.F) {
	for preset := range Presets() {
		f.Add(uint8(preset), []byte{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4})
		f.Add(uint8(preset), []byte{0, 0, 0, 0, 0, 12, 1, 1, 1, 2, 1, 1})
		f.Add(uint8(preset), []byte{0, 0, 0, 3, 0, 1, 0, 0, 0, 0, 0, 0})
		f.Add(uint8(preset), []byte{0, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0, 23})
	}
	f.Fuzz(func(t *testing.T, preset uint8, pits []byte) {
		names := Presets()
		r := mustPreset(t, names[int(preset)%len(names)])
		var b Board
		for i := range min(Pits, len(pits)) {
			b = b.add(i, int(pits[i])%(MaxSeeds-b.Seeds()+1))
		}
		checkAgainstNaive(t, r, b)
	})
}
