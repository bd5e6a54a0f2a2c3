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

// coders returns the two halves of a codec whose model is counted over blocks of
// values and contexts, and read back from its stored form.
func coders(t *testing.T, values, contexts [][]int8) (*encoder, *decoder) {
	t.Helper()
	counts := new(pairs)
	for i := range values {
		counts.count(values[i], contexts[i])
	}
	m := counts.model()
	read, err := parseModel(m.append(nil))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(read.freq, m.freq) || !slices.Equal(read.symbols, m.symbols) || !slices.Equal(read.contexts, m.contexts) {
		t.Fatal("the model read is not the model written")
	}
	return newEncoder(m), newDecoder(read)
}

func TestCodecRoundTrip(t *testing.T) {
	lengths := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 255, 65533, 65534, 65535, 65536}
	key := []byte("some key")
	for _, d := range drawings {
		for _, given := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/contexts=%t", d.name, given), func(t *testing.T) {
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
				e, dec := coders(t, values, contexts)
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
	e, d := coders(t, [][]int8{{1, 2, 3}}, [][]int8{nil})
	block := e.encode(nil, nil, nil, nil)
	if len(block) != blockHeader {
		t.Errorf("%d bytes, want %d", len(block), blockHeader)
	}
	if err := d.decode(nil, nil, block, nil); err != nil {
		t.Error(err)
	}
}

// TestCodecRefuses: another key, length, or any other byte is refused.
func TestCodecRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	values := drawn(rng, 5000, drawings[5].draw)
	e, d := coders(t, [][]int8{values}, [][]int8{nil})
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
	if len(block) >= blockHeader {
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
	for _, c := range [][]int8{nil, contexts} {
		e, d := coders(t, [][]int8{values}, [][]int8{c})
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
			t.Error("nothing was ever refused")
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
		counts := new(pairs)
		counts.count(values, nil)
		m := counts.model()
		f.Add(m.append(nil), newEncoder(m).encode(nil, nil, values, nil), []byte(nil), uint16(len(values)))
		counts = new(pairs)
		counts.count(values, values)
		m = counts.model()
		f.Add(m.append(nil), newEncoder(m).encode(nil, nil, values, values), asBytes(values), uint16(len(values)))
	}
	f.Fuzz(func(t *testing.T, text, block, contexts []byte, n uint16) {
		m, err := parseModel(text)
		if err != nil {
			return
		}
		n %= 2000
		d := newDecoder(m)
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
		for i, v := range got {
			if !slices.Contains(m.symbols, v) {
				t.Fatalf("value %d is %d, which the model has not", i, v)
			}
		}
	})
}
