// Package label turns positions into exact labels in bulk: every distinct position of
// a source with its value, the value of every move, and what follows from those.
//
// # A job
//
// A job has three stages, each of which streams, so that memory does not grow with
// the number of positions:
//
//	collect   the source's distinct positions, in the job's order, into one file
//	label     chunks of that file, each by itself, in any order, by anybody
//	assemble  the finished chunks, in order, into the output
//
// All of it is in the job's folder (see [Job]). A stage that is done is not done
// again, and a chunk that is finished is kept, so a job that is killed loses the
// chunks in hand, and the same job goes on.
//
// # What a position is
//
// Two positions are the same if the pits, both stores, the side to move and whether
// stores count are. The same board with other stores, or with sides changed, is
// another position, for its score, outcome and moves read differently.
//
// # The order
//
// Positions of a file keep its order, random ones the order they are drawn in; of
// positions that come again the first counts. Reachable positions go by the ply at
// which they are first reached, then by side, stores and pits.
//
// From the start of Ayoayo there are, new at each ply:
//
//	ply new positions
//	  0             1
//	  1             6
//	  2            28
//	  3           132
//	  4           624
//	  5         2,870
//	  6        13,040
//	  7        58,483
//	  8       260,802
//	  9     1,155,018
//	 10     5,087,929
//	 11    22,228,061
//
// The tests count them a second way, with a set in memory.
//
// # The same bytes
//
// The output depends on [Params] and nothing else: not on threads, on who labels what,
// or on what was interrupted. Exact values would be the same anyway, being proven. But
// how far bounds come within a number of nodes, whether it is found out that a value
// holds under any repetition rule, and the nodes themselves depend on what a search
// has learned before. So every position is searched by one goroutine, with a
// transposition table of Params.Hash that is empty, and within a number of nodes, never
// of seconds. A position shares nothing with the ones beside it. That costs an eighth more
// nodes than a table of 256 MiB that remembers (1,000 positions after 0 to 12 random
// moves of Ayoayo, tables to 20 seeds: 11.3 million nodes against 10.0), and little
// memory does: with 4 MiB it is 0.002 % more nodes than with 64.
//
// Programs of other versions may search otherwise, so the version is one of the
// parameters.
package label
