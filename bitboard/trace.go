package bitboard

// Lap is one lap of a move.
type Lap struct {
	Pit   uint8 // the pit that is lifted, 0–11 seen by the mover
	Seeds uint8 // the seeds in it
	Last  uint8 // the pit that the last of them falls into
}

// Laps returns the laps of a legal move of a pit, 0 ≤ pit < RowPits, in order, for
// those who want to see them, and the board after the last one, still seen by the
// mover, with nothing captured yet. It returns no laps if the move is not legal.
func (r Rules) Laps(b Board, pit int) (laps []Lap, sown Board) {
	c, ok := r.Play(b, pit)
	if !ok {
		return nil, b
	}
	laps = make([]Lap, c.Laps)
	for i := range laps {
		n := b.Pit(pit)
		e := &lapTable[lapIndex(pit, n)%lapSize]
		b = Board{b.Own + e.own, b.Opp + e.opp}
		laps[i] = Lap{uint8(pit), uint8(n), e.land}
		pit = int(e.land)
	}
	return laps, b
}
