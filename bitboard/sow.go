package bitboard

// relay sows from a pit that holds seeds until a last seed falls into an empty
// pit, and takes what Ayoayo's capture gives. seedTaken is 1 if the capturing
// seed is taken and 0 if it stays. It returns the board after the move, still
// seen by the mover, the seeds captured and the laps sown; laps is 0 for an
// endless relay.
func relay(b Board, pit int, seedTaken uint64) (after Board, captured uint64, laps int) {
	own, opp := b.Own, b.Opp
	i := lapIndex(pit, ownPit(own, pit))
	laps = 1
	var e *lap
	for {
		e = &lapTable[i%lapSize]
		own += e.own
		opp += e.opp
		n := e.landed(own, opp)
		if n == 1 {
			break
		}
		if laps == freeLaps {
			if own, opp, e, laps = longRelay(own, opp, e, n); laps == 0 {
				return Board{}, 0, 0
			}
			break
		}
		laps++
		i = uint(e.next) + n
	}
	own, opp, captured = capture(own, opp, e, seedTaken)
	return Board{own, opp}, captured, laps
}

// capture takes what Ayoayo gives for a last lap that fell into an empty pit.
func capture(own, opp uint64, e *lap, seedTaken uint64) (_, _, captured uint64) {
	// The pit facing lane shift s of the mover's row has shift topLane−s.
	facing := (topLane - uint(e.shift)) & 63
	n := opp >> facing & laneMask &^ e.far
	taken := seedTaken & ((n + laneMask) >> laneBits) // if it captures
	return own - taken<<(e.shift&63), opp - n<<facing, n + taken
}

// freeLaps is how many laps a relay runs before it is watched for a repeated
// state.
const freeLaps = 48

// longRelay goes on with a relay after freeLaps laps, the last being e, which
// has left n seeds in its landing pit. The state of a relay is the board and the
// pit about to be lifted. Each state has one successor, so the relay is endless
// exactly if a state comes back, and Brent's method (BIT 20, 1980) finds that in
// constant memory: a state is kept, and given up for a later one after 1, 2, 4, …
// laps. laps is 0 if the relay is endless.
func longRelay(own, opp uint64, e *lap, n uint) (_, _ uint64, _ *lap, laps int) {
	laps = freeLaps
	keptOwn, keptOpp, keptLand := own, opp, e.land
	for power, steps := 1, 0; ; {
		e = &lapTable[(uint(e.next)+n)%lapSize]
		laps++
		own += e.own
		opp += e.opp
		if n = e.landed(own, opp); n == 1 {
			return own, opp, e, laps
		}
		if own == keptOwn && opp == keptOpp && e.land == keptLand {
			return own, opp, e, 0
		}
		if steps++; steps == power {
			keptOwn, keptOpp, keptLand = own, opp, e.land
			power, steps = 2*power, 0
		}
	}
}

// sowOnce sows the one lap of an oware move from a pit that holds seeds. It
// returns the board, still seen by the mover, and the lap.
func sowOnce(b Board, pit int) (Board, *lap) {
	e := &lapTable[lapIndex(pit, ownPit(b.Own, pit))%lapSize]
	return Board{b.Own + e.own, b.Opp + e.opp}, e
}

// owareCapture takes what a last seed in the pit of shift s of the opponent's
// row captures: that pit if it holds 2 or 3, and going back every pit that does,
// until one does not. A capture of the whole row is a grand slam. legal is false
// only for a grand slam under SlamIllegal.
func owareCapture(opp uint64, s uint, slam GrandSlam) (left, captured uint64, legal bool) {
	first := s
	left = opp
	for ; s <= topLane; s += laneBits {
		n := opp >> (s & 63) & laneMask
		if n&^1 != 2 {
			break
		}
		left -= n << (s & 63)
		captured += n
	}
	if left != 0 || captured == 0 {
		return left, captured, true
	}
	switch slam {
	case SlamCapture:
		return left, captured, true
	case SlamLeaveLast:
		return leave(opp, captured, s-laneBits)
	case SlamLeaveFirst:
		return leave(opp, captured, first)
	case SlamIllegal:
		return opp, 0, false
	}
	return opp, 0, true
}

// leave is the outcome of a grand slam that leaves the pit of shift s.
func leave(opp, captured uint64, s uint) (left, taken uint64, legal bool) {
	n := opp >> (s & 63) & laneMask
	return n << (s & 63), captured - n, true
}
