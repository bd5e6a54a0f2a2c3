package uci

import (
	"math"
	"slices"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// line is a legal move and what is known of it in the game that is played. Values are
// what the player who makes it gains more than the opponent from here on, in seeds.
type line struct {
	move    bitboard.Child
	low     int
	high    int
	guess   float64 // if guessed: the value, or an estimate of it
	guessed bool
	pits    []int // the main line, up to the end of the game
	quiet   int   // plies of the main line before the first that captures
	chosen  bool  // the search thinks it the best
}

// exact reports whether the value is proven.
func (l *line) exact() bool { return l.low == l.high }

// ranking is the legal moves of a position in play, best first.
type ranking struct {
	lines  []line
	result *search.Result
}

// rank orders the moves of a result by what they are worth in the game, which the
// result knows nothing of: the game ends when a position comes back.
func rank(game *bitboard.History, r *search.Result) ranking {
	k := ranking{result: r}
	for i := range r.Moves {
		m := &r.Moves[i]
		l := line{move: m.Child, low: m.Low, high: m.High, chosen: i == r.Best}
		switch m.Status() {
		case search.Exact:
			l.guess, l.guessed = float64(m.Low), true
		case search.Estimate:
			l.guess, l.guessed = m.Estimate, true
		}
		l.pits, l.quiet = playable(game, m.Line)
		l.repeat(game)
		k.lines = append(k.lines, l)
	}
	guessed := !slices.ContainsFunc(k.lines, func(l line) bool { return !l.guessed })
	slices.SortStableFunc(k.lines, func(a, b line) int {
		switch {
		case a.better(&b, guessed):
			return -1
		case b.better(&a, guessed):
			return 1
		}
		return 0
	})
	return k
}

// playable cuts a main line where the game it is played in ends, and counts the plies
// before its first capture: all of them, and many more, if there is none.
func playable(game *bitboard.History, pits []int) (played []int, quiet int) {
	const never = math.MaxInt32
	quiet = never
	for ply, pit := range pits {
		c, err := game.Play(pit)
		if err != nil {
			break
		}
		played = append(played, pit)
		if c.Captured > 0 && quiet == never {
			quiet = ply
		}
	}
	for range played {
		game.Undo()
	}
	return played, quiet
}

// repeat takes into account that the move ends the game by bringing a position back,
// or lets the opponent do so.
func (l *line) repeat(game *bitboard.History) {
	mover := game.Position().Turn
	if _, err := game.Play(int(l.move.Pit)); err != nil {
		return
	}
	defer game.Undo()
	if net, over := repeated(game, mover); over {
		l.low, l.high, l.guess, l.guessed, l.pits = net, net, float64(net), true, l.pits[:1]
		return
	}
	var replies [bitboard.MaxMoves]bitboard.Child
	for _, c := range replies[:game.Position().Moves(game.Rules(), &replies)] {
		if _, err := game.Play(int(c.Pit)); err != nil {
			continue // the game is over before it
		}
		if net, over := repeated(game, mover); over && net < l.high {
			net += int(l.move.Captured)
			l.high = min(l.high, net)
			l.low = min(l.low, l.high)
			if l.guess > float64(net) {
				l.guess, l.pits = float64(net), []int{int(l.move.Pit), int(c.Pit)}
			}
		}
		game.Undo()
	}
}

// repeated returns what a side gains more than the other at the end of a game that a
// repetition has ended, over is false of any other. Nobody can have captured since
// the position stood first.
func repeated(game *bitboard.History, side bitboard.Side) (net int, over bool) {
	if why, _ := game.Over(); why != bitboard.ByRepetition {
		return 0, false
	}
	final, _ := game.FinalStores()
	p := game.Position()
	gain := func(s bitboard.Side) float64 { return final[s] - float64(p.Stores[s]) }
	return int(math.Round(gain(side) - gain(side.Other()))), true
}

// better orders moves by their values or guesses, if all have either, and by what is
// proven. Of moves that win the same the one comes first that captures soonest: to
// go on without is to go round in circles.
func (l *line) better(m *line, guessed bool) bool {
	if guessed {
		switch {
		case l.guess != m.guess:
			return l.guess > m.guess
		case l.exact() && m.exact() && l.low > 0 && l.quiet != m.quiet:
			return l.quiet < m.quiet
		}
		return l.chosen && !m.chosen
	}
	if l.low != m.low {
		return l.low > m.low
	}
	if l.high != m.high {
		return l.high > m.high
	}
	return l.chosen && !m.chosen
}

// position returns the first line with the bounds of the position: other moves may
// be better than is known.
func (k ranking) position() line {
	l := k.lines[0]
	for _, m := range k.lines[1:] {
		l.low, l.high = max(l.low, m.low), max(l.high, m.high)
	}
	if !l.exact() {
		for _, m := range k.lines {
			l.guessed = l.guessed && m.guessed
		}
	}
	return l
}

// tells reports whether anything is known of the position's value.
func (k ranking) tells() bool {
	l, n := k.position(), k.result.Board.Seeds()
	return l.guessed || l.low > -n || l.high < n
}
