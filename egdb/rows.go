package egdb

import (
	"sort"

	"ayosolve/bitboard"
)

// rows lists the boards of one layer by their rows. Ranks put the mover's row
// first, so a layer is a run of boards for each row the mover may have, in
// ascending order, and in each run the opponent's rows with the other seeds, in
// ascending order. That makes unranking in sequence a table look-up.
type rows struct {
	own   []uint64   // every row of 0 … n seeds, ascending
	start []uint64   // rank at which the run of own[i] starts; one more entry, the layer's size
	opp   [][]uint64 // by seeds: the rows with that many, ascending
	left  []uint8    // n less the seeds of own[i], the index into opp
	// The same rows as bitboard.PackRow makes them; nil if boards are not narrow.
	narrowOwn []uint32
	narrowOpp [][]uint32
}

// makeRows lists layer n: C(n+6, 6) rows of each kind.
func makeRows(n int, narrow bool) *rows {
	r := &rows{opp: make([][]uint64, n+1)}
	var rank uint64
	var fill func(row uint64, pit, left int)
	fill = func(row uint64, pit, left int) {
		if pit == bitboard.RowPits {
			r.own = append(r.own, row)
			r.left = append(r.left, uint8(left))
			r.opp[n-left] = append(r.opp[n-left], row)
			return
		}
		for seeds := 0; seeds <= left; seeds++ {
			fill(row<<8|uint64(seeds), pit+1, left-seeds)
		}
	}
	fill(0, 0, n)
	r.start = make([]uint64, 0, len(r.own)+1)
	for _, left := range r.left {
		r.start = append(r.start, rank)
		rank += uint64(len(r.opp[left]))
	}
	r.start = append(r.start, rank)
	if narrow {
		r.narrowOwn = packRows(r.own)
		r.narrowOpp = make([][]uint32, n+1)
		for i, opp := range r.opp {
			r.narrowOpp[i] = packRows(opp)
		}
	}
	return r
}

func packRows(rows []uint64) []uint32 {
	packed := make([]uint32, len(rows))
	for i, row := range rows {
		packed[i] = bitboard.PackRow(row)
	}
	return packed
}

// find returns the index of the run that holds a rank.
func (r *rows) find(rank uint64) int {
	return sort.Search(len(r.own), func(i int) bool { return r.start[i+1] > rank })
}
