package ogn

import (
	"regexp"
	"slices"
	"strconv"

	"ayosolve/bitboard"
)

// resultForm is what a result looks like; seeds may be halves where endless play
// shares them.
var resultForm = regexp.MustCompile(`^(\*|[0-9]{1,2}(\.5)?-[0-9]{1,2}(\.5)?|1/2-1/2)$`)

// seedsText writes a number of seeds, which may be a half one.
func seedsText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// scoreText writes what both sides have in the end.
func scoreText(final [2]float64) string {
	return seedsText(final[bitboard.South]) + "-" + seedsText(final[bitboard.North])
}

// moment is a position of a line of play, with the way to it.
type moment struct {
	bitboard.Position
	before   *moment        // nil at the start
	by       bitboard.Child // the move that led here
	returned bool           // it, or one before, has been there earlier
}

// play makes a move. The error is bitboard.ErrMove.
func (m *moment) play(r bitboard.Rules, pit int) (*moment, error) {
	p, c, err := m.Position.Play(r, pit)
	if err != nil {
		return nil, err
	}
	next := &moment{Position: p, before: m, by: c, returned: m.returned}
	for e := next; !next.returned && e.before != nil && e.by.Captured == 0; e = e.before {
		next.returned = e.before.Position == p
	}
	return next, nil
}

// final returns what both sides have if the game is over here and was not before.
func (m *moment) final(r bitboard.Rules) (stores [2]float64, over bool) {
	if m.before != nil && m.before.returned {
		return stores, false
	}
	var pits []int // back to the last capture: what was before has no bearing
	begin := m
	for ; begin.before != nil && begin.by.Captured == 0; begin = begin.before {
		pits = append(pits, int(begin.by.Pit))
	}
	h := bitboard.NewHistory(r, begin.Position)
	for _, pit := range slices.Backward(pits) {
		if _, err := h.Play(pit); err != nil {
			panic(err) // it has been played before
		}
	}
	return h.FinalStores()
}

// gain returns the seeds that the player of the last move has gained by it. With the
// end it counts what that player is given because the game is over.
func (m *moment) gain(r bitboard.Rules, withEnd bool) float64 {
	if withEnd {
		if final, over := m.final(r); over {
			mover := m.Turn.Other()
			return final[mover] - float64(m.before.Stores[mover])
		}
	}
	return float64(m.by.Captured)
}
