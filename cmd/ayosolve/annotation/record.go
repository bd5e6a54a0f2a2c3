package annotation

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/search"
)

// lineMost is how many plies of a better line are put into a record.
const lineMost = 6

// own are the notes that Annotate writes into comments, to be replaced if a game is
// annotated again.
var own = regexp.MustCompile(`\[%(eval|best) [^\]]*\]`)

// Annotate returns the game with the report in it; the game itself is left as it is.
// After every move stands [%eval +3], South's lead at the end of the game as far as is
// known: +3 is exact, +1..+5 are bounds, ~+3 is an estimate. After a mistake or a
// blunder, marked ? and ??, stands [%best C +6] too, what the best move would have
// led to, and a line that begins with it as a variation. Comments, marks and
// variations of the game stay, but for notes of the same kind.
func (r *Report) Annotate(game *ogn.Record) *ogn.Record {
	out := *game
	out.Tags = slices.Clone(game.Tags)
	out.Warnings = nil
	out.Moves = slices.Clone(game.Moves)
	h := bitboard.NewHistory(game.Rules, game.Start)
	for i := range r.Plies {
		if i > 0 && h != nil {
			if _, err := h.Play(r.Plies[i-1].Pit); err != nil {
				h = nil // it was over, and the record goes on
			}
		}
		y := &r.Plies[i]
		if y.Class == Unknown {
			continue
		}
		m := &out.Moves[i]
		notes := []string{"[%eval " + y.leadAfter.String() + "]"}
		if own.MatchString(m.Comment) { // what was marked then may be none now
			m.Mark = strings.TrimLeft(m.Mark, "?")
		}
		if y.Class == Mistake || y.Class == Blunder {
			m.Mark = map[Class]string{Mistake: "?", Blunder: "??"}[y.Class]
			if y.best >= 0 {
				notes = append(notes, fmt.Sprintf("[%%best %s %s]", y.Best[0], y.leadBefore))
				m.Variations = y.withLine(m.Variations, h)
			}
		}
		rest := strings.Join(strings.Fields(own.ReplaceAllString(m.Comment, " ")), " ")
		m.Comment = strings.TrimSpace(strings.Join(notes, " ") + " " + rest)
	}
	return &out
}

// withLine adds the best line as a variation, unless one begins with the same move or
// the game is over, h being nil. It is told to the end of the game at most, past which
// values go on.
func (y *Ply) withLine(variations []ogn.Line, h *bitboard.History) []ogn.Line {
	for _, v := range variations {
		if len(v.Moves) > 0 && v.Moves[0].Pit == y.best {
			return variations
		}
	}
	if h == nil {
		return variations
	}
	var line ogn.Line
	for _, pit := range y.line[:min(len(y.line), lineMost)] {
		if _, err := h.Play(pit); err != nil {
			break
		}
		line.Moves = append(line.Moves, ogn.Move{Pit: pit})
	}
	for range line.Moves {
		h.Undo()
	}
	if len(line.Moves) == 0 {
		return variations
	}
	return append(slices.Clone(variations), line)
}

// String writes the lead in ASCII: +3, the bounds +1..+5, the estimate ~+3, or ? if it
// isn't known.
func (l Lead) String() string {
	switch {
	case !l.Known:
		return "?"
	case l.Status() == search.Exact:
		return fmt.Sprintf("%+d", l.Low)
	case l.Status() == search.Estimate:
		return fmt.Sprintf("~%+d", int(math.Round(l.Estimate)))
	}
	return fmt.Sprintf("%+d..%+d", l.Low, l.High)
}
