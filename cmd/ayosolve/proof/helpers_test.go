package proof

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/egdb"
	"ayosolve/search"
)

// mostSeeds is how far the tables of the tests reach: further than the proofs that
// are tried on them lean, to tell what is true.
const mostSeeds = 10

var built sync.Map

// tablesOf returns tables that tests share and none closes.
func tablesOf(tb testing.TB, rules string) *egdb.DB {
	tb.Helper()
	r, err := bitboard.Preset(rules)
	if err != nil {
		tb.Fatal(err)
	}
	build, _ := built.LoadOrStore(rules, sync.OnceValues(func() (*egdb.DB, error) {
		return egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: mostSeeds, Bounds: true, Workers: 2})
	}))
	db, err := build.(func() (*egdb.DB, error))()
	if err != nil {
		tb.Fatal(err)
	}
	return db
}

// upTo is tables of which a search uses the layers to seeds alone.
type upTo struct {
	*egdb.DB
	seeds int
}

func (u upTo) MaxSeeds() int { return u.seeds }

// prove returns a proof of a board's value as a file has it, nil if a search of so
// many nodes does not find the value.
func prove(tb testing.TB, db *egdb.DB, b bitboard.Board, seeds int, nodes int64) []byte {
	tb.Helper()
	solver, err := search.New(db.Rules(), upTo{db, seeds}, search.Options{Threads: 1, Hash: 1 << 20})
	if err != nil {
		tb.Fatal(err)
	}
	r, err := solver.Analyze(tb.Context(), b, search.Limits{Nodes: nodes}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	if r.Status() != search.Exact {
		return nil
	}
	s, err := solver.Strategy(tb.Context(), b, r.Low)
	if err != nil {
		tb.Fatalf("%v, %d: %v", b.Pits(), r.Low, err)
	}
	p := &Proof{Rules: db.Rules(), Board: b, Value: r.Low, Records: uint64(len(s.Steps))}
	for set := s.Layers; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		sum, err := SumLayer(db, n)
		if err != nil {
			tb.Fatal(err)
		}
		p.Layers = append(p.Layers, Layer{n, sum})
	}
	var out bytes.Buffer
	err = Write(&out, p, func(yield func(Record) bool) {
		for _, s := range s.Steps {
			if !yield(Record(s)) {
				return
			}
		}
	})
	if err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// check checks a proof in memory.
func check(tb testing.TB, db Tables, data []byte) (*Proof, error) {
	tb.Helper()
	return Check(tb.Context(), bytes.NewReader(data), int64(len(data)), db)
}

// randomBoard returns a board of n seeds.
func randomBoard(rng *rand.Rand, n int) bitboard.Board {
	return bitboard.Unrank(n, rng.Uint64N(bitboard.LayerSize(n)))
}

// opened is a proof taken apart, to be put together wrong.
type opened struct {
	head  []byte
	words []word
}

func takeApart(tb testing.TB, data []byte) *opened {
	tb.Helper()
	p, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	o := &opened{head: bytes.Clone(data[:p.recordsAt()])}
	for at := int(p.recordsAt()); at < len(data)-sumBytes; at += wordBytes {
		o.words = append(o.words, word(binary.BigEndian.Uint64(data[at:])))
	}
	return o
}

// bytes puts a proof together, with the number of its records and its checksum right.
func (o *opened) bytes() []byte {
	binary.BigEndian.PutUint64(o.head[56:], uint64(len(o.words)))
	out := bytes.Clone(o.head)
	for _, w := range o.words {
		out = binary.BigEndian.AppendUint64(out, uint64(w))
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}
