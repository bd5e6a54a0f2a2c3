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
		next := func() string {
			if at+1 < len(words) {
				at++
				return words[at]
			}
			return ""
		}
		switch words[at] {
		case "depth":
			i.Depth = int(number(next()))
		case "multipv":
			i.MultiPV = int(number(next()))
		case "nodes":
			i.Nodes = uint64(number(next()))
		case "nps":
			i.NPS = uint64(number(next()))
		case "time":
			i.Time = number(next())
		case "hashfull":
			i.Hashfull = int(number(next()))
		case "tbhits":
			i.TBHits = uint64(number(next()))
		case "cp":
			n, err := strconv.Atoi(next())
			i.Score, ok = n, err == nil
		case "lowerbound":
			i.Bound = LowerBound
		case "upperbound":
			i.Bound = UpperBound
		case "pv":
			i.PV = "" // letters follow, together or apart
			for at+1 < len(words) && areLetters(words[at+1]) {
				i.PV += next()
			}
		case "string":
			i.Comment = strings.Join(words[at+1:], " ")
			return i, ok
		}
	}
	return i, ok
}

// number reads a number that counts something, 0 if it is none.
func number(word string) int64 {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// areLetters reports whether a word is made of the letters of moves.
func areLetters(word string) bool { return strings.Trim(word, "ABCDEFabcdef") == "" }
