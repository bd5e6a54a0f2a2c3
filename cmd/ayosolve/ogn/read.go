package ogn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"ayosolve/bitboard"
)

// Options says how records are read.
type Options struct {
	// Strict makes an error of what is a warning otherwise.
	Strict bool
	// Rules, if not nil, are those of every game, whatever its tags say.
	Rules *bitboard.Rules
}

// Reader reads games one at a time, each with the memory of one game. A game is at
// most 1 MiB of text, and its variations are at most 32 deep.
type Reader struct {
	scanner
	options  Options
	games    int        // begun so far
	at       int        // line of what is being read, for messages
	pending  *placedTag // read already, of the next game
	warnings []string
	failed   error
}

// NewReader returns a Reader of a file of games.
func NewReader(in io.Reader, o Options) *Reader {
	return &Reader{scanner: scanner{in: bufio.NewReader(in), line: 1}, options: o}
}

// Read returns all games of a file. On an error, see [Reader.Next], it returns those
// before it too.
func Read(in io.Reader, o Options) ([]*Record, error) {
	r := NewReader(in, o)
	var games []*Record
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

// Next returns the next game, or io.EOF if there is none. Other errors are
// ErrRecord, with bitboard.ErrMove or bitboard.ErrPosition where they are about such,
// or those of the file; after one there are no more games.
func (r *Reader) Next() (*Record, error) {
	if r.failed != nil {
		return nil, r.failed
	}
	rec, err := r.readGame()
	switch { // what is wrong with a text that was cut short comes of that
	case errors.Is(r.err, errLimit):
		err = r.wrong("the game is %w", errLimit)
	case r.err != nil && !r.ended():
		err = r.err
	}
	if err != nil {
		r.failed = err
		return nil, err
	}
	return rec, nil
}

func (r *Reader) readGame() (*Record, error) {
	r.size, r.warnings = 0, nil
	if r.skipBlanks(); r.err != nil && r.pending == nil {
		return nil, io.EOF
	}
	r.games++
	tags, err := r.readTags()
	if err != nil {
		return nil, err
	}
	rec, err := r.applyTags(tags)
	if err != nil {
		return nil, err
	}
	if r.pending == nil {
		if err := r.readMoves(rec); err != nil {
			return nil, err
		}
	}
	rec.Warnings = r.warnings
	return rec, nil
}

// play is a line that is being read.
type play struct {
	*Line
	at     *moment  // after its last move
	opened int      // line of the text where its parenthesis stands
	notes  []string // comments since its last move
	plies  int      // from the start of the game
}

// readMoves reads the moves of a game and its result.
func (r *Reader) readMoves(rec *Record) error {
	lines := []*play{{Line: &rec.Line, at: &moment{Position: rec.Start}}}
	for {
		c := r.skipBlanks()
		r.at = r.line
		l := lines[len(lines)-1]
		var err error
		switch {
		case r.err != nil || c == '[':
			if len(lines) > 1 {
				r.at = l.opened
				return r.wrong("the variation that begins here is not closed; right is ( 1... d )")
			}
			return r.finish(rec, l)
		case c == '{':
			err = r.readComment(l)
		case c == '(':
			r.next()
			if lines, err = r.openVariation(lines); err == nil && len(lines) > mostDepth {
				err = r.wrong("variations are more than %d deep", mostDepth)
			}
		case c == ')':
			r.next()
			if len(lines) == 1 {
				return r.wrong("a variation is closed that was not begun; right is ( 1... d )")
			}
			lines, err = r.closeVariation(lines)
		case c == '*' || c >= '0' && c <= '9':
			var over bool
			if over, err = r.readNumber(rec, len(lines) > 1); over && err == nil {
				if err = r.readLate(l); err == nil {
					return r.finish(rec, l)
				}
			}
		case c == '.':
			r.next() // of a move number
		default:
			err = r.readMove(rec.Rules, l)
		}
		if err != nil {
			return err
		}
	}
}

// readComment reads a comment from its brace on.
func (r *Reader) readComment(l *play) error {
	r.next()
	text, ok := r.until('}')
	if !ok {
		return r.wrong("the comment that begins here is not closed; right is { good }")
	}
	l.notes = append(l.notes, text)
	return nil
}

// settleNotes joins the comments read since the last move to what they belong to.
func (l *play) settleNotes() {
	if l.notes == nil {
		return
	}
	to := &l.Comment
	if n := len(l.Moves); n > 0 {
		to = &l.Moves[n-1].Comment
	}
	*to = plain(strings.Join(l.notes, " "))
	l.notes = nil
}

// readLate reads comments that stand after the result.
func (r *Reader) readLate(l *play) error {
	for r.skipBlanks() == '{' {
		if err := r.readComment(l); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) openVariation(lines []*play) ([]*play, error) {
	l := lines[len(lines)-1]
	if len(l.Moves) == 0 {
		return lines, r.wrong("a variation stands before the first move; right is 1. F ( 1. A )")
	}
	return append(lines, &play{Line: &Line{}, at: l.at.before, opened: r.line, plies: l.plies - 1}), nil
}

func (r *Reader) closeVariation(lines []*play) ([]*play, error) {
	n := len(lines)
	v, l := lines[n-1], lines[n-2]
	v.settleNotes()
	if len(v.Moves) == 0 {
		return lines[:n-1], r.doubt("a variation without moves is left out")
	}
	m := &l.Moves[len(l.Moves)-1]
	m.Variations = append(m.Variations, *v.Line)
	return lines[:n-1], nil
}

var moveNumberForm = regexp.MustCompile(`^[0-9]+\.*$`)

// readNumber reads the number of a move, or the result; over is true for that.
func (r *Reader) readNumber(rec *Record, inside bool) (over bool, err error) {
	const most = 40
	token := r.take("0123456789./-*", most)
	if moveNumberForm.MatchString(token) {
		return false, nil
	}
	if inside || !resultForm.MatchString(token) {
		return false, r.wrong("%q is neither the number of a move nor a result; right is 12. or 26-22", token)
	}
	switch {
	case rec.Result == Unfinished:
		rec.Result = token
	case token != rec.Result:
		err = r.doubt("the result is %s at the end and %s in the tag, which counts", token, rec.Result)
	}
	return true, err
}

// readMove reads a move with its mark and what it gains.
func (r *Reader) readMove(rules bitboard.Rules, l *play) error {
	side := l.at.Turn
	letter := string(r.next())
	pits, err := bitboard.ParseMoves(side, letter)
	if err != nil {
		return r.badMove(l, letter, err)
	}
	if l.at.returned && !l.at.before.returned {
		if err := r.doubt("the position had come back, which ends the game, before move %d, %s", moveNumber(l.plies), letter); err != nil {
			return err
		}
	}
	next, err := l.at.play(rules, pits[0])
	if err != nil {
		return r.badMove(l, letter, err)
	}
	m := Move{Pit: pits[0]}
	const mostMark = 2
	m.Mark = r.take("!?", mostMark)
	if r.peek() == '+' {
		if err := r.readGain(rules, l, letter, next); err != nil {
			return err
		}
	}
	if m.Mark == "" {
		m.Mark = r.take("!?", mostMark)
	}
	l.settleNotes()
	l.Moves = append(l.Moves, m)
	l.at = next
	l.plies++
	return nil
}

// readGain reads what a move is said to gain, from the sign on.
func (r *Reader) readGain(rules bitboard.Rules, l *play, letter string, after *moment) error {
	const most = 8
	r.next()
	text := r.take("0123456789.", most)
	gain := seedsText(after.gain(rules, false))
	if text == gain {
		return nil
	}
	if end := seedsText(after.gain(rules, true)); text == end {
		return nil
	}
	return r.doubt("move %d, %s, gains %s, not %s", moveNumber(l.plies), letter, gain, strings.TrimSpace("+"+text))
}

// badMove says that a move can't be made.
func (r *Reader) badMove(l *play, letter string, err error) error {
	if text, found := strings.CutPrefix(err.Error(), bitboard.ErrMove.Error()+": move 1, "); found {
		err = fmt.Errorf("%w: %s", bitboard.ErrMove, text)
	}
	return fmt.Errorf("%w: game %d, line %d, move %d: %w", ErrRecord, r.games, r.at, moveNumber(l.plies), err)
}

// finish ends a game and checks its result.
func (r *Reader) finish(rec *Record, l *play) error {
	l.settleNotes()
	final, over := l.at.final(rec.Rules)
	if text := scoreText(final); over && rec.Result != Unfinished && rec.Result != text {
		return r.doubt("the game ends %s, and its result is said to be %s", text, rec.Result)
	}
	return nil
}
