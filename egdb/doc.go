// Package egdb is the endgame tables: for every board of up to some number of
// seeds, what its mover nets under best play.
//
// All boards with n seeds are a layer. Captured seeds never come back, so a layer
// follows from itself and the layers below it, and layers are built from 0 seeds
// up, each by retrograde analysis (see retro.go). A value is one signed byte, in
// seeds, seen by the mover, at the rank of its board.
package egdb
