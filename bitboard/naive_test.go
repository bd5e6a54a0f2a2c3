package bitboard

// The slow twin: the rules as RULES.md words them, one seed at a time, without
// tables, packed words or cycle detection by speed. Every fast thing that plays
// is compared with it.

// naiveBoard is the seeds in pits 0–11, seen by the mover.
type naiveBoard [12]int

// naiveMove is a legal move and what it leads to.
type naiveMove struct {
	pit, captured, laps int
	next                naiveBoard // seen by the next player
}

// naiveEnd is where a move's sowing ends, before anything is captured.
type naiveEnd struct {
	board naiveBoard
	last  int // the pit the last seed fell into
	laps  int
}

// naiveLap lifts a pit and sows its seeds, leaving the pit itself out.
func naiveLap(b naiveBoard, origin int) (naiveBoard, int) {
	hand := b[origin]
	b[origin] = 0
	at := origin
	for hand > 0 {
		at = (at + 1) % 12
		if at == origin {
			continue
		}
		b[at]++
		hand--
	}
	return b, at
}

// naiveRelay sows laps until one ends in an empty pit. ok is false if none does.
func naiveRelay(b naiveBoard, pit int) (end naiveEnd, ok bool) {
	type state struct {
		board naiveBoard
		pit   int
	}
	seen := map[state]bool{}
	for laps := 1; ; laps++ {
		if seen[state{b, pit}] {
			return naiveEnd{}, false
		}
		seen[state{b, pit}] = true
		sown, last := naiveLap(b, pit)
		if sown[last] == 1 {
			return naiveEnd{sown, last, laps}, true
		}
		b, pit = sown, last
	}
}

// naiveTakeFacing is the capture of Ayoayo.
func naiveTakeFacing(end naiveEnd, seedLeft bool) (naiveBoard, int) {
	b, facing := end.board, 11-end.last
	if end.last >= 6 || b[facing] == 0 {
		return b, 0
	}
	captured := b[facing]
	b[facing] = 0
	if !seedLeft {
		captured += b[end.last]
		b[end.last] = 0
	}
	return b, captured
}

// naiveCaught lists the pits oware captures, the one the last seed fell into
// first, whether or not that would be a grand slam.
func naiveCaught(end naiveEnd) []int {
	var caught []int
	for i := end.last; i >= 6 && (end.board[i] == 2 || end.board[i] == 3); i-- {
		caught = append(caught, i)
	}
	return caught
}

// naiveTake empties pits.
func naiveTake(b naiveBoard, pits []int) (naiveBoard, int) {
	captured := 0
	for _, i := range pits {
		captured += b[i]
		b[i] = 0
	}
	return b, captured
}

// naiveTakeTwosAndThrees is the capture of oware. legal is false for a grand
// slam that is not allowed.
func naiveTakeTwosAndThrees(end naiveEnd, slam GrandSlam) (b naiveBoard, captured int, legal bool) {
	caught := naiveCaught(end)
	b, captured = naiveTake(end.board, caught)
	if captured == 0 || naiveRow(b, 6) > 0 {
		return b, captured, true
	}
	switch slam {
	case SlamNoCapture:
		return end.board, 0, true
	case SlamIllegal:
		return b, captured, false
	case SlamLeaveLast:
		caught = caught[:len(caught)-1]
	case SlamLeaveFirst:
		caught = caught[1:]
	case SlamCapture:
	}
	b, captured = naiveTake(end.board, caught)
	return b, captured, true
}

// naiveRow adds up the six pits from first on.
func naiveRow(b naiveBoard, first int) int {
	sum := 0
	for i := first; i < first+6; i++ {
		sum += b[i]
	}
	return sum
}

// naiveTurn shows the board to the other player.
func naiveTurn(b naiveBoard) naiveBoard {
	var turned naiveBoard
	for i := range b {
		turned[i] = b[(i+6)%12]
	}
	return turned
}

// naiveMoves returns the legal moves in ascending order of their pits.
func naiveMoves(r Rules, b naiveBoard) []naiveMove {
	if r.Game == Awari {
		return naiveAwariMoves(b)
	}
	var moves []naiveMove
	for pit := range 6 {
		if b[pit] == 0 {
			continue
		}
		var after naiveBoard
		var captured, laps int
		switch r.Game {
		case Ayoayo:
			end, ok := naiveRelay(b, pit)
			if !ok {
				continue
			}
			laps = end.laps
			after, captured = naiveTakeFacing(end, r.CapturingSeed == SeedLeft)
		case Oware:
			sown, last := naiveLap(b, pit)
			var legal bool
			after, captured, legal = naiveTakeTwosAndThrees(naiveEnd{sown, last, 1}, r.GrandSlam)
			if !legal {
				continue
			}
			laps = 1
		}
		if naiveRow(b, 6) == 0 && naiveRow(after, 6) == 0 {
			continue // does not feed
		}
		moves = append(moves, naiveMove{pit, captured, laps, naiveTurn(after)})
	}
	return moves
}

// naiveAwariMoves returns the moves that leave the opponent seeds or, if there
// is none, all moves.
func naiveAwariMoves(b naiveBoard) []naiveMove {
	var all, leaving []naiveMove
	for pit := range 6 {
		if b[pit] == 0 {
			continue
		}
		sown, last := naiveLap(b, pit)
		end := naiveEnd{sown, last, 1}
		after, captured := naiveTake(end.board, naiveCaught(end))
		move := naiveMove{pit, captured, 1, naiveTurn(after)}
		all = append(all, move)
		if naiveRow(after, 6) > 0 {
			leaving = append(leaving, move)
		}
	}
	if len(leaving) > 0 {
		return leaving
	}
	return all
}

// naiveEndNet returns what a mover without a legal move nets.
func naiveEndNet(r Rules, b naiveBoard) int {
	own, opp := naiveRow(b, 0), naiveRow(b, 6)
	eachItsRow := r.Game == Oware || r.Game == Ayoayo && r.Remainder == RemainderToOwner
	if eachItsRow {
		return own - opp
	}
	return -(own + opp)
}
