package search_test

import (
	"slices"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
)

// naive is the slow twin of a search, written from RULES.md: it collects every
// board that can be reached in a map and goes over them until nothing changes. It
// knows no tables, claims or proof numbers.
type naive struct {
	rules bitboard.Rules
	known map[bitboard.Board]truth
}

func newNaive(r bitboard.Rules) *naive { return &naive{r, map[bitboard.Board]truth{}} }

// truth returns what is so of a board.
func (n *naive) truth(b bitboard.Board) truth {
	layers := map[int][]bitboard.Board{}
	n.collect(b, map[bitboard.Board]bool{}, layers)
	for seeds := range bitboard.MaxSeeds + 1 {
		n.settle(seeds, layers[seeds])
	}
	return n.known[b]
}

// collect lists the boards that play from b can come to and that are not known.
func (n *naive) collect(b bitboard.Board, seen map[bitboard.Board]bool, layers map[int][]bitboard.Board) {
	if _, ok := n.known[b]; ok || seen[b] {
		return
	}
	seen[b] = true
	layers[b.Seeds()] = append(layers[b.Seeds()], b)
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, m := range moves[:n.rules.Moves(b, &moves)] {
		n.collect(m.Board, seen, layers)
	}
}

// forced is what can be forced on a board in finite play so far: a gain, a loss,
// and bounds.
type forced struct{ gain, loss, low, high int }

// settle makes boards of one layer known. All their captures lead to known ones.
func (n *naive) settle(seeds int, boards []bitboard.Board) {
	now := map[bitboard.Board]forced{}
	for _, b := range boards {
		now[b] = forced{0, 0, -seeds, seeds}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range boards {
			if f := n.step(b, now); f != now[b] {
				now[b] = f
				changed = true
			}
		}
	}
	for _, b := range boards {
		f := now[b]
		n.known[b] = truth{f.gain + f.loss, f.low, f.high}
	}
}

// step looks one move ahead. Endless play is worth 0 under RepetitionSplit, so
// neither a gain nor a loss ever has the wrong sign.
func (n *naive) step(b bitboard.Board, now map[bitboard.Board]forced) forced {
	var moves [bitboard.MaxMoves]bitboard.Child
	count := n.rules.Moves(b, &moves)
	if count == 0 {
		net := n.rules.EndNet(b)
		return forced{max(net, 0), min(net, 0), net, net}
	}
	const none = -bitboard.MaxSeeds
	best := forced{none, none, none, none}
	for _, m := range moves[:count] {
		f, ok := now[m.Board]
		if !ok {
			k := n.known[m.Board]
			f = forced{k.value, k.value, k.low, k.high}
		}
		captured := int(m.Captured)
		best.gain = max(best.gain, captured-f.loss)
		best.loss = max(best.loss, captured-f.gain)
		best.low = max(best.low, captured-f.high)
		best.high = max(best.high, captured-f.low)
	}
	return forced{max(best.gain, 0), min(best.loss, 0), best.low, best.high}
}

// TestNaiveMatchesTables holds two slow twins of different make against each
// other: this one, and the one that egdb is tested with.
func TestNaiveMatchesTables(t *testing.T) {
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		n, ask := newNaive(r), tableOracle(tables(t, r, 6))
		for _, b := range randomBoards(6, fewer(300)) {
			if got, want := n.truth(b), ask(b); got != want {
				t.Errorf("%v: %+v, and the tables say %+v", b.Pits(), got, want)
			}
		}
	})
}

// smallBoards returns all boards of up to 3 seeds and some of 4 to 6.
func smallBoards() (out []bitboard.Board) {
	for n := range 4 {
		for rank := range bitboard.LayerSize(n) {
			out = append(out, bitboard.Unrank(n, rank))
		}
	}
	return slices.Concat(out, randomBoards(4, fewer(100)), randomBoards(5, fewer(100)), randomBoards(6, fewer(100)))
}

// TestSearchWithoutTables searches small boards to the end of the game: the values are
// found, those that turn on repetitions too. In oware one in a hundred may take longer.
func TestSearchWithoutTables(t *testing.T) {
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		n := newNaive(r)
		s := newSolver(t, r, nil, 1)
		open, boards := 0, smallBoards()
		for _, b := range boards {
			res := analyze(t, s, b, search.Limits{Nodes: 50_000})
			checkSound(t, r, res, n.truth)
			if res.Status() == search.Exact {
				continue
			}
			if open++; r.Relay() || open > len(boards)/100 {
				t.Errorf("%v: %d … %d after %d nodes (%v), want %d", b.Pits(), res.Low, res.High, res.Nodes, res.Stopped, n.truth(b).value)
			}
		}
	})
}

// TestStopRepeats: a search under RepetitionOwner that says that only repetitions
// are left has bounds that hold under any rule, and there are such searches.
func TestStopRepeats(t *testing.T) {
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		n := newNaive(r)
		r.Repetition = bitboard.RepetitionOwner
		s := newSolver(t, r, nil, 1)
		stopped := 0
		for _, b := range smallBoards() {
			res := analyze(t, s, b, search.Limits{Nodes: 20_000})
			if res.Stopped != search.StopRepeats {
				continue
			}
			stopped++
			if want := n.truth(b); res.Low > want.low || res.High < want.high {
				t.Errorf("%v: stopped at %d … %d, and the truth is %+v", b.Pits(), res.Low, res.High, want)
			}
		}
		if r.Game != bitboard.Ayoayo && stopped == 0 {
			t.Error("no search stopped that way")
		}
	})
}

// TestForcedRepeat: on this board of oware both players have one move all the way
// round, and after twelve it is back. The line ends there.
func TestForcedRepeat(t *testing.T) {
	b := boardtest.Board(t, [bitboard.Pits]int{5: 1, 11: 1})
	r := boardtest.Preset(t, "oware")
	res := analyze(t, newSolver(t, r, nil, 1), b, search.Limits{})
	if res.Low != 0 || res.High != 0 || res.Stopped != search.StopExact || res.AnyRepetition == search.True {
		t.Errorf("%v: %d … %d (%v), want 0 (exact)", b.Pits(), res.Low, res.High, res.Stopped)
	}
	if res.Depth > 12 {
		t.Errorf("%v: a line of %d plies, want at most 12", b.Pits(), res.Depth)
	}
	if got, want := res.Moves[0].Line, []int{5, 5, 0, 0, 1, 1, 2, 2, 3, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("%v: the line is %v, want %v: the next move brings the board back", b.Pits(), got, want)
	}
	r.Repetition = bitboard.RepetitionOwner
	res = analyze(t, newSolver(t, r, nil, 1), b, search.Limits{})
	if res.Low != -2 || res.High != 2 || res.Stopped != search.StopRepeats {
		t.Errorf("%v, owner: %d … %d (%v), want -2 … 2 (repetition)", b.Pits(), res.Low, res.High, res.Stopped)
	}
}
