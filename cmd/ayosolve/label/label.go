package label

import (
	"encoding/binary"
	"fmt"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// Label is what is proven of a position. Values are for the player to move, in seeds.
type Label struct {
	Position      bitboard.Position
	Low, High     int // the value lies between them; it is exact where they meet
	AnyRepetition search.Truth
	Termination   bitboard.Termination         // why the game is over, or NotOver
	Moves         [bitboard.MaxMoves]MoveLabel // by pit, seen by the mover
	Nodes         uint64                       // the search took
}

// MoveLabel is what is proven of a move, captures included.
type MoveLabel struct {
	Legal     bool
	Low, High int
}

// A label as it is kept, in bytes:
//
//	offset  bytes  field
//	0       15     the position's Key
//	15      1      bits 0–1 AnyRepetition, bits 2–3 Termination, as their constants
//	16      2      low and high, signed
//	18      12     low and high of the move of each pit, signed; both are notLegal
//	               where there is none
//	30      8      nodes, big-endian
const (
	labelBytes = 38
	notLegal   = 127
)

// append appends the label as it is kept.
func (l *Label) append(dst []byte) []byte {
	k := keyOf(l.Position)
	dst = append(dst, k[:]...)
	dst = append(dst, byte(l.AnyRepetition)|byte(l.Termination)<<2, byte(int8(l.Low)), byte(int8(l.High)))
	for _, m := range l.Moves {
		if !m.Legal {
			m.Low, m.High = notLegal, notLegal
		}
		dst = append(dst, byte(int8(m.Low)), byte(int8(m.High)))
	}
	return binary.BigEndian.AppendUint64(dst, l.Nodes)
}

// decodeLabel reads a label of labelBytes.
func decodeLabel(src []byte) (l Label, err error) {
	if l.Position, err = Key(src[:keyBytes]).Position(); err != nil {
		return l, err
	}
	flags := src[keyBytes]
	l.AnyRepetition, l.Termination = search.Truth(flags&3), bitboard.Termination(flags>>2)
	l.Low, l.High = int(int8(src[16])), int(int8(src[17]))
	if l.AnyRepetition > search.True || l.Termination > bitboard.ByNoMoves || !within(l.Low, l.High) {
		return l, fmt.Errorf("a label of %s is none", l.Position)
	}
	for i := range l.Moves {
		m := MoveLabel{true, int(int8(src[18+2*i])), int(int8(src[19+2*i]))}
		if m.Low == notLegal && m.High == notLegal {
			continue
		}
		if !within(m.Low, m.High) {
			return l, fmt.Errorf("a label of %s is none", l.Position)
		}
		l.Moves[i] = m
	}
	l.Nodes = binary.BigEndian.Uint64(src[30:])
	return l, nil
}

// within reports whether bounds are some of a value.
func within(low, high int) bool {
	return -bitboard.MaxSeeds <= low && low <= high && high <= bitboard.MaxSeeds
}
