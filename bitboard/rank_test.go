package bitboard

import (
	"math/big"
	"slices"
	"testing"
)

func TestLayerSize(t *testing.T) {
	for n := range MaxSeeds + 1 {
		want := new(big.Int).Binomial(int64(n)+11, 11)
		if got := LayerSize(n); !want.IsUint64() || got != want.Uint64() {
			t.Errorf("LayerSize(%d) = %d, want %d", n, got, want)
		}
	}
}

func TestBoardsBelow(t *testing.T) {
	for n := range MaxSeeds + 2 {
		want := new(big.Int).Binomial(int64(n)+11, 12)
		if got := BoardsBelow(n); !want.IsUint64() || got != want.Uint64() {
			t.Errorf("BoardsBelow(%d) = %d, want %d", n, got, want)
		}
	}
}

// TestBoardsUpTo tests sums that are printed in the literature on awari (Lincke
// 2002; Romein and Bal 2003 for all 48).
func TestBoardsUpTo(t *testing.T) {
	for _, tc := range []struct {
		seeds int
		want  uint64
	}{
		{0, 1},
		{1, 13},
		{8, 125_970},
		{14, 9_657_700},
		{24, 1_251_677_700},
		{48, 1_399_358_844_975},
	} {
		sum := uint64(0)
		for n := range tc.seeds + 1 {
			sum += LayerSize(n)
		}
		if sum != tc.want {
			t.Errorf("layers 0 to %d hold %d boards, want %d", tc.seeds, sum, tc.want)
		}
		if got := BoardsBelow(tc.seeds + 1); got != tc.want {
			t.Errorf("BoardsBelow(%d) = %d, want %d", tc.seeds+1, got, tc.want)
		}
	}
}

// naiveLayer calls visit with all ways to put n seeds into the pits, in ascending
// lexicographic order.
func naiveLayer(n int, visit func(pits [Pits]int)) {
	var pits [Pits]int
	var fill func(pit, left int)
	fill = func(pit, left int) {
		if pit == Pits-1 {
			pits[pit] = left
			visit(pits)
			return
		}
		for seeds := range left + 1 {
			pits[pit] = seeds
			fill(pit+1, left-seeds)
		}
	}
	fill(0, n)
}

func forEachLayer(t *testing.T, min, max int, test func(t *testing.T, n int)) {
	t.Helper()
	for n := min; n <= max; n++ {
		test(t, n)
	}
}

// checkRanks compares everything that ranks the boards of a layer with counting
// them.
func checkRanks(t *testing.T, n int) {
	t.Helper()
	count := uint64(0)
	naiveLayer(n, func(pits [Pits]int) {
		b := mustPits(t, pits)
		if got := b.Rank(); got != count {
			t.Fatalf("%v: Rank %d, want %d", pits, got, count)
		}
		if got := Unrank(n, count); got != b {
			t.Fatalf("Unrank(%d, %d) = %v, want %v", n, count, got.Pits(), pits)
		}
		if seeds, rank := b.LayerRank(); seeds != n || rank != count {
			t.Fatalf("%v: LayerRank %d %d, want %d %d", pits, seeds, rank, n, count)
		}
		if got, want := b.ID(), BoardsBelow(n)+count; got != want {
			t.Fatalf("%v: ID %d, want %d", pits, got, want)
		}
		count++
	})
	if count != LayerSize(n) {
		t.Fatalf("layer %d holds %d boards, LayerSize %d", n, count, LayerSize(n))
	}
}

func TestRanks(t *testing.T) { forEachLayer(t, 0, 8, checkRanks) }

func TestRanksLong(t *testing.T) {
	longTests(t)
	forEachLayer(t, 9, 14, checkRanks)
}

// checkNext compares the walk through a layer with counting its boards.
func checkNext(t *testing.T, n int) {
	t.Helper()
	b, ok := Unrank(n, 0), true
	naiveLayer(n, func(pits [Pits]int) {
		if !ok || b.Pits() != pits {
			t.Fatalf("Next gave %v %v, want %v", b.Pits(), ok, pits)
		}
		b, ok = b.Next()
	})
	if ok {
		t.Fatalf("layer %d: Next gave %v after the last board", n, b.Pits())
	}
}

func TestNext(t *testing.T) { forEachLayer(t, 0, 8, checkNext) }

func TestNextLong(t *testing.T) {
	longTests(t)
	forEachLayer(t, 9, 14, checkNext)
}

// TestIDDense tests that IDs number all boards in a row, layer after layer.
func TestIDDense(t *testing.T) {
	const maxLayer = 8
	id := uint64(0)
	for n := range maxLayer + 1 {
		naiveLayer(n, func(pits [Pits]int) {
			if got := mustPits(t, pits).ID(); got != id {
				t.Fatalf("%v: ID %d, want %d", pits, got, id)
			}
			id++
		})
	}
}

func TestIDBelowLimit(t *testing.T) {
	const limit = 1 << 41
	last := mustPits(t, [Pits]int{MaxSeeds})
	if got, want := last.ID(), BoardsBelow(MaxSeeds+1)-1; got != want || got >= limit {
		t.Errorf("ID of the last board is %d, want %d, below %d", got, want, uint64(limit))
	}
}

// seedCounts are the layers on which random boards are tested.
var seedCounts = []int{9, 12, 13, 24, 31, 47, MaxSeeds}

func TestRankUnrankRandom(t *testing.T) {
	const boards = 5000
	for _, n := range seedCounts {
		rng := seededRand(uint64(n))
		for range boards {
			b := scatter(rng, n)
			rank := b.Rank()
			if got := Unrank(n, rank); got != b {
				t.Errorf("%v: Unrank of Rank %d is %v", b.Pits(), rank, got.Pits())
			}
			if got, want := b.ID(), BoardsBelow(n)+rank; got != want {
				t.Errorf("%v: ID %d, want %d", b.Pits(), got, want)
			}
			if seeds, again := b.LayerRank(); seeds != n || again != rank {
				t.Errorf("%v: LayerRank %d %d, want %d %d", b.Pits(), seeds, again, n, rank)
			}
		}
	}
}

func TestUnrankRankRandom(t *testing.T) {
	const ranks = 5000
	for _, n := range seedCounts {
		rng := seededRand(uint64(n))
		for range ranks {
			rank := rng.Uint64N(LayerSize(n))
			b := Unrank(n, rank)
			if b.Seeds() != n || b.Rank() != rank {
				t.Errorf("Unrank(%d, %d) = %v with %d seeds and rank %d", n, rank, b.Pits(), b.Seeds(), b.Rank())
			}
		}
	}
}

func TestNextRandom(t *testing.T) {
	const boards = 5000
	for _, n := range seedCounts {
		rng := seededRand(uint64(n))
		for range boards {
			b := scatter(rng, n)
			next, ok := b.Next()
			if wantOK := b.Rank() != LayerSize(n)-1; ok != wantOK {
				t.Errorf("%v: Next ok %v, want %v", b.Pits(), ok, wantOK)
			} else if ok && next.Rank() != b.Rank()+1 {
				t.Errorf("%v: Next %v, rank %d after %d", b.Pits(), next.Pits(), next.Rank(), b.Rank())
			}
		}
	}
}

// TestOrdersAgree compares the order of ranks with that of the pits and of the
// two words.
func TestOrdersAgree(t *testing.T) {
	const pairs = 5000
	for _, n := range seedCounts {
		rng := seededRand(uint64(n))
		for range pairs {
			a, b := scatter(rng, n), scatter(rng, n)
			pa, pb := a.Pits(), b.Pits()
			byPits := slices.Compare(pa[:], pb[:])
			byWords := slices.Compare([]uint64{a.Own, a.Opp}, []uint64{b.Own, b.Opp})
			byRank := slices.Compare([]uint64{a.Rank()}, []uint64{b.Rank()})
			if byPits != byWords || byPits != byRank {
				t.Errorf("%v and %v compare %d by pits, %d by words, %d by rank", pa, pb, byPits, byWords, byRank)
			}
		}
	}
}
