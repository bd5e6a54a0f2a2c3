package egdb

import (
	"math/bits"

	"ayosolve/bitboard"
)

// scan lets in the boards of a block that captures alone, or the end of the
// game, or moves refuted at a larger t put into W or N at this t.
func (w *worker) scan(block uint32) {
	from, to := w.span(block)
	low, high, state := w.low[from:to], w.high[from:to], w.state[from:to]
	t := int8(w.t)
	found := false
	for i := range state {
		if low[i] == t && state[i]&stateW == 0 {
			w.enterW(uint32(i), low, state)
			found = true
		}
		if high[i] == -t && state[i]&(stateMoves|stateN) == 0 {
			w.enterN(uint32(i), high, state)
			found = true
		}
	}
	if found {
		w.tell(block)
	}
}

// deliver reads the mail of a block and lets in the boards that it puts into W
// or N.
func (w *worker) deliver(block uint32) {
	from, to := w.span(block)
	low, high, state := w.low[from:to], w.high[from:to], w.state[from:to]
	t := int8(w.t)
	found := false
	if w.dirty[block] {
		w.dirty[block] = false
		found = true
		w.resume(state)
	}
	for _, sender := range w.crew {
		if sender.in.ends[block] == 0 {
			continue
		}
		found = true
		w.pouch.drain(&sender.in, block, func(messages []uint32) {
			for _, m := range messages {
				i := m & messageRank
				if m&messageLost != 0 {
					if state[i]&stateW == 0 {
						w.enterW(i, low, state)
					}
					continue
				}
				state[i]--
				if state[i]&(stateMoves|stateN) == 0 && high[i] <= -t {
					w.enterN(i, high, state)
				}
			}
		})
	}
	if found {
		w.tell(block)
	}
}

func (w *worker) enterW(i uint32, low []int8, state []uint8) {
	low[i] = int8(w.t)
	state[i] |= stateW
	w.enteredW[i/64] |= 1 << (i % 64)
}

func (w *worker) enterN(i uint32, high []int8, state []uint8) {
	high[i] = -int8(w.t)
	state[i] |= stateN
	w.enteredN[i/64] |= 1 << (i % 64)
}

// resume takes up the boards whose predecessors could not be told for want of
// chunks.
func (w *worker) resume(state []uint8) {
	for i := range state {
		if state[i]&statePendingW != 0 {
			w.enteredW[i/64] |= 1 << (i % 64)
		}
		if state[i]&statePendingN != 0 {
			w.enteredN[i/64] |= 1 << (i % 64)
		}
		state[i] &^= statePendingW | statePendingN
	}
}

// tell sends the predecessors of every board that is new in W or N their mail.
func (w *worker) tell(block uint32) {
	from, _ := w.span(block)
	run := int(w.firstRun[block])
	count := uint64(0)
	for word := range w.enteredW {
		inW, inN := w.enteredW[word], w.enteredN[word]
		w.enteredW[word], w.enteredN[word] = 0, 0
		for either := inW | inN; either != 0; either &= either - 1 {
			bit := either & -either
			rank := from + uint64(word*64+bits.TrailingZeros64(either))
			for w.rows.start[run+1] <= rank {
				run++
			}
			b := bitboard.Board{Own: w.rows.own[run], Opp: w.rows.opp[w.rows.left[run]][rank-w.rows.start[run]]}
			w.edges = w.rules.AppendPredecessors(w.edges[:0], b)
			if !w.pouch.ready(2 * len(w.edges)) {
				if inW&bit != 0 {
					w.state[rank] |= statePendingW
				}
				if inN&bit != 0 {
					w.state[rank] |= statePendingN
				}
				w.dirty[block] = true
				continue
			}
			count++
			for i := range w.edges {
				rank := w.edges[i].Board.Rank()
				to, message := uint32(rank>>w.blockBits), uint32(rank&(1<<w.blockBits-1))
				if inW&bit != 0 {
					w.pouch.put(&w.out, to, message)
				}
				if inN&bit != 0 {
					w.pouch.put(&w.out, to, message|messageLost)
				}
			}
		}
	}
	w.meter.add(count)
}
