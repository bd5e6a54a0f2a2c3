package bitboard

import (
	"errors"
	"fmt"
	"strings"
)

// Majority is the number of seeds in a store that wins a game: more than half
// of them.
const Majority = MaxSeeds/2 + 1

// ErrMove reports a move that cannot be made: a letter that is none, a pit of
// the other player, or a move that the rules do not allow. The message says
// which, and what would be right.
var ErrMove = errors.New("not a legal move")

// Side is one of the two players, and an index into [Position].Stores.
type Side uint8

// The sides.
const (
	South Side = iota // owns pits A to F and moves first
	North             // owns pits a to f
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String returns the letter of the side, "S" or "N".
func (s Side) String() string {
	if s == North {
		return "N"
	}
	return "S"
}

// Name returns the side as a word, "South" or "North".
func (s Side) Name() string {
	if s == North {
		return "North"
	}
	return "South"
}

// Termination is why a game is over.
type Termination uint8

// The ends of a game.
const (
	NotOver      Termination = iota // it goes on
	ByMajority                      // a store holds Majority seeds
	ByNoMoves                       // the player to move has no legal move
	ByRepetition                    // a position has come back; only a [History] can tell
)

// String returns the word of the command line: "majority", "no_moves",
// "repetition", or "" for a game that goes on.
func (t Termination) String() string {
	return [...]string{"", "majority", "no_moves", "repetition"}[t&3]
}

// Position is a board with what it needs to be a moment of a game: who moves,
// and what both players have taken. It is a comparable value; [StartPosition],
// [ParsePosition] and [ParseDrawing] make valid ones.
type Position struct {
	Board  Board  // seen by Turn
	Turn   Side   // the player to move
	Stores [2]int // seeds taken, by Side; 0 unless Scored
	Scored bool   // whether stores count: then no seed is missing, and Majority ends the game
}

// StartPosition returns the position in which every game begins.
func StartPosition() Position { return Position{Board: Start(), Scored: true} }

// Validate returns ErrPosition if the position is none: a side that does not
// exist, a negative or unscored store, lanes that are no pits, or seeds that do
// not add up.
func (p Position) Validate() error {
	switch b, err := FromPits(p.Board.Pits()); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrPosition, err)
	case b != p.Board:
		return fmt.Errorf("%w: bits beyond the row of a board", ErrPosition)
	case p.Turn > North:
		return fmt.Errorf("%w: side %d", ErrPosition, p.Turn)
	case p.Stores[South] < 0 || p.Stores[North] < 0:
		return fmt.Errorf("%w: stores %d and %d", ErrPosition, p.Stores[South], p.Stores[North])
	case !p.Scored && p.Stores != [2]int{}:
		return fmt.Errorf("%w: stores in a position without", ErrPosition)
	case p.Scored && p.Board.Seeds()+p.Stores[South]+p.Stores[North] != MaxSeeds:
		return fmt.Errorf("%w: pits and stores do not sum to %d", ErrPosition, MaxSeeds)
	}
	return nil
}

// Pits returns the seeds of the pits A to F and then a to f, whoever moves.
func (p Position) Pits() [Pits]int { return p.southBoard().Pits() }

// southBoard returns the board seen by South.
func (p Position) southBoard() Board {
	if p.Turn == North {
		return p.Board.Turn()
	}
	return p.Board
}

// Over reports whether the position ends the game, and why. One with stores does
// as soon as a store holds Majority seeds, and any does if no move is legal, 24–24
// on an empty board included. What came before is not known here: for
// ByRepetition see [History.Over].
func (p Position) Over(r Rules) (why Termination, over bool) {
	switch {
	case p.hasMajority():
		return ByMajority, true
	case r.CountMoves(p.Board) == 0:
		return ByNoMoves, true
	}
	return NotOver, false
}

func (p Position) hasMajority() bool {
	return p.Scored && max(p.Stores[South], p.Stores[North]) >= Majority
}

// FinalStores returns what both sides hold, in seeds and by Side, in a position
// that ends the game; ok is false if it does not. After a majority the seeds on
// the board stay there; for want of a move they are shared as the rules say.
// Without stores it is the seeds on the board alone that are shared.
func (p Position) FinalStores(r Rules) (stores [2]int, ok bool) {
	why, over := p.Over(r)
	stores = p.Stores
	if why == ByNoMoves {
		seeds, net := p.Board.Seeds(), r.EndNet(p.Board)
		stores[p.Turn] += (seeds + net) / 2
		stores[p.Turn.Other()] += (seeds - net) / 2
	}
	return stores, over
}

// Moves writes the legal moves to out, in ascending order of their pits, and
// returns how many there are: none in a position that is over. See [Position.After]
// for what they lead to.
func (p Position) Moves(r Rules, out *[MaxMoves]Child) int {
	if p.hasMajority() {
		return 0
	}
	return r.Moves(p.Board, out)
}

// After returns the position after one of its legal moves.
func (p Position) After(c Child) Position {
	if p.Scored {
		p.Stores[p.Turn] += int(c.Captured)
	}
	p.Board = c.Board
	p.Turn = p.Turn.Other()
	return p
}

// Play makes the move of a pit, 0–5 seen by the mover, and returns the position
// after it and what it did. It returns ErrMove if the move is not legal or the
// position ends the game.
func (p Position) Play(r Rules, pit int) (Position, Child, error) {
	next, c, refusal := p.tryPlay(r, pit)
	if refusal != "" {
		return p, Child{}, fmt.Errorf("%w: %s", ErrMove, refusal)
	}
	return next, c, nil
}

// tryPlay is Play, with the words of the error in place of one.
func (p Position) tryPlay(r Rules, pit int) (next Position, c Child, refusal string) {
	if pit < 0 || pit >= RowPits {
		return p, c, fmt.Sprintf("pit %d is not the mover's; right is 0 to %d", pit, RowPits-1)
	}
	if why, over := p.Over(r); over {
		return p, c, refuseOver(p.Turn, pit, why)
	}
	if c, ok := r.Play(p.Board, pit); ok {
		return p.After(c), c, ""
	}
	var out [MaxMoves]Child
	var legal strings.Builder
	for _, c := range out[:p.Moves(r, &out)] {
		legal.WriteString(" " + MoveLetter(p.Turn, int(c.Pit)))
	}
	return p, c, fmt.Sprintf("%s: %s; right is one of%s", MoveLetter(p.Turn, pit), p.whyNot(r, pit), legal.String())
}

// whyNot says which rule forbids the move of a pit, in a position with others.
func (p Position) whyNot(r Rules, pit int) string {
	if p.Board.Pit(pit) == 0 {
		return "the pit is empty"
	}
	if r.Game == Ayoayo {
		if _, _, laps := relay(p.Board, pit, r.seedTaken()); laps == 0 {
			return "its relay never ends"
		}
	}
	// Only a grand slam could be in the way while the opponent has seeds, under
	// oware's SlamIllegal; awari forbids whatever starves.
	if r.Game == Oware && p.Board.Opp != 0 {
		return "a grand slam is illegal under these rules"
	}
	return fmt.Sprintf("it leaves %s no seed, and another move does not", p.Turn.Other().Name())
}

// refuseOver refuses a move in a game that is over.
func refuseOver(side Side, pit int, why Termination) string {
	text := "no move is legal"
	switch why {
	case ByMajority:
		text = fmt.Sprintf("a store holds %d seeds", Majority)
	case ByRepetition:
		text = "the position has come back"
	}
	return fmt.Sprintf("%s: the game is over, %s; right is to stop here", MoveLetter(side, pit), text)
}
