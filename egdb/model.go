package egdb

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A model says how likely each bound is in its context, the value of its own board,
// which it mostly equals. In format 1 there is one for values too, whose context is the
// value of the board one rank before: in rank order neighbours differ in the opponent's
// last pits only, and their values are alike. Over layers 12 to 20 of Ayoayo that takes
// 2.3 bits a board, where the bare frequencies of the values take 2.7.
//
// Probabilities are whole numbers of 1/modelOne. The model of a layer is counted over
// the whole layer, so a pair that has no probability does not occur.
type model struct {
	symbols  []int8   // the values that occur, ascending
	contexts []int8   // likewise of the contexts
	freq     []uint16 // by context and symbol: the probability
	bits     float64  // bits a value of what was counted; 0 for a model that was read
}

const (
	modelBits = 11
	modelOne  = 1 << modelBits
	modelMask = modelOne - 1
)

var errModel = errors.New("not a model")

// pairs counts how often each symbol follows each context.
type pairs [256 * 256]uint64

// of returns the count of a symbol in a context.
func (p *pairs) of(context, symbol int8) *uint64 {
	return &p[int(uint8(context))<<8|int(uint8(symbol))]
}

// model makes the model of what was counted.
func (p *pairs) model() *model {
	m := &model{}
	m.symbols, m.contexts = p.occurring()
	counts := make([]uint64, len(m.symbols))
	total := uint64(0)
	for _, c := range m.contexts {
		for i, s := range m.symbols {
			counts[i] = *p.of(c, s)
		}
		freq := scale(counts)
		for i, n := range counts {
			total += n
			if n > 0 {
				m.bits += float64(n) * (modelBits - math.Log2(float64(freq[i])))
			}
		}
		m.freq = append(m.freq, freq...)
	}
	m.bits /= float64(total)
	return m
}

// occurring returns the values that occur and the contexts that do, ascending.
func (p *pairs) occurring() (symbols, contexts []int8) {
	var isSymbol, isContext [256]bool
	for c := range 256 {
		for s := range 256 {
			if p[c<<8|s] > 0 {
				isContext[c], isSymbol[s] = true, true
			}
		}
	}
	return valuesOf(&isSymbol), valuesOf(&isContext)
}

// valuesOf lists the values of a set of bytes, ascending.
func valuesOf(set *[256]bool) (values []int8) {
	for v := -128; v < 128; v++ {
		if set[uint8(v)] {
			values = append(values, int8(v))
		}
	}
	return values
}

// scale turns counts into probabilities that sum to modelOne, at least
// 1/modelOne for what occurs at all.
func scale(counts []uint64) []uint16 {
	total, largest := uint64(0), 0
	for i, n := range counts {
		total += n
		if n > counts[largest] {
			largest = i
		}
	}
	freq := make([]uint16, len(counts))
	sum := 0
	for i, n := range counts {
		if n > 0 {
			freq[i] = uint16(max(1, (n*modelOne+total/2)/total))
		}
		sum += int(freq[i])
	}
	// Rounding leaves the sum a little off. What is missing or too much goes to the
	// most frequent, which feels it least; if that is not enough, one each is taken
	// from whichever is largest.
	if int(freq[largest])+modelOne-sum >= 1 {
		freq[largest] += uint16(modelOne - sum)
		return freq
	}
	for ; sum > modelOne; sum-- {
		largest = 0
		for i := range freq {
			if freq[i] > freq[largest] {
				largest = i
			}
		}
		freq[largest]--
	}
	return freq
}

// append writes the model after dst: the number of symbols and of contexts, a
// byte each; both lists, a byte each value; and by context the probabilities as
// little-endian uint16.
func (m *model) append(dst []byte) []byte {
	dst = append(dst, uint8(len(m.symbols)), uint8(len(m.contexts)))
	for _, v := range m.symbols {
		dst = append(dst, uint8(v))
	}
	for _, v := range m.contexts {
		dst = append(dst, uint8(v))
	}
	for _, f := range m.freq {
		dst = binary.LittleEndian.AppendUint16(dst, f)
	}
	return dst
}

// parseModel reads what append wrote and checks that it can be decoded with.
func parseModel(src []byte) (*model, error) {
	if len(src) < 2 {
		return nil, errModel
	}
	symbols, contexts := int(src[0]), int(src[1])
	if src = src[2:]; symbols == 0 || contexts == 0 || len(src) != symbols+contexts+2*symbols*contexts {
		return nil, fmt.Errorf("%w: %d bytes for %d symbols in %d contexts", errModel, len(src), symbols, contexts)
	}
	m := &model{}
	for _, v := range src[:symbols] {
		m.symbols = append(m.symbols, int8(v))
	}
	for _, v := range src[symbols : symbols+contexts] {
		m.contexts = append(m.contexts, int8(v))
	}
	src = src[symbols+contexts:]
	for range contexts {
		sum := 0
		for range symbols {
			f := binary.LittleEndian.Uint16(src)
			m.freq = append(m.freq, f)
			sum += int(f)
			src = src[2:]
		}
		if sum != modelOne {
			return nil, fmt.Errorf("%w: probabilities sum to %d", errModel, sum)
		}
	}
	return m, nil
}

// index returns where each value stands in a list of values, 255 if nowhere.
func index(values []int8) *[256]uint8 {
	var at [256]uint8
	for i := range at {
		at[i] = 255
	}
	for i, v := range values {
		at[uint8(v)] = uint8(i)
	}
	return &at
}
