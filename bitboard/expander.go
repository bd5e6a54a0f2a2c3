package bitboard

// Expansion is a board and its legal moves, in ascending order of their pits: the first
// Count of Moves.
type Expansion struct {
	Board Board
	Count int
	Moves [MaxMoves]Child
}

// ExpandBatch is the most boards that an Expander takes at once.
const ExpandBatch = 6

// Expander makes the moves of a few boards together. In a relay game all their relays
// sow side by side, as in a Sower, here on boards of any size: what one waits
// for the others fill, and how many laps each has is no branch to guess. An Expander belongs
// to one goroutine, and its zero value is ready.
type Expander struct {
	tracks [expandLimit]track
	active [expandLimit]uint8 // those of tracks that have not ended
}

// track is a relay under way.
type track struct {
	own, opp uint64 // the rows; laps are counted in own, above the pits
	lap      uint32 // the lap to sow next, an index into relayLaps
	board    uint8  // which of the boards it is of
	pit      uint8  // that it began from
}

// expandLimit is more than all moves of a batch, and a power of two.
const expandLimit = 64

// relayLaps is lapTable for the laps of a relay after the first. One that lifts a single
// seed has ended: its lap does nothing and falls into the same pit. Any other counts
// itself in the mover's row, above the pits.
var relayLaps = makeRelayLaps()

const (
	lapShift = RowPits * laneBits
	lapCount = 1 << lapShift
)

func makeRelayLaps() *[lapSize]lap {
	table := *lapTable
	for pit := range Pits {
		for n := 2; n <= MaxSeeds; n++ {
			table[lapIndex(pit, n)].own += lapCount
		}
		table[lapIndex(pit, 1)] = landing(pit)
	}
	return &table
}

// Expand makes the moves of at most ExpandBatch boards. It does not allocate.
func (x *Expander) Expand(r Rules, boards []*Expansion) {
	if !r.Relay() {
		for _, b := range boards {
			b.Count = r.Moves(b.Board, &b.Moves)
		}
		return
	}
	count, active := x.begin(boards)
	for laps := 1; active > 0 && laps < freeLaps; laps += 2 {
		active = x.stride(active)
	}
	x.end(boards, count, r.seedTaken())
}

// begin sows the first lap of every move. It returns how many there are, and how many of
// those go on.
func (x *Expander) begin(boards []*Expansion) (count, active uint) {
	table := lapTable
	for i, b := range boards {
		own, opp := b.Board.Own, b.Board.Opp
		b.Count = 0
		for pits := Occupied(own); pits != 0; {
			var pit int
			pit, pits = firstPit(pits)
			e := &table[lapIndex(pit, ownPit(own, pit))%lapSize]
			t := &x.tracks[count%expandLimit]
			t.own, t.opp = own+e.own, opp+e.opp
			n := e.landed(t.own, t.opp)
			t.lap = uint32(e.next) + uint32(n)
			t.board, t.pit = uint8(i), uint8(pit)
			x.active[active%expandLimit] = uint8(count)
			count++
			active += more(n)
		}
	}
	return count, active
}

// more returns 0 if a relay has ended in a pit of n seeds, n > 0, and else 1.
func more(n uint) uint { return (n + laneMask - 1) >> laneBits }

// stride sows two laps of every relay that goes on, and returns how many still do.
func (x *Expander) stride(active uint) uint {
	k := uint(0)
	for _, id := range x.active[:active] {
		t := &x.tracks[id%expandLimit]
		e := &relayLaps[t.lap%lapSize]
		own, opp := t.own+e.own, t.opp+e.opp
		e = &relayLaps[(uint(e.next)+e.landed(own, opp))%lapSize]
		own, opp = own+e.own, opp+e.opp
		n := e.landed(own, opp)
		t.own, t.opp, t.lap = own, opp, uint32(e.next)+uint32(n)
		x.active[k%expandLimit] = id
		k += more(n)
	}
	return k
}

// end makes the moves of the relays, and those that are long from the start, one by one.
func (x *Expander) end(boards []*Expansion, count uint, taken uint64) {
	table := relayLaps
	for i := range x.tracks[:count] {
		t := &x.tracks[i]
		b := boards[t.board]
		c := &b.Moves[b.Count]
		c.Pit = t.pit
		if t.lap%lapStride == 1 {
			own, opp, captured := capture(t.own&rowMask, t.opp, &table[t.lap%lapSize], taken)
			c.Board.Own, c.Board.Opp = opp, own
			c.Captured, c.Laps = uint8(captured), int32(t.own>>lapShift)+1
		} else {
			after, captured, laps := relay(b.Board, int(t.pit), taken)
			if laps == 0 {
				continue
			}
			c.Board, c.Captured, c.Laps = after.Turn(), uint8(captured), int32(laps)
		}
		if b.Board.Opp|c.Board.Own != 0 {
			b.Count++
		}
	}
}
