package label

import (
	"errors"
	"fmt"

	"ayosolve/bitboard"
)

// Key is a position in 15 bytes, one key a position:
//
//	offset  bytes  field
//	0       1      bit 0 the side to move, 1 for North; bit 1 whether stores count
//	1       2      South's and North's store
//	3       12     pits 0–11, seen by the mover
//
// Keys order positions: by side, stores and pits.
type Key [keyBytes]byte

const (
	keyBytes  = 15
	keyNorth  = 1
	keyScored = 2
)

// errKey reports bytes that are no position.
var errKey = errors.New("no position")

// keyOf returns the key of a valid position.
func keyOf(p bitboard.Position) (k Key) {
	k[0] = byte(p.Turn)
	if p.Scored {
		k[0] |= keyScored
	}
	k[1], k[2] = byte(p.Stores[bitboard.South]), byte(p.Stores[bitboard.North])
	for i, n := range p.Board.Pits() {
		k[3+i] = byte(n)
	}
	return k
}

// Position returns the position of a key, or an error if it is of none.
func (k Key) Position() (bitboard.Position, error) {
	if k[0] > keyNorth|keyScored {
		return bitboard.Position{}, fmt.Errorf("%w: flags %d", errKey, k[0])
	}
	p := bitboard.Position{Turn: bitboard.Side(k[0] & keyNorth), Scored: k[0]&keyScored != 0}
	p.Stores = [2]int{int(k[1]), int(k[2])}
	var pits [bitboard.Pits]int
	for i := range pits {
		pits[i] = int(k[3+i])
	}
	b, err := bitboard.FromPits(pits)
	if err != nil {
		return p, fmt.Errorf("%w: %w", errKey, err)
	}
	p.Board = b
	return p, p.Validate()
}
