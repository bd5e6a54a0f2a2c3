package search

import (
	"math/bits"

	"ayosolve/bitboard"
)

// unit is a seed in a score. Scores are what the mover of a board nets, in
// sixty-fourths of a seed, out of the seeds on the board: what has been captured
// on the way there is no part of them.
const unit = 64

// evaluation guesses the value of boards without searching, by what stands in
// each pit and by what is under threat.
//
// Seeds on the board belong to nobody yet, so material is not in it. Every pit
// counts by its place and its seeds, which is where mobility (a pit that is not
// empty can be played), hoards (a pit of twelve and more goes round), weak pits of
// one and two seeds, and the seeds a row holds are. Threats are the pits of one or
// two seeds that a lap of the other side would end in: against the player to
// move, and for. tempo is what it is worth to be the player to move.
//
// The weights were fitted to searched scores: see evaluateweights.go.
type evaluation struct {
	stages [stageCount]stage
}

// stage is the weights for some range of seeds on the board.
type stage struct {
	pits    [bitboard.Pits][64]pitTerm
	threats [2][8]int32 // by side, the mover first: of that many pits of the row under threat
	tempo   int32
}

// pitTerm is what a pit holding some number of seeds contributes.
//
//	field  bits   meaning
//	value  32     in score units, for the mover
//	marks  11–0   the pit its lap ends in, if that is in the other row
//	       23–12  the pit itself, if it holds one or two seeds
type pitTerm struct {
	value int32
	marks uint32
}

const (
	weakShift = bitboard.Pits
	ownMarks  = 1<<bitboard.RowPits - 1
	oppMarks  = ownMarks << bitboard.RowPits
)

// stageCount is the number of stages; stageOf is the stage of a number of seeds.
const stageCount = 3

func stageOf(seeds int) int {
	switch {
	case seeds <= 20:
		return 0
	case seeds <= 34:
		return 1
	}
	return 2
}

// of returns the evaluation of a board with that many seeds, some on either side,
// seen by the mover.
func (v *evaluation) of(b bitboard.Board, seeds int) int {
	s := &v.stages[stageOf(seeds)]
	value := s.tempo
	var own, opp uint32
	for i, shift := 0, uint(40); i < bitboard.RowPits; i, shift = i+1, shift-8 {
		o := &s.pits[i][b.Own>>(shift&63)&63]
		p := &s.pits[i+bitboard.RowPits][b.Opp>>(shift&63)&63]
		value += o.value + p.value
		own |= o.marks
		opp |= p.marks
	}
	value += s.threats[0][bits.OnesCount32(opp&(own>>weakShift)&ownMarks)&7]
	value += s.threats[1][bits.OnesCount32(own&(opp>>weakShift)&oppMarks)&7]
	most := int32(seeds * unit)
	return int(min(max(value, -most), most))
}

// evaluations holds one evaluation a game. It is filled before main and read only
// after.
var evaluations = func() (out [bitboard.Awari + 1]evaluation) {
	for game := range out {
		w := &relayWeights
		if bitboard.Game(game) != bitboard.Ayoayo {
			w = &lapWeights
		}
		for i := range w {
			out[game].stages[i] = w[i].stage()
		}
	}
	return out
}()

// weights is a stage as it is written down. Seeds from pitSeeds-1 on count the
// same.
type weights struct {
	tempo   int32
	threats [2][bitboard.RowPits + 1]int32
	pits    [bitboard.Pits][pitSeeds]int32
}

const pitSeeds = 17

func (w *weights) stage() (s stage) {
	s.tempo = w.tempo
	for side := range w.threats {
		copy(s.threats[side][:], w.threats[side][:])
	}
	for pit := range s.pits {
		for n := range s.pits[pit] {
			s.pits[pit][n] = pitTerm{w.pits[pit][min(n, pitSeeds-1)], pitMarks(pit, n)}
		}
	}
	return s
}

// pitMarks returns the marks of a pit with n seeds.
func pitMarks(pit, n int) (marks uint32) {
	if n == 1 || n == 2 {
		marks |= 1 << (weakShift + pit)
	}
	end := (pit + n) % bitboard.Pits
	if 0 < n && n < bitboard.Pits && (end < bitboard.RowPits) != (pit < bitboard.RowPits) {
		marks |= 1 << end
	}
	return marks
}
