// Package boardtest is what the tests of packages above bitboard share: boards and
// rules that are known to be right, and which tests run when.
package boardtest
