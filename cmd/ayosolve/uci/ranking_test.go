package uci

import (
	"math/rand/v2"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// In a game, a move that brings a position back is worth what the game then ends
// with, and one that lets the opponent do so no more than that. Other moves are worth
// what the search says. Games of few seeds come to all of these.
func TestRankRepetitions(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 20
	}
	for _, repetition := range []bitboard.Repetition{bitboard.RepetitionSplit, bitboard.RepetitionOwner} {
		rules, err := bitboard.Preset("oware")
		if err != nil {
			t.Fatal(err)
		}
		rules.Repetition = repetition
		solver, err := search.New(rules, nil, search.Options{Threads: 1, Hash: 8 << 20})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		ended, offered := 0, 0
		for range games {
			game := bitboard.NewHistory(rules, endgame(random, 4))
			for {
				if _, over := game.Over(); over {
					break
				}
				r, err := solver.Analyze(t.Context(), game.Position().Board, search.Limits{Nodes: 2000}, nil)
				if err != nil {
					t.Fatal(err)
				}
				before := game.String()
				k := rank(game, r)
				if game.String() != before {
					t.Fatalf("rank has changed the game %s to %s", before, game)
				}
				for _, l := range k.lines {
					end, most := after(t, game, int(l.move.Pit))
					switch m := r.Moves[indexOf(r, l.move.Pit)]; {
					case end != nil:
						ended++
						if !l.exact() || l.low != *end || l.guess != float64(*end) {
							t.Errorf("%s: %d ends the game and is worth %d, not %d to %d", game, l.move.Pit, *end, l.low, l.high)
						}
					case most != nil && *most < m.High:
						offered++
						if l.high != *most || l.low > *most || l.guess > float64(*most) {
							t.Errorf("%s: %d is worth %d at most, not %d to %d", game, l.move.Pit, *most, l.low, l.high)
						}
					case l.low != m.Low || l.high != m.High:
						t.Errorf("%s: %d is worth %d to %d, not %d to %d", game, l.move.Pit, m.Low, m.High, l.low, l.high)
					}
				}
				if _, err := game.Play(int(k.lines[random.IntN(len(k.lines))].move.Pit)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if ended == 0 || offered == 0 {
			t.Errorf("%v: %d moves ended a game by repetition and %d let the opponent do so", repetition, ended, offered)
		}
	}
}

// endgame is a random position of a few seeds.
func endgame(random *rand.Rand, seeds int) bitboard.Position {
	var pits [bitboard.Pits]int
	for range seeds {
		pits[random.IntN(bitboard.Pits)]++
	}
	b, err := bitboard.FromPits(pits)
	if err != nil {
		panic(err)
	}
	return bitboard.Position{Board: b, Scored: true, Stores: [2]int{(bitboard.MaxSeeds - seeds) / 2, (bitboard.MaxSeeds - seeds + 1) / 2}}
}

// indexOf returns where a move is in a result.
func indexOf(r *search.Result, pit uint8) int {
	for i := range r.Moves {
		if r.Moves[i].Pit == pit {
			return i
		}
	}
	return -1
}

// after says what a move is worth if it ends the game by repetition, and if not what
// is the most that it is worth because the opponent can; nil for neither.
func after(t *testing.T, game *bitboard.History, pit int) (end, most *int) {
	t.Helper()
	mover := game.Position().Turn
	had := game.Position().Stores
	worth := func() *int {
		if why, _ := game.Over(); why != bitboard.ByRepetition {
			return nil
		}
		final, _ := game.FinalStores()
		other := mover.Other()
		v := int(final[mover]-final[other]) - (had[mover] - had[other])
		return &v
	}
	if _, err := game.Play(pit); err != nil {
		t.Fatal(err)
	}
	defer game.Undo()
	if end = worth(); end != nil {
		return end, nil
	}
	for reply := range bitboard.RowPits {
		if _, err := game.Play(reply); err != nil {
			continue
		}
		if v := worth(); v != nil && (most == nil || *v < *most) {
			most = v
		}
		game.Undo()
	}
	return nil, most
}

// Of moves that win as much, the one that captures soonest is played.
func TestRankProgress(t *testing.T) {
	k := []line{{low: 4, high: 4, guess: 4, guessed: true, quiet: 9, chosen: true}, {low: 4, high: 4, guess: 4, guessed: true, quiet: 2}}
	if k[0].better(&k[1], true) || !k[1].better(&k[0], true) {
		t.Error("a move that captures later comes first")
	}
	for i := range k {
		k[i].low, k[i].high, k[i].guess = -4, -4, -4
	}
	if !k[0].better(&k[1], true) || k[1].better(&k[0], true) {
		t.Error("of moves that lose as much, it is not the search's that comes first")
	}
}
