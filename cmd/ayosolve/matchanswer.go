package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/match"
	"ayosolve/cmd/ayosolve/textwrap"
)

// matchAnswer is the answer of "match --json". Wins and what follows from them are
// those of the first engine.
type matchAnswer struct {
	Rules      string       `json:"rules"`
	Repetition string       `json:"repetition"`
	Control    string       `json:"control"`
	Engines    [2]string    `json:"engines"`
	Games      int          `json:"games"` // finished
	Complete   bool         `json:"complete"`
	All        match.Tally  `json:"all"`
	AsSouth    match.Tally  `json:"as_south"`
	AsNorth    match.Tally  `json:"as_north"`
	Points     float64      `json:"points"`
	Score      rangeAnswer  `json:"score"` // points a game
	Elo        rangeAnswer  `json:"elo"`
	Seeds      rangeAnswer  `json:"seeds"` // margin a game, of games played to their ends
	Results    []gameAnswer `json:"results"`
}

// rangeAnswer is an estimate and what it lies between with a confidence of 95 %;
// null where it is not finite.
type rangeAnswer struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// gameAnswer is a game of a match.
type gameAnswer struct {
	Game    int         `json:"game"`
	Opening string      `json:"opening"`
	South   int         `json:"south"` // the engine that played it, 1 or 2
	Points  float64     `json:"points"`
	Final   *finalSeeds `json:"final"`  // null for a forfeit
	How     string      `json:"how"`    // majority, no_moves, repetition or forfeit
	Reason  string      `json:"reason"` // of a forfeit
	Plies   int         `json:"plies"`
	TimeMS  int64       `json:"time_ms"`
}

// finalSeeds is what both sides hold at the end.
type finalSeeds struct {
	South float64 `json:"south"`
	North float64 `json:"north"`
}

func newRange(r match.Range) rangeAnswer {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		return &x
	}
	return rangeAnswer{finite(r.Value), finite(r.Low), finite(r.High)}
}

// answer makes the answer of a report.
func (o matchOptions) answer(r match.Report) matchAnswer {
	a := matchAnswer{
		Rules: o.rules.Name(), Repetition: o.rules.Repetition.String(), Control: o.control.String(),
		Engines: r.Names, Games: len(r.Games), Complete: len(r.Games) == o.games, Results: []gameAnswer{},
	}
	a.All, a.AsSouth, a.AsNorth = r.Tallies()
	a.Points, a.Score, a.Elo, a.Seeds = a.All.Points(), newRange(a.All.Score()), newRange(a.All.Elo()), newRange(r.Margin())
	for i := range r.Games {
		g := &r.Games[i]
		game := gameAnswer{
			Game: g.Number, Opening: g.Opening.String(), South: g.South + 1, Points: g.Points(0),
			How: g.How(), Reason: g.Forfeit, Plies: len(g.Moves), TimeMS: g.Took.Milliseconds(),
		}
		if g.Forfeit == "" {
			game.Final = &finalSeeds{g.Final[bitboard.South], g.Final[bitboard.North]}
		}
		a.Results = append(a.Results, game)
	}
	return a
}

// write shows a report, as JSON or as text.
func (o matchOptions) write(out io.Writer, r match.Report) error {
	if o.json {
		return writeJSON(out, o.answer(r))
	}
	var text bytes.Buffer
	paragraph := func(format string, args ...any) {
		text.WriteString(textwrap.Lines(strings.Fields(fmt.Sprintf(format, args...)), o.width))
	}
	paragraph("%s against %s", r.Names[0], r.Names[1])
	games := fmt.Sprintf("%d games", o.games)
	if len(r.Games) < o.games {
		games = fmt.Sprintf("%d of %d games", len(r.Games), o.games)
	}
	paragraph("%s of %s, %s, %s", games, o.rules.Name(), o.control, o.openingWords())
	text.WriteByte('\n')
	all, south, north := r.Tallies()
	rows := [][]string{{"", "won", "drawn", "lost", "points"}}
	for _, row := range []struct {
		name  string
		tally match.Tally
	}{{"all", all}, {"as South", south}, {"as North", north}} {
		t := row.tally
		rows = append(rows, []string{
			fmt.Sprintf("%-8s", row.name), fmt.Sprint(" ", t.Wins), fmt.Sprint(" ", t.Draws), fmt.Sprint(" ", t.Losses), fmt.Sprintf(" %.1f", t.Points()),
		})
	}
	textColumns(&text, o.width, rows)
	text.WriteByte('\n')
	s := all.Score()
	paragraph("score %.1f %%, 95 %%: %.1f to %.1f", 100*s.Value, 100*s.Low, 100*s.High)
	e := all.Elo()
	paragraph("Elo %s, 95 %%: %s to %s", rounded(e.Value), rounded(e.Low), rounded(e.High))
	if m := r.Margin(); !math.IsNaN(m.Value) {
		paragraph("seeds %+.1f a game, 95 %%: %+.1f to %+.1f", m.Value, m.Low, m.High)
	}
	for i := range r.Games {
		if g := &r.Games[i]; g.Forfeit != "" {
			paragraph("game %d: %s has lost, %s", g.Number, r.Names[g.Loser], oneLine(g.Forfeit))
		}
	}
	_, err := out.Write(text.Bytes())
	return err
}

// openingWords says where the openings are from.
func (o matchOptions) openingWords() string {
	if o.openings != "" {
		return "openings of " + o.openings
	}
	return fmt.Sprintf("after %d random moves (seed %d)", o.plies, o.seed)
}

// rounded writes a number without its fraction, or that it has no bound.
func rounded(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "without bound"
	case math.IsInf(x, -1):
		return "below any bound"
	}
	return signed(int(math.Round(x)))
}
