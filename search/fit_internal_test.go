package search

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"ayosolve/bitboard"
)

// sample is a board, and what a search says of it.
type sample struct {
	board bitboard.Board
	seeds int
	score float64
}

// fitFeatures is the number of weights of a stage: tempo, threats, pits.
const fitFeatures = 1 + 2*(bitboard.RowPits+1) + bitboard.Pits*pitSeeds

// features lists the weights that a board's evaluation is the sum of.
func features(b bitboard.Board) (out []int) {
	out = append(out, 0)
	var own, opp uint32
	for i, n := range b.Pits() {
		if marks := pitMarks(i, n); i < bitboard.RowPits {
			own |= marks
		} else {
			opp |= marks
		}
		out = append(out, 1+2*(bitboard.RowPits+1)+i*pitSeeds+min(n, pitSeeds-1))
	}
	return append(out,
		1+bits.OnesCount32(opp&(own>>weakShift)&ownMarks),
		1+bitboard.RowPits+1+bits.OnesCount32(own&(opp>>weakShift)&oppMarks))
}

// TestFit writes evaluateweights.go anew, fitted to the scores that a search with
// the weights now in it gives to boards of games it plays with itself. AYOSOLVE_FIT
// is the number of boards for each of the two games, AYOSOLVE_FIT_DEPTH the even one of
// the two depths.
func TestFit(t *testing.T) {
	count, _ := strconv.Atoi(os.Getenv("AYOSOLVE_FIT"))
	if count == 0 {
		t.Skip("takes minutes")
	}
	var out bytes.Buffer
	out.WriteString(fitHeader)
	for _, game := range []struct{ preset, name, comment string }{
		{"ayoayo", "relayWeights", "are the weights for Ayoayo"},
		{"oware", "lapWeights", "are the weights for oware and awari"},
	} {
		fmt.Fprintf(&out, "\n// %s %s, fewer seeds first.\nvar %s = [stageCount]weights{", game.name, game.comment, game.name)
		samples := fitSamples(t, game.preset, count)
		for s := range stageCount {
			w, n, rms := fitStage(samples, s)
			fmt.Printf("%s stage %d: %d boards, rms error %.2f seeds\n", game.preset, s, n, rms/unit)
			writeStage(&out, w)
		}
		out.WriteString("\n}\n")
	}
	text, err := format.Source(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("evaluateweights.go", text, 0o644); err != nil {
		t.Fatal(err)
	}
}

const fitHeader = `package search

import "ayosolve/bitboard"

// The weights below are in score units, for the mover. A row of pits begins with
// the weight of an empty pit; the mover's pits come first. They were fitted by
// TestFit, by least squares, to the mean of what searches of odd and even depth say
// of boards from games of the search with itself: 160,000 boards a game at depths 9 and
// 10, the third fit in a row, each with the weights of the one before.
`

func writeStage(out *bytes.Buffer, w []float64) {
	numbers := func(w []float64) {
		for _, x := range w {
			fmt.Fprintf(out, "%d, ", int(math.Round(x)))
		}
	}
	row := bitboard.RowPits + 1
	fmt.Fprintf(out, "\n{\ntempo: %d,\nthreats: [2][bitboard.RowPits + 1]int32{{", int(math.Round(w[0])))
	numbers(w[1 : 1+row])
	out.WriteString("}, {")
	numbers(w[1+row : 1+2*row])
	out.WriteString("}},\npits: [bitboard.Pits][pitSeeds]int32{\n")
	for i := range bitboard.Pits {
		at := 1 + 2*row + i*pitSeeds
		out.WriteString("{")
		numbers(w[at : at+pitSeeds])
		out.WriteString("},\n")
	}
	out.WriteString("},\n},")
}

// fitSamples plays games, three moves in ten at random, and has every board scored
// on which no capture is better than none.
func fitSamples(t *testing.T, preset string, count int) (out []sample) {
	depth, _ := strconv.Atoi(os.Getenv("AYOSOLVE_FIT_DEPTH"))
	depth = max(depth, 5)
	e := newTestEstimator(t, preset, nil, 64<<20)
	rng := rand.New(rand.NewPCG(1, 0xf17))
	most := bitboard.MaxSeeds * unit
	for len(out) < count {
		b := bitboard.Start()
		if rng.IntN(4) == 0 {
			n := 12 + rng.IntN(36)
			b = bitboard.Unrank(n, rng.Uint64N(bitboard.LayerSize(n)))
		}
		for range 150 {
			var moves [bitboard.MaxMoves]bitboard.Child
			n := e.rules.Moves(b, &moves)
			seeds := b.Seeds()
			if n == 0 || seeds < 10 {
				break
			}
			e.table.NewSearch()
			odd := e.seek(b, seeds, depth-1, 1, 1, -most, most)
			even := e.seek(b, seeds, depth, 1, 1, -most, most)
			stand := e.evaluation.of(b, seeds)
			if b.Own != 0 && b.Opp != 0 && e.quiesce(b, seeds, e.quiet, 1, -most, most) <= stand {
				out = append(out, sample{b, seeds, float64(odd+even) / 2})
			}
			pit := moves[rng.IntN(n)].Pit
			if e.frames[1].length = 0; rng.IntN(10) >= 3 {
				e.seek(b, seeds, 4, 1, 1, -most, most)
				if e.frames[1].length > 0 {
					pit = e.frames[1].pv[0]
				}
			}
			c, _ := e.rules.Play(b, int(pit))
			b = c.Board
		}
	}
	return out
}

// fitStage solves the normal equations of a stage, damped: weights are small, and
// weights next to each other are near each other.
func fitStage(samples []sample, stage int) (w []float64, n int, rms float64) {
	const small, near = 1, 20
	var a [fitFeatures][fitFeatures]float64
	y := make([]float64, fitFeatures)
	for i := range a {
		a[i][i] = small
	}
	for i := range bitboard.Pits {
		for k := 1; k < pitSeeds; k++ {
			at := 1 + 2*(bitboard.RowPits+1) + i*pitSeeds + k
			a[at][at] += near
			a[at-1][at-1] += near
			a[at][at-1] -= near
			a[at-1][at] -= near
		}
	}
	for _, s := range samples {
		if stageOf(s.seeds) != stage {
			continue
		}
		n++
		f := features(s.board)
		for _, i := range f {
			for _, j := range f {
				a[i][j]++
			}
			y[i] += s.score
		}
	}
	// Gauss: the matrix is symmetric and positive definite, so pivots do not vanish.
	w = y
	for i := range a {
		for j := i + 1; j < fitFeatures; j++ {
			q := a[j][i] / a[i][i]
			if q == 0 {
				continue
			}
			for k := i; k < fitFeatures; k++ {
				a[j][k] -= q * a[i][k]
			}
			w[j] -= q * w[i]
		}
	}
	for i := fitFeatures - 1; i >= 0; i-- {
		for k := i + 1; k < fitFeatures; k++ {
			w[i] -= a[i][k] * w[k]
		}
		w[i] /= a[i][i]
	}
	for _, s := range samples {
		if stageOf(s.seeds) == stage {
			sum := 0.0
			for _, i := range features(s.board) {
				sum += w[i]
			}
			rms += (sum - s.score) * (sum - s.score)
		}
	}
	return w, n, math.Sqrt(rms / float64(max(n, 1)))
}
