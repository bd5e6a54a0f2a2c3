package proof

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"ayosolve/bitboard"
)

// What can be wrong with a proof. The errors of this package wrap one of these, or
// come from the file, the tables or a context.
var (
	// ErrFormat reports bytes that are no proof: another kind of file, a newer version,
	// a truncated or damaged one.
	ErrFormat = errors.New("not a whole proof")
	// ErrTables reports tables other than those that the proof ends in.
	ErrTables = errors.New("other tables")
	// ErrWrong reports a proof that does not prove what it says.
	ErrWrong = errors.New("proof refused")
	// ErrRecord reports a record that can't be written.
	ErrRecord = errors.New("bad record")
)

const (
	magic       = "AYOPROOF"
	version     = 1
	headerBytes = 64
	nameBytes   = 24
	layerBytes  = 40
	wordBytes   = 8
	sumBytes    = sha256.Size

	claimBias  = bitboard.MaxSeeds
	claimShift = 16
	claimMask  = 1<<7 - 1
	boardShift = 23
	pitShift   = 13
	pitMask    = 1<<3 - 1
	noPit      = 7
	heightMask = 1<<13 - 1
)

// MaxHeight is the largest height of a record.
const MaxHeight = heightMask

// Proof is what a proof says, and what it leans on.
type Proof struct {
	Rules   bitboard.Rules
	Board   bitboard.Board // seen by Turn
	Turn    bitboard.Side
	Value   int // in seeds, for Turn
	Layers  []Layer
	Records uint64
}

// Layer is a layer of the tables that a proof ends in.
type Layer struct {
	Seeds  int
	SHA256 [sha256.Size]byte
}

// Position returns the board and the side to move.
func (p *Proof) Position() bitboard.Position {
	return bitboard.Position{Board: p.Board, Turn: p.Turn}
}

// Bytes returns the length of the file.
func (p *Proof) Bytes() int64 { return p.recordsAt() + int64(p.Records)*wordBytes + sumBytes }

// recordsAt returns the offset of the records.
func (p *Proof) recordsAt() int64 { return headerBytes + layerBytes*int64(len(p.Layers)) }

// Record says that the mover of a board nets Claim or more by the move of Pit, -1 if
// there is none.
type Record struct {
	Board  bitboard.Board
	Claim  int // from −48 to 48
	Pit    int
	Height int // 0 if Claim is 0 or less
}

// pack makes a record's word.
func (r Record) pack() (word, error) {
	pit := r.Pit
	if pit < 0 {
		pit = noPit
	}
	if pit > noPit || r.Height < 0 || r.Height > MaxHeight || max(r.Claim, -r.Claim) > claimBias {
		return 0, fmt.Errorf("%w: %+v", ErrRecord, r)
	}
	return keyWord(r.Board, r.Claim) | word(pit)<<pitShift | word(r.Height), nil
}

// word is a record as it is written.
type word uint64

// keyWord returns the least word of a board and a claim.
func keyWord(b bitboard.Board, claim int) word {
	return word(b.ID())<<boardShift | word(claim+claimBias)<<claimShift
}

// key returns the part that no two records share.
func (w word) key() word { return w >> claimShift << claimShift }

func (w word) claim() int  { return int(w>>claimShift&claimMask) - claimBias }
func (w word) height() int { return int(w & heightMask) }

// pit returns the move, -1 if there is none.
func (w word) pit() int {
	if pit := int(w >> pitShift & pitMask); pit != noPit {
		return pit
	}
	return -1
}

// board returns the board, ok false if there is none of that ID.
func (w word) board() (b bitboard.Board, ok bool) {
	id := uint64(w >> boardShift)
	n := 0
	for n <= bitboard.MaxSeeds && bitboard.BoardsBelow(n+1) <= id {
		n++
	}
	if n > bitboard.MaxSeeds {
		return b, false
	}
	return bitboard.Unrank(n, id-bitboard.BoardsBelow(n)), true
}

// Write writes a proof. Its records, p.Records of them, come from records in order of
// board ID and claim. The errors are ErrRecord and those of w.
func Write(w io.Writer, p *Proof, records func(yield func(Record) bool)) error {
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	if _, err := out.Write(p.header()); err != nil {
		return err
	}
	var count uint64
	var last word
	for r := range records {
		rec, err := r.pack()
		if err != nil {
			return err
		}
		if count > 0 && rec.key() <= last.key() {
			return fmt.Errorf("%w: %+v out of order", ErrRecord, r)
		}
		last = rec
		count++
		if _, err := out.Write(binary.BigEndian.AppendUint64(nil, uint64(rec))); err != nil {
			return err
		}
	}
	if count != p.Records {
		return fmt.Errorf("%w: %d of %d", ErrRecord, count, p.Records)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

// header returns the bytes before the records.
func (p *Proof) header() []byte {
	h := append(make([]byte, 0, p.recordsAt()), magic...)
	h = binary.BigEndian.AppendUint16(h, version)
	h = append(h, byte(p.Rules.Repetition), byte(int8(p.Value)))
	for _, n := range p.Board.Pits() {
		h = append(h, byte(n))
	}
	h = append(h, byte(p.Turn), byte(len(p.Layers)), 0, 0, 0, 0, 0, 0)
	h = append(h, p.Rules.Name()...)
	h = append(h, make([]byte, headerBytes-8-len(h))...)
	h = binary.BigEndian.AppendUint64(h, p.Records)
	for _, l := range p.Layers {
		h = binary.BigEndian.AppendUint64(h, uint64(l.Seeds))
		h = append(h, l.SHA256[:]...)
	}
	return h
}

// Open reads what a proof of size bytes says, and checks none of it. The errors are
// ErrFormat and those of f.
func Open(f io.ReaderAt, size int64) (*Proof, error) {
	if size < headerBytes+sumBytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrFormat, size)
	}
	h := make([]byte, headerBytes)
	if _, err := f.ReadAt(h, 0); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(h, []byte(magic)) {
		return nil, fmt.Errorf("%w: it does not begin like one", ErrFormat)
	}
	if v := binary.BigEndian.Uint16(h[8:]); v != version {
		return nil, fmt.Errorf("%w: version %d, this program reads %d", ErrFormat, v, version)
	}
	p := &Proof{Value: int(int8(h[11])), Turn: bitboard.Side(h[24]), Records: binary.BigEndian.Uint64(h[56:])}
	var err error
	if p.Rules, err = bitboard.Preset(string(bytes.TrimRight(h[32:32+nameBytes], "\x00"))); err != nil {
		return nil, fmt.Errorf("%w: of unknown rules", ErrFormat)
	}
	var pits [bitboard.Pits]int
	for i := range pits {
		pits[i] = int(h[12+i])
	}
	if p.Board, err = bitboard.FromPits(pits); err != nil || p.Turn > bitboard.North {
		return nil, fmt.Errorf("%w: it names no board", ErrFormat)
	}
	if h[10] != 0 || h[26]|h[27]|h[28]|h[29]|h[30]|h[31] != 0 || h[25] > bitboard.MaxSeeds+1 {
		return nil, fmt.Errorf("%w: its header says nothing known", ErrFormat)
	}
	return p, p.openLayers(f, size, int(h[25]))
}

// openLayers reads the list of layers.
func (p *Proof) openLayers(f io.ReaderAt, size int64, count int) error {
	p.Layers = make([]Layer, count)
	if over, low := bits.Mul64(p.Records, wordBytes); over != 0 || size < p.recordsAt()+sumBytes ||
		low != uint64(size-p.recordsAt()-sumBytes) {
		return fmt.Errorf("%w: %d bytes are not its length", ErrFormat, size)
	}
	h := make([]byte, count*layerBytes)
	if _, err := f.ReadAt(h, headerBytes); err != nil {
		return err
	}
	for i := range p.Layers {
		l := h[i*layerBytes:]
		n := binary.BigEndian.Uint64(l)
		if n > bitboard.MaxSeeds || i > 0 && int(n) <= p.Layers[i-1].Seeds {
			return fmt.Errorf("%w: its list of layers is out of order", ErrFormat)
		}
		p.Layers[i].Seeds = int(n)
		copy(p.Layers[i].SHA256[:], l[8:])
	}
	return nil
}
