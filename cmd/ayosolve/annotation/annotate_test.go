package annotation_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/egdb"
	"ayosolve/search"
	"ayosolve/tt"
)

const tableSeeds = 7

// built holds the tables of the tests by their rules. They are never closed.
var built sync.Map

func tables(t *testing.T, r bitboard.Rules) *egdb.DB {
	t.Helper()
	r.Repetition = bitboard.RepetitionSplit
	build, _ := built.LoadOrStore(r, sync.OnceValues(func() (*egdb.DB, error) {
		return egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: tableSeeds, Bounds: true, Workers: 1})
	}))
	db, err := build.(func() (*egdb.DB, error))()
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// solver returns a solver with tables to 7 seeds, or with none.
func solver(t *testing.T, r bitboard.Rules, withTables bool) *search.Solver {
	t.Helper()
	var p search.Prober
	if withTables {
		p = tables(t, r)
	}
	s, err := search.New(r, p, search.Options{Threads: 1, Hash: tt.MinBytes})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func annotate(t *testing.T, s *search.Solver, game *ogn.Record, l search.Limits) *annotation.Report {
	t.Helper()
	r, err := annotation.Annotate(t.Context(), s, game, annotation.Options{Limits: l})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// endgame returns a game played by chance from a position of few seeds.
func endgame(r bitboard.Rules, seed uint64, scored bool) *ogn.Record {
	rng := rand.New(rand.NewPCG(seed, 0xa22))
	p := bitboard.Position{Board: bitboard.Unrank(tableSeeds, rng.Uint64N(bitboard.LayerSize(tableSeeds))), Turn: bitboard.Side(seed % 2)}
	if scored {
		p.Scored = true
		p.Stores[bitboard.South] = 18 + rng.IntN(6)
		p.Stores[bitboard.North] = bitboard.MaxSeeds - tableSeeds - p.Stores[bitboard.South]
	}
	h := bitboard.NewHistory(r, p)
	for {
		if _, over := h.Over(); over {
			return ogn.New(h)
		}
		var out [bitboard.MaxMoves]bitboard.Child
		n := h.Position().Moves(r, &out)
		if _, err := h.Play(int(out[rng.IntN(n)].Pit)); err != nil {
			panic(err)
		}
	}
}

// valueOf looks a board up.
func valueOf(db *egdb.DB, b bitboard.Board) int {
	n, rank := b.LayerRank()
	return int(db.Values(n)[rank])
}

// TestExact: with tables that hold all positions of a game, every number and every
// judgement is what the tables say, by the plain definition.
func TestExact(t *testing.T) {
	counts := map[annotation.Class]int{}
	for _, rules := range []string{"ayoayo", "oware", "awari"} {
		r := boardtest.Preset(t, rules)
		db := tables(t, r)
		s := solver(t, r, true)
		for seed := range uint64(40) {
			game := endgame(r, seed, seed%3 != 0)
			h, err := game.History()
			if err != nil {
				t.Fatal(err)
			}
			why, _ := h.Over()
			rep := annotate(t, s, game, search.Limits{})
			taken := game.Start.Stores
			for i, y := range rep.Plies {
				p := h.Positions()[i]
				mover := p.Turn
				ahead := taken[mover] - taken[mover.Other()]
				before := valueOf(db, p.Board)
				after := y.Captured - valueOf(db, h.Positions()[i+1].Board)
				if why == bitboard.ByRepetition && i == len(rep.Plies)-1 {
					after = y.Captured // the rest is shared
					if y.Forced {
						before = after
					}
				}
				want := annotation.Best
				switch {
				case after >= before: // more if the loser brings a position back
				case sign(ahead+after) < sign(ahead+before):
					want = annotation.Blunder
				default:
					want = annotation.Mistake
				}
				counts[want]++
				if *y.Before.Value != before || *y.After.Value != after || y.Class != want || y.Lost != (annotation.Range{Least: max(0, before-after), Most: max(0, before-after)}) {
					t.Errorf("%s, %s, ply %d, %v: %d, %d, %s, lost %v; want %d, %d, %s", rules, p, i, y.Move,
						*y.Before.Value, *y.After.Value, y.Class, y.Lost, before, after, want)
				}
				lead := ahead + after
				if mover == bitboard.North {
					lead = -lead
				}
				if got := rep.Leads()[i+1]; got.Low != lead || got.High != lead || !got.Known {
					t.Errorf("%s, ply %d: South's lead %+v, want %d", p, i, got, lead)
				}
				if final := *y.After.Final; p.Scored && final.South-final.North != float64(lead) {
					t.Errorf("%s, ply %d: final %v, want a lead of %d", p, i, final, lead)
				}
				if fact := why == bitboard.ByRepetition && i == len(rep.Plies)-1; !fact {
					checkBest(t, r, db, p, y)
				}
				taken[mover] += y.Captured
			}
			checkSummary(t, rep)
		}
	}
	for _, class := range []annotation.Class{annotation.Best, annotation.Mistake, annotation.Blunder} {
		if counts[class] < 20 {
			t.Errorf("only %d moves were %s", counts[class], class)
		}
	}
}

func sign(n int) int { return min(max(n, -1), 1) }

// checkBest fails unless the best moves are those of the highest value, the one played
// first if it is one.
func checkBest(t *testing.T, r bitboard.Rules, db *egdb.DB, p bitboard.Position, y annotation.Ply) {
	t.Helper()
	if y.Forced {
		return
	}
	want := map[string]bool{}
	var out [bitboard.MaxMoves]bitboard.Child
	for _, c := range out[:p.Moves(r, &out)] {
		if int(c.Captured)-valueOf(db, c.Board) == valueOf(db, p.Board) {
			want[bitboard.MoveLetter(p.Turn, int(c.Pit))] = true
		}
	}
	for _, letter := range y.Best {
		if !want[letter] {
			t.Errorf("%s: %s is not best", p, letter)
		}
	}
	if len(y.Best) != len(want) || want[y.Move] && y.Best[0] != y.Move || y.Line[0] != y.Best[0] {
		t.Errorf("%s: best are %v with the line %v, want %v", p, y.Best, y.Line, want)
	}
}

// checkSummary fails unless the summary counts what the moves say.
func checkSummary(t *testing.T, rep *annotation.Report) {
	t.Helper()
	for _, side := range []bitboard.Side{bitboard.South, bitboard.North} {
		var moves, forced, best, worse, lost int
		for _, y := range rep.Plies {
			if y.Side != side {
				continue
			}
			moves++
			lost += y.Lost.Least
			switch {
			case y.Forced:
				forced++
			case y.Class == annotation.Best:
				best++
			default:
				worse++
			}
		}
		got := rep.Summary.Of(side)
		if got.Moves != moves || got.Forced != forced || got.Best != best || got.Mistakes+got.Blunders != worse || got.Lost.Least != lost || got.Unclear+got.Unknown != 0 {
			t.Errorf("%v: %+v, want %d moves, %d forced, %d best, %d worse, %d seeds lost", side, got, moves, forced, best, worse, lost)
		}
		switch {
		case best+worse == 0 && got.Accuracy != nil:
			t.Errorf("accuracy %v of no moves", *got.Accuracy)
		case best+worse > 0 && *got.Accuracy != float64(best)/float64(best+worse):
			t.Errorf("accuracy %v, want %d of %d", *got.Accuracy, best, best+worse)
		}
	}
	for _, i := range rep.Summary.Turns {
		if rep.Plies[i].Class != annotation.Blunder {
			t.Errorf("ply %d is said to have changed the outcome", i)
		}
	}
}

// TestClaimsOnlyProof: a search without tables and hardly any nodes knows bounds and
// guesses. What it says is true, and what it can't prove it leaves open.
func TestClaimsOnlyProof(t *testing.T) {
	open := 0
	for _, rules := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, rules)
		for seed := range uint64(25) {
			game := endgame(r, seed, true)
			rough := annotate(t, solver(t, r, false), game, search.Limits{Nodes: 70})
			truth := annotate(t, solver(t, r, true), game, search.Limits{})
			for i, y := range rough.Plies {
				want := truth.Plies[i]
				if y.Class == annotation.Unclear {
					open++
				} else if y.Class != want.Class && !(y.Class == annotation.Mistake && want.Class == annotation.Blunder) {
					t.Errorf("%s, %s %s: %s, in truth %s", rules, y.Position, y.Move, y.Class, want.Class)
				}
				if y.Lost.Least > want.Lost.Least || y.Lost.Most < want.Lost.Most {
					t.Errorf("%s, %s %s: lost %v, in truth %v", rules, y.Position, y.Move, y.Lost, want.Lost)
				}
				if y.Before.Lower > *want.Before.Value || y.Before.Upper < *want.Before.Value || y.After.Lower > *want.After.Value || y.After.Upper < *want.After.Value {
					t.Errorf("%s, %s %s: %+v and %+v, in truth %d and %d", rules, y.Position, y.Move, y.Before, y.After, *want.Before.Value, *want.After.Value)
				}
			}
		}
	}
	if open < 50 {
		t.Errorf("only %d moves were left open", open)
	}
}

// TestReturn: the value of a board does not know that the game will be over, but what
// the last move has brought does.
func TestReturn(t *testing.T) {
	p, err := bitboard.ParsePosition("1-0-0-0-0-1-0-0-0-0-0-0-23-23-S")
	if err != nil {
		t.Fatal(err)
	}
	for repetition, want := range map[bitboard.Repetition]answer.Score{
		bitboard.RepetitionSplit: {South: 24, North: 24},
		bitboard.RepetitionOwner: {South: 25, North: 23},
	} {
		r := boardtest.Preset(t, "oware")
		r.Repetition = repetition
		h, err := bitboard.PlayMoves(r, p, "FaAbBcCdDeEf")
		if err != nil {
			t.Fatal(err)
		}
		rep := annotate(t, solver(t, r, true), ogn.New(h), search.Limits{})
		last := rep.Plies[len(rep.Plies)-1]
		if *last.After.Final != want || !last.Forced || last.Class != annotation.Best {
			t.Errorf("%v: %+v %+v, want %v", repetition, last, last.After.Final, want)
		}
	}
}

// TestCancelled: nothing is known of a game if there is no time, and that is said.
func TestCancelled(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	game := endgame(r, 3, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rep, err := annotation.Annotate(ctx, solver(t, r, false), game, annotation.Options{})
	if err != nil || rep.Complete || len(rep.Plies) != len(game.Moves) || len(rep.Leads()) != len(game.Moves)+1 {
		t.Fatalf("%+v, %v", rep, err)
	}
	for i, y := range rep.Plies {
		if y.Class != annotation.Unknown || y.Before != nil || y.After != nil || rep.Leads()[i].Known {
			t.Errorf("%+v", y)
		}
	}
	if got := rep.Annotate(game).String(); got != game.String() {
		t.Errorf("%s\nwant\n%s", got, game)
	}
}

// TestCancelledOnTheWay: the moves that were done are kept.
func TestCancelledOnTheWay(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	game := endgame(r, 5, true)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	const enough = 3
	rep, err := annotation.Annotate(ctx, solver(t, r, true), game, annotation.Options{Progress: func(done, total int) {
		if total != len(game.Moves) {
			t.Errorf("a game of %d moves, want %d", total, len(game.Moves))
		}
		if done == enough {
			cancel()
		}
	}})
	if err != nil || rep.Complete {
		t.Fatalf("%+v, %v", rep, err)
	}
	for i, y := range rep.Plies {
		if known := i >= len(rep.Plies)-enough; (y.Class != annotation.Unknown) != known {
			t.Errorf("ply %d of %d is %s", i, len(rep.Plies), y.Class)
		}
	}
}

// TestLong: a record of 600 plies, here one that goes round fifty times.
func TestLong(t *testing.T) {
	const rounds = 50
	text := `[Variant "Oware"] [FEN "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S"]` + strings.Repeat(" FaAbBcCdDeEf", rounds)
	games, err := ogn.Read(strings.NewReader(text), ogn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rep := annotate(t, solver(t, boardtest.Preset(t, "oware"), true), games[0], search.Limits{})
	if len(rep.Plies) != 12*rounds || !rep.Complete {
		t.Errorf("%d plies", len(rep.Plies))
	}
	if _, err := ogn.Read(strings.NewReader(rep.Annotate(games[0]).String()), ogn.Options{}); err != nil {
		t.Error(err)
	}
}

// TestNoMoves: a record without moves has nothing to be said about it.
func TestNoMoves(t *testing.T) {
	rep := annotate(t, solver(t, bitboard.Rules{}, false), &ogn.Record{Start: bitboard.StartPosition(), Result: ogn.Unfinished}, search.Limits{})
	if len(rep.Plies) != 0 || len(rep.Leads()) != 0 || !rep.Complete || rep.Summary.South.Accuracy != nil {
		t.Errorf("%+v", rep)
	}
}
