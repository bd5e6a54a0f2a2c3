package egdb

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// overtaking returns a model under which bits that are all ones are one value a bit to
// a lane that begins with them, and a value for every longestCode bits to one that
// begins with a zero.
func overtaking(tb testing.TB) *prefixModel {
	tb.Helper()
	// One value for each length of a code, so that one takes longestCode bits, all ones.
	m := &prefixModel{}
	for v := int8(-1); v <= longestCode-1; v++ {
		m.symbols = append(m.symbols, v)
	}
	last := len(m.symbols) - 1
	alone := func(symbol int) []uint8 {
		lengths := bytes.Repeat([]byte{absent}, len(m.symbols))
		lengths[symbol] = 0
		return lengths
	}
	for range m.contexts() {
		m.lengths = append(m.lengths, alone(last)...)
	}
	set := func(context int, lengths []uint8) { copy(m.lengths[context*len(m.symbols):], lengths) }
	// From the first context on a one is a 0 and leads back there, a zero is a -1.
	two := bytes.Repeat([]byte{absent}, len(m.symbols))
	two[0], two[1] = 1, 1
	set(contextOf(1, firstContext, firstContext), two)
	// After that comes the last value, and comes again by its longest code.
	long := []uint8{}
	for bits := uint8(1); bits <= longestCode; bits++ {
		long = append(long, bits)
	}
	set(contextOf(last, m.symbols[last], m.symbols[last]), append(long, longestCode))
	if _, err := parsePrefixModel(m.append(nil)); err != nil {
		tb.Fatal(err)
	}
	return m
}

// TestOvertake: a block whose first lane takes more bits than its lengths allow, so
// that the lane comes to the end of the block before the last one does, is refused.
func TestOvertake(t *testing.T) {
	d := newPrefixDecoder(overtaking(t))
	// The first lane is a byte that begins with a zero, two are empty, and the last one
	// has the rest.
	for rest := range 400 {
		values := make([]int8, pieceValues)
		block := make([]byte, 8, 1<<10)
		binary.LittleEndian.PutUint32(block[4:], pieceValues)
		for _, n := range []int{1, 0, 0, rest} {
			block = binary.LittleEndian.AppendUint16(block, uint16(n))
		}
		block = append(append(block, 0x7f), bytes.Repeat([]byte{0xff}, rest)...)
		if err := d.decode(values, nil, signed(nil, block), nil); !errors.Is(err, errBlock) {
			t.Errorf("%d bytes: %v, want errBlock", rest, err)
		}
	}
}
