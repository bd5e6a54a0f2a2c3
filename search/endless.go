package search

// repeats reports whether a board that would stand at a ply, after a move without
// capture, has stood on the line before with the same side to move. Only boards
// since the last capture can.
func (s *searcher) repeats(id uint64, ply int) bool {
	for p := ply - 2; p >= s.since[ply-1]; p -= 2 {
		if s.path[p] == id {
			return true
		}
	}
	return false
}

// endless returns the numbers of a claim about a board from which play does not end: it
// comes back, or its table says that nothing better can be forced. Under
// RepetitionSplit that is worth 0. If what holds under any rule is asked for, it counts
// against the claimant.
//
// For a board that comes back that is a fact about the line, and what follows from
// it is one about the lines that lead there. It settles numbers, never an interval.
func (s *searcher) endless(claim, ply int) (proof, disproof uint32) {
	if s.favoured(claim, ply) {
		return 0, infinite
	}
	return infinite, 0
}

// favoured reports whether play that does not end makes the claim of a ply's mover
// true.
func (s *searcher) favoured(claim, ply int) bool {
	if s.leaves.anyRule {
		return ply&1 != s.claimant
	}
	return claim <= 0
}

// claimKey returns how a claim is named in the table. Who it is that makes the claim
// matters when endless play counts against the claimant.
func (s *searcher) claimKey(claim, ply int) int {
	if s.leaves.anyRule && s.favoured(claim, ply) {
		return 2*claim + 1
	}
	return 2 * claim
}
