package web

import (
	"fmt"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
)

// ending tells how a game that is over has ended.
func ending(h *bitboard.History, why bitboard.Termination) *Over {
	p := h.Position()
	held, _ := h.FinalStores()
	o := &Over{Termination: why.String(), Final: answer.Score{South: held[bitboard.South], North: held[bitboard.North]}}
	switch {
	case o.Final.South > o.Final.North:
		o.Winner = bitboard.South.Name()
	case o.Final.South < o.Final.North:
		o.Winner = bitboard.North.Name()
	}
	o.Words = reason(h, why) + " " + result(p, o)
	return o
}

// reason says in a sentence or two why a game is over and who gets what is left.
func reason(h *bitboard.History, why bitboard.Termination) string {
	p, r := h.Position(), h.Rules()
	left := count(p.Board.Seeds()) + " left"
	switch why {
	case bitboard.ByMajority:
		winner := bitboard.South
		if p.Stores[bitboard.North] >= bitboard.Majority {
			winner = bitboard.North
		}
		return fmt.Sprintf("%s holds %s, more than half of all: the game is won, and what is left on the board does not matter.",
			winner.Name(), count(p.Stores[winner]))
	case bitboard.ByRepetition:
		shared := "equally"
		if r.Repetition == bitboard.RepetitionOwner {
			shared = "to each side what lies in its own row"
		}
		return fmt.Sprintf("This position has been on the board before with the same player to move, so play would go round for ever. The %s on the board are shared %s.",
			left, shared)
	}
	mover := p.Turn.Name()
	var cannot string
	switch {
	case p.Board.Seeds() == 0:
		return "No seed is left on the board."
	case p.Board.OwnSeeds() == 0:
		cannot = fmt.Sprintf("%s has no seed left to sow.", mover)
	case p.Board.OppSeeds() == 0:
		cannot = fmt.Sprintf("%s's row is empty, and %s has no move that would bring seeds there.", p.Turn.Other().Name(), mover)
	case r.Relay():
		cannot = fmt.Sprintf("%s has no legal move: every relay would go round for ever.", mover)
	default:
		cannot = fmt.Sprintf("%s has no legal move: each would take or leave all of the opponent's seeds.", mover)
	}
	return cannot + " " + remainder(p, r, left)
}

// remainder says who gets the seeds that are left when a player can't move.
func remainder(p bitboard.Position, r bitboard.Rules, left string) string {
	final, _ := p.FinalStores(r)
	south, north := final[bitboard.South]-p.Stores[bitboard.South], final[bitboard.North]-p.Stores[bitboard.North]
	switch {
	case south == 0:
		return fmt.Sprintf("North takes the %s on the board.", left)
	case north == 0:
		return fmt.Sprintf("South takes the %s on the board.", left)
	}
	return fmt.Sprintf("Of the %s on the board each side takes those in its own row: South %d, North %d.", left, south, north)
}

// result says who has won.
func result(p bitboard.Position, o *Over) string {
	south, north := o.Final.South, o.Final.North
	switch {
	case !p.Scored:
		return fmt.Sprintf("Of the seeds on the board South gets %v and North %v.", south, north)
	case o.Winner == "":
		return fmt.Sprintf("The game is a draw, %v–%v.", south, north)
	}
	return fmt.Sprintf("%s wins %v–%v.", o.Winner, max(south, north), min(south, north))
}

// count is a number of seeds in words.
func count(seeds int) string {
	if seeds == 1 {
		return "1 seed"
	}
	return fmt.Sprintf("%d seeds", seeds)
}
