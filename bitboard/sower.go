package bitboard

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
	going, over [RowPits * SowBatch]stride
}

// stride is a relay under way or at its end.
type stride struct {
	board Narrow
	lap   uint16 // the lap to sow or, at the end, the last; an index into narrowLaps
	at    uint16 // the board it began on
	pit   uint8
}

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
			l := narrowLap{delta: delta, shift: uint8(narrowTop - narrowBits*at), next: uint16(at * narrowStride)}
			if at < RowPits {
				l.own = NarrowSeeds
			}
			table[pit*narrowStride+n] = l
		}
	}
	return &table
}

// Sow makes every move of the boards that have one mover's row and each of at most
// SowBatch opponent's rows, none of them empty, all as PackRow makes them. It writes
// to legal how many moves each has, as SowStay and SowCapture say, and appends
// the captures to dst, in no particular order. It allocates only to grow dst.
func (s *Sower) Sow(dst []Capture, legal []uint8, own uint32, opp []uint32) []Capture {
	legal = legal[:len(opp)]
	clear(legal)
	going, over := 0, 0
	for pit := range RowPits {
		n := own >> (narrowRow - narrowBits - narrowBits*pit) & NarrowSeeds
		if n == 0 {
			continue
		}
		// The first lap is the same for all.
		lap := uint16(pit*narrowStride) + uint16(n)
		e := &narrowLaps[lap%narrowSize]
		first := uint64(own)<<narrowRow + e.delta
		for at, row := range opp {
			x := first + uint64(row)
			n := uint16(x >> (e.shift & 63) & NarrowSeeds)
			s.going[going] = stride{Narrow(x), e.next + n, uint16(at), uint8(pit)}
			s.over[over] = stride{Narrow(x), lap, uint16(at), uint8(pit)}
			more := int(n^1+NarrowSeeds) >> narrowBits
			going += more
			over += 1 - more
		}
	}
	for laps := 1; going > 0; laps++ {
		if laps == freeLaps {
			dst = s.finish(dst, legal, own, opp, s.going[:going])
			break
		}
		going, over = s.stride(going, over)
	}
	taken := uint64(s.rules.seedTaken())
	for i := range s.over[:over] {
		m := &s.over[i]
		e := &narrowLaps[m.lap%narrowSize]
		facing := (narrowTop - e.shift) & 63
		n := uint64(m.board) >> facing & uint64(e.own)
		hit := int(n+NarrowSeeds) >> narrowBits // 1 if it captures
		board := uint64(m.board) - n<<facing - taken<<(e.shift&63)
		dst = append(dst, Capture{Narrow(board), m.at, uint8(n + taken)})
		dst = dst[:len(dst)-1+hit]
		legal[m.at] += uint8(SowStay + hit*(SowCapture-SowStay))
	}
	return dst
}

// stride sows a lap of every relay that is under way.
func (s *Sower) stride(going, over int) (int, int) {
	k := 0
	for i := range s.going[:going] {
		m := s.going[i]
		e := &narrowLaps[m.lap%narrowSize]
		x := uint64(m.board) + e.delta
		n := uint16(x >> (e.shift & 63) & NarrowSeeds)
		s.going[k] = stride{Narrow(x), e.next + n, m.at, m.pit}
		s.over[over] = stride{Narrow(x), m.lap, m.at, m.pit}
		more := int(n^1+NarrowSeeds) >> narrowBits
		k += more
		over += 1 - more
	}
	return k, over
}

// finish makes the moves of long relays from the start, one by one.
func (s *Sower) finish(dst []Capture, legal []uint8, own uint32, opp []uint32, long []stride) []Capture {
	for i := range long {
		m := &long[i]
		after, captured, laps := relay(JoinRows(own, opp[m.at]).Board(), int(m.pit), s.rules.seedTaken())
		switch {
		case laps == 0:
		case captured == 0:
			legal[m.at] += SowStay
		default:
			legal[m.at] += SowCapture
			dst = append(dst, Capture{after.Narrow(), m.at, uint8(captured)})
		}
	}
	return dst
}
