package ogn

import (
	"errors"
	"fmt"

	"ayosolve/bitboard"
)

// ErrRecord reports text or a value that is no game record. The message is one line
// and says what is wrong; of text that was read it names the game and the line, and
// the move if it is about one.
var ErrRecord = errors.New("not a game record")

// Tag is a fact about a game, such as who played it.
type Tag struct{ Name, Value string }

// Record is one game.
type Record struct {
	// Tags are those but Variant, Repetition, FEN and Result, which stand below. A
	// Record that was read has them in the order in which they are written, and none
	// of the usual ones that say "?".
	Tags  []Tag
	Rules bitboard.Rules
	Start bitboard.Position
	Line
	// Result is "*", a final score such as "26-22" or "24.5-23.5", South's first, or
	// "1-0", "0-1" or "1/2-1/2" for a game that was ended before its time.
	Result string
	// Warnings are what a Reader found doubtful. They are not written.
	Warnings []string
}

// Line is moves that follow each other, made by turns.
type Line struct {
	Comment string // before the first move
	Moves   []Move
}

// Move is a move of a game or of a variation.
type Move struct {
	Pit        int    // 0–5 seen by its mover
	Mark       string // such as "!" or "??", or ""
	Comment    string // after the move, words with a blank between them
	Variations []Line // what might have been played in place of it
}

// Unfinished is the result of a game that is not over.
const Unfinished = "*"

// New returns the record of a game in play, without tags. Its result is the final
// score if the game is over.
func New(h *bitboard.History) *Record {
	r := &Record{Rules: h.Rules(), Start: h.Positions()[0], Result: Unfinished}
	for _, c := range h.Moves() {
		r.Moves = append(r.Moves, Move{Pit: int(c.Pit)})
	}
	if final, over := h.FinalStores(); over {
		r.Result = scoreText(final)
	}
	return r
}

// History replays the game. It returns ErrRecord if a move is not legal, which of a
// Record that was read is so only if it goes on after a position has come back.
func (r *Record) History() (*bitboard.History, error) {
	h := bitboard.NewHistory(r.Rules, r.Start)
	for i := range r.Moves {
		if _, err := h.Play(r.Moves[i].Pit); err != nil {
			return nil, fmt.Errorf("%w: move %d: %w", ErrRecord, moveNumber(i), err)
		}
	}
	return h, nil
}

// Positions returns the positions of the game, the start and the one after each
// move. Unlike History it plays on after a position has come back. It returns
// ErrRecord if a move is not legal.
func (r *Record) Positions() ([]bitboard.Position, error) {
	all := []bitboard.Position{r.Start}
	p := r.Start
	for i := range r.Moves {
		next, _, err := p.Play(r.Rules, r.Moves[i].Pit)
		if err != nil {
			return nil, fmt.Errorf("%w: move %d: %w", ErrRecord, moveNumber(i), err)
		}
		p = next
		all = append(all, p)
	}
	return all, nil
}

// Tag returns the value of a tag of Tags, "" if there is none.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets a tag of Tags, or adds it.
func (r *Record) SetTag(name, value string) {
	for i := range r.Tags {
		if r.Tags[i].Name == name {
			r.Tags[i].Value = value
			return
		}
	}
	r.Tags = append(r.Tags, Tag{name, value})
}

// moveNumber returns the number that the i-th move of a game, from 0, has in its
// record: two moves share one.
func moveNumber(i int) int { return i/2 + 1 }
