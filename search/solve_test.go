package search_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
)

// ayoayoSeeds is the largest layer of the Ayoayo tables that large boards are
// solved with.
const ayoayoSeeds = 14

// solved is a line of solve.tsv.
type solved struct {
	board bitboard.Board
	value int
}

// solvedBoards reads solve.tsv, fewer seeds first.
func solvedBoards(t *testing.T) (out []solved) {
	t.Helper()
	f, err := os.Open("testdata/solve.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		var pits [bitboard.Pits]int
		var seeds, value int
		fields := []any{}
		for i := range pits {
			fields = append(fields, &pits[i])
		}
		if _, err := fmt.Sscan(in.Text(), append(fields, &seeds, &value)...); err != nil {
			t.Fatalf("%q: %v", in.Text(), err)
		}
		out = append(out, solved{boardtest.Board(t, pits), value})
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(out, func(a, b solved) int { return a.board.Seeds() - b.board.Seeds() })
	return out
}

// TestSolve solves boards of ../shared/vectors/solve.tsv: those of up to 36 seeds,
// and all 98 in long runs.
func TestSolve(t *testing.T) {
	boardtest.Slow(t)
	most := 36
	if boardtest.Long() {
		most = bitboard.MaxSeeds
	}
	boards := solvedBoards(t)
	if len(boards) != 98 {
		t.Fatalf("%d boards in testdata, want 98", len(boards))
	}
	r := boardtest.Preset(t, "ayoayo")
	s := newSolver(t, r, tables(t, r, ayoayoSeeds), 2)
	for _, want := range boards {
		if want.board.Seeds() > most {
			break
		}
		res := analyze(t, s, want.board, search.Limits{})
		if !allExact(res) || res.Stopped != search.StopExact || res.Low != want.value {
			t.Errorf("%v: %d … %d (%v), want %d exact", want.board.Pits(), res.Low, res.High, res.Stopped, want.value)
		}
		checkSum(t, res)
	}
}

// TestStart values the opening moves of Ayoayo.
func TestStart(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	res := analyze(t, newSolver(t, r, tables(t, r, ayoayoSeeds), 2), bitboard.Start(), search.Limits{})
	if len(res.Moves) != 6 {
		t.Fatalf("%d moves, want 6", len(res.Moves))
	}
	for i, want := range []int{-4, -2, 6, -6, -16, -6} {
		if m := res.Moves[i]; int(m.Pit) != i || m.Low != want || m.High != want {
			t.Errorf("pit %d: %d … %d, want %d", m.Pit, m.Low, m.High, want)
		}
	}
	if res.Low != 6 || res.High != 6 || res.Best != 2 || res.Stopped != search.StopExact {
		t.Errorf("%d … %d, best %d (%v), want 6, 2 (exact)", res.Low, res.High, res.Best, res.Stopped)
	}
}

// TestThreads: any number of threads finds the same values.
func TestThreads(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	boards := slices.Concat(randomBoards(18, 30), randomBoards(24, 10), randomBoards(28, 5))
	want := make([]*search.Result, len(boards))
	for _, threads := range []int{1, 2, 4} {
		s := newSolver(t, r, db, threads)
		for i, b := range boards {
			res := analyze(t, s, b, search.Limits{})
			if res.Threads != threads || !allExact(res) {
				t.Errorf("%v: %d threads: %d … %d (%v)", b.Pits(), res.Threads, res.Low, res.High, res.Stopped)
			}
			if threads == 1 {
				want[i] = res
				continue
			}
			for j, m := range res.Moves {
				if w := want[i].Moves[j]; m.Low != w.Low || m.High != w.High {
					t.Errorf("%v: pit %d: %d … %d by %d threads, %d … %d by one", b.Pits(), m.Pit, m.Low, m.High, threads, w.Low, w.High)
				}
			}
		}
	}
}

// TestOneThreadRepeats: one thread with a fresh table does exactly the same again.
func TestOneThreadRepeats(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	db := tables(t, r, ayoayoSeeds)
	for _, b := range randomBoards(22, 5) {
		first := analyze(t, newSolver(t, r, db, 1), b, search.Limits{})
		again := analyze(t, newSolver(t, r, db, 1), b, search.Limits{})
		if first.Nodes != again.Nodes || first.TableHits != again.TableHits || first.Depth != again.Depth {
			t.Errorf("%v: %d nodes, %d look-ups, depth %d, and then %d, %d, %d", b.Pits(),
				first.Nodes, first.TableHits, first.Depth, again.Nodes, again.TableHits, again.Depth)
		}
	}
}
