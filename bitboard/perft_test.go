package bitboard

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// perftCase is a line of testdata/perft.tsv, which shared/vectors made with an
// independent program.
type perftCase struct {
	rules, position string
	depth           int
	paths           uint64
}

func readPerft(tb testing.TB) []perftCase {
	tb.Helper()
	f, err := os.Open("testdata/perft.tsv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var cases []perftCase
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var c perftCase
		if _, err := fmt.Sscan(lines.Text(), &c.rules, &c.position, &c.depth, &c.paths); err != nil {
			tb.Fatalf("%q: %v", lines.Text(), err)
		}
		cases = append(cases, c)
	}
	return cases
}

func TestPerftGolden(t *testing.T) {
	cases := readPerft(t)
	if len(cases) != 13 {
		t.Errorf("%d cases, want 13", len(cases))
	}
	for _, c := range cases {
		if got := mustPreset(t, c.rules).Perft(mustPosition(t, c.position), c.depth); got != c.paths {
			t.Errorf("%s %s depth %d: %d paths, want %d", c.rules, c.position, c.depth, got, c.paths)
		}
	}
}

// naivePerft counts paths by playing every one of them to its end.
func naivePerft(r Rules, p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	paths := uint64(0)
	for pit := range RowPits {
		if next, _, err := p.Play(r, pit); err == nil {
			paths += naivePerft(r, next, depth-1)
		}
	}
	return paths
}

func TestPerftAgainstNaive(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		rng := seededRand(21)
		for range 60 {
			p := randomPosition(rng)
			want := naivePerft(r, p, 3)
			if got := r.Perft(p, 3); got != want {
				t.Fatalf("%v: %d paths, want %d", p, got, want)
			}
			sum := uint64(0)
			for _, c := range r.PerftDivide(p, 3) {
				next, _, err := p.Play(r, int(c.Pit))
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				if paths := naivePerft(r, next, 2); paths != c.Paths {
					t.Fatalf("%v, pit %d: %d paths, want %d", p, c.Pit, c.Paths, paths)
				}
				sum += c.Paths
			}
			if sum != want {
				t.Fatalf("%v: divided %d, whole %d", p, sum, want)
			}
		}
	})
}

func TestPerftOver(t *testing.T) {
	for _, test := range []struct {
		position string
		depth    int
		want     uint64
	}{
		{"4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", 0, 1},
		{"4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", 1, 0},
		{"4-4-4-4-4-0-0-0-0-0-0-0-25-3-S", 4, 0},
		{"0-0-0-0-0-0-0-0-0-0-0-0-24-24-S", 1, 0},
		// One move ends the game by majority: it is a path of one move, and begins no longer one.
		{"0-0-0-0-0-1-1-0-0-0-0-1-23-22-S", 1, 1},
		{"0-0-0-0-0-1-1-0-0-0-0-1-23-22-S", 2, 0},
	} {
		r := mustPreset(t, "oware")
		if got := r.Perft(mustPosition(t, test.position), test.depth); got != test.want {
			t.Errorf("%s depth %d: %d paths, want %d", test.position, test.depth, got, test.want)
		}
	}
	// The same board without stores goes on.
	if got := mustPreset(t, "oware").Perft(mustPosition(t, "0-0-0-0-0-1-1-0-0-0-0-1"), 2); got == 0 {
		t.Error("a board without stores ended by majority")
	}
}

func TestPerftDivideStart(t *testing.T) {
	got := mustPreset(t, "ayoayo").PerftDivide(StartPosition(), 1)
	var want []PathCount
	for pit := range RowPits {
		want = append(want, PathCount{uint8(pit), 1})
	}
	if !slices.Equal(got, want) {
		t.Errorf("divide at depth 1: %v, want %v", got, want)
	}
}

func TestPerftAllocs(t *testing.T) {
	for _, name := range benchGames {
		r, p := mustPreset(t, name), StartPosition()
		if n := testing.AllocsPerRun(10, func() { sink += r.Perft(p, 4) }); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
}

// BenchmarkPerft counts from the start. Sowings are the legal moves made on the
// way; in oware those of the last ply are only counted, so they are left out.
func BenchmarkPerft(b *testing.B) {
	for _, bench := range []struct {
		name  string
		depth int
	}{{"ayoayo", 8}, {"oware", 8}} {
		b.Run(bench.name, func(b *testing.B) {
			r, p := mustPreset(b, bench.name), StartPosition()
			leaves := r.Perft(p, bench.depth)
			sown := bench.depth
			if r.Game == Oware {
				sown--
			}
			sowings := uint64(0)
			for depth := 1; depth <= sown; depth++ {
				sowings += r.Perft(p, depth)
			}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				sink += r.Perft(p, bench.depth)
				n++
			}
			perSecond(b, n*int(leaves), "leaves")
			perSecond(b, n*int(sowings), "sowings")
		})
	}
}
