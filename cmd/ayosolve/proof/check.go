package proof

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// Tables is endgame tables under the rules of a proof. *egdb.DB is one.
type Tables interface {
	Rules() bitboard.Rules
	// Values returns the values of layer n in rank order, nil if it is not in memory.
	Values(n int) []int8
	// Record returns what is known of a stored layer.
	Record(n int) (*egdb.Record, error)
	// Probe looks a board up.
	Probe(b bitboard.Board) (egdb.Value, error)
}

var _ Tables = (*egdb.DB)(nil)

// checker is one check of a proof.
type checker struct {
	*Proof
	tables Tables
	leaf   [bitboard.MaxSeeds + 1]bool   // layers that the proof may end in
	values [bitboard.MaxSeeds + 1][]int8 // those of them that are in memory
	finder *finder
}

// Check checks a proof of size bytes and returns what it proves. The errors are
// ErrFormat, ErrTables, ErrWrong, and those of f, the tables and ctx. ErrWrong names
// the position where the proof fails, a board's numbers seen by its mover.
func Check(ctx context.Context, f io.ReaderAt, size int64, tables Tables) (*Proof, error) {
	p, err := Open(f, size)
	if err != nil {
		return nil, err
	}
	c := &checker{Proof: p, tables: tables}
	if err := c.open(ctx); err != nil {
		return nil, err
	}
	if c.finder, err = newFinder(f, p.recordsAt(), p.Records); err != nil {
		return nil, err
	}
	if err := c.root(); err != nil {
		return nil, err
	}
	sum := sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(io.NewSectionReader(f, 0, size-sumBytes), sum), 1<<16)
	if _, err := in.Discard(int(p.recordsAt())); err != nil {
		return nil, err
	}
	if err := c.records(ctx, in); err != nil {
		return nil, err
	}
	var want [sumBytes]byte
	if _, err := f.ReadAt(want[:], size-sumBytes); err != nil {
		return nil, err
	}
	if want != [sumBytes]byte(sum.Sum(nil)) {
		return nil, fmt.Errorf("%w: the checksum of the proof of %s is not that of its bytes", ErrFormat, p.Position())
	}
	return p, nil
}

// open compares the tables with those that the proof was made with.
func (c *checker) open(ctx context.Context) error {
	if name := c.tables.Rules().Name(); name != c.Rules.Name() {
		return fmt.Errorf("%w: they are of %s, and the proof of %s is of %s", ErrTables, name, c.Position(), c.Rules.Name())
	}
	for _, l := range c.Layers {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.leaf[l.Seeds], c.values[l.Seeds] = true, c.tables.Values(l.Seeds)
		sum, err := SumLayer(c.tables, l.Seeds)
		switch {
		case errors.Is(err, egdb.ErrAbove):
			return fmt.Errorf("%w: the proof of %s leans on a layer of %d seeds, which is not there", ErrTables, c.Position(), l.Seeds)
		case err != nil:
			return err
		case sum != l.SHA256:
			return fmt.Errorf("%w: layer %d has another SHA-256 than the proof of %s was made with", ErrTables, l.Seeds, c.Position())
		}
	}
	return nil
}

// SumLayer returns the SHA-256 of a layer of tables: of its values, or as its record
// has it if they are not in memory. The errors are those of the tables.
func SumLayer(tables Tables, n int) (sum [sumBytes]byte, err error) {
	if values := tables.Values(n); values != nil {
		return sha256.Sum256(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values))), nil
	}
	r, err := tables.Record(n)
	if err != nil {
		return sum, err
	}
	text, err := hex.DecodeString(r.SHA256)
	if err != nil || len(text) != len(sum) {
		return sum, fmt.Errorf("%w: SHA-256 of layer %d", egdb.ErrDamaged, n)
	}
	return [sumBytes]byte(text), nil
}

// root checks that the value follows from the records.
func (c *checker) root() error {
	wrong, err := c.lacks(c.Board, c.Value, nil)
	if err == nil && wrong == "" {
		wrong, err = c.exceeds(c.Board, c.Value, nil)
	}
	if err == nil && wrong != "" {
		err = fmt.Errorf("%w at %s, of value %d: %s", ErrWrong, c.Position(), c.Value, wrong)
	}
	return err
}

// records checks all records.
func (c *checker) records(ctx context.Context, in io.Reader) error {
	var last word
	var buf [wordBytes]byte
	for i := range c.Records {
		if _, err := io.ReadFull(in, buf[:]); err != nil {
			return err
		}
		w := word(binary.BigEndian.Uint64(buf[:]))
		b, ok := w.board()
		if !ok {
			return fmt.Errorf("%w at record %d, after %s: it has no board", ErrWrong, i, c.Position())
		}
		wrong, err := "", error(nil)
		if i > 0 && w.key() <= last.key() {
			wrong = "it is out of order"
		} else {
			wrong, err = c.record(w, b)
		}
		if err != nil {
			return err
		}
		if wrong != "" {
			return fmt.Errorf("%w at %s, claim %d: %s", ErrWrong, bitboard.Position{Board: b}, w.claim(), wrong)
		}
		last = w
		if i&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// layer is where a record stands that another leans on: with so many seeds, and if
// ranked is set below so much height.
type layer struct {
	seeds  int
	ranked bool
	height int
}

// record checks one record, and says what is wrong with it.
func (c *checker) record(w word, b bitboard.Board) (wrong string, err error) {
	claim := w.claim()
	if (claim > 0) != (w.height() > 0) && w.pit() >= 0 {
		return "its height does not go with its claim", nil
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	count := c.Rules.Moves(b, &moves)
	if w.pit() < 0 {
		switch net := c.Rules.EndNet(b); {
		case count > 0:
			return "the game is not over", nil
		case net < claim:
			return fmt.Sprintf("the game is over and its mover nets %d", net), nil
		}
		return "", nil
	}
	for _, m := range moves[:count] {
		if int(m.Pit) == w.pit() {
			wrong, err = c.exceeds(m.Board, int(m.Captured)-claim, &layer{b.Seeds(), claim > 0, w.height()})
			if wrong != "" {
				wrong = fmt.Sprintf("after the move of pit %d %s", m.Pit, wrong)
			}
			return wrong, err
		}
	}
	return fmt.Sprintf("pit %d is no legal move", w.pit()), nil
}

// exceeds checks that the mover of a board nets no more than most, and says what is
// wrong with that. from is what leans on it, nil for the root.
func (c *checker) exceeds(b bitboard.Board, most int, from *layer) (wrong string, err error) {
	n := b.Seeds()
	if c.leaf[n] {
		v, err := c.value(b)
		if err == nil && v > most {
			wrong = fmt.Sprintf("the tables give %s %d, more than %d", bitboard.Position{Board: b}, v, most)
		}
		return wrong, err
	}
	if n <= most {
		return "", nil
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	replies := moves[:c.Rules.Moves(b, &moves)]
	if net := c.Rules.EndNet(b); len(replies) == 0 && net > most {
		return fmt.Sprintf("the game is over and %s nets %d, more than %d", bitboard.Position{Board: b}, net, most), nil
	}
	for _, r := range replies {
		if wrong, err := c.lacks(r.Board, int(r.Captured)-most, from); err != nil || wrong != "" {
			return wrong, err
		}
	}
	return "", nil
}

// lacks checks that the mover of a board nets claim or more by the tables or a
// record, and says what is wrong with that.
func (c *checker) lacks(b bitboard.Board, claim int, from *layer) (wrong string, err error) {
	n := b.Seeds()
	if c.leaf[n] {
		v, err := c.value(b)
		if err == nil && v < claim {
			wrong = fmt.Sprintf("the tables give %s %d, less than %d", bitboard.Position{Board: b}, v, claim)
		}
		return wrong, err
	}
	if claim <= -n {
		return "", nil
	}
	if claim > n {
		return fmt.Sprintf("%s is to net %d", bitboard.Position{Board: b}, claim), nil
	}
	w, ok, err := c.finder.find(keyWord(b, claim))
	switch {
	case err != nil:
		return "", err
	case !ok:
		return fmt.Sprintf("there is no record of %s, claim %d", bitboard.Position{Board: b}, claim), nil
	case from != nil && n == from.seeds && from.ranked && w.height() >= from.height:
		return fmt.Sprintf("the record of %s, claim %d, is not lower", bitboard.Position{Board: b}, claim), nil
	}
	return "", nil
}

// value looks a board up in the tables.
func (c *checker) value(b bitboard.Board) (int, error) {
	n, rank := b.LayerRank()
	if values := c.values[n]; values != nil {
		return int(values[rank]), nil
	}
	v, err := c.tables.Probe(b)
	return v.Value, err
}
