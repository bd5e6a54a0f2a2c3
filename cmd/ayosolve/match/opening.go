package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"ayosolve/bitboard"
)

// ErrOpenings reports openings that can't be read or found.
var ErrOpenings = errors.New("bad openings")

// Opening is how a game begins.
type Opening struct {
	Start bitboard.Position
	Moves string // letters, made before the engines play
}

// game returns a game after the opening.
func (o Opening) game(r bitboard.Rules) (*bitboard.History, error) {
	return bitboard.PlayMoves(r, o.Start, o.Moves)
}

// String writes the opening as ReadOpenings reads it.
func (o Opening) String() string {
	return strings.TrimSpace(o.Start.String() + " " + o.Moves)
}

// RandomOpenings makes openings of that many random moves from the start, no two the
// same as long as there are others to be found. The same seed makes the same ones.
func RandomOpenings(r bitboard.Rules, n, plies int, seed uint64) ([]Opening, error) {
	const tries = 200
	random := rand.New(rand.NewPCG(seed, uint64(plies)))
	found := make([]Opening, 0, n)
	known := map[string]bool{}
	for failed := 0; len(found) < n; {
		game := bitboard.NewHistory(r, bitboard.StartPosition())
		for game.Plies() < plies {
			var moves [bitboard.MaxMoves]bitboard.Child
			count := game.Position().Moves(r, &moves)
			if count == 0 {
				break
			}
			if _, err := game.Play(int(moves[random.IntN(count)].Pit)); err != nil {
				break // a position has come back
			}
		}
		text := game.String()
		_, over := game.Over()
		switch {
		case over && failed >= tries:
			return nil, fmt.Errorf("%w: no game of %d random moves was found that is not over", ErrOpenings, plies)
		case over, known[text] && failed < tries:
			failed++
			continue
		}
		failed = 0
		known[text] = true
		found = append(found, Opening{bitboard.StartPosition(), text})
	}
	return found, nil
}

// ReadOpenings reads openings, one a line: a position, letters of moves from it, or
// both; without a position they are from the start. The word moves may stand before
// the letters. Empty lines and what follows a # do not count.
func ReadOpenings(in io.Reader, r bitboard.Rules) ([]Opening, error) {
	var found []Opening
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		o, err := readOpening(words, r)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrOpenings, n, err)
		}
		found = append(found, o)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOpenings, err)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: there is none", ErrOpenings)
	}
	return found, nil
}

// readOpening reads the words of a line.
func readOpening(words []string, r bitboard.Rules) (Opening, error) {
	o := Opening{Start: bitboard.StartPosition()}
	if strings.Contains(words[0], "-") || words[0] == "start" {
		var err error
		if o.Start, err = bitboard.ParsePosition(words[0]); err != nil {
			return o, err
		}
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "moves" {
		words = words[1:]
	}
	o.Moves = strings.Join(words, "")
	game, err := o.game(r)
	if err != nil {
		return o, err
	}
	if why, over := game.Over(); over {
		return o, fmt.Errorf("the game is over (%s)", why)
	}
	return o, nil
}
