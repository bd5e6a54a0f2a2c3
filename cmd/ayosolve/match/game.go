package match

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
)

// Game is a game that was played. It takes little memory: a match may have a million.
type Game struct {
	Number  int // from 1 on
	Opening Opening
	South   int // the engine that plays South, 0 or 1
	Rules   bitboard.Rules
	Moves   string     // letters of all moves from Opening.Start, its own at the front
	Final   [2]float64 // seeds, by Side; if Forfeit is "" the game was played to its end
	Loser   int        // the engine that has lost by forfeit, if Forfeit is not ""
	Forfeit string     // why
	Took    time.Duration
}

// Points returns what an engine has scored: 1, 0.5 or 0.
func (g *Game) Points(engine int) float64 {
	if g.Forfeit != "" {
		return map[bool]float64{true: 0, false: 1}[g.Loser == engine]
	}
	margin := g.Margin(engine)
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return 0
	}
	return 0.5
}

// Margin returns by how many seeds an engine has won a game that was played to its
// end.
func (g *Game) Margin(engine int) float64 {
	margin := g.Final[bitboard.South] - g.Final[bitboard.North]
	if engine != g.South {
		margin = -margin
	}
	return margin
}

// How words how the game ended.
func (g *Game) How() string {
	if g.Forfeit != "" {
		return "forfeit"
	}
	why, _ := g.History().Over()
	return why.String()
}

// History plays the game again.
func (g *Game) History() *bitboard.History {
	h, err := bitboard.PlayMoves(g.Rules, g.Opening.Start, g.Moves)
	if err != nil {
		panic(err) // it has been played before
	}
	return h
}

// engineOf returns the engine that plays a side.
func (g *Game) engineOf(side bitboard.Side) int {
	if side == bitboard.South {
		return g.South
	}
	return 1 - g.South
}

// Record returns the game as a record.
func (g *Game) Record(names [2]string, date time.Time) *ogn.Record {
	r := ogn.New(g.History())
	r.SetTag("Event", "ayosolve match")
	r.SetTag("Date", date.Format("2006.01.02"))
	r.SetTag("Round", strconv.Itoa(g.Number))
	r.SetTag("South", names[g.engineOf(bitboard.South)])
	r.SetTag("North", names[g.engineOf(bitboard.North)])
	if g.Forfeit != "" {
		r.Result = "1-0"
		if g.Loser == g.South {
			r.Result = "0-1"
		}
		r.SetTag("Termination", plain(g.Forfeit))
	}
	return r
}

// plain takes out of a text what a tag can't have.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"\\[]{}\r\n", r) {
			return '\''
		}
		return r
	}, text)
}

// position words the command that tells of a game.
func position(o Opening, game *bitboard.History) string {
	text := "position startpos"
	if o.Start != bitboard.StartPosition() {
		text = "position fen " + o.Start.String()
	}
	if game.Plies() > 0 {
		text += " moves " + game.String()
	}
	return text
}

// play plays a game. It returns the error of ctx if that ends it.
func play(ctx context.Context, g *Game, seats [2]*seat, c Control) error {
	began := time.Now()
	game, err := g.Opening.game(g.Rules)
	if err != nil {
		return err
	}
	defer func() { g.Moves, g.Took = game.String(), time.Since(began) }()
	forfeit := func(engine int, why error) error {
		g.Loser, g.Forfeit = engine, why.Error()
		return ctx.Err()
	}
	for engine, s := range seats {
		if err := s.ready(ctx); err != nil {
			return forfeit(engine, err)
		}
	}
	clocks := c.start()
	for {
		if _, over := game.Over(); over {
			g.Final, _ = game.FinalStores()
			return nil
		}
		side := game.Position().Turn
		engine := g.engineOf(side)
		asked := time.Now()
		a, err := seats[engine].search(ctx, position(g.Opening, game), clocks.limits(), clocks.allowed(side))
		if err != nil {
			return forfeit(engine, err)
		}
		clocks.spend(side, time.Since(asked))
		if err := move(game, a.Move); err != nil {
			seats[engine].kill()
			return forfeit(engine, err)
		}
	}
}

// move makes the move that an engine has answered.
func move(game *bitboard.History, text string) error {
	pits, err := bitboard.ParseMoves(game.Position().Turn, text)
	if err != nil || len(pits) != 1 {
		return fmt.Errorf("illegal move: %.20q is none", text)
	}
	if _, err := game.Play(pits[0]); err != nil {
		return fmt.Errorf("illegal move: %w", err)
	}
	return nil
}
