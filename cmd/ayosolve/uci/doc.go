// Package uci is the engine's side of the protocol that oware front ends speak: that
// of chess (UCI, Huber and Meyer-Kahlen 2004) as Joan Sala Soler's Auale board and
// Aalina engine use it. Lines go both ways, one command or answer each; an answer
// is never an empty line, which Auale would take for the end.
//
// # Commands
//
//	uci                                       who it is, its options, uciok
//	isready                                   readyok, when the tables are open; at once during a search
//	ucinewgame                                forget what was learned
//	setoption name N [value V]                see below
//	position startpos|fen P [moves FaAb]      P and the letters as everywhere in this program
//	go [LIMITS]                               search; one bestmove, always
//	stop, ponderhit                           end the search; what was pondered on has been played
//	debug on|off                              also say what was read
//	quit                                      stop and end
//
// The limits of go are depth N, nodes N, movetime MS, infinite, ponder, and clocks:
// wtime and btime, winc and binc, in milliseconds, w being South and b North, and
// movestogo N. Without any it searches until all is exact, for at most five
// seconds. "go perft N" counts paths of N moves, by their first move and in all, and
// has no bestmove.
//
// What is wrong with a command is answered by "info string error …". After a bad
// position command there is none, and go answers so with "bestmove 0000" until a
// good one comes. A go while another runs waits for that to end, or ends it if
// nothing else would. "go infinite" and "go ponder" answer no sooner than stop or
// ponderhit. At the end of the input the search in hand is finished, and then the
// engine quits.
//
// # Answers
//
//	info depth 12 multipv 1 score cp 600 nodes N nps N time MS hashfull N tbhits N pv CaDd string exact value 6
//	bestmove C ponder a
//	bestmove 0000
//
// The last says that the game is over or the position bad. cp is what the player to
// move will hold at the end more than the opponent, in hundredths of a seed: stores
// count, as they do in Aalina, and 0 is a draw. (In a position without stores it is
// about the seeds on the board.) pv ends with the game. What is behind a score is
// said at the end of the line, where other programs skip it; values there are as
// elsewhere in this program: what the player to move gains more than the opponent
// from here on.
//
//	string exact value 6            proven: both bounds are the same
//	string estimate from -4 to 12   a guess between two proven bounds
//	string bounds from -4 to 12     no guess; cp is then the lower bound and says
//	                                lowerbound, or upperbound if only that is known
//
// With MultiPV above 1 there is a line for each of so many moves, best first. The
// first is about the position, the others about their moves.
//
// A game in play is over when a position comes back, so what a move is worth may
// depend on the moves before. Moves that bring a position back, or let the opponent
// do so, are valued by that; and of moves that win as much one is played that keeps
// it for the next moves, whatever the opponent repeats.
//
// # Options
//
//	Rules        combo   preset of the rules
//	Repetition   combo   how play that never ends is shared
//	Threads      spin    goroutines that search
//	Hash         spin    MiB of the transposition table
//	MultiPV      spin    moves that are reported
//	Tables       string  folder of the endgame tables
//	Ponder       check   the front end may ask to ponder; nothing depends on it
//
// What an option changes is made anew at the next go or isready. The position stays,
// unless under other rules its moves are not legal.
package uci
