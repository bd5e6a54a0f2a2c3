package egdb

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawings are ways to draw values: from all alike to what hardly ever differs.
var drawings = []struct {
	name string
	draw func(rng *rand.Rand) int8
}{
	{"constant", func(*rand.Rand) int8 { return -7 }},
	{"zero", func(*rand.Rand) int8 { return 0 }},
	{"two alike", func(rng *rand.Rand) int8 { return int8(rng.IntN(2)) }},
	{"97 alike", func(rng *rand.Rand) int8 { return int8(rng.IntN(97) - 48) }},
	{"97, one mostly", func(rng *rand.Rand) int8 {
		if rng.IntN(500) > 0 {
			return 48
		}
		return int8(rng.IntN(97) - 48)
	}},
	{"falling off", func(rng *rand.Rand) int8 { return int8(min(rng.ExpFloat64()*3, 48)) - 24 }},
	{"one exception", func(rng *rand.Rand) int8 {
		if rng.IntN(30000) > 0 {
			return 2
		}
		return -2
	}},
}

func drawn(rng *rand.Rand, n int, draw func(*rand.Rand) int8) []int8 {
	values := make([]int8, n)
	for i := range values {
		values[i] = draw(rng)
	}
	return values
}

// coding is a way to code blocks.
type coding struct {
	name   string
	counts func() counter
	read   func(text []byte) (blockModel, error)
	header func(values int) int // bytes of a block before its codes
}

var codings = []coding{
	{"rANS", func() counter { return new(pairs) }, func(text []byte) (blockModel, error) { return parseModel(text) }, func(int) int { return blockHeader }},
	{"prefix", func() counter { return new(triples) }, func(text []byte) (blockModel, error) { return parsePrefixModel(text) }, func(n int) int { return 8 + 2*lanesOf(n) }},
}

// coders returns the two halves of a codec whose model is counted over blocks of
// values and contexts, and read back from its stored form.
func (c coding) coders(t *testing.T, values, contexts [][]int8) (blockEncoder, blockDecoder) {
	t.Helper()
	counts := c.counts()
	for i := range values {
		counts.count(values[i], contexts[i])
	}
	m := counts.blockModel()
	read, err := c.read(m.append(nil))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read.append(nil), m.append(nil)) {
		t.Fatal("the model read is not the model written")
	}
	return m.encoder(), read.decoder()
}

func TestCodecRoundTrip(t *testing.T) {
	lengths := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 255, 4095, 4096, 4097, 65533, 65534, 65535, 65536}
	key := []byte("some key")
	for _, d := range drawings {
		for k := range len(codings) + 1 {
			c, given := codings[k%len(codings)], k == len(codings) // rANS again, with contexts
			t.Run(fmt.Sprintf("%s/%s/contexts=%t", d.name, c.name, given), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 2))
				var values, contexts [][]int8
				for _, n := range lengths {
					values = append(values, drawn(rng, n, d.draw))
					if !given {
						contexts = append(contexts, nil)
						continue
					}
					contexts = append(contexts, drawn(rng, n, func(rng *rand.Rand) int8 { return int8(rng.IntN(9) - 4) }))
				}
				e, dec := c.coders(t, values, contexts)
				prefix := []byte("before")
				for i, n := range lengths {
					block := e.encode(prefix, key, values[i], contexts[i])
					if !bytes.HasPrefix(block, prefix) {
						t.Fatalf("%d values: encode did not append", n)
					}
					got := make([]int8, n)
					if err := dec.decode(got, key, block[len(prefix):], contexts[i]); err != nil {
						t.Fatalf("%d values: %v", n, err)
					}
					if !slices.Equal(got, values[i]) {
						t.Fatalf("%d values: not what was encoded", n)
					}
				}
			})
		}
	}
}

// TestCodecEmpty: a block of no values is a header.
func TestCodecEmpty(t *testing.T) {
	for _, c := range codings {
		e, d := c.coders(t, [][]int8{{1, 2, 3}}, [][]int8{nil})
		block := e.encode(nil, nil, nil, nil)
		if want := c.header(0); len(block) != want {
			t.Errorf("%s: %d bytes, want %d", c.name, len(block), want)
		}
		if err := d.decode(nil, nil, block, nil); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestCodecRefuses: another key, length, or any other byte is refused.
func TestCodecRefuses(t *testing.T) {
	for _, c := range codings {
		t.Run(c.name, func(t *testing.T) { testCodecRefuses(t, c) })
	}
}

func testCodecRefuses(t *testing.T, c coding) {
	rng := rand.New(rand.NewPCG(3, 4))
	values := drawn(rng, 5000, drawings[5].draw)
	e, d := c.coders(t, [][]int8{values}, [][]int8{nil})
	key := entryKey("ayoayo", kindValues, 12, 3)
	block := e.encode(nil, key, values, nil)
	got := make([]int8, len(values))
	refused := func(what string, dst []int8, key, block []byte) {
		t.Helper()
		if err := d.decode(dst, key, block, nil); !errors.Is(err, errBlock) {
			t.Errorf("%s: %v, want errBlock", what, err)
		}
	}
	for _, k := range [][]byte{
		entryKey("ayoayo", kindValues, 12, 4), entryKey("ayoayo", kindValues, 13, 3), entryKey("ayoayo", kindLow, 12, 3),
		entryKey("oware", kindValues, 12, 3), nil,
	} {
		refused(fmt.Sprintf("key %q", k), got, k, block)
	}
	refused("fewer values", got[:len(got)-1], key, block)
	refused("more values", append(got, 0), key, block)
	refused("a byte more", got, key, append(bytes.Clone(block), 0))
	for n := range len(block) {
		refused(fmt.Sprintf("cut to %d bytes", n), got, key, block[:n])
	}
	for i := range block {
		changed := bytes.Clone(block)
		changed[i] ^= 1 << rng.IntN(8)
		refused(fmt.Sprintf("byte %d changed", i), got, key, changed)
	}
}

// signed sets the checksum that makes a block intact.
func signed(key, block []byte) []byte {
	if len(block) >= 4 {
		binary.LittleEndian.PutUint32(block, blockSum(key, block[4:]))
	}
	return block
}

// TestCodecNonsense: a block that is nonsense under a right checksum decodes to
// nonsense or to an error, and no more happens.
func TestCodecNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	values := drawn(rng, 3000, drawings[3].draw)
	contexts := drawn(rng, 3000, func(rng *rand.Rand) int8 { return int8(rng.IntN(5)) })
	for k := range len(codings) + 1 {
		coding, c := codings[k%len(codings)], []int8(nil)
		if k == len(codings) {
			c = contexts
		}
		e, d := coding.coders(t, [][]int8{values}, [][]int8{c})
		block := e.encode(nil, nil, values, c)
		got := make([]int8, len(values))
		refused := 0
		for range 3000 {
			changed := bytes.Clone(block)
			for range 1 + rng.IntN(8) {
				changed[8+rng.IntN(len(changed)-8)] = byte(rng.Uint32())
			}
			if d.decode(got, nil, signed(nil, changed), c) != nil {
				refused++
			}
		}
		if refused == 0 {
			t.Errorf("%s: nothing was ever refused", coding.name)
		}
		strange := slices.Repeat([]int8{100}, len(values))
		if err := d.decode(got, nil, block, strange); c != nil && !errors.Is(err, errBlock) {
			t.Errorf("contexts that never occurred: %v, want errBlock", err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, d := range drawings {
		values := drawn(rng, 200, d.draw)
		for i, c := range codings {
			counts := c.counts()
			counts.count(values, nil)
			m := counts.blockModel()
			f.Add(uint8(i), m.append(nil), m.encoder().encode(nil, nil, values, nil), []byte(nil), uint16(len(values)))
		}
		counts := new(pairs)
		counts.count(values, values)
		m := counts.model()
		f.Add(uint8(0), m.append(nil), newEncoder(m).encode(nil, nil, values, values), asBytes(values), uint16(len(values)))
	}
	f.Fuzz(func(t *testing.T, which uint8, text, block, contexts []byte, n uint16) {
		m, err := codings[int(which)%len(codings)].read(text)
		if err != nil {
			return
		}
		n %= 6000
		d := m.decoder()
		var given []int8
		if len(contexts) > 0 {
			given = make([]int8, n)
			for i := range given {
				given[i] = int8(contexts[i%len(contexts)])
			}
		}
		if len(block) >= 8 {
			binary.LittleEndian.PutUint32(block[4:], uint32(n))
		}
		got := make([]int8, n)
		if d.decode(got, nil, signed(nil, block), given) != nil {
			return
		}
		// Whatever it was, its values are the model's.
		var symbols []int8
		switch m := m.(type) {
		case *model:
			symbols = m.symbols
		case *prefixModel:
			symbols = m.symbols
		}
		for i, v := range got {
			if !slices.Contains(symbols, v) {
				t.Fatalf("value %d is %d, which the model has not", i, v)
			}
		}
	})
}
