package egdb_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// noLeaks fails a test that leaves goroutines behind, what it opened with opened
// being closed before. The test must not be parallel.
func noLeaks(t *testing.T) {
	current := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, current) })
}

// opened opens stored tables until the test ends.
func opened(tb testing.TB, dir string, r bitboard.Rules) *egdb.DB {
	tb.Helper()
	db, err := egdb.Open(dir, r)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(db.Close)
	return db
}

// mustBuild builds stored tables.
func mustBuild(tb testing.TB, dir string, r bitboard.Rules, o egdb.BuildOptions) {
	tb.Helper()
	if err := egdb.BuildStored(context.Background(), dir, r, o); err != nil {
		tb.Fatal(err)
	}
}

// mustVerify checks stored tables.
func mustVerify(tb testing.TB, dir string, r bitboard.Rules, o egdb.VerifyOptions) {
	tb.Helper()
	o.Workers = 2
	if err := opened(tb, dir, r).Verify(context.Background(), o); err != nil {
		tb.Fatal(err)
	}
}

// recordsOf returns the records of all stored layers, which say all there is in
// them: counts and checksums of values and bounds.
func recordsOf(tb testing.TB, dir string, r bitboard.Rules) (records []egdb.Record) {
	tb.Helper()
	db := opened(tb, dir, r)
	for n := range db.MaxSeeds() + 1 {
		record, err := db.Record(n)
		if err != nil {
			tb.Fatal(err)
		}
		records = append(records, *record)
	}
	return records
}

// sameTables checks that a folder holds what another does, and nothing besides.
func sameTables(tb testing.TB, r bitboard.Rules, got, want string) {
	tb.Helper()
	g, w := recordsOf(tb, got, r), recordsOf(tb, want, r)
	if len(g) != len(w) {
		tb.Fatalf("%d layers, want %d", len(g), len(w))
	}
	for n := range w {
		if !reflect.DeepEqual(g[n], w[n]) {
			tb.Errorf("layer %d: %+v, want %+v", n, g[n], w[n])
		}
	}
	onlyLayers(tb, got, r, w)
}

// layerName is the name of a layer's folder.
func layerName(n int, bounds bool) string {
	if bounds {
		return fmt.Sprintf("layer-%02d-bounds", n)
	}
	return fmt.Sprintf("layer-%02d", n)
}

// onlyLayers checks that a folder holds layers with those records and nothing
// besides.
func onlyLayers(tb testing.TB, dir string, r bitboard.Rules, records []egdb.Record) {
	tb.Helper()
	want := []string{"LOCK"}
	for n, record := range records {
		want = append(want, layerName(n, record.Bounds != nil))
	}
	entries, err := os.ReadDir(filepath.Join(dir, r.Name()))
	if err != nil {
		tb.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		tb.Errorf("the folder holds %v, want %v", got, want)
	}
}

// TestStoredIsBuilt: what is read from disk, probed there or brought into memory, is
// what Build computes in memory, and is described by its record.
func TestStoredIsBuilt(t *testing.T) {
	seeds := 8
	if boardtest.Long() {
		seeds = sharedSeeds
	}
	for _, bounds := range []bool{false, true} {
		t.Run(fmt.Sprintf("bounds=%t", bounds), func(t *testing.T) {
			boardtest.EachPreset(t, func(t *testing.T, r bitboard.Rules) {
				if !bounds && !boardtest.Long() && r.Name() != "ayoayo" && r.Name() != "oware" {
					t.Skip("with AYOSOLVE_LONG=1")
				}
				want, dir := shared(t, r), t.TempDir()
				mustBuild(t, dir, r, egdb.BuildOptions{Seeds: seeds, Bounds: bounds, Workers: 2})
				onlyLayers(t, dir, r, recordsOf(t, dir, r))
				db := opened(t, dir, r)
				if got := db.MaxSeeds(); got != seeds {
					t.Fatalf("MaxSeeds() = %d, want %d", got, seeds)
				}
				for n := range seeds + 1 {
					checkRecord(t, db, want, n, bounds)
				}
				checkProbes(t, db, want, seeds, bounds)
				if n, err := db.Load(context.Background(), seeds, 1<<30, 2); n != seeds || err != nil {
					t.Fatalf("Load = %d, %v", n, err)
				}
				for n := range seeds + 1 {
					sameLayer(t, "value", n, db.Values(n), want.Values(n))
					low, high := db.Bounds(n)
					if !bounds && low == nil && high == nil {
						continue
					}
					wantLow, wantHigh := want.Bounds(n)
					sameLayer(t, "low", n, low, wantLow)
					sameLayer(t, "high", n, high, wantHigh)
				}
				checkProbes(t, db, want, seeds, bounds)
				mustVerify(t, dir, r, egdb.VerifyOptions{})
				mustVerify(t, dir, r, egdb.VerifyOptions{Full: true})
			})
		})
	}
}

// checkProbes probes boards of every layer.
func checkProbes(t *testing.T, db, want *egdb.DB, seeds int, bounds bool) {
	t.Helper()
	for n := range seeds + 1 {
		low, high := want.Bounds(n)
		for _, b := range randomBoards(n, 2000) {
			rank := b.Rank()
			w := egdb.Value{Value: int(want.Values(n)[rank])}
			if bounds {
				w.Low, w.High, w.HasBounds = int(low[rank]), int(high[rank]), true
			}
			if got, err := db.Probe(b); err != nil || got != w {
				t.Fatalf("Probe(%v) = %+v, %v, want %+v", b.Pits(), got, err, w)
			}
		}
	}
	for _, b := range randomBoards(seeds+1, 3) {
		if got, err := db.Probe(b); !errors.Is(err, egdb.ErrAbove) || got != (egdb.Value{}) {
			t.Errorf("Probe(%v) = %+v, %v, want ErrAbove", b.Pits(), got, err)
		}
	}
}

// digest is the SHA-256 of values as signed bytes.
func digest(values []int8) string {
	h := sha256.New()
	for _, v := range values {
		h.Write([]byte{uint8(v)})
	}
	return hex.EncodeToString(h.Sum(nil))
}

func checkRecord(t *testing.T, db, want *egdb.DB, n int, bounds bool) {
	t.Helper()
	got, err := db.Record(n)
	if err != nil {
		t.Fatal(err)
	}
	values := want.Values(n)
	w := egdb.Record{
		Format: egdb.FormatVersion, Rules: db.Rules().Name(), Layer: n, Boards: bitboard.LayerSize(n), BlockValues: 1 << 16,
		Histogram: make([]uint64, 2*n+1), SHA256: digest(values),
	}
	mean := 0.0
	for _, v := range values {
		w.Histogram[int(v)+n]++
		mean += float64(v) / float64(len(values))
	}
	if bounds {
		low, high := want.Bounds(n)
		w.Bounds = &egdb.BoundsRecord{SHA256Low: digest(low), SHA256High: digest(high)}
		for i := range low {
			if low[i] == high[i] {
				w.Bounds.Met++
			}
		}
	}
	if !reflect.DeepEqual(*got, w) {
		t.Errorf("Record(%d) = %+v, want %+v", n, *got, w)
	}
	won, drawn, lost, _ := tally(values)
	if got.Won() != uint64(won) || got.Drawn() != uint64(drawn) || got.Lost() != uint64(lost) {
		t.Errorf("layer %d: won, drawn, lost = %d, %d, %d, want %d, %d, %d", n, got.Won(), got.Drawn(), got.Lost(), won, drawn, lost)
	}
	if d := got.Mean() - mean; d > 1e-9 || d < -1e-9 {
		t.Errorf("layer %d: Mean() = %v, want %v", n, got.Mean(), mean)
	}
}

// TestStoredHashes compares stored layers with ../shared/vectors/layers.tsv.
func TestStoredHashes(t *testing.T) {
	for _, name := range []string{"ayoayo", "oware"} {
		db := opened(t, template(t, boardtest.Preset(t, name), tablesTo(7)), boardtest.Preset(t, name))
		compared := 0
		lines(t, "layers.tsv", func(line string) {
			fields := strings.Split(line, "\t")
			if fields[0] != name {
				return
			}
			var out bytes.Buffer
			if err := db.ExportRaw(context.Background(), compared, &out); err != nil {
				t.Fatal(err)
			}
			values := make([]int8, out.Len())
			for i, b := range out.Bytes() {
				values[i] = int8(b)
			}
			if got := fmt.Sprintf("%016x", hash(values)); got != fields[len(fields)-1] {
				t.Errorf("%s, layer %d: hash %s, want %s", name, compared, got, fields[len(fields)-1])
			}
			compared++
		})
		if compared != 8 {
			t.Errorf("%s: compared %d layers, want 8", name, compared)
		}
	}
}

// TestStoredAgain: a build that finds all it is asked for does nothing.
func TestStoredAgain(t *testing.T) {
	noLeaks(t)
	r := boardtest.Preset(t, "oware")
	dir := copied(t, r, tablesTo(7))
	for _, o := range []egdb.BuildOptions{tablesTo(7), valuesTo(7), tablesTo(3), valuesTo(0)} {
		o.Progress = func(p egdb.Progress) { t.Errorf("%+v: layer %d is built again", o, p.Layer) }
		mustBuild(t, dir, r, o)
	}
	sameTables(t, r, dir, template(t, r, tablesTo(7)))
}
