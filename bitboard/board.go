package bitboard

import (
	"errors"
	"fmt"
	"math/bits"
)

const (
	// Pits is the number of pits on the board.
	Pits = 12
	// RowPits is the number of pits in one player's row.
	RowPits = 6
	// MaxSeeds is the number of seeds in play at the start, and the most a
	// board may hold.
	MaxSeeds = 48
	// MaxMoves is the most legal moves a board can have.
	MaxMoves = RowPits
)

const (
	laneBits = 8
	laneMask = 1<<laneBits - 1
	topLane  = (RowPits - 1) * laneBits // shift of a row's first pit
	ones     = 0x010101010101           // a one in each lane of a row
	rowMask  = 1<<(RowPits*laneBits) - 1
)

// ErrBoard reports pits that are no board: a negative count or more than
// MaxSeeds seeds in all.
var ErrBoard = errors.New("not a board")

// Board is the seeds in the twelve pits, seen by the player to move. The
// package documentation has the layout. Boards are comparable, and the zero
// value is the empty board.
type Board struct {
	Own uint64 // pits 0–5, the mover's row
	Opp uint64 // pits 6–11, the opponent's row
}

// Start returns the board on which every game begins, four seeds in each pit.
func Start() Board { return Board{4 * ones, 4 * ones} }

// FromPits packs the seeds of pits 0–11, seen by the mover. It returns ErrBoard
// if a count is negative or they sum to more than MaxSeeds.
func FromPits(pits [Pits]int) (Board, error) {
	var b Board
	sum := 0
	for i, n := range pits {
		if n < 0 || n > MaxSeeds {
			return Board{}, fmt.Errorf("%w: pit %d holds %d seeds", ErrBoard, i, n)
		}
		sum += n
		b = b.add(i, n)
	}
	if sum > MaxSeeds {
		return Board{}, fmt.Errorf("%w: %d seeds, at most %d", ErrBoard, sum, MaxSeeds)
	}
	return b, nil
}

// Pits returns the seeds of pits 0–11, seen by the mover.
func (b Board) Pits() [Pits]int {
	var pits [Pits]int
	for i := range pits {
		pits[i] = b.Pit(i)
	}
	return pits
}

// Pit returns the seeds in pit i, 0 ≤ i < Pits, seen by the mover.
func (b Board) Pit(i int) int {
	if i < RowPits {
		return int(b.Own >> pitShift(i) & laneMask)
	}
	return int(b.Opp >> pitShift(i) & laneMask)
}

// ownPit is Pit for a pit of the mover's row.
func ownPit(own uint64, i int) int { return int(own >> ((topLane - uint(i)*laneBits) & 63) & laneMask) }

// Turn returns the board seen by the other player.
func (b Board) Turn() Board { return Board{b.Opp, b.Own} }

// Seeds returns the seeds in all twelve pits.
func (b Board) Seeds() int { return rowSeeds(b.Own) + rowSeeds(b.Opp) }

// OwnSeeds returns the seeds in the mover's row.
func (b Board) OwnSeeds() int { return rowSeeds(b.Own) }

// OppSeeds returns the seeds in the opponent's row.
func (b Board) OppSeeds() int { return rowSeeds(b.Opp) }

// add puts n seeds into pit i.
func (b Board) add(i, n int) Board {
	if i < RowPits {
		b.Own += uint64(n) << pitShift(i)
	} else {
		b.Opp += uint64(n) << pitShift(i)
	}
	return b
}

// pitShift returns the shift of pit i's lane in its row.
func pitShift(i int) uint { return uint(RowPits-1-i%RowPits) * laneBits }

// rowSeeds adds up the lanes of a row: the top lane of the product is the sum
// of all six, and no lane exceeds MaxSeeds.
func rowSeeds(row uint64) int { return int(row * ones >> topLane & laneMask) }

// Occupied marks the pits of a row, Own or Opp of a Board, that hold seeds, by the top bits
// of their lanes.
func Occupied(row uint64) uint64 {
	// A lane plus 127 has its top bit set unless the lane is 0.
	return (row + (1<<(laneBits-1)-1)*ones) & (1 << (laneBits - 1) * ones)
}

// firstPit returns the first of a row's pits that Occupied has marked, 0–5, and the marks
// of the others.
func firstPit(marks uint64) (pit int, others uint64) {
	z := uint(bits.LeadingZeros64(marks))
	return int(z/laneBits) - (64/laneBits - RowPits), marks &^ (1 << 63 >> (z & 63))
}
