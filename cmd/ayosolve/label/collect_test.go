package label

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ayosolve/bitboard"
)

// collected collects a source with little memory and returns its positions in order.
func collected(t *testing.T, s Source, room int, input string) ([]bitboard.Position, Positions, []string) {
	t.Helper()
	dir := t.TempDir()
	c := &collector{scratch: filepath.Join(dir, "keys"), room: room}
	var bad []string
	p, err := c.collect(context.Background(), bitboard.Rules{}, &s, strings.NewReader(input), func(b *BadLine) { bad = append(bad, b.Error()) }, filepath.Join(dir, "positions"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.scratch); err == nil {
		t.Error("the scratch folder was left")
	}
	data, err := os.ReadFile(filepath.Join(dir, "positions"))
	if err != nil {
		t.Fatal(err)
	}
	if uint64(len(data)) != p.Count*keyBytes {
		t.Fatalf("%d bytes for %d positions", len(data), p.Count)
	}
	var all []bitboard.Position
	for k := range slices.Chunk(data, keyBytes) {
		q, err := Key(k).Position()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, q)
	}
	return all, p, bad
}

// TestSeen compares the set with a map, with so little memory that most is on disk.
func TestSeen(t *testing.T) {
	s := newSeen(t.TempDir(), 50)
	r := rand.New(rand.NewPCG(3, 3))
	known := map[Key]bool{}
	for range 3000 {
		k := Key{byte(r.IntN(4)), byte(r.IntN(16)), byte(r.IntN(16))}
		fresh, err := s.add(k)
		if err != nil || fresh == known[k] {
			t.Fatalf("%v is fresh: %v, %v", k, fresh, err)
		}
		known[k] = true
	}
	if s.disk == nil {
		t.Error("nothing came to the disk")
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// naivePlies finds reachable positions ply by ply with maps.
func naivePlies(r bitboard.Rules, from bitboard.Position, depth int) (plies []map[bitboard.Position]bool) {
	known := map[bitboard.Position]bool{from: true}
	now := map[bitboard.Position]bool{from: true}
	for range depth {
		plies = append(plies, now)
		next := map[bitboard.Position]bool{}
		for p := range now {
			var moves [bitboard.MaxMoves]bitboard.Child
			for _, m := range moves[:p.Moves(r, &moves)] {
				if q := p.After(m); !known[q] {
					next[q], known[q] = true, true
				}
			}
		}
		now = next
	}
	return append(plies, now)
}

// TestReachable compares with maps, from a board on which positions come back, with
// so little memory that Badger sees each ply in many pieces.
func TestReachable(t *testing.T) {
	for _, test := range []struct {
		from  string
		depth int
	}{{"start", 5}, {"0-0-0-1-0-0-0-0-0-1-1-0-S", 12}, {endgame, 9}, {"0-0-0-0-0-0-0-0-0-0-0-0-24-24-S", 3}} {
		from, err := bitboard.ParsePosition(test.from)
		if err != nil {
			t.Fatal(err)
		}
		want := naivePlies(bitboard.Rules{}, from, test.depth)
		got, p, _ := collected(t, Source{Kind: Reachable, From: test.from, Depth: test.depth}, 40, "")
		at := 0
		for ply, positions := range want {
			if p.Plies[ply] != uint64(len(positions)) {
				t.Errorf("%s, ply %d: %d positions, want %d", test.from, ply, p.Plies[ply], len(positions))
				break
			}
			sorted := slices.SortedFunc(maps.Keys(positions), func(a, b bitboard.Position) int {
				x, y := keyOf(a), keyOf(b)
				return bytes.Compare(x[:], y[:])
			})
			if !slices.Equal(got[at:at+len(sorted)], sorted) {
				t.Errorf("%s, ply %d: other positions, or another order", test.from, ply)
			}
			at += len(sorted)
		}
		if at != len(got) {
			t.Errorf("%s: %d positions, want %d", test.from, len(got), at)
		}
	}
}

// TestRandom checks that positions are distinct, can be reached, and do not depend on
// how much memory there is or on how many are asked for.
func TestRandom(t *testing.T) {
	s := Source{Kind: Random, From: "start", Count: 400, LeastPlies: 1, MostPlies: 4, Seed: 5}
	some, p, _ := collected(t, s, 30, "")
	if len(some) != 400 || p.Count != 400 {
		t.Fatalf("%d positions, count %d", len(some), p.Count)
	}
	within := map[bitboard.Position]bool{}
	for _, ply := range naivePlies(bitboard.Rules{}, bitboard.StartPosition(), 4)[1:] {
		maps.Copy(within, ply)
	}
	seen := map[bitboard.Position]bool{}
	for _, q := range some {
		if !within[q] || seen[q] {
			t.Errorf("%v, seen before: %v", q, seen[q])
		}
		seen[q] = true
	}
	s.Count = 100
	if few, _, _ := collected(t, s, 1<<20, ""); !slices.Equal(few, some[:100]) {
		t.Error("the first hundred are others")
	}
	s.Seed = 6
	if others, _, _ := collected(t, s, 1<<20, ""); slices.Equal(others, some[:100]) {
		t.Error("another seed draws the same")
	}
}

// TestRandomSpent asks for more positions than there are.
func TestRandomSpent(t *testing.T) {
	s := Source{Kind: Random, From: "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", Count: 50, MostPlies: 2}
	c := &collector{scratch: filepath.Join(t.TempDir(), "keys"), room: 100}
	_, err := c.collect(context.Background(), bitboard.Rules{}, &s, nil, nil, filepath.Join(t.TempDir(), "positions"))
	if !errors.Is(err, ErrParams) || !strings.Contains(err.Error(), "no more than 4 positions") {
		t.Error(err)
	}
}

func TestInput(t *testing.T) {
	const a, b = "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", "0-0-0-1-1-0-0-0-0-0-0-0-N"
	input := a + "\n" + b + "\r\n" + a + "\nnonsense\n" + strings.Repeat("1-", 40_000) + "\n\n  start \n" + b
	got, p, bad := collected(t, Source{Kind: Input}, 2, input)
	var lines []string
	for _, q := range got {
		lines = append(lines, q.String())
	}
	if want := []string{a, b, bitboard.StartPosition().String()}; !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	if len(bad) != 3 || p.Bad != 3 || !strings.HasPrefix(bad[0], "line 4: ") || !strings.HasPrefix(bad[1], "line 5: the line is longer") || !strings.HasPrefix(bad[2], "line 6: ") {
		t.Errorf("bad lines %q", bad)
	}
	sum, err := sumInput(context.Background(), strings.NewReader(input))
	if err != nil || sum != p.Input {
		t.Errorf("the sum of the input is %s, %v, and was %s", sum, err, p.Input)
	}
}

// TestLongLines puts the ends of lines at every place around the longest.
func TestLongLines(t *testing.T) {
	for length := longestLine - 2; length <= longestLine+2; length++ {
		for _, end := range []string{"", "\n", "\nstart\n"} {
			line := strings.Repeat(" ", length-5) + "start"
			_, p, bad := collected(t, Source{Kind: Input}, 10, line+end)
			want := cmp.Compare(length, longestLine) > 0
			if (len(bad) == 1) != want {
				t.Errorf("%d bytes and %q: %q", length, end, bad)
			}
			if total := p.Count + p.Bad; total < 1 || total > 2 {
				t.Errorf("%d bytes and %q: %d lines", length, end, total)
			}
		}
	}
}

// TestCollectStops ends soon when it is cancelled, and leaves no file.
func TestCollectStops(t *testing.T) {
	for _, s := range []Source{{Kind: Random, From: "start", Count: 1 << 30, MostPlies: 40}, {Kind: Reachable, From: "start", Depth: 40}} {
		ctx, cancel := context.WithCancel(context.Background())
		dir := t.TempDir()
		c := &collector{scratch: filepath.Join(dir, "keys"), room: 1 << 10}
		done := make(chan error)
		go func() {
			_, err := c.collect(ctx, bitboard.Rules{}, &s, nil, nil, filepath.Join(dir, "positions"))
			done <- err
		}()
		for c.count.Load() < 3000 {
			select {
			case err := <-done:
				t.Fatal(err)
			default:
			}
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "positions")); err == nil {
			t.Error("there are positions")
		}
	}
}
