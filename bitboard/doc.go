// Package bitboard is the board of Ayoayo and oware: position, rules, sowing,
// un-sowing, ranks, notation and perft.
//
// It holds no search and no values, and imports the standard library only.
//
// # The board
//
// A [Board] is what lies in the twelve pits, seen by the player to move. Pits
// 0–5 are the mover's from left to right, 6–11 the opponent's; sowing goes up
// and from 11 on to 0; pit i faces pit 11−i:
//
//	11 10  9  8  7  6     the opponent's row
//	 0  1  2  3  4  5     the mover's row
//
// Each row is one uint64 of six byte lanes, written the way it is read, the
// row's first pit in the most significant lane:
//
//	bits   47…40  39…32  31…24  23…16  15…8   7…0
//	Own    pit 0  pit 1  pit 2  pit 3  pit 4  pit 5
//	Opp    pit 6  pit 7  pit 8  pit 9  pit 10 pit 11
//
// Bits 48–63 are zero. The start is Own = Opp = 0x040404040404. Turning the
// board round for the other player swaps the two words, and the numeric order
// of (Own, Opp) is the lexicographic order of the pits, which is also the order
// of ranks (see [Board.Rank]).
//
// # A lap, and a worked capture
//
// A lap adds one precomputed number to each word, found by origin and seeds.
// In Ayoayo from
//
//	0 0 0 0 0 0
//	0 0 0 0 0 11
//
// the mover lifts the eleven seeds of pit 5 and sows pits 6, 7, … 11, 0, … 4.
// The last one falls into pit 4, which was empty, so the relay ends there. Pit
// 4 is the mover's, and the facing pit 7 holds one seed: the mover takes that
// seed and the capturing one, two in all. The board that is left,
//
//	1 1 1 1 0 1
//	1 1 1 1 0 0
//
// is handed to the opponent turned round: 1 0 1 1 1 1 | 1 1 1 1 0 0.
package bitboard
