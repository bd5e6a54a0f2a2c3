package answer

import (
	"fmt"
	"strings"

	"ayosolve/bitboard"
)

// Ending says how a game that is over has ended, or "".
func Ending(game *bitboard.History) string {
	why, over := game.Over()
	if !over {
		return ""
	}
	final, _ := game.FinalStores()
	score := Score{final[bitboard.South], final[bitboard.North]}
	var how string
	switch why {
	case bitboard.ByMajority:
		how = fmt.Sprintf("a store holds %d seeds", bitboard.Majority)
	case bitboard.ByNoMoves:
		how = game.Position().Turn.Name() + " has no legal move"
	default:
		how = "the position has come back"
	}
	var s strings.Builder
	fmt.Fprintf(&s, "The game is over:\n%s (%s).\n", how, why)
	if game.Position().Scored {
		fmt.Fprintf(&s, "%v: %s.\n", score, score.Winner())
	} else {
		fmt.Fprintf(&s, "Of the seeds on the board South gets\n%v and North %v.\n", score.South, score.North)
	}
	return s.String()
}
