package search_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/search"
	"ayosolve/tt"
)

func TestNewErrors(t *testing.T) {
	ayoayo, oware := boardtest.Preset(t, "ayoayo"), boardtest.Preset(t, "oware")
	for _, tc := range []struct {
		name    string
		rules   bitboard.Rules
		tables  search.Prober
		options search.Options
		want    error
	}{
		{"no threads", ayoayo, nil, search.Options{}, search.ErrOptions},
		{"negative threads", ayoayo, nil, search.Options{Threads: -1}, search.ErrOptions},
		{"negative hash", ayoayo, nil, search.Options{Threads: 1, Hash: -1}, search.ErrOptions},
		{"small hash", ayoayo, nil, search.Options{Threads: 1, Hash: tt.MinBytes - 1}, search.ErrOptions},
		{"small hash, as the table says it", ayoayo, nil, search.Options{Threads: 1, Hash: tt.MinBytes - 1}, tt.ErrSize},
		{"unknown game", bitboard.Rules{Game: 99}, nil, search.Options{Threads: 1}, bitboard.ErrRules},
		{"option of another game", bitboard.Rules{GrandSlam: bitboard.SlamIllegal}, nil, search.Options{Threads: 1}, bitboard.ErrRules},
		{"tables of another game", ayoayo, tables(t, oware, 3), search.Options{Threads: 1}, search.ErrOptions},
		{"tables of another option", oware, tables(t, boardtest.Preset(t, "oware-illegal"), 3), search.Options{Threads: 1}, search.ErrOptions},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if s, err := search.New(tc.rules, tc.tables, tc.options); !errors.Is(err, tc.want) || s != nil {
				t.Errorf("New = %v, %v, want nil, %v", s, err, tc.want)
			}
		})
	}
}

// TestNewTakesOtherRepetition: the repetition rule alone does not make tables
// another's.
func TestNewTakesOtherRepetition(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	db := tables(t, r, 3)
	r.Repetition = bitboard.RepetitionOwner
	if _, err := search.New(r, db, search.Options{Threads: 1, Hash: tt.MinBytes}); err != nil {
		t.Error(err)
	}
}

func TestLimitErrors(t *testing.T) {
	s := newSolver(t, boardtest.Preset(t, "ayoayo"), nil, 1)
	for _, l := range []search.Limits{{Time: -time.Second}, {Nodes: -1}, {Depth: -1}} {
		if res, err := s.Analyze(context.Background(), bitboard.Start(), l, nil); !errors.Is(err, search.ErrOptions) || res != nil {
			t.Errorf("%+v: %v, %v, want nil, ErrOptions", l, res, err)
		}
	}
}

// TestOver: a board without a legal move is exact without a search, by what the
// end gives, under any repetition rule.
func TestOver(t *testing.T) {
	boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
		for _, repetition := range []bitboard.Repetition{bitboard.RepetitionSplit, bitboard.RepetitionOwner} {
			r.Repetition = repetition
			s := newSolver(t, r, nil, 1)
			for _, pits := range [][bitboard.Pits]int{
				{},
				{8: 3, 11: 2},            // the mover has nothing
				{6: 8, 7: 8, 8: 8, 9: 8}, // nor here
			} {
				b := boardtest.Board(t, pits)
				res := analyze(t, s, b, search.Limits{})
				want := search.Value{Low: r.EndNet(b), High: r.EndNet(b), AnyRepetition: search.True}
				if res.Value != want || len(res.Moves) != 0 || res.Best != -1 || res.Stopped != search.StopExact || res.Nodes != 0 {
					t.Errorf("%v: %+v, want %+v and no moves", b.Pits(), res, want)
				}
			}
		}
	})
}

// TestOverForWantOfFeeding: a player with seeds but no move that feeds the
// opponent can't move either.
func TestOverForWantOfFeeding(t *testing.T) {
	r := boardtest.Preset(t, "ayoayo")
	b := boardtest.Board(t, [bitboard.Pits]int{0: 1})
	res := analyze(t, newSolver(t, r, nil, 1), b, search.Limits{})
	if len(res.Moves) != 0 || res.Low != -1 || res.High != -1 {
		t.Errorf("%v: %d moves, %d … %d, want none, -1", b.Pits(), len(res.Moves), res.Low, res.High)
	}
}
