package bitboard

// Narrow is a board of at most NarrowSeeds seeds in one word, five bits a pit, pit
// 0 highest: pit i stands from bit 55−5i on, and bits 60–63 are 0. Table builders
// work with it: half the arithmetic of a Board, and all sums of its rank in one
// multiplication. The zero value is the empty board.
type Narrow uint64

// NarrowSeeds is the most seeds a Narrow can hold.
const NarrowSeeds = 1<<narrowBits - 1

const (
	narrowBits = 5
	narrowRow  = RowPits * narrowBits
	narrowAll  = Pits * narrowBits
	narrowTop  = narrowAll - narrowBits // shift of pit 0
	narrowMask = 1<<narrowAll - 1
	narrowOnes = narrowMask / NarrowSeeds // a one in each lane
)

// PackRow returns a row of six pits, one byte a pit, as half a Narrow.
func PackRow(row uint64) uint32 {
	row = row&0x001f001f001f | row>>3&0x03e003e003e0
	return uint32(row&0x3ff | row>>6&0xffc00 | row>>12&0x3ff00000)
}

// unpackRow undoes PackRow.
func unpackRow(row uint64) uint64 {
	row = row&0x3ff | row&0xffc00<<6 | row&0x3ff00000<<12
	return row&0x001f001f001f | row&0x03e003e003e0<<3
}

// JoinRows returns the board of two rows that PackRow made.
func JoinRows(own, opp uint32) Narrow { return Narrow(own)<<narrowRow | Narrow(opp) }

// Narrow returns the board in one word. It must not hold more than NarrowSeeds.
func (b Board) Narrow() Narrow { return JoinRows(PackRow(b.Own), PackRow(b.Opp)) }

// Board returns the board, lanes wide.
func (x Narrow) Board() Board {
	return Board{unpackRow(uint64(x) >> narrowRow), unpackRow(uint64(x) & (1<<narrowRow - 1))}
}

// Turn returns the board seen by the other player.
func (x Narrow) Turn() Narrow { return x<<narrowRow&narrowMask | x>>narrowRow }

// LayerRank returns the seeds of the board and its Board's Rank.
func (x Narrow) LayerRank() (seeds int, rank uint64) {
	// Lane k of the product is the sum of lanes 0 … k, the seeds from pit 11−k on.
	s := uint64(x) * narrowOnes
	t := narrowSets
	after := t[1][s&31] + t[2][s>>5&31] + t[3][s>>10&31] + t[4][s>>15&31] + t[5][s>>20&31] + t[6][s>>25&31] +
		t[7][s>>30&31] + t[8][s>>35&31] + t[9][s>>40&31] + t[10][s>>45&31] + t[11][s>>50&31]
	n := s >> narrowTop & 31
	return int(n), t[0][n] - 1 - after
}

// narrowSets[k] is the start of multisets[k] for k > 0; narrowSets[0][n] is
// LayerSize(n).
var narrowSets = makeNarrowSets()

func makeNarrowSets() *[Pits][NarrowSeeds + 1]uint64 {
	var t [Pits][NarrowSeeds + 1]uint64
	for n := range t[0] {
		t[0][n] = LayerSize(n)
		for k := 1; k < Pits; k++ {
			t[k][n] = multisets[k][n]
		}
	}
	return &t
}
