package tt

import "sync/atomic"

// Bound says which side of a score the value is thought to lie on.
type Bound uint8

// The bounds.
const (
	BoundUpper Bound = 1 + iota // the value is the score or less
	BoundLower                  // the score or more
	BoundExact                  // the score
)

const (
	scoreBias  = 4096
	scoreMask  = 1<<13 - 1
	scoreShift = 13
	depthMask  = 127
	depthShift = 6
	boundMask  = 3
	boundShift = 4
	moveMask   = 7
)

// The largest parts of a Score that can be stored.
const (
	MaxScore = scoreBias - 1 // in absolute value
	MaxDepth = depthMask
	MaxMove  = moveMask
)

// Score is what a search of limited depth thinks of a key. It proves nothing.
type Score struct {
	Score int
	Depth int   // plies searched
	Bound Bound // 0 if the table has no score of the key
	Move  int   // the best move, in the caller's terms
}

// ProbeScore looks a key's score up, and its proven interval.
func (t *Table) ProbeScore(r Ref) (s Score, e Entry) {
	b := t.bucket(r.scattered)
	for i := bucketSize - 1; i >= 0; i-- { // of two of a kind the first is the newer one
		w := atomic.LoadUint64(&b[i])
		if (w^r.tag)&matchMask != 0 || w == 0 {
			continue
		}
		if w&kindScore == 0 {
			e.Low = int8(w&valueMask) - valueBias
			e.High = int8(w>>7&valueMask) - valueBias
			e.HasInterval = true
		} else {
			s.Score = int(w>>scoreShift&scoreMask) - scoreBias
			s.Depth = int(w >> depthShift & depthMask)
			s.Bound = Bound(w >> boundShift & boundMask)
			s.Move = int(w & moveMask)
		}
	}
	return s, e
}

// StoreScore keeps a score whose parts are no larger than MaxScore, MaxDepth and
// MaxMove say, in the place of the one that is there.
func (t *Table) StoreScore(r Ref, s Score) {
	w := kindScore | uint64(s.Score+scoreBias)<<scoreShift | uint64(s.Depth)<<depthShift |
		uint64(s.Bound)<<boundShift | uint64(s.Move)
	t.store(r, w, matchMask|kindScore, uint64(min(s.Depth, effortMask)))
}

// Cuts reports whether the score alone decides a search within (alpha, beta).
func (s Score) Cuts(alpha, beta int) bool {
	switch s.Bound {
	case BoundUpper:
		return s.Score <= alpha
	case BoundLower:
		return s.Score >= beta
	}
	return s.Bound == BoundExact
}
