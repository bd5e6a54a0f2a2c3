package match

import "math"

// Tally counts games by how they ended for an engine.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// add counts a game.
func (t *Tally) add(points float64) {
	switch points {
	case 1:
		t.Wins++
	case 0:
		t.Losses++
	default:
		t.Draws++
	}
}

// Games returns how many games were counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points, half of one for a draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// z95 is how many standard deviations 95 % of a normal distribution lie within.
const z95 = 1.959963984540054

// Range is an estimate and what it lies between with a confidence of 95 %. Ends may
// be infinite.
type Range struct{ Value, Low, High float64 }

// Score estimates the points a game. The interval is that of Wilson (1927), which
// holds for few games and for a score of 0 or 1; as it takes a draw for half a win it
// is rather too wide where many games are drawn. Without games nothing is known.
func (t Tally) Score() Range {
	n := float64(t.Games())
	if n == 0 {
		return Range{0.5, 0, 1}
	}
	p := t.Points() / n
	middle := (p + z95*z95/(2*n)) / (1 + z95*z95/n)
	half := z95 / (1 + z95*z95/n) * math.Sqrt(p*(1-p)/n+z95*z95/(4*n*n))
	return Range{p, max(middle-half, 0), min(middle+half, 1)}
}

// Elo estimates the difference in strength, in Elo points. With a score of 0 or 1 it
// is infinite.
func (t Tally) Elo() Range {
	s := t.Score()
	return Range{elo(s.Value), elo(s.Low), elo(s.High)}
}

// elo is the difference in strength that goes with a score.
func elo(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// mean estimates the mean of numbers, from their standard deviation.
func mean(numbers []float64) Range {
	n := float64(len(numbers))
	if n == 0 {
		return Range{math.NaN(), math.Inf(-1), math.Inf(1)}
	}
	sum, squares := 0.0, 0.0
	for _, x := range numbers {
		sum += x
	}
	m := sum / n
	for _, x := range numbers {
		squares += (x - m) * (x - m)
	}
	half := math.Inf(1) // of one number nothing is known
	if n > 1 {
		half = z95 * math.Sqrt(squares/(n-1)/n)
	}
	return Range{m, m - half, m + half}
}
