package label

import (
	"errors"
	"math/rand/v2"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/search"
)

func TestKey(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[Key]bitboard.Position{}
	for range 2000 {
		p := randomPosition(r)
		k := keyOf(p)
		if q, ok := seen[k]; ok && q != p {
			t.Fatalf("%v and %v share a key", p, q)
		}
		seen[k] = p
		if got, err := k.Position(); err != nil || got != p {
			t.Fatalf("%v came back as %v, %v", p, got, err)
		}
	}
}

func TestBadKey(t *testing.T) {
	good := keyOf(bitboard.StartPosition())
	for name, change := range map[string]func(*Key){
		"flags":    func(k *Key) { k[0] = 4 },
		"seeds":    func(k *Key) { k[3]++ },
		"too many": func(k *Key) { k[3] = 200 },
		"stores":   func(k *Key) { k[0], k[1] = 0, 1 },
	} {
		k := good
		change(&k)
		if p, err := k.Position(); err == nil {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// randomLabel returns a label that might be one.
func randomLabel(r *rand.Rand) Label {
	l := Label{Position: randomPosition(r), AnyRepetition: search.Truth(r.IntN(3)), Termination: bitboard.Termination(r.IntN(3)), Nodes: r.Uint64()}
	bounds := func() (low, high int) {
		low = r.IntN(2*bitboard.MaxSeeds+1) - bitboard.MaxSeeds
		return low, low + r.IntN(bitboard.MaxSeeds-low+1)
	}
	l.Low, l.High = bounds()
	for i := range l.Moves {
		if r.IntN(4) > 0 {
			l.Moves[i].Legal = true
			l.Moves[i].Low, l.Moves[i].High = bounds()
		}
	}
	return l
}

// testChunk returns a finished chunk of random labels.
func testChunk(h Header, n int) (data []byte, labels []Label) {
	r := rand.New(rand.NewPCG(2, 2))
	data = h.begin(n)
	for range n {
		l := randomLabel(r)
		labels = append(labels, l)
		data = l.append(data)
	}
	return seal(data), labels
}

func TestChunkComesBack(t *testing.T) {
	h := Header{Digest{1, 2, 3}, 77}
	data, labels := testChunk(h, 50)
	if len(data) != chunkBytes(50) {
		t.Errorf("%d bytes, want %d", len(data), chunkBytes(50))
	}
	i := 0
	err := h.decode(data, 50, func(l *Label) error {
		if *l != labels[i] {
			t.Errorf("label %d is %+v, was %+v", i, *l, labels[i])
		}
		i++
		return nil
	})
	if err != nil || i != 50 {
		t.Errorf("%d labels, %v", i, err)
	}
}

// TestChunkDamage changes every byte, the length, and what chunk it is taken for.
func TestChunkDamage(t *testing.T) {
	h := Header{Digest{1}, 3}
	data, _ := testChunk(h, 3)
	check := func(name string, h Header, data []byte, n int) {
		t.Helper()
		if err := h.decode(data, n, func(*Label) error { return nil }); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for i := range data {
		changed := append([]byte{}, data...)
		changed[i] ^= 1
		check("a byte", h, changed, 3)
	}
	check("short", h, data[:len(data)-1], 3)
	check("empty", h, nil, 3)
	check("long", h, append(append([]byte{}, data...), 0), 3)
	check("number", h, data, 2)
	check("index", Header{h.Job, 4}, data, 3)
	check("job", Header{Digest{2}, 3}, data, 3)
	// A label that is none, whole as its chunk may be.
	bad := h.begin(1)
	l := randomLabel(rand.New(rand.NewPCG(1, 1)))
	l.Low, l.High = 3, 2
	check("bounds", h, seal(l.append(bad)), 1)
}

// FuzzDecodeLabel reads bytes as a label: what is one comes back as the same bytes,
// and has a row.
func FuzzDecodeLabel(f *testing.F) {
	l := randomLabel(rand.New(rand.NewPCG(4, 4)))
	f.Add(l.append(nil))
	p := new(Params)
	p.SetRules(bitboard.Rules{})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) != labelBytes {
			return
		}
		l, err := decodeLabel(data)
		if err != nil {
			return
		}
		if again, err := decodeLabel(l.append(nil)); err != nil || again != l {
			t.Errorf("%+v came back as %+v, %v", l, again, err)
		}
		if row := p.Row(&l); row.Position != l.Position.String() || (row.Value == nil) != (l.Low != l.High) {
			t.Errorf("%+v", row)
		}
	})
}
