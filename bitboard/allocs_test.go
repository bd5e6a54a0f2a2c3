package bitboard

import "testing"

// TestAllocs asserts what the documentation promises: no allocation.
func TestAllocs(t *testing.T) {
	const runs = 20
	for _, name := range Presets() {
		r := mustPreset(t, name)
		boards := reached(seededRand(5), r, 200)
		var out [MaxMoves]Child
		edges := make([]Edge, 0, 1024)
		var expander Expander
		var expansion Expansion
		batch := []*Expansion{&expansion}
		for _, tc := range []struct {
			name string
			do   func(b Board)
		}{
			{"Moves", func(b Board) { r.Moves(b, &out) }},
			{"Expand", func(b Board) { expansion.Board = b; expander.Expand(r, batch) }},
			{"CountMoves", func(b Board) { r.CountMoves(b) }},
			{"Play", func(b Board) { r.Play(b, 3) }},
			{"Rank", func(b Board) { b.Rank() }},
			{"Unrank", func(b Board) { Unrank(b.Seeds(), 0) }},
			{"Next", func(b Board) { b.Next() }},
			{"AppendPredecessors", func(b Board) { edges = r.AppendPredecessors(edges[:0], b) }},
		} {
			t.Run(name+"/"+tc.name, func(t *testing.T) {
				allocs := testing.AllocsPerRun(runs, func() {
					for _, b := range boards {
						tc.do(b)
					}
				})
				if allocs != 0 {
					t.Errorf("%v allocations over %d boards, want 0", allocs, len(boards))
				}
			})
		}
	}
}

// TestAppendPredecessorsAllocsRounds asserts it where laps that went round the
// board are undone.
func TestAppendPredecessorsAllocsRounds(t *testing.T) {
	rng := seededRand(6)
	boards := make([]Board, 500)
	for i := range boards {
		boards[i] = scatterOneEmpty(rng, 20+i%29)
	}
	r := mustPreset(t, "ayoayo")
	edges := make([]Edge, 0, 1024)
	allocs := testing.AllocsPerRun(5, func() {
		for _, b := range boards {
			edges = r.AppendPredecessors(edges[:0], b)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations over %d boards, want 0", allocs, len(boards))
	}
}
