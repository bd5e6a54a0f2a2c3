// Package proof is proofs as files: that a board has a value under RepetitionSplit.
//
// It shares no code with package search. Whoever checks a file needs the rules, the
// endgame tables that the file names, and this package.
//
// # What a proof is
//
// A proof is records. Each says of a board that its mover nets a number of seeds or
// more, the claim, and names the move that does it. The record is right if after
// that move, of c seeds, the opponent nets no more than c less the claim, and that
// is so if one of these holds:
//
//   - the board then is in the tables, and its value is no more;
//   - it holds no more seeds;
//   - the opponent has no move, and nets no more by the rules of the end;
//   - for every reply, of r seeds, the mover nets the claim − c + r or more: by the
//     tables, because nobody loses more than is on the board, or by a record.
//
// A record without a move says that there is none, and that the end brings the claim.
// The proof's value v is right if the board itself nets v or more and no more than v,
// by the same means.
//
// # Play that comes back
//
// Captured seeds never come back, so only records of boards with as many seeds can
// lean on each other in a circle. Play that never ends is worth 0. Where the claim is
// 0 or less that is enough, and circles are sound: whoever follows the records either
// leaves them for ones that are proven already, or nets 0. Where the claim is 1 or
// more every record has a height, and leans on records of lower height alone, so
// play must leave the layer. Moves without capture keep the claim, so the two kinds
// never lean on each other inside a layer.
//
// # The file
//
// Numbers are big-endian.
//
//	offset  bytes  field
//	0       8      magic, "AYOPROOF"
//	8       2      version, 1
//	10      1      repetition: 0, split
//	11      1      value v, signed, for the player to move
//	12      12     the board's pits 0–11, seen by the player to move
//	24      1      the side to move: 0 South, 1 North
//	25      1      number of layers of the tables that the proof ends in, T
//	26      2      zero
//	28      4      zero
//	32      24     name of the rules, zeros after it
//	56      8      number of records, N
//	64      40·T   layers, ascending: seeds (8 bytes), SHA-256 (32) of the values as
//	               "tables export" writes them
//	…       8·N    records, ascending
//	…       32     SHA-256 of all before it
//
// A record is one word:
//
//	bits   field   meaning
//	63–23  board   bitboard.Board.ID, so that fewer seeds come first
//	22–16  claim   plus 48
//	15–13  move    pit, or 7 if there is no move
//	12–0   height  0 if the claim is 0 or less
//
// No two records have the same board and claim. A check reads the records once, in
// order, and finds those that each leans on by binary search in the file. It keeps
// every 512th word and a few of the blocks between in memory: a 512th of the file and
// 8 MiB, and the tables or their block cache.
package proof
