// Package search finds the exact value of Ayoayo and oware boards, by proof.
//
// The value of a board is what its mover nets, in seeds, under best play to the
// end. A search proves claims "the mover nets k or more" and their opposites,
// each by finite play: every line of a proof ends in a table or with the game. No
// repetition, depth limit or hash accident can undo such a proof. Proven claims
// make an interval that holds the value, and where its ends meet the value is
// exact.
//
// Claims are searched depth first by proof numbers (df-pn: Nagai 2002), with the
// tables of a [Prober] as leaves and a transposition table shared by all
// goroutines. A [Solver] values every move of a board at once.
//
// Where a proof is out of reach, as it is in oware with many seeds, an alpha-beta
// search of growing depth guesses where between its proven bounds a value lies. Such
// an estimate says that it is one, and proves nothing.
package search
