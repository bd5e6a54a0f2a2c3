// Package opponent chooses moves to play against people: as well as can be, or weaker
// on purpose, but always by the rules.
//
// The levels 1 to 10 look a few plies ahead, know no tables, and up to level 7 do not
// always take the move that looks best: the less it looks worse, and the lower the
// level, the likelier another. What they choose depends on nothing but the game, the
// level and a seed. The level perfect takes a move that is proven to be best, where
// one is.
package opponent
