package egdb

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// Blocks of bounds are coded by rANS (Duda, arXiv:1311.2540) with 32-bit states that are
// refilled 16 bits at a time. A block is cut into four quarters, each with a
// state of its own, so that four values are decoded while one would wait for its
// table. A block:
//
//	bytes  field
//	0–3    CRC-32C of the key and of the bytes from 4 on
//	4–7    values
//	8–23   per quarter: bytes of its words
//	24–39  per quarter: the state to begin with
//	40–    the words of quarter 0, 1, 2, 3, little-endian uint16
//
// All numbers are little-endian.
const (
	quarters    = 4
	blockHeader = 8 + quarters*8
	stateFloor  = 1 << 16
)

// blockValues is the number of values in a block; a layer's last may hold fewer.
const blockValues = 1 << 16

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errBlock reports a block that is damaged or belongs elsewhere.
var errBlock = errors.New("damaged block")

// encoder writes blocks by one model.
type encoder struct {
	symbolAt, contextAt *[256]uint8
	symbols             int
	ranges              []codeRange // by context and symbol
}

// codeRange is the part of 0 … modelOne−1 that stands for a symbol.
type codeRange struct{ from, freq uint16 }

func newEncoder(m *model) *encoder {
	e := &encoder{symbolAt: index(m.symbols), contextAt: index(m.contexts), symbols: len(m.symbols)}
	for c := range m.contexts {
		from := uint16(0)
		for _, f := range m.freq[c*e.symbols:][:e.symbols] {
			e.ranges = append(e.ranges, codeRange{from, f})
			from += f
		}
	}
	return e
}

// firstContext is the context of a value that has none before it in its quarter.
// It must be one of the model's contexts: count counts it.
const firstContext = 0

// count adds the pairs of a block's values. With contexts nil each value's context
// is the one before it.
func (p *pairs) count(values, contexts []int8) {
	for q := range quarters {
		from, to := quarter(len(values), q)
		if contexts != nil {
			for i := from; i < to; i++ {
				*p.of(contexts[i], values[i])++
			}
			continue
		}
		before := int8(firstContext)
		for _, v := range values[from:to] {
			*p.of(before, v)++
			before = v
		}
	}
}

// quarter returns the bounds of one quarter of n values.
func quarter(n, q int) (from, to int) {
	size := (n + quarters - 1) / quarters
	return min(q*size, n), min((q+1)*size, n)
}

// encode appends the block of values to dst. The values must have been counted
// into the model in the same way.
func (e *encoder) encode(dst, key []byte, values, contexts []int8) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, blockHeader)...)
	for q := range quarters {
		from, to := quarter(len(values), q)
		first := len(dst)
		state := uint32(stateFloor)
		for i := to - 1; i >= from; i-- {
			context := int8(firstContext)
			if contexts != nil {
				context = contexts[i]
			} else if i > from {
				context = values[i-1]
			}
			r := e.ranges[int(e.contextAt[uint8(context)])*e.symbols+int(e.symbolAt[uint8(values[i])])]
			freq := uint32(r.freq)
			if uint64(state) >= uint64(freq)<<(32-modelBits) {
				dst = append(dst, byte(state>>8), byte(state)) // turned round below
				state >>= 16
			}
			state = state/freq<<modelBits + state%freq + uint32(r.from)
		}
		// The decoder reads the words in the opposite order.
		for i, j := first, len(dst)-1; i < j; i, j = i+1, j-1 {
			dst[i], dst[j] = dst[j], dst[i]
		}
		binary.LittleEndian.PutUint32(dst[start+8+4*q:], uint32(len(dst)-first))
		binary.LittleEndian.PutUint32(dst[start+8+4*quarters+4*q:], state)
	}
	binary.LittleEndian.PutUint32(dst[start+4:], uint32(len(values)))
	binary.LittleEndian.PutUint32(dst[start:], blockSum(key, dst[start+4:]))
	return dst
}

// blockSum is the checksum of a block under its key: a whole block in the wrong
// place is as wrong as a changed byte.
func blockSum(key, rest []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, rest)
}

// intact reports whether a block, of either coding, is the one of a key and has n
// values.
func intact(key, block []byte, n int) bool {
	return len(block) >= 8 && binary.LittleEndian.Uint32(block) == blockSum(key, block[4:]) &&
		uint64(binary.LittleEndian.Uint32(block[4:])) == uint64(n)
}

// decoder reads blocks by one model. It is read-only and may be shared.
type decoder struct {
	// By row and the low modelBits of a state:
	//
	//	bits 31–20  probability of the symbol
	//	bits 19–8   the low bits less the start of the symbol's range
	//	bits 7–0    symbol
	//
	// A row is a context. The row of a symbol's number is the one in which that symbol
	// is the context, so that a value leads to its successor's row without a look-up;
	// contexts that are no symbols come after.
	table   []uint32
	symbols [256]int8   // by symbol: the value
	rowOf   *[256]uint8 // by value as a context, 255 for none
}

func newDecoder(m *model) *decoder {
	d := &decoder{}
	copy(d.symbols[:], m.symbols)
	rows := append([]int8(nil), m.symbols...)
	isSymbol := index(m.symbols)
	for _, v := range m.contexts {
		if isSymbol[uint8(v)] == 255 {
			rows = append(rows, v)
		}
	}
	d.rowOf = index(rows)
	d.table = make([]uint32, len(rows)*modelOne)
	contextAt := index(m.contexts)
	for row, v := range rows {
		c := int(contextAt[uint8(v)])
		if c == 255 {
			d.rowOf[uint8(v)] = 255 // a symbol that is nowhere but at the end of a quarter
			continue
		}
		slots := d.table[row*modelOne:][:modelOne]
		slot := 0
		for s, f := range m.freq[c*len(m.symbols):][:len(m.symbols)] {
			for i := range int(f) {
				slots[slot] = uint32(f)<<20 | uint32(i)<<8 | uint32(s)
				slot++
			}
		}
	}
	return d
}

// lane is the decoding of one quarter.
type lane struct {
	words []byte
	state uint32
	to    []int8
}

// decode reads a block into dst, which must be as long as the block has values.
// contexts is nil or the values' contexts. It returns errBlock if the block is
// not intact or not the one of that key.
func (d *decoder) decode(dst []int8, key, block []byte, contexts []int8) error {
	if !intact(key, block, len(dst)) || len(block) < blockHeader {
		return errBlock
	}
	var lanes [quarters]lane
	words := block[blockHeader:]
	for q := range lanes {
		n := uint64(binary.LittleEndian.Uint32(block[8+4*q:]))
		if n > uint64(len(words)) || n%2 != 0 {
			return errBlock
		}
		from, to := quarter(len(dst), q)
		lanes[q] = lane{words[:n], binary.LittleEndian.Uint32(block[8+4*quarters+4*q:]), dst[from:to]}
		words = words[n:]
	}
	if contexts != nil {
		for q := range lanes {
			from, to := quarter(len(dst), q)
			if !d.follow(&lanes[q], contexts[from:to]) {
				return errBlock
			}
		}
		return nil
	}
	first := uint32(d.rowOf[firstContext])
	if first == 255 {
		return errBlock
	}
	context := [quarters]uint32{first, first, first, first}
	common := len(lanes[quarters-1].to) // the last quarter is never longer than the others
	if !d.four(&lanes, &context, common) {
		return errBlock
	}
	for q := range lanes {
		if !d.chain(&lanes[q], context[q], common) {
			return errBlock
		}
	}
	return nil
}
