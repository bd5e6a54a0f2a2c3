package bitboard

// lap is what sowing n seeds from one pit does to the board, by addition alone.
// A lap is undone by subtracting the same two numbers.
//
//	field  bits  meaning
//	own      64  added to the mover's row; the origin's lane loses n
//	opp      64  added to the opponent's row
//	far      64  0 if the last seed falls into the mover's row, else all ones
//	shift     8  shift of the landing pit's lane in its row
//	ownShift  8  the same if that is the mover's row, else noLane
//	oppShift  8  the same if that is the opponent's, else noLane
//	land      8  the landing pit, 0–11
//	next     16  index of the landing pit's part of the table
type lap struct {
	own, opp uint64
	far      uint64
	shift    uint8
	ownShift uint8
	oppShift uint8
	land     uint8
	next     uint16
}

// landed returns the seeds in the pit that the lap fell into, of the rows after it,
// without asking whose pit that is.
func (l *lap) landed(own, opp uint64) uint {
	return uint((own>>(l.ownShift&63) | opp>>(l.oppShift&63)) & laneMask)
}

// noLane is the shift of a lane that no row has, so that it is 0. An Expander counts laps
// in the one below it.
const noLane = 64 - laneBits

const (
	lapStride = 64   // entries a pit, the seeds 0 … MaxSeeds being used
	lapSize   = 1024 // Pits*lapStride up to a power of two, so that a mask bounds the index
)

// lapTable is indexed by lapIndex. It is filled before main and read only after.
var lapTable = makeLaps()

// lapIndex returns where the lap of n seeds from a pit stands in lapTable.
func lapIndex(pit, n int) uint { return uint(pit)*lapStride + uint(n) }

func makeLaps() *[lapSize]lap {
	var table [lapSize]lap
	for origin := range Pits {
		for n := 1; n <= MaxSeeds; n++ {
			var b Board
			pit := origin
			for range n {
				if pit = (pit + 1) % Pits; pit == origin {
					pit = (pit + 1) % Pits
				}
				b = b.add(pit, 1)
			}
			b = b.add(origin, -n)
			l := landing(pit)
			l.own, l.opp = b.Own, b.Opp
			table[lapIndex(origin, n)] = l
		}
	}
	return &table
}

// landing returns a lap that falls into a pit and does nothing else.
func landing(pit int) lap {
	s := uint8(pitShift(pit))
	l := lap{shift: s, ownShift: s, oppShift: noLane, land: uint8(pit), next: uint16(pit * lapStride)}
	if pit >= RowPits {
		l.far, l.ownShift, l.oppShift = ^uint64(0), noLane, s
	}
	return l
}
