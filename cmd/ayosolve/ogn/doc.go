// Package ogn reads and writes game records in Oware Game Notation, the files of
// the board program Aualé (J. Sala Soler), which is to oware what PGN is to chess.
// It knows Ayoayo too, by names of its own for the rules.
//
//	[Variant "Oware Abapa"]
//	[Event "?"]
//	[Site "Accra"]
//	[Date "2026.11.30"]
//	[Round "1"]
//	[South "Ama"]
//	[North "Kofi"]
//	[Result "*"]
//
//	1. F c { quick } ( 1... d { solid } ) 2. B f
//
// Tags come first, then the moves by turns, numbered in pairs from the first one
// on, whichever side makes it. +3 after a move is the seeds its player gains by it,
// which of the move that ends the game includes what the end gives. A comment
// belongs to the move before it; one that stands before the first move belongs to
// the game, and Aualé can't read a file that has it. A variation in parentheses is
// played in place of the move before it; Aualé skips one, but stumbles over one
// inside another and over a comment with a closing parenthesis there. The result is
// the final score, South's first; 1-0 and 0-1 say who has won a game that was not
// played out, and * is a game that goes on.
//
// # What is read and what is written
//
// A [Reader] takes a file as it comes: byte order mark and line ends of Windows,
// tags in any order or missing, blanks or none, move numbers or none, any number of
// games one after the other. What is doubtful in a game but leaves no doubt about
// its moves is a warning, and with Options.Strict an error. A move that is not legal
// is always one. [Write] has one form for a game, which is Aualé's: it can be read
// to the same [Record], and Aualé plays it through if the rules are oware.
//
// Four tags are not kept as text but as what they mean: Variant and Repetition are
// Record.Rules, FEN is Record.Start, Result is Record.Result.
//
// This package does no analysis; package annotation does.
package ogn
