package search

import (
	"math"

	"ayosolve/bitboard"
	"ayosolve/tt"
)

// infinite is the proof number of a claim that can't be proven from here, and the
// disproof number of one that can't be refuted. Both at once mean that neither
// will come of this line: it is as deep as it may be.
const infinite = tt.Infinite

// doubtful is what stands in the table for an infinite number of an open claim,
// which is a fact about how deep the line was: so large that other lines go first,
// and not final.
const doubtful = 1 << 28

// standing is how a claim stands: its numbers, and the interval that is proven to
// hold the board's value.
type standing struct {
	proof, disproof uint32
	low, high       int
}

// open reports whether a claim is neither proven nor refuted.
func (s *standing) open() bool { return s.proof != 0 && s.disproof != 0 }

// decided returns the numbers of claim k for a value in a proven interval:
// proven, refuted, or neither, which has two infinite numbers.
func decided(k, low, high int) standing {
	switch {
	case low >= k:
		return standing{0, infinite, low, high}
	case high < k:
		return standing{infinite, 0, low, high}
	}
	return standing{infinite, infinite, low, high}
}

// add adds proof numbers.
func add(a, b uint32) uint32 {
	if a == infinite || b == infinite {
		return infinite
	}
	return min(a+b, infinite-1)
}

// firstNumbers guesses how much work it is to prove, and to refute, that the mover of
// a board nets k of its seeds or more, where the board has above seeds more than the
// tables reach. The work grows with the seeds that must be captured before the tables
// answer, and with how far the claim is from even, for which stands a quarter of the
// seeds. That is twice the mean value, and rightly so, for what counts is not the
// value but the work, and who moves has the quicker way to a proof. That numbers are
// first guessed by such a measure is an idea of Winands and Schadd (Evaluation-function
// based proof-number search, 2011).
func firstNumbers(k, seeds, above int) (proof, disproof uint32) {
	d := min(max(4*k-seeds, -maxDistance), maxDistance)
	work := workAbove[above]
	return number(work, aheadBy[maxDistance+d]), number(work, aheadBy[maxDistance-d])
}

func number(work, ahead uint64) uint32 {
	return uint32(min(max(work*ahead>>workShift, 1), doubtful/16))
}

const (
	maxDistance = 4*2*bitboard.MaxSeeds + bitboard.MaxSeeds // quarter seeds
	workShift   = 16                                        // bits of fraction in both tables together

	workAtTables = 32   // proof number of an even claim where the tables begin
	workPerSeed  = 0.15 // how its logarithm grows with each seed above them
	workPerClaim = 0.1  // and with each seed that is claimed above even
)

var (
	// workAbove is the number of an even claim by seeds above the tables.
	workAbove = exponential(bitboard.MaxSeeds+2, 0, workAtTables, workPerSeed)
	// aheadBy is its factor by quarter seeds that a claim is above even, from
	// −maxDistance on.
	aheadBy = exponential(2*maxDistance+1, maxDistance, 1, workPerClaim/4)
)

// exponential tabulates first·exp(rate·(i−zero)), with half the fraction's bits.
func exponential(size, zero int, first, rate float64) []uint64 {
	t := make([]uint64, size)
	for i := range t {
		t[i] = uint64(math.Round(first * math.Exp(rate*float64(i-zero)) * (1 << (workShift / 2))))
	}
	return t
}
