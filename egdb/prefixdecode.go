package egdb

import "encoding/binary"

// A block of values by a prefixModel is a row of pieces, each of which can be decoded
// alone, and a piece is four lanes, which are decoded side by side, for the next
// look-up in a lane has to wait for the one before. A block:
//
//	bytes  field
//	0–3    CRC-32C of the key and of the bytes from 4 on
//	4–7    values
//	8–     per lane: its bytes, uint16
//	       the lanes, codes from the highest bit of a byte on, each filled up to a byte
//
// All numbers are little-endian. A lane is a quarter of its piece, and the context of
// its first value is firstContext.
const (
	pieceValues = 1 << 12
	pieceLanes  = 4
)

// piecesOf returns the number of pieces of n values.
func piecesOf(n int) int { return (n + pieceValues - 1) / pieceValues }

// lanesOf returns the number of lanes of n values.
func lanesOf(n int) int { return piecesOf(n) * pieceLanes }

// laneBounds returns the bounds of one lane of n values.
func laneBounds(n, lane int) (from, to int) {
	start := lane / pieceLanes * pieceValues
	from, to = quarter(min(n-start, pieceValues), lane%pieceLanes)
	return start + from, start + to
}

// prefixDecoder reads blocks by one model. It is read-only and may be shared.
type prefixDecoder struct {
	// By row and the next longestCode bits, what these bits begin with:
	//
	//	bits 0–39   up to five values, the first lowest
	//	bits 40–43  bits they take
	//	bits 44–46  how many they are, at least one
	//	bits 54–63  the row after them
	//
	// A row is a context.
	table []uint64
	first uint64 // the row of a lane's first value, times rowEntries
}

const (
	rowEntries = 1 << longestCode
	mostAtOnce = 5 // values of an entry
)

func newPrefixDecoder(m *prefixModel) *prefixDecoder {
	zero := int(index(m.symbols)[firstContext])
	b := tableBuilder{model: m, codes: make([][]longCode, m.contexts()), first: contextOf(zero, firstContext, firstContext)}
	for row := range b.codes {
		m.codes(row, func(s int, _, bits uint) { b.codes[row] = append(b.codes[row], longCode{s, bits}) })
	}
	table := make([]uint64, len(b.codes)*rowEntries)
	for row := range b.codes {
		if len(b.codes[row]) > 0 {
			b.fill(table[row*rowEntries:][:rowEntries], row, 0, 0, 0)
		}
	}
	return &prefixDecoder{table: table, first: uint64(b.first) * rowEntries}
}

// tableBuilder makes the table of a prefixDecoder.
type tableBuilder struct {
	model *prefixModel
	codes [][]longCode // by row, in the order of the codes
	first int          // the row of a lane's first value
}

// longCode is a symbol and the bits of its code.
type longCode struct {
	symbol int
	bits   uint
}

// fill makes the entries for the bits that begin with some values, so many of them
// that take so many bits and lead to a row.
func (b *tableBuilder) fill(entries []uint64, row int, values uint64, count int, used uint) {
	at := 0
	if count < mostAtOnce {
		for _, c := range b.codes[row] {
			if used+c.bits > longestCode {
				break // so are those that follow
			}
			n := 1 << (longestCode - used - c.bits)
			b.fill(entries[at:at+n], b.next(row, c.symbol), values|uint64(uint8(b.model.symbols[c.symbol]))<<(8*count), count+1, used+c.bits)
			at += n
		}
	}
	if len(b.codes[row]) == 0 {
		row = b.first // nothing follows but the end of a lane
	}
	for i := at; i < len(entries); i++ {
		entries[i] = values | uint64(used)<<40 | uint64(count)<<44 | uint64(row)<<54
	}
}

// next returns the row to which a symbol leads from another row.
func (b *tableBuilder) next(row, symbol int) int {
	return contextOf(symbol, b.model.symbols[row/trends], b.model.symbols[symbol])
}

// bitLane is how far the decoding of a lane has come.
type bitLane struct {
	bits uint64 // the next bits, from the highest on
	at   uint64 // where they are in the block, in bits
	row  uint64 // the context, times the entries of a row
	to   uint64 // where in the values to write next
}

// decode reads a block into dst, which must be as long as the block has values. It
// returns errBlock if the block is not intact or not the one of that key.
func (d *prefixDecoder) decode(dst []int8, key, block []byte, _ []int8) error {
	if !intact(key, block, len(dst)) {
		return errBlock
	}
	at, err := laneStarts(block, len(dst))
	if err != nil {
		return err
	}
	for p := range piecesOf(len(dst)) {
		if !d.piece(dst, block, at, p) {
			return errBlock
		}
	}
	return nil
}

// laneStarts returns where the lanes of a block of n values begin, and where the last
// one ends.
func laneStarts(block []byte, n int) ([]int32, error) {
	lanes := lanesOf(n)
	starts := make([]int32, lanes+1)
	at := 8 + 2*lanes
	if len(block) < at {
		return nil, errBlock
	}
	for l := range lanes {
		starts[l] = int32(at)
		at += int(binary.LittleEndian.Uint16(block[8+2*l:]))
	}
	if starts[lanes] = int32(at); at != len(block) {
		return nil, errBlock
	}
	return starts, nil
}

// piece decodes one piece of a block that is intact. dst is the whole block's. ok is
// false if a lane ends before its values do.
func (d *prefixDecoder) piece(dst []int8, block []byte, starts []int32, p int) (ok bool) {
	var lanes [pieceLanes]bitLane
	var ends [pieceLanes]uint64
	for i := range lanes {
		from, to := laneBounds(len(dst), p*pieceLanes+i)
		lanes[i] = bitLane{at: 8 * uint64(starts[p*pieceLanes+i]), row: d.first, to: uint64(from)}
		ends[i] = uint64(to)
	}
	out := asBytes(dst)
	d.four(out, block, &lanes, &ends)
	for i := range lanes {
		l := d.one(out, block, lanes[i], ends[i])
		if !d.rest(out, block, l, ends[i], 8*uint64(starts[p*pieceLanes+i+1])) {
			return false
		}
	}
	return true
}

const (
	lookUps = 57 / longestCode // after a refill
	// roomy is how many values must be missing of a lane so that it can be written to
	// eight bytes at a time for all look-ups of a refill.
	roomy = lookUps*mostAtOnce + 8 - mostAtOnce
)

// four decodes four lanes until one of them is nearly done.
func (d *prefixDecoder) four(out, block []byte, lanes *[pieceLanes]bitLane, ends *[pieceLanes]uint64) {
	t := d.table
	a, b, c, e := lanes[0], lanes[1], lanes[2], lanes[3]
	// The last lane begins last, but in a block that no encoder wrote another one may
	// overtake it.
	for a.to+roomy <= ends[0] && b.to+roomy <= ends[1] && c.to+roomy <= ends[2] && e.to+roomy <= ends[3] &&
		max(a.at, b.at, c.at, e.at)/8+8 <= uint64(len(block)) {
		a, b, c, e = a.refill(block), b.refill(block), c.refill(block), e.refill(block)
		for range lookUps {
			a, b, c, e = a.step(t, out), b.step(t, out), c.step(t, out), e.step(t, out)
		}
	}
	*lanes = [pieceLanes]bitLane{a, b, c, e}
}

// one decodes a lane until it is nearly done.
func (d *prefixDecoder) one(out, block []byte, l bitLane, end uint64) bitLane {
	for l.to+roomy <= end && l.at/8+8 <= uint64(len(block)) {
		l = l.refill(block)
		for range lookUps {
			l = l.step(d.table, out)
		}
	}
	return l
}

// refill takes 57 bits or more.
func (l bitLane) refill(block []byte) bitLane {
	l.bits = binary.BigEndian.Uint64(block[l.at>>3:]) << (l.at & 7)
	return l
}

func (l bitLane) step(t []uint64, out []byte) bitLane {
	e := t[l.row+l.bits>>(64-longestCode)]
	binary.LittleEndian.PutUint64(out[l.to:], e)
	used := e >> 40 & 15
	return bitLane{l.bits << used, l.at + used, e >> 54 << longestCode, l.to + e>>44&7}
}

// rest decodes what is left of a lane, value by value. Of the last look-up it may not
// need all, and then does not know how many bits those took. ok is false if the lane
// ends, after that many bits, before its values do.
func (d *prefixDecoder) rest(out, block []byte, l bitLane, end, bits uint64) (ok bool) {
	for l.to < end {
		var ahead [8]byte
		copy(ahead[:], block[min(l.at>>3, uint64(len(block))):])
		l.bits = binary.BigEndian.Uint64(ahead[:]) << (l.at & 7)
		for range lookUps {
			e := d.table[l.row+l.bits>>(64-longestCode)]
			used, count := e>>40&15, e>>44&7
			for i := range min(count, end-l.to) {
				out[l.to+i] = byte(e >> (8 * i))
			}
			if l.to+count > end {
				return l.at <= bits
			}
			l = bitLane{l.bits << used, l.at + used, e >> 54 << longestCode, l.to + count}
		}
	}
	return l.at <= bits
}
