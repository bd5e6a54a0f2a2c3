// Package match plays games between two engines over the protocol of package uci:
// ours or any program that speaks it.
//
// Each opening is played twice, with sides changed. The rules are those of package
// bitboard, and nobody else's: every move is checked, and a game ends as they say,
// by majority, for want of a move or as soon as a position comes back. An engine that
// does not start, has gone, answers too late or by a move that is not legal has lost
// the game, with the reason, is ended and started anew for the next.
package match
