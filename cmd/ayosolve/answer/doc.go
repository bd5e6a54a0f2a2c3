// Package answer is what the program answers about a position, in the form that
// "analyze --json" and "moves --json" print: the one form that every front end
// gives, whatever it is asked through.
//
// It searches nothing. An answer is made of a game, which knows the position and the
// way there, and of what a search has found. Numbers are seeds and for the player to
// move unless a name says South or North.
package answer
