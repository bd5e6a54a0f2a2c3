package bitboard

import "fmt"

// History is a game in play: rules, the position it began in and the moves since.
// It remembers the way, so unlike a [Position] it knows when a position comes
// back. A History is not safe for use by several goroutines at a time.
type History struct {
	rules     Rules
	positions []Position // the start, and the position after each move
	moves     []Child
}

// NewHistory begins a game in a position, which may already be over.
func NewHistory(r Rules, start Position) *History {
	return &History{rules: r, positions: []Position{start}}
}

// PlayMoves plays moves written in letters from a position, as [ParseMoves]
// reads them. The error is ErrMove; it names the move by its number, counted
// from 1, says what is wrong with it and what would be right.
func PlayMoves(r Rules, start Position, text string) (*History, error) {
	h := NewHistory(r, start)
	s := moveScanner{text: text, side: start.Turn}
	for s.next() {
		if _, err := h.play(s.pit, fmt.Sprintf("move %d, ", s.number)); err != nil {
			return nil, err
		}
	}
	if s.err != nil {
		return nil, s.err
	}
	return h, nil
}

// Rules returns the rules of the game.
func (h *History) Rules() Rules { return h.rules }

// Plies returns the number of moves made.
func (h *History) Plies() int { return len(h.moves) }

// Position returns the position now.
func (h *History) Position() Position { return h.positions[len(h.moves)] }

// Positions returns all positions, from the start to the one now. The slice is
// the game's own and good until the next Play or Undo.
func (h *History) Positions() []Position { return h.positions }

// Moves returns the moves made, in order. The slice is the game's own and good
// until the next Play or Undo.
func (h *History) Moves() []Child { return h.moves }

// String returns the letters of the moves made, as PlayMoves reads them.
func (h *History) String() string {
	letters := make([]byte, 0, len(h.moves))
	for i, c := range h.moves {
		letters = append(letters, MoveLetter(h.positions[i].Turn, int(c.Pit))...)
	}
	return string(letters)
}

// Play makes the move of a pit, 0–5 seen by the mover, and returns what it did.
// It returns ErrMove if the move is not legal or the game is over.
func (h *History) Play(pit int) (Child, error) { return h.play(pit, "") }

// play is Play with an error that begins by naming the move.
func (h *History) play(pit int, name string) (Child, error) {
	p := h.Position()
	next, c, refusal := p.tryPlay(h.rules, pit)
	if refusal == "" && h.repeats() {
		refusal = refuseOver(p.Turn, pit, ByRepetition)
	}
	if refusal != "" {
		return Child{}, fmt.Errorf("%w: %s%s", ErrMove, name, refusal)
	}
	h.positions = append(h.positions, next)
	h.moves = append(h.moves, c)
	return c, nil
}

// Undo takes the last move back. It returns false if there is none.
func (h *History) Undo() bool {
	n := len(h.moves)
	if n == 0 {
		return false
	}
	h.positions = h.positions[:n]
	h.moves = h.moves[:n-1]
	return true
}

// Over reports whether the game is over, and why: as [Position.Over] does, and
// ByRepetition as soon as a board has come back with the same side to move.
func (h *History) Over() (why Termination, over bool) {
	p := h.Position()
	if why, over := p.Over(h.rules); over {
		return why, true
	}
	if h.repeats() {
		return ByRepetition, true
	}
	return NotOver, false
}

// repeats reports whether the position now has been there before. No board from
// before a capture can return, so the way back ends at the last one.
func (h *History) repeats() bool {
	p := h.Position()
	for i := len(h.moves) - 1; i >= 0 && h.moves[i].Captured == 0; i-- {
		if h.positions[i] == p {
			return true
		}
	}
	return false
}

// FinalStores returns what both sides hold at the end, in seeds and by Side; ok is
// false if the game is not over. It is that of [Position.FinalStores], but after a
// repetition the repetition rule shares the seeds on the board: equally, which may
// give half seeds, or to each side its own row.
func (h *History) FinalStores() (stores [2]float64, ok bool) {
	p := h.Position()
	held, ok := p.FinalStores(h.rules)
	for side := range stores {
		stores[side] = float64(held[side])
	}
	if ok || !h.repeats() {
		return stores, ok
	}
	board := p.southBoard()
	if h.rules.Repetition == RepetitionOwner {
		stores[South] += float64(board.OwnSeeds())
		stores[North] += float64(board.OppSeeds())
		return stores, true
	}
	half := float64(board.Seeds()) / 2
	stores[South] += half
	stores[North] += half
	return stores, true
}
