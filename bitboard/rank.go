package bitboard

// multisets[k][s] is C(s+k−1, k), the number of ways to put fewer than s seeds
// into k pits. Rows are 64 long, not MaxSeeds+2, so that a mask bounds an index.
var multisets = makeMultisets()

func makeMultisets() *[Pits + 1][64]uint64 {
	var t [Pits + 1][64]uint64
	for s := range t[0] {
		t[0][s] = 1
	}
	// C(s+k−1, k) = C(s+k−2, k−1) + C(s+k−2, k)
	for k := 1; k <= Pits; k++ {
		for s := 1; s <= MaxSeeds+1; s++ {
			t[k][s] = t[k-1][s] + t[k][s-1]
		}
	}
	return &t
}

// LayerSize returns the number of boards with n seeds, C(n+11, 11), 0 ≤ n ≤
// MaxSeeds.
func LayerSize(n int) uint64 { return multisets[Pits-1][n+1] }

// BoardsBelow returns the number of boards with fewer than n seeds, C(n+11, 12),
// 0 ≤ n ≤ MaxSeeds+1.
func BoardsBelow(n int) uint64 { return multisets[Pits][n] }

// Rank returns the place of the board among all boards with as many seeds, from
// 0 to LayerSize−1, in ascending lexicographic order of pits 0–11.
//
// With S(i) the seeds in pits i to 11, the boards that come after this one are
// counted by Σ C(S(i)+11−i, 12−i) over i = 1 … 11, the combinatorial number
// system. One multiplication a row makes all its suffix sums at once, one a lane.
func (b Board) Rank() uint64 {
	_, r := b.LayerRank()
	return r
}

// ID returns a number that no other board has, below 2^41: the rank among all
// boards, fewer seeds first.
func (b Board) ID() uint64 {
	n, r := b.LayerRank()
	return BoardsBelow(n) + r
}

// LayerRank returns the seeds of the board and its Rank together, for the price
// of one.
func (b Board) LayerRank() (seeds int, rank uint64) {
	t := multisets
	s := b.Opp * ones
	after := t[1][s&63] + t[2][s>>8&63] + t[3][s>>16&63] + t[4][s>>24&63] + t[5][s>>32&63] + t[6][s>>40&63]
	s = (b.Own + s>>topLane&laneMask) * ones
	after += t[7][s&63] + t[8][s>>8&63] + t[9][s>>16&63] + t[10][s>>24&63] + t[11][s>>32&63]
	n := s >> topLane & 63
	return int(n), t[11][(n+1)&63] - 1 - after
}

// Unrank returns the board with n seeds that has that rank, 0 ≤ rank <
// LayerSize(n).
func Unrank(n int, rank uint64) Board {
	var b Board
	after := LayerSize(n) - 1 - rank
	sum := n // the seeds in pits i-1 to 11
	for i := 1; i < Pits; i++ {
		t := &multisets[Pits-i]
		suffix := sum
		for t[suffix] > after {
			suffix--
		}
		after -= t[suffix]
		b = b.add(i-1, sum-suffix)
		sum = suffix
	}
	return b.add(Pits-1, sum)
}

// Next returns the board that comes after b in its layer. ok is false if b is
// the layer's last, all seeds in pit 0.
func (b Board) Next() (next Board, ok bool) {
	// One seed moves up from the last pit that holds any to the pit before it, and
	// the others of that pit go to the end.
	if b.Opp != 0 {
		s := lowestLane(b.Opp)
		n := b.Opp >> s & laneMask
		b.Opp -= n << s
		if s == topLane {
			b.Own++
		} else {
			b.Opp += 1 << (s + laneBits)
		}
		b.Opp += n - 1
		return b, true
	}
	s := lowestLane(b.Own)
	if s >= topLane {
		return b, false
	}
	n := b.Own >> s & laneMask
	b.Own += 1<<(s+laneBits) - n<<s
	b.Opp = n - 1
	return b, true
}
