package search

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// side is a player of a match: an estimator, and how far it looks.
type side struct {
	*estimator
	depth int
}

// move returns the pit it plays.
func (s *side) move(b bitboard.Board, moves []bitboard.Child) int {
	if len(moves) == 1 {
		return int(moves[0].Pit)
	}
	tasks := make([]*task, len(moves))
	for i, m := range moves {
		n := m.Board.Seeds()
		tasks[i] = &task{move: m, seeds: n, value: newInterval(-n-1, n)} // never exact
	}
	s.roots = nil
	var quit atomic.Bool
	s.begin(b, tasks, &quit)
	for d := 1; d <= s.depth; d++ {
		s.iterate(d, -everything)
	}
	return int(s.roots[0].task.move.Pit)
}

// playGame returns what the first player nets from a board.
func playGame(players [2]*side, b bitboard.Board) (net float64) {
	r := players[0].rules
	sign := 1.0
	been := map[bitboard.Board]int{}
	for ply := 0; ; ply++ {
		var moves [bitboard.MaxMoves]bitboard.Child
		n := r.Moves(b, &moves)
		if n == 0 {
			return net + sign*float64(r.EndNet(b))
		}
		if at, ok := been[b]; ok && (ply-at)%2 == 0 {
			return net
		}
		been[b] = ply
		c, _ := r.Play(b, players[ply%2].move(b, moves[:n]))
		net += sign * float64(c.Captured)
		b, sign = c.Board, -sign
	}
}

// match plays pairs of games from openings of some random plies, each player
// beginning once, and returns the first player's points and seeds a game.
func match(first, second *side, pairs, plies int) (points, seeds float64) {
	rng := rand.New(rand.NewPCG(7, 0xa7c4))
	for range pairs {
		b := bitboard.Start()
		for range plies {
			var moves [bitboard.MaxMoves]bitboard.Child
			n := first.rules.Moves(b, &moves)
			b = moves[rng.IntN(n)].Board
		}
		for _, s := range []float64{1, -1} {
			players := [2]*side{first, second}
			if s < 0 {
				players = [2]*side{second, first}
			}
			first.table.Clear()
			second.table.Clear()
			net := s * playGame(players, b)
			seeds += net
			switch {
			case net > 0:
				points++
			case net == 0:
				points += 0.5
			}
		}
	}
	return points, seeds / float64(2*pairs)
}

// matchHash is the transposition table of a player, in bytes.
const matchHash = 4 << 20

// TestDeeperIsStronger plays 40 games of each game at fixed depths.
func TestDeeperIsStronger(t *testing.T) {
	boardtest.NeedsLong(t)
	for _, preset := range []string{"oware", "ayoayo"} {
		deep := &side{newTestEstimator(t, preset, nil, matchHash), 8}
		flat := &side{newTestEstimator(t, preset, nil, matchHash), 5}
		points, seeds := match(deep, flat, 20, 4)
		t.Logf("%s: depth %d takes %v of 40 from depth %d, %+.2f seeds a game", preset, deep.depth, points, flat.depth, seeds)
		if points < 24 {
			t.Errorf("%s: %v points of 40, want 24", preset, points)
		}
	}
}

// TestTablesAreStronger plays 40 games at the same depth, one player with tables to
// 10 seeds at the leaves.
func TestTablesAreStronger(t *testing.T) {
	boardtest.NeedsLong(t)
	r, err := bitboard.Preset("oware")
	if err != nil {
		t.Fatal(err)
	}
	db, err := egdb.Build(t.Context(), r, egdb.BuildOptions{Seeds: 10, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	with := &side{newTestEstimator(t, "oware", db, matchHash), 8}
	without := &side{newTestEstimator(t, "oware", nil, matchHash), 8}
	points, seeds := match(with, without, 20, 4)
	t.Logf("tables to 10 seeds take %v of 40, %+.2f seeds a game", points, seeds)
	if points < 20 {
		t.Errorf("%v points of 40, want half", points)
	}
}
