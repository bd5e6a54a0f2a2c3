package egdb

import (
	"math/bits"

	"ayosolve/bitboard"
)

// news is what a board's predecessors are told: the message but for their rank.
type news uint32

const (
	newInW news = 0
	newInN news = messageLost
)

// pending is the state of a board that has news to tell.
func (what news) pending() uint8 {
	if what == newInW {
		return statePendingW
	}
	return statePendingN
}

// unsowBatch is the number of boards unsown together: their walks fit a first-level
// cache.
const unsowBatch = 128

// tell sends the predecessors of every board that is new in W or N their mail, first
// of all that are new in W: who reads it then guesses right what comes next.
func (w *worker) tell(block uint32) {
	if w.anyW {
		w.tellOf(block, w.enteredW, newInW)
	}
	if w.anyN {
		w.tellOf(block, w.enteredN, newInN)
	}
	w.anyW, w.anyN = false, false
}

// tellOf sends the mail of a set of boards of a block and empties the set.
func (w *worker) tellOf(block uint32, entered []uint64, what news) {
	from, to := w.span(block)
	entered = entered[:(to-from+63)/64]
	run := int(w.firstRun[block]) - 1
	var start, end uint64 // of the run
	var narrow uint32
	var narrowOpp []uint32
	for word := range entered {
		set := entered[word]
		if set == 0 {
			continue
		}
		entered[word] = 0
		for ; set != 0; set &= set - 1 {
			rank := from + uint64(word*64+bits.TrailingZeros64(set))
			for end <= rank {
				run++
				start, end = w.rows.start[run], w.rows.start[run+1]
				if w.unsower != nil {
					narrow, narrowOpp = w.rows.narrowOwn[run], w.rows.narrowOpp[w.rows.left[run]]
				}
			}
			if w.unsower == nil {
				w.tellOne(block, rank, bitboard.Board{Own: w.rows.own[run], Opp: w.rows.opp[w.rows.left[run]][rank-start]}, what)
				continue
			}
			w.ranks = append(w.ranks, rank)
			w.together = append(w.together, bitboard.JoinRows(narrow, narrowOpp[rank-start]))
			if len(w.ranks) == unsowBatch {
				w.tellTogether(block, w.ranks, w.together, what)
				w.ranks, w.together = w.ranks[:0], w.together[:0]
			}
		}
	}
	if len(w.ranks) > 0 {
		w.tellTogether(block, w.ranks, w.together, what)
		w.ranks, w.together = w.ranks[:0], w.together[:0]
	}
}

// tellOne sends the mail of one board.
func (w *worker) tellOne(block uint32, rank uint64, b bitboard.Board, what news) {
	w.edges = w.rules.AppendPredecessors(w.edges[:0], b)
	if !w.roomFor(len(w.edges)) {
		w.wait(block, rank, what)
		return
	}
	for i := range w.edges {
		w.send(w.edges[i].Board.Rank(), what)
	}
	w.meter.add(1)
}

// tellTogether sends the mail of narrow boards. If there are too few chunks for all it
// tries half of them at a time.
func (w *worker) tellTogether(block uint32, ranks []uint64, boards []bitboard.Narrow, what news) {
	w.origins = w.unsower.Unsow(w.origins[:0], boards)
	if !w.roomFor(len(w.origins)) {
		if len(ranks) == 1 {
			w.wait(block, ranks[0], what)
			return
		}
		half := len(ranks) / 2
		w.tellTogether(block, ranks[:half], boards[:half], what)
		w.tellTogether(block, ranks[half:], boards[half:], what)
		return
	}
	for i := range w.origins {
		_, rank := w.origins[i].Board.LayerRank()
		w.send(rank, what)
	}
	w.meter.add(uint64(len(ranks)))
}

// roomFor reports whether there are chunks at hand for that many messages: a new one
// for each list at most, and those that they fill.
func (w *worker) roomFor(messages int) bool {
	return w.pouch.ready(min(messages, int(w.blocks)+messages/(chunkWords-1)))
}

// send mails one predecessor.
func (w *worker) send(rank uint64, what news) {
	w.pouch.put(&w.out, uint32(rank>>w.blockBits), uint32(what)|uint32(rank&(1<<w.blockBits-1)))
}

// wait puts off a board's mail.
func (w *worker) wait(block uint32, rank uint64, what news) {
	w.state[rank] |= what.pending()
	w.dirty[block] = true
}
