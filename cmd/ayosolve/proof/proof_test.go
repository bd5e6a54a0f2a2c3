package proof

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// TestProofs proves random boards and checks the proofs.
func TestProofs(t *testing.T) {
	for _, tc := range []struct {
		rules               string
		tables, least, most int // seeds
		boards, settle      int // settle is how many of them must, the others being hard
	}{
		{"ayoayo", 6, 9, 14, 60, 55},
		{"ayoayo-owner", 6, 9, 14, 20, 18},
		{"ayoayo-left", 8, 9, 14, 20, 12},
		{"ayoayo-pratt", 6, 9, 14, 20, 12},
		{"oware", 8, 9, 12, 20, 5},
		{"oware", 6, 9, 10, 20, 3},
		{"oware-illegal", 8, 9, 11, 12, 3},
		{"awari", 8, 9, 12, 12, 3},
	} {
		t.Run(tc.rules, func(t *testing.T) {
			db := tablesOf(t, tc.rules)
			rng := rand.New(rand.NewPCG(uint64(tc.tables), 7))
			proven, size, records := 0, 0, uint64(0)
			for range tc.boards {
				b := randomBoard(rng, tc.least+rng.IntN(tc.most-tc.least+1))
				data := prove(t, db, b, tc.tables, 100_000)
				if data == nil {
					continue
				}
				proven++
				p, err := check(t, db, data)
				if err != nil {
					t.Fatalf("%v: %v", b.Pits(), err)
				}
				if p.Board != b || p.Rules != db.Rules() || p.Bytes() != int64(len(data)) {
					t.Errorf("%v: %+v", b.Pits(), p)
				}
				if v, err := db.Probe(b); err == nil && v.Value != p.Value {
					t.Errorf("%v: proven to be %d and worth %d", b.Pits(), p.Value, v.Value)
				}
				size, records = size+len(data), records+p.Records
			}
			if proven < tc.settle {
				t.Errorf("%d of %d boards are proven", proven, tc.boards)
			}
			t.Logf("%d of %d boards, %d records and %d bytes on average", proven, tc.boards, records/uint64(max(proven, 1)), size/max(proven, 1))
		})
	}
}

// TestEndless proves a value that only play without end has, with its records going
// round in a circle, and refuses a circle that is to win something.
func TestEndless(t *testing.T) {
	db := tablesOf(t, "oware")
	b, err := bitboard.FromPits([bitboard.Pits]int{0: 1, 5: 1})
	if err != nil {
		t.Fatal(err)
	}
	data := prove(t, db, b, 1, 1_000_000)
	if data == nil {
		t.Fatal("the value is not found")
	}
	p, err := check(t, db, data)
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := db.Probe(b); v.Value != p.Value {
		t.Errorf("proven to be %d and worth %d", p.Value, v.Value)
	}
	circle, err := bitboard.FromPits([bitboard.Pits]int{5: 1, 11: 1}) // comes back after twelve plies
	if err != nil {
		t.Fatal(err)
	}
	data = prove(t, db, circle, 1, 1_000_000)
	if p, err := check(t, db, data); err != nil || p.Value != 0 || p.Records == 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	for height := range word(3) {
		o := takeApart(t, data)
		o.head[11] = 1
		for i := range o.words {
			o.words[i] += 1<<claimShift + height
		}
		if _, err := check(t, db, o.bytes()); !errors.Is(err, ErrWrong) {
			t.Errorf("height %d: %v", height, err)
		}
	}
}

// TestSmall has boards whose proofs have few records or none.
func TestSmall(t *testing.T) {
	db := tablesOf(t, "ayoayo")
	for n := range 4 {
		for rank := range bitboard.LayerSize(n) {
			b := bitboard.Unrank(n, rank)
			for _, tables := range []int{-1, 1, 3} {
				p, err := check(t, db, prove(t, db, b, tables, 1_000_000))
				v, probed := db.Probe(b)
				if err != nil || probed != nil || p.Value != v.Value || tables == 3 && p.Records > 0 || tables < 0 && len(p.Layers) > 0 {
					t.Fatalf("%v on tables to %d: %+v, %v, %+v", b.Pits(), tables, p, err, v)
				}
			}
		}
	}
}

// TestStored checks a proof on tables that are read from their folder, and on such
// that are too small, damaged, or of other rules.
func TestStored(t *testing.T) {
	memory := tablesOf(t, "ayoayo")
	b := randomBoard(rand.New(rand.NewPCG(3, 3)), 12)
	data := prove(t, memory, b, 6, 1_000_000)
	dir := t.TempDir()
	open := func(rules string, seeds int) *egdb.DB {
		t.Helper()
		r, err := bitboard.Preset(rules)
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(dir, rules, string(rune('0'+seeds)))
		if err := egdb.BuildStored(t.Context(), at, r, egdb.BuildOptions{Seeds: seeds, Workers: 1}); err != nil {
			t.Fatal(err)
		}
		db, err := egdb.Open(at, r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		return db
	}
	if _, err := check(t, open("ayoayo", 6), data); err != nil {
		t.Error(err)
	}
	for _, db := range []*egdb.DB{open("ayoayo", 5), open("ayoayo-owner", 6)} {
		if _, err := check(t, db, data); !errors.Is(err, ErrTables) {
			t.Errorf("%v: %v", db.Rules().Name(), err)
		}
	}
}

// TestWrite refuses records that would be no proof's.
func TestWrite(t *testing.T) {
	b := bitboard.Start()
	for _, records := range [][]Record{
		{{Board: b, Claim: 49}},
		{{Board: b, Pit: 8}},
		{{Board: b, Height: MaxHeight + 1}},
		{{Board: b, Claim: 1}, {Board: b, Claim: 1}},
		{{Board: b, Claim: 1}, {Board: b}},
		{},
		{{Board: b}, {Board: b, Claim: 1}, {Board: b, Claim: 2}},
	} {
		var out bytes.Buffer
		p := &Proof{Board: b, Records: 2}
		err := Write(&out, p, func(yield func(Record) bool) {
			for _, r := range records {
				if !yield(r) {
					return
				}
			}
		})
		if !errors.Is(err, ErrRecord) {
			t.Errorf("%+v: %v", records, err)
		}
	}
}

// TestRoundTrip packs and unpacks records.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		n := rng.IntN(bitboard.MaxSeeds + 1)
		r := Record{randomBoard(rng, n), rng.IntN(2*claimBias+1) - claimBias, rng.IntN(bitboard.RowPits+1) - 1, rng.IntN(MaxHeight + 1)}
		w, err := r.pack()
		if err != nil {
			t.Fatal(err)
		}
		b, ok := w.board()
		if got := (Record{b, w.claim(), w.pit(), w.height()}); !ok || got != r || w.key() != keyWord(r.Board, r.Claim) {
			t.Fatalf("%+v became %+v", r, got)
		}
	}
}

// TestStart proves the start of Ayoayo in long runs.
func TestStart(t *testing.T) {
	boardtest.NeedsLong(t)
	db, err := egdb.Build(t.Context(), bitboard.Rules{}, egdb.BuildOptions{Seeds: 14, Bounds: true, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	data := prove(t, db, bitboard.Start(), 14, 1<<40)
	p, err := check(t, db, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("value %d, %d records, %d bytes", p.Value, p.Records, len(data))
}
