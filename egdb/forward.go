package egdb

import "ayosolve/bitboard"

// capture is a look-up in a layer below that waits for its batch: the memory
// system answers many at a time for little more than one.
type capture struct {
	rank     uint64
	from     uint32 // rank of the capturing board, less the block's first
	seeds    uint8  // left on the board
	captured int8
}

// captureBatch is the number of look-ups made together.
const captureBatch = 256

// forward counts the moves of each board of a block that stay in the layer and
// finds the best of those that capture.
func (w *worker) forward(block uint32) {
	from, to := w.span(block)
	low, high, state := w.low[from:to], w.high[from:to], w.state[from:to]
	run := int(w.firstRun[block])
	var moves [bitboard.MaxMoves]bitboard.Child
	for rank := from; rank < to; run++ {
		opp := w.rows.opp[w.rows.left[run]][rank-w.rows.start[run]:]
		opp = opp[:min(uint64(len(opp)), to-rank)]
		for _, row := range opp {
			b := bitboard.Board{Own: w.rows.own[run], Opp: row}
			at := uint32(rank - from)
			rank++
			count := w.rules.Moves(b, &moves)
			if w.firstPass {
				low[at], high[at] = noCapture, noCapture
				if count == 0 {
					net := int8(w.rules.EndNet(b))
					low[at], high[at] = net, net
				}
			}
			stay := uint8(0)
			for i := range moves[:count] {
				m := &moves[i]
				if m.Captured == 0 {
					stay++
					continue
				}
				seeds, rank := m.Board.LayerRank()
				if w.lower.low[seeds] == nil {
					continue // another window's
				}
				w.captures = append(w.captures, capture{rank, at, uint8(seeds), int8(m.Captured)})
			}
			state[at] = stay
			if len(w.captures) >= captureBatch {
				w.lookUp(low, high)
			}
		}
	}
	w.lookUp(low, high)
	if w.firstPass {
		w.meter.add(to - from)
	}
}

// lookUp answers the waiting captures of a block.
func (w *worker) lookUp(low, high []int8) {
	for i := range w.captures {
		c := &w.captures[i]
		low[c.from] = max(low[c.from], c.captured-w.lower.high[c.seeds][c.rank])
	}
	if &low[0] != &high[0] {
		for i := range w.captures {
			c := &w.captures[i]
			high[c.from] = max(high[c.from], c.captured-w.lower.low[c.seeds][c.rank])
		}
	}
	w.captures = w.captures[:0]
}
