package bitboard

// Child is a legal move and what it leads to.
type Child struct {
	Board    Board // seen by the next player
	Captured uint8 // seeds the mover takes
	Pit      uint8 // the pit that was sown, 0–5
	Laps     int32 // laps sown
}

// Moves writes the legal moves of b to out, in ascending order of their pits,
// and returns how many there are. It does not allocate.
func (r Rules) Moves(b Board, out *[MaxMoves]Child) int {
	switch r.Game {
	case Ayoayo:
		return relayMoves(b, r.seedTaken(), out)
	case Oware:
		return owareMoves(b, r.GrandSlam, out)
	default:
		return awariMoves(b, out)
	}
}

// Play makes the move of one pit, 0 ≤ pit < RowPits. ok is false if that move is
// not legal.
func (r Rules) Play(b Board, pit int) (c Child, ok bool) {
	var out [MaxMoves]Child
	for _, c := range out[:r.Moves(b, &out)] {
		if int(c.Pit) == pit {
			return c, true
		}
	}
	return Child{}, false
}

// CountMoves returns the number of legal moves. It sows only where a move's
// legality needs it.
func (r Rules) CountMoves(b Board) int {
	if r.Game == Oware && r.GrandSlam != SlamIllegal && b.Opp != 0 {
		n := 0
		for row := b.Own; row != 0; row >>= laneBits {
			if row&laneMask != 0 {
				n++
			}
		}
		return n
	}
	var out [MaxMoves]Child
	return r.Moves(b, &out)
}

// EndNet returns what the mover nets, out of the seeds on the board, when the
// mover has no legal move: the value of such a board.
func (r Rules) EndNet(b Board) int {
	if r.Game == Ayoayo && r.Remainder == RemainderToOpponent {
		return -b.Seeds()
	}
	return b.OwnSeeds() - b.OppSeeds()
}

func (r Rules) seedTaken() uint64 {
	if r.CapturingSeed == SeedLeft {
		return 0
	}
	return 1
}

func relayMoves(b Board, seedTaken uint64, out *[MaxMoves]Child) int {
	count := 0
	for pits := Occupied(b.Own); pits != 0; {
		var pit int
		pit, pits = firstPit(pits)
		after, captured, laps := relay(b, pit, seedTaken)
		if laps == 0 || b.Opp == 0 && after.Opp == 0 {
			continue
		}
		out[count] = Child{after.Turn(), uint8(captured), uint8(pit), int32(laps)}
		count++
	}
	return count
}

func owareMoves(b Board, slam GrandSlam, out *[MaxMoves]Child) int {
	count := 0
	for pits := Occupied(b.Own); pits != 0; {
		var pit int
		pit, pits = firstPit(pits)
		after, e := sowOnce(b, pit)
		captured, legal := uint64(0), true
		if e.far != 0 {
			after.Opp, captured, legal = owareCapture(after.Opp, uint(e.shift), slam)
		}
		if !legal || b.Opp == 0 && after.Opp == 0 {
			continue
		}
		out[count] = Child{after.Turn(), uint8(captured), uint8(pit), 1}
		count++
	}
	return count
}

// awariMoves lists every move with its capture, and then, if some leave the
// opponent seeds, only those.
func awariMoves(b Board, out *[MaxMoves]Child) int {
	count, feeding := 0, 0
	for pits := Occupied(b.Own); pits != 0; {
		var pit int
		pit, pits = firstPit(pits)
		after, e := sowOnce(b, pit)
		captured := uint64(0)
		if e.far != 0 {
			after.Opp, captured, _ = owareCapture(after.Opp, uint(e.shift), SlamCapture)
		}
		out[count] = Child{after.Turn(), uint8(captured), uint8(pit), 1}
		count++
		if after.Opp != 0 {
			feeding++
		}
	}
	if feeding == 0 || feeding == count {
		return count
	}
	kept := 0
	for _, c := range out[:count] {
		if c.Board.Own != 0 {
			out[kept] = c
			kept++
		}
	}
	return kept
}
