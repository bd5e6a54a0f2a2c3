package proof

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// mutation makes a proof wrong, with all checksums right. It reports false if it
// does not find how.
type mutation struct {
	name string
	make func(db *egdb.DB, rng *rand.Rand, o *opened) bool
	err  error // that refuses it
}

// mutations are ways to be wrong. The proofs are of boards that the tables know, and
// every record of theirs is needed.
var mutations = []mutation{
	{"wrong move", func(db *egdb.DB, rng *rand.Rand, o *opened) bool {
		for range 1000 {
			w := &o.words[rng.IntN(len(o.words))]
			b, _ := w.board()
			for pit := range word(noPit + 1) {
				// A move that keeps the claim would do no harm.
				if m, ok := db.Rules().Play(b, int(pit)); ok {
					if v, _ := db.Probe(m.Board); int(m.Captured)-v.Value >= w.claim() {
						continue
					}
				}
				if w.pit() >= 0 {
					*w = *w&^(pitMask<<pitShift) | pit<<pitShift
					return true
				}
			}
		}
		return false
	}, ErrWrong},
	{"dropped record", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		i := rng.IntN(len(o.words))
		o.words = slices.Delete(o.words, i, i+1)
		return true
	}, ErrWrong},
	{"record twice", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		i := rng.IntN(len(o.words))
		o.words = slices.Insert(o.words, i, o.words[i])
		return true
	}, ErrWrong},
	{"swapped records", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		i, j := rng.IntN(len(o.words)), rng.IntN(len(o.words))
		o.words[i], o.words[j] = o.words[j], o.words[i]
		return i != j
	}, ErrWrong},
	{"swapped claims", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		const claim = claimMask << claimShift
		for range 1000 {
			i, j := rng.IntN(len(o.words)), rng.IntN(len(o.words))
			v, w := o.words[i]&^claim|o.words[j]&claim, o.words[j]&^claim|o.words[i]&claim
			has := func(w word) bool {
				return slices.ContainsFunc(o.words, func(have word) bool { return have.key() == w.key() })
			}
			if !has(v) && !has(w) {
				o.words[i], o.words[j] = v, w
				slices.Sort(o.words)
				return true
			}
		}
		return false
	}, ErrWrong},
	{"wrong value", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		o.head[11] += byte([...]int{-2, -1, 1, 2}[rng.IntN(4)])
		return true
	}, ErrWrong},
	{"other board", func(db *egdb.DB, rng *rand.Rand, o *opened) bool {
		n := 0
		for _, seeds := range o.head[12 : 12+bitboard.Pits] {
			n += int(seeds)
		}
		b := randomBoard(rng, n)
		for i, seeds := range b.Pits() {
			o.head[12+i] = byte(seeds)
		}
		v, err := db.Probe(b)
		return err == nil && v.Value != int(int8(o.head[11]))
	}, ErrWrong},
	{"no height", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		for range 1000 {
			if w := &o.words[rng.IntN(len(o.words))]; w.height() > 0 {
				*w &^= heightMask
				return true
			}
		}
		return false
	}, ErrWrong},
	{"other rules", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		return copy(o.head[32:56], "ayoayo-owner") > 0
	}, ErrTables},
	{"other tables", func(_ *egdb.DB, rng *rand.Rand, o *opened) bool {
		o.head[headerBytes+8+rng.IntN(sumBytes)] ^= 1
		return true
	}, ErrTables},
}

// TestMutated refuses proofs that are made wrong in many ways, each with a line that
// names a position.
func TestMutated(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	refused := 0
	for _, rules := range []string{"ayoayo", "oware"} {
		db := tablesOf(t, rules)
		for i := 0; i < 10; {
			data := prove(t, db, randomBoard(rng, 9+rng.IntN(2)), 6, 100_000)
			if data == nil || takeApart(t, data).words == nil {
				continue
			}
			i++
			for _, m := range mutations {
				o := takeApart(t, data)
				if !m.make(db, rng, o) {
					continue
				}
				_, err := check(t, db, o.bytes())
				if !errors.Is(err, m.err) || strings.Count(err.Error(), "-") < 12 || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s, %s: %v", rules, m.name, err)
				}
				refused++
			}
		}
	}
	if refused < 150 {
		t.Errorf("%d proofs were refused", refused)
	}
	t.Logf("%d proofs were refused", refused)
}

// TestDamaged refuses proofs with a bit changed or the end missing, wherever that is.
func TestDamaged(t *testing.T) {
	db := tablesOf(t, "ayoayo")
	data := prove(t, db, randomBoard(rand.New(rand.NewPCG(5, 6)), 9), 6, 1_000_000)
	step := max(len(data)/300, 1)
	for i := 0; i < len(data); i += step {
		wrong := bytes.Clone(data)
		wrong[i] ^= 1 << (i % 8)
		if _, err := check(t, db, wrong); err == nil {
			t.Errorf("byte %d of %d changed, and it is not refused", i, len(data))
		}
		if _, err := check(t, db, data[:i]); !errors.Is(err, ErrFormat) {
			t.Errorf("%d of %d bytes: %v", i, len(data), err)
		}
	}
}

// TestChangedAnyhow changes bytes and words and sets the checksum right. A proof that
// passes all the same must be of a true value.
func TestChangedAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	passed := 0
	for _, rules := range []string{"ayoayo", "oware"} {
		db := tablesOf(t, rules)
		for range 4 {
			data := prove(t, db, randomBoard(rng, 5+rng.IntN(3)), 3, 1_000_000)
			if data == nil {
				continue
			}
			for range 3000 {
				o := takeApart(t, data)
				for range 1 + rng.IntN(3) {
					if len(o.words) == 0 || rng.IntN(4) == 0 {
						o.head[11+rng.IntN(13)] += byte(rng.IntN(3)) - 1
						continue
					}
					w := &o.words[rng.IntN(len(o.words))]
					*w ^= 1 << [...]int{rng.IntN(boardShift), rng.IntN(64)}[rng.IntN(2)]
				}
				slices.Sort(o.words)
				passed += checkTruth(t, db, o.bytes())
			}
		}
	}
	t.Logf("%d changed proofs are right", passed)
}

// checkTruth fails if a proof passes whose value is not that of the tables. It
// returns how many pass.
func checkTruth(tb testing.TB, db *egdb.DB, data []byte) int {
	tb.Helper()
	p, err := check(tb, db, data)
	if err != nil {
		return 0
	}
	if v, err := db.Probe(p.Board); err == nil && p.Rules == db.Rules() && v.Value != p.Value {
		tb.Errorf("%v: proven to be %d and worth %d", p.Board.Pits(), p.Value, v.Value)
	}
	return 1
}

// FuzzCheck checks any bytes, and again with the checksum set right. Nothing may
// panic, and what passes must be true.
func FuzzCheck(f *testing.F) {
	db := tablesOf(f, "oware")
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 5 {
		f.Add(prove(f, db, randomBoard(rng, n+2), 2, 1_000_000))
	}
	circle, err := bitboard.FromPits([bitboard.Pits]int{5: 1, 11: 1})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(prove(f, db, circle, 1, 1_000_000))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkTruth(t, db, data)
		if p, err := Open(bytes.NewReader(data), int64(len(data))); err == nil && p.Records < 10_000 {
			checkTruth(t, db, takeApart(t, data).bytes())
		}
	})
}
