// Package annotation says what each move of a game was worth.
//
// It takes a game record and a solver and makes a [Report]: of every move, what the
// position was worth before it and what the move made of that, what would have been
// better, and whether the move was a mistake. It reads and writes nothing; package
// ogn has the files, and [Report.Annotate] puts a report into a record as comments.
//
// # What counts as a mistake
//
// Only what is proven counts. A move is a [Blunder] if the outcome that its player
// had for certain, win or draw, is certainly gone after it; a [Mistake] if it
// certainly gives away seeds, but no outcome, or none for certain; [Best] if no move
// is worth more. Where the bounds of the values leave that open the move is
// [Unclear], whatever an estimate says, and [Unknown] if there was no time for it.
//
// Values are of boards and look neither back nor at the 25th seed: a game that is
// decided is valued to its end. What a move is worth that ends the game because a
// position comes back is what it was in fact.
package annotation
