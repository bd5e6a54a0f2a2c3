package egdb

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"ayosolve/bitboard"
)

// A prefixModel gives the values that follow in a context codes of their own, none the
// beginning of another. Such a code takes whole bits, which for values is 2 to 3 %
// more than their entropy, and in return a look at a few bits yields several values
// at once. For bounds, most of which take a small part of a bit, it would be wrong.
//
// The context of a value is the value of the board one rank before, as in model, and
// whether that was less than, equal to or more than the one before it.
type prefixModel struct {
	symbols []int8  // the values that occur, and 0, ascending
	lengths []uint8 // by context and symbol: bits of the code, absent for what does not occur
	bits    float64 // bits a value of what was counted; 0 for a model that was read
}

const (
	longestCode = 11 // bits
	absent      = 0xff
	trends      = 3
	mostSymbols = 2*bitboard.MaxSeeds + 1
)

// contextOf returns the number of a context: of a value that follows two others, the
// later of which is a symbol's.
func contextOf(symbol int, before, later int8) int {
	rise := int(later) - int(before)
	sign := rise>>(bits.UintSize-1) + int(uint(-rise)>>(bits.UintSize-1))
	return symbol*trends + 1 + sign
}

// triples counts how often each value follows each context.
type triples struct {
	counts [256 * trends][256]uint64 // by contextOf, of bytes, and value
}

// count adds the values of a block as prefixEncoder codes them.
func (t *triples) count(values, _ []int8) {
	for l := range lanesOf(len(values)) {
		from, to := laneBounds(len(values), l)
		before, later := int8(firstContext), int8(firstContext)
		for _, v := range values[from:to] {
			t.counts[contextOf(int(uint8(later)), before, later)][uint8(v)]++
			before, later = later, v
		}
	}
}

// model makes the model of what was counted.
func (t *triples) model() *prefixModel {
	var occurs [256]bool
	occurs[firstContext] = true
	for c := range t.counts {
		for v, n := range &t.counts[c] {
			occurs[v] = occurs[v] || n > 0
		}
	}
	m := &prefixModel{symbols: valuesOf(&occurs)}
	counts := make([]uint64, len(m.symbols))
	total := uint64(0)
	for _, before := range m.symbols {
		for trend := range trends {
			for i, s := range m.symbols {
				counts[i] = t.counts[int(uint8(before))*trends+trend][uint8(s)]
			}
			lengths := codeLengths(counts)
			for i, n := range counts {
				total += n
				if n > 0 {
					m.bits += float64(n) * float64(lengths[i])
				}
			}
			m.lengths = append(m.lengths, lengths...)
		}
	}
	if total > 0 {
		m.bits /= float64(total)
	}
	return m
}

// codeLengths returns the lengths of the best code of at most longestCode bits for
// symbols that occur so many times, absent for those that don't: 0 for one that is
// alone. It is found by package-merge (Larmore and Hirschberg, A fast algorithm for
// optimal length-limited Huffman codes, 1990).
func codeLengths(counts []uint64) []uint8 {
	lengths := make([]uint8, len(counts))
	type parcel struct {
		count uint64
		holds []uint16 // symbols, once for each bit that they get
	}
	var coins, parcels []parcel
	for s, n := range counts {
		if n == 0 {
			lengths[s] = absent
			continue
		}
		coins = append(coins, parcel{n, []uint16{uint16(s)}})
	}
	for range longestCode {
		parcels = append(parcels, coins...)
		slices.SortStableFunc(parcels, func(a, b parcel) int { return cmp.Compare(a.count, b.count) })
		paired := make([]parcel, 0, len(parcels)/2)
		for i := 0; i+1 < len(parcels); i += 2 {
			a, b := parcels[i], parcels[i+1]
			paired = append(paired, parcel{a.count + b.count, slices.Concat(a.holds, b.holds)})
		}
		parcels = paired
	}
	for _, p := range parcels[:max(len(coins)-1, 0)] {
		for _, s := range p.holds {
			lengths[s]++
		}
	}
	return lengths
}

// append writes the model after dst: the number of symbols; the symbols; and by context
// the lengths; all a byte each.
func (m *prefixModel) append(dst []byte) []byte {
	dst = append(dst, uint8(len(m.symbols)))
	dst = append(dst, asBytes(m.symbols)...)
	return append(dst, m.lengths...)
}

// parsePrefixModel reads what append wrote and checks that it can be decoded with:
// that in each context every row of bits begins with one code, or there are none; but
// some in a lane's first.
func parsePrefixModel(src []byte) (*prefixModel, error) {
	if len(src) < 1 {
		return nil, errModel
	}
	symbols := int(src[0])
	if src = src[1:]; symbols == 0 || symbols > mostSymbols || len(src) != symbols+symbols*trends*symbols {
		return nil, fmt.Errorf("%w: %d bytes for %d symbols", errModel, len(src), symbols)
	}
	m := &prefixModel{lengths: slices.Clone(src[symbols:])}
	for i, v := range src[:symbols] {
		m.symbols = append(m.symbols, int8(v))
		if i > 0 && m.symbols[i] <= m.symbols[i-1] {
			return nil, fmt.Errorf("%w: its values are out of order", errModel)
		}
	}
	zero := slices.Index(m.symbols, firstContext)
	if zero < 0 {
		return nil, fmt.Errorf("%w: it has no first context", errModel)
	}
	for c := range m.contexts() {
		covered := 0
		for _, bits := range m.lengths[c*symbols:][:symbols] {
			switch {
			case bits <= longestCode:
				covered += 1 << (longestCode - bits)
			case bits != absent:
				return nil, fmt.Errorf("%w: a code of %d bits", errModel, bits)
			}
		}
		if covered != 1<<longestCode && (covered != 0 || c == contextOf(zero, firstContext, firstContext)) {
			return nil, fmt.Errorf("%w: an incomplete code", errModel)
		}
	}
	return m, nil
}

// contexts returns the number of contexts.
func (m *prefixModel) contexts() int { return len(m.symbols) * trends }

// codes assigns the codes of one context, by length and then in the order of the
// symbols. do is called with each code in its bits from the highest on.
func (m *prefixModel) codes(context int, do func(symbol int, code, bits uint)) {
	lengths := m.lengths[context*len(m.symbols):][:len(m.symbols)]
	next := uint(0)
	for bits := range uint(longestCode + 1) {
		next <<= min(bits, 1)
		for s, n := range lengths {
			if uint(n) == bits {
				do(s, next, bits)
				next++
			}
		}
	}
}

// prefixEncoder writes blocks by one model.
type prefixEncoder struct {
	symbolAt *[256]uint8
	symbols  int
	codes    []prefixCode // by context and symbol
}

type prefixCode struct{ code, bits uint16 }

func newPrefixEncoder(m *prefixModel) *prefixEncoder {
	e := &prefixEncoder{symbolAt: index(m.symbols), symbols: len(m.symbols), codes: make([]prefixCode, len(m.lengths))}
	for c := range m.contexts() {
		m.codes(c, func(s int, code, bits uint) { e.codes[c*e.symbols+s] = prefixCode{uint16(code), uint16(bits)} })
	}
	return e
}

// encode appends the block of values to dst, as prefixdecode.go lays it out. The
// values must have been counted into the model by triples.count.
func (e *prefixEncoder) encode(dst, key []byte, values, _ []int8) []byte {
	start := len(dst)
	lanes := lanesOf(len(values))
	dst = append(dst, make([]byte, 8+2*lanes)...)
	for l := range lanes {
		from, to := laneBounds(len(values), l)
		first := len(dst)
		dst = e.lane(dst, values[from:to])
		binary.LittleEndian.PutUint16(dst[start+8+2*l:], uint16(len(dst)-first))
	}
	binary.LittleEndian.PutUint32(dst[start+4:], uint32(len(values)))
	binary.LittleEndian.PutUint32(dst[start:], blockSum(key, dst[start+4:]))
	return dst
}

// lane appends the codes of the values of one lane, filled up with zeros to a byte.
func (e *prefixEncoder) lane(dst []byte, values []int8) []byte {
	bits, have := uint64(0), uint(0) // the last bits, fewer than 32
	before, later := int8(firstContext), int8(firstContext)
	context := int(e.symbolAt[uint8(later)])
	for _, v := range values {
		s := int(e.symbolAt[uint8(v)])
		c := e.codes[contextOf(context, before, later)*e.symbols+s]
		bits, have = bits<<(c.bits&63)|uint64(c.code), have+uint(c.bits)
		if have >= 32 {
			have -= 32
			dst = binary.BigEndian.AppendUint32(dst, uint32(bits>>(have&63)))
		}
		before, later, context = later, v, s
	}
	for ; have >= 8; have -= 8 {
		dst = append(dst, byte(bits>>(have-8)))
	}
	if have > 0 {
		dst = append(dst, byte(bits<<(8-have)))
	}
	return dst
}
