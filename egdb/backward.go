package egdb

import "encoding/binary"

// scan lets in the boards of a block that captures alone, or the end of the
// game, or moves refuted at a larger t put into W or N at this t. Eight boards are
// looked at together. Those that are in W or N already have a larger bound than t
// or a smaller one than −t.
func (w *worker) scan(block uint32) {
	from, to := w.span(block)
	low, high, state := w.low[from:to], w.high[from:to], w.state[from:to]
	win, loss := uint64(uint8(w.t))*eachByte, uint64(uint8(-w.t))*eachByte
	var allW, allN uint64
	i := 0
	for ; i+8 <= len(state); i += 8 {
		inW := zeroBytes(eight(asBytes(low), i) ^ win)
		inN := zeroBytes(eight(asBytes(high), i) ^ loss)
		if inW|inN == 0 {
			continue
		}
		now := eight(state, i)
		inN &= zeroBytes(now & (stateMoves * eachByte))
		allW |= inW
		allN |= inN
		// Their bounds are t and −t already.
		binary.LittleEndian.PutUint64(state[i:], now|inW>>7*stateW|inN>>7*stateN)
		w.enteredW[i/64] |= topBits(inW) << (i % 64)
		w.enteredN[i/64] |= topBits(inN) << (i % 64)
	}
	for t := int8(w.t); i < len(state); i++ {
		if low[i] == t {
			w.enterW(uint32(i), low, state)
		}
		if high[i] == -t && state[i]&stateMoves == 0 {
			w.enterN(uint32(i), high, state)
		}
	}
	w.anyW = w.anyW || allW != 0
	w.anyN = w.anyN || allN != 0
	w.tell(block)
}

const eachByte = 0x0101010101010101

// eight returns eight bytes from the i-th on, the first lowest.
func eight(bytes []byte, i int) uint64 { return binary.LittleEndian.Uint64(bytes[i:]) }

// zeroBytes returns the bytes that are 0 by their top bits.
func zeroBytes(x uint64) uint64 {
	const low = 0x7f * eachByte
	return ^(x&low + low | x | low)
}

// topBits gathers the top bits of bytes.
func topBits(x uint64) uint64 { return x >> 7 * 0x0102040810204080 >> 56 }

// deliver reads the mail of a block and lets in the boards that it puts into W
// or N.
func (w *worker) deliver(block uint32) {
	from, to := w.span(block)
	low, high, state := w.low[from:to], w.high[from:to], w.state[from:to]
	t := int8(w.t)
	if w.dirty[block] {
		w.dirty[block] = false
		w.resume(state)
	}
	for _, sender := range w.crew {
		if sender.in.ends[block] == 0 {
			continue
		}
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
	w.tell(block)
}

func (w *worker) enterW(i uint32, low []int8, state []uint8) {
	low[i] = int8(w.t)
	state[i] |= stateW
	w.enteredW[i/64] |= 1 << (i % 64)
	w.anyW = true
}

func (w *worker) enterN(i uint32, high []int8, state []uint8) {
	high[i] = -int8(w.t)
	state[i] |= stateN
	w.enteredN[i/64] |= 1 << (i % 64)
	w.anyN = true
}

// resume takes up the boards whose predecessors could not be told for want of
// chunks.
func (w *worker) resume(state []uint8) {
	w.anyW, w.anyN = true, true
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
