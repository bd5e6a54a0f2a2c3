package bitboard

import (
	"slices"
	"testing"
)

// TestExpandIsMoves compares with Moves, in batches of every size. Among the boards are
// some whose relays are long or endless.
func TestExpandIsMoves(t *testing.T) {
	forEachPreset(t, func(t *testing.T, r Rules) {
		rng := seededRand(12)
		boards := reached(rng, r, 3_000)
		for range 12_000 {
			boards = append(boards, scatter(rng, 1+rng.IntN(MaxSeeds)))
		}
		for n := range MaxSeeds + 1 {
			boards = append(boards, someBoards(n)[:1]...)
		}
		var x Expander
		batch := [ExpandBatch]*Expansion{}
		for i := range batch {
			batch[i] = new(Expansion)
		}
		for len(boards) > 0 {
			n := min(1+rng.IntN(ExpandBatch), len(boards))
			for i, b := range boards[:n] {
				batch[i].Board = b
			}
			x.Expand(r, batch[:n])
			for i, b := range boards[:n] {
				var want [MaxMoves]Child
				moves := want[:r.Moves(b, &want)]
				if got := batch[i].Moves[:batch[i].Count]; batch[i].Board != b || !slices.Equal(got, moves) {
					t.Fatalf("%v, %d of %d: %+v, want %+v", b.Pits(), i, n, got, moves)
				}
			}
			boards = boards[n:]
		}
	})
}

// TestExpandLongRelays: relays that last longer than they are sown together, and endless
// ones, among others.
func TestExpandLongRelays(t *testing.T) {
	r := mustPreset(t, "ayoayo")
	rng := seededRand(13)
	long, endless := 0, 0
	var x Expander
	for long < 20 || endless < 5 {
		b, other := scatter(rng, 30+rng.IntN(19)), scatter(rng, 40)
		isLong := false
		for pit := range RowPits {
			if b.Pit(pit) == 0 {
				continue
			}
			switch _, _, laps := relay(b, pit, 1); {
			case laps == 0:
				endless++
				isLong = true
			case laps > freeLaps:
				long++
				isLong = true
			}
		}
		if !isLong {
			continue
		}
		first, second := Expansion{Board: other}, Expansion{Board: b}
		x.Expand(r, []*Expansion{&first, &second})
		for _, e := range []*Expansion{&first, &second} {
			var want [MaxMoves]Child
			if moves := want[:r.Moves(e.Board, &want)]; !slices.Equal(e.Moves[:e.Count], moves) {
				t.Fatalf("%v: %+v, want %+v", e.Board.Pits(), e.Moves[:e.Count], moves)
			}
		}
	}
}
