package client

import (
	"strconv"
	"strings"
)

// Bound says which side of a score the value is thought to lie on.
type Bound uint8

// The bounds.
const (
	NoBound Bound = iota
	LowerBound
	UpperBound
)

// Info is an info line that has a score.
type Info struct {
	Depth    int
	MultiPV  int // 0 if the line does not say
	Score    int // hundredths of a seed, for the player to move
	Bound    Bound
	Nodes    uint64
	NPS      uint64
	Time     int64 // milliseconds
	Hashfull int   // thousandths
	TBHits   uint64
	PV       string // letters
	Comment  string // what follows the word string
}

// Exact reports whether the engine says that the score is proven, as those of this
// program do.
func (i Info) Exact() bool { return strings.HasPrefix(i.Comment, "exact ") }

// ParseInfo reads what follows the word info; ok is false if there is no score in
// it. What it does not know it skips.
func ParseInfo(text string) (i Info, ok bool) {
	words := strings.Fields(text)
	for at := 0; at < len(words); at++ {
		// A word that is no number belongs to nobody, and may be the next to be read.
		number := func() (n int64, ok bool) {
			if at+1 == len(words) {
				return 0, false
			}
			n, err := strconv.ParseInt(words[at+1], 10, 64)
			if err != nil {
				return 0, false
			}
			at++
			return n, true
		}
		count := func() int64 {
			n, _ := number()
			return max(0, n)
		}
		switch words[at] {
		case "depth":
			i.Depth = int(count())
		case "multipv":
			i.MultiPV = int(count())
		case "nodes":
			i.Nodes = uint64(count())
		case "nps":
			i.NPS = uint64(count())
		case "time":
			i.Time = count()
		case "hashfull":
			i.Hashfull = int(count())
		case "tbhits":
			i.TBHits = uint64(count())
		case "cp":
			var n int64
			n, ok = number()
			i.Score = int(n)
		case "lowerbound":
			i.Bound = LowerBound
		case "upperbound":
			i.Bound = UpperBound
		case "pv":
			i.PV = "" // letters follow, together or apart
			for at+1 < len(words) && areLetters(words[at+1]) {
				at++
				i.PV += words[at]
			}
		case "string":
			i.Comment = strings.Join(words[at+1:], " ")
			return i, ok
		}
	}
	return i, ok
}

// areLetters reports whether a word is made of the letters of moves.
func areLetters(word string) bool { return strings.Trim(word, "ABCDEFabcdef") == "" }
