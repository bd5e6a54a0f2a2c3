package bitboard

import "slices"

// SowBatch is the most boards that a Sower takes at once.
const SowBatch = 128

// Sower makes the moves of many boards of a relay game side by side. One relay
// after the other, a processor guesses wrong at the end of nearly every one, and
// waits for a table at every lap. Here all relays of a batch sow a lap before any
// sows the next, those that go on are kept apart from those that have ended without
// a branch, and what one waits for the others fill. A Sower belongs to one
// goroutine.
type Sower struct {
	rules       Rules
	going, over [sowLimit]stride
}

// sowLimit is more than all moves of a batch, and a power of two.
const sowLimit = 8 * SowBatch

// stride is a relay under way or at its end.
//
//	bits   field of what
//	0–15   the lap to sow, an index into narrowRelays
//	16–23  the board it began on
//	24–31  the pit it began from
type stride struct {
	board uint64
	what  uint64
}

const (
	strideLap = 1<<16 - 1
	strideAt  = 16
	stridePit = 24
)

// Capture is a move that captures.
type Capture struct {
	Board    Narrow // after it, seen by the player who moved
	At       uint16 // the board it was made on
	Captured uint8
}

// Sower's count of a board's legal moves: those that capture nothing in bits 0–2,
// those that capture in bits 4–6.
const (
	SowStay    = 0x01
	SowCapture = 0x10
)

// NewSower returns a sower for a relay game.
func NewSower(r Rules) *Sower { return &Sower{rules: r} }

// narrowLap is what sowing n seeds from one pit does to a Narrow, by addition alone.
//
//	field  bits  meaning
//	delta    64  added to the board
//	shift     8  shift of the landing pit's lane
//	own       8  31 if the landing pit is the mover's, else 0
//	next     16  index of the landing pit's part of the table
type narrowLap struct {
	delta uint64
	shift uint8
	own   uint8
	next  uint16
}

const (
	narrowStride = NarrowSeeds + 1
	narrowSize   = 512 // Pits*narrowStride up to a power of two, so that a mask bounds the index
)

// narrowLaps is indexed by pit*narrowStride + seeds.
var narrowLaps = makeNarrowLaps()

func makeNarrowLaps() *[narrowSize]narrowLap {
	var table [narrowSize]narrowLap
	for pit := range Pits {
		for n := 1; n <= NarrowSeeds; n++ {
			delta := -uint64(n) << (narrowTop - narrowBits*pit)
			at := pit
			for range n {
				if at = (at + 1) % Pits; at == pit {
					at = (at + 1) % Pits
				}
				delta += 1 << (narrowTop - narrowBits*at)
			}
			l := narrowLanding(at)
			l.delta = delta
			table[pit*narrowStride+n] = l
		}
	}
	return &table
}

// narrowRelays is narrowLaps for the laps of a relay after the first: one that lifts a
// single seed has ended, and its lap does nothing and falls into the same pit.
var narrowRelays = makeNarrowRelays()

func makeNarrowRelays() *[narrowSize]narrowLap {
	table := *narrowLaps
	for pit := range Pits {
		table[pit*narrowStride+1] = narrowLanding(pit)
	}
	return &table
}

// narrowLanding returns a lap that falls into a pit and does nothing else.
func narrowLanding(pit int) narrowLap {
	l := narrowLap{shift: uint8(narrowTop - narrowBits*pit), next: uint16(pit * narrowStride)}
	if pit < RowPits {
		l.own = NarrowSeeds
	}
	return l
}

// Sow makes every move of the boards that have one mover's row and each of at most
// SowBatch opponent's rows, none of them empty, all as PackRow makes them. It writes
// to legal how many moves each has, as SowStay and SowCapture say, and appends
// the captures to dst, in no particular order. It allocates only to grow dst.
func (s *Sower) Sow(dst []Capture, legal []uint8, own uint32, opp []uint32) []Capture {
	legal = legal[:len(opp)]
	clear(legal)
	going, over := uint(0), uint(0)
	for pit := range RowPits {
		n := own >> (narrowRow - narrowBits - narrowBits*pit) & NarrowSeeds
		if n == 0 {
			continue
		}
		// The first lap is the same for all.
		e := &narrowLaps[(uint64(pit*narrowStride)+uint64(n))%narrowSize]
		first := uint64(own)<<narrowRow + e.delta
		shift, next := e.shift&63, uint64(e.next)
		what := uint64(pit) << stridePit
		for _, row := range opp {
			x := first + uint64(row)
			n := x >> shift & NarrowSeeds
			m := stride{x, what + next + n}
			s.going[going%sowLimit] = m
			s.over[over%sowLimit] = m
			more := (n ^ 1 + NarrowSeeds) >> narrowBits
			going += uint(more)
			over += uint(1 - more)
			what += 1 << strideAt
		}
	}
	for laps := 1; going > 0; laps += 2 {
		if laps >= freeLaps {
			dst = s.finish(dst, legal, own, opp, s.going[:going])
			break
		}
		going, over = s.stride(going, over)
	}
	return s.end(dst, legal, s.over[:over])
}

// stride sows two laps of every relay that is under way, or one of those that end with
// it.
func (s *Sower) stride(going, over uint) (uint, uint) {
	k := uint(0)
	for i := range s.going[:going] {
		m := s.going[i]
		e := &narrowRelays[m.what%narrowSize]
		x := m.board + e.delta
		e = &narrowRelays[(uint64(e.next)+x>>(e.shift&63)&NarrowSeeds)%narrowSize]
		x += e.delta
		n := x >> (e.shift & 63) & NarrowSeeds
		m = stride{x, m.what&^strideLap + uint64(e.next) + n}
		s.going[k%sowLimit] = m
		s.over[over%sowLimit] = m
		more := (n ^ 1 + NarrowSeeds) >> narrowBits
		k += uint(more)
		over += uint(1 - more)
	}
	return k, over
}

// end counts the relays that have ended, and appends to dst those that capture.
func (s *Sower) end(dst []Capture, legal []uint8, over []stride) []Capture {
	dst = slices.Grow(dst, len(over))
	out := dst[len(dst):][:len(over)]
	captures := 0
	taken := s.rules.seedTaken()
	for i := range over {
		m := &over[i]
		e := &narrowRelays[m.what%narrowSize]
		facing := (narrowTop - e.shift) & 63
		n := m.board >> facing & uint64(e.own)
		hit := (n + NarrowSeeds) >> narrowBits // 1 if it captures
		at := m.what >> strideAt & (SowBatch - 1)
		out[captures] = Capture{Narrow(m.board - n<<facing - taken<<(e.shift&63)), uint16(at), uint8(n + taken)}
		captures += int(hit)
		legal[at] += uint8(SowStay + hit*(SowCapture-SowStay))
	}
	return dst[:len(dst)+captures]
}

// finish makes the moves of long relays from the start, one by one.
func (s *Sower) finish(dst []Capture, legal []uint8, own uint32, opp []uint32, long []stride) []Capture {
	for i := range long {
		at, pit := uint16(long[i].what>>strideAt%SowBatch), int(long[i].what>>stridePit)
		after, captured, laps := relay(JoinRows(own, opp[at]).Board(), pit, s.rules.seedTaken())
		switch {
		case laps == 0:
		case captured == 0:
			legal[at] += SowStay
		default:
			legal[at] += SowCapture
			dst = append(dst, Capture{after.Narrow(), at, uint8(captured)})
		}
	}
	return dst
}
