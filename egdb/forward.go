package egdb

import (
	"slices"

	"ayosolve/bitboard"
)

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
		left, skip := w.rows.left[run], rank-w.rows.start[run]
		count := min(uint64(len(w.rows.opp[left]))-skip, to-rank)
		at := uint32(rank - from)
		rank += count
		if w.sower != nil && left > 0 {
			w.forwardNarrow(at, w.rows.narrowOwn[run], w.rows.narrowOpp[left][skip:skip+count], low, high, state)
			continue
		}
		for _, row := range w.rows.opp[left][skip : skip+count] {
			b := bitboard.Board{Own: w.rows.own[run], Opp: row}
			w.forwardBoard(at, b, moves[:w.rules.Moves(b, &moves)], low, high, state)
			at++
		}
	}
	w.lookUp(low, high)
	if w.firstPass {
		w.meter.add(to - from)
	}
}

// forwardBoard does one board, whose moves are given.
func (w *worker) forwardBoard(at uint32, b bitboard.Board, moves []bitboard.Child, low, high []int8, state []uint8) {
	w.begin(at, len(moves), b, low, high)
	stay := uint8(0)
	for i := range moves {
		m := &moves[i]
		if m.Captured == 0 {
			stay++
			continue
		}
		b := m.Board
		if w.lower.turned {
			b = b.Turn()
		}
		seeds, rank := b.LayerRank()
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

// begin sets what captures of a board are to raise: the value of the end if there are
// no moves.
func (w *worker) begin(at uint32, moves int, b bitboard.Board, low, high []int8) {
	if !w.firstPass {
		return
	}
	net := int8(noCapture)
	if moves == 0 {
		net = int8(w.rules.EndNet(b))
	}
	low[at], high[at] = net, net
}

// forwardNarrow does the boards of one mover's row from a place in the block on.
func (w *worker) forwardNarrow(at uint32, own uint32, rows []uint32, low, high []int8, state []uint8) {
	var legal [bitboard.SowBatch]uint8
	for opp := range slices.Chunk(rows, bitboard.SowBatch) {
		w.takes = w.sower.Sow(w.takes[:0], legal[:], own, opp)
		for i, n := range legal[:len(opp)] {
			state[at+uint32(i)] = n & stateMoves
			if w.firstPass {
				low[at+uint32(i)], high[at+uint32(i)] = noCapture, noCapture
			}
			if n == 0 {
				w.begin(at+uint32(i), 0, bitboard.JoinRows(own, opp[i]).Board(), low, high)
			}
		}
		for i := range w.takes {
			m := &w.takes[i]
			b := m.Board
			if !w.lower.turned {
				b = b.Turn()
			}
			seeds, rank := b.LayerRank()
			if w.lower.low[seeds] == nil {
				continue // another window's
			}
			w.captures = append(w.captures, capture{rank, at + uint32(m.At), uint8(seeds), int8(m.Captured)})
		}
		w.lookUp(low, high)
		at += uint32(len(opp))
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
