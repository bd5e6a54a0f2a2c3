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
	south, north := final[bitboard.South], final[bitboard.North]
	var how string
	switch why {
	case bitboard.ByMajority:
		how = fmt.Sprintf("a store holds %d seeds", bitboard.Majority)
	case bitboard.ByNoMoves:
		how = game.Position().Turn.Name() + " has no legal move"
	default:
		how = "the position has come back"
	}
	outcome := "a draw"
	if south != north {
		outcome = map[bool]string{true: "South wins", false: "North wins"}[south > north]
	}
	var s strings.Builder
	fmt.Fprintf(&s, "The game is over:\n%s (%s).\n", how, why)
	if game.Position().Scored {
		fmt.Fprintf(&s, "South %v, North %v: %s.\n", south, north, outcome)
	} else {
		fmt.Fprintf(&s, "Of the seeds on the board South gets\n%v and North %v.\n", south, north)
	}
	return s.String()
}
