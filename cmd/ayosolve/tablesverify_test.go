package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

func TestVerify(t *testing.T) {
	dir := testTables(t, "oware", 5, true)
	got := run(t, "tables verify --rules oware --tables "+dir, "")
	if got.status != statusDone || got.errOut != "" || strings.Count(got.out, "\n") != 7 ||
		!strings.HasPrefix(got.out, "layer  0               1 boards  right\n") || !strings.HasSuffix(got.out, "layer  5           4,368 boards  right\nall 6 layers are right\n") {
		t.Errorf("%+v", got)
	}
	got = run(t, "tables verify --full --threads 1 --mem 1GB --rules oware --tables "+dir, "")
	if got.status != statusDone || got.errOut != "" || !strings.Contains(got.out, "\nsearch               300 boards  right\nto the end           ") || !strings.HasSuffix(got.out, "\nall 6 layers are right\n") {
		t.Errorf("%+v", got)
	}
	checkWidth(t, got.out, 50)
}

func TestVerifyDamaged(t *testing.T) {
	dir := testTables(t, "ayoayo", 4, false)
	damage(t, dir, 3)
	for _, line := range []string{"tables verify", "tables verify --full"} {
		got := run(t, line+" --tables "+dir, "")
		if got.status != statusFailed || strings.Count(got.out, "\n") != 3 || strings.Contains(got.out, "all") || strings.Count(got.errOut, "\n") != 1 ||
			!strings.Contains(got.errOut, "damaged tables: ") || !strings.Contains(got.errOut, "layer-03") || !strings.Contains(got.errOut, "; remove that layer's folder and build again") {
			t.Errorf("%+v", got)
		}
	}
	for _, line := range []string{"tables info", "tables info --json", "probe 0-0-0-1-0-1-0-0-1-0-0-0-S", "tables export --seeds 3 --out " + dir + "/out"} {
		checkFailed(t, line, run(t, line+" --tables "+dir, ""), "damaged tables: ", "layer-03")
	}
}

func TestVerifyMemory(t *testing.T) {
	dir := testTables(t, "ayoayo", 4, false)
	got := run(t, "tables verify --full --mem 1000 --tables "+dir, "")
	if got.status != statusFailed || !strings.Contains(got.errOut, "not enough memory") || !strings.Contains(got.errOut, "; allow more, with --mem") {
		t.Errorf("%+v", got)
	}
}

// TestSample compares tables of every preset with searches, and tables with those
// of other rules.
func TestSample(t *testing.T) {
	for _, name := range bitboard.Presets() {
		r, err := bitboard.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		db, err := egdb.Build(t.Context(), r, egdb.BuildOptions{Seeds: 5, Bounds: true, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		exact, err := sampleTables(t.Context(), db, 2)
		if err != nil || exact < sampledBoards/2 {
			t.Errorf("%s: %d exact, %v", name, exact, err)
		}
		db.Close()
	}
}

// wrongTables hold the values of other rules.
type wrongTables struct {
	*egdb.DB
	rules bitboard.Rules
}

func (w wrongTables) Rules() bitboard.Rules { return w.rules }

func TestSampleFindsWrong(t *testing.T) {
	db, err := egdb.Build(t.Context(), bitboard.Rules{}, egdb.BuildOptions{Seeds: 6, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	oware := bitboard.Rules{Game: bitboard.Oware}
	if _, err := sampleTables(t.Context(), wrongTables{db, oware}, 2); !errors.Is(err, egdb.ErrWrong) {
		t.Errorf("%v", err)
	}
}

// TestTablesMissingLayer: a layer that is gone is named, and those above it are not
// passed over in silence.
func TestTablesMissingLayer(t *testing.T) {
	dir := t.TempDir()
	if got := run(t, "build --seeds 5 --tables "+dir, ""); got.status != statusDone {
		t.Fatalf("%+v", got)
	}
	if err := os.RemoveAll(filepath.Join(dir, "ayoayo", "layer-03")); err != nil {
		t.Fatal(err)
	}
	got := run(t, "tables verify --tables "+dir, "")
	if got.status != statusFailed || !strings.Contains(got.errOut, "layer 3 is missing") {
		t.Errorf("%+v", got)
	}
	if got := run(t, "tables info --tables "+dir, ""); got.status != statusDone || !strings.Contains(got.out, "for 3 is missing") {
		t.Errorf("%+v", got)
	}
}

// TestAnalyzeWithoutFolder: where no folder for tables is known, analyze makes them
// for once.
func TestAnalyzeWithoutFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tables")
	}
	for _, name := range []string{tablesVariable, "HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, "")
	}
	var out, errOut bytes.Buffer
	status := execute(t.Context(), []string{"analyze", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", "--json"}, nil, &out, &errOut)
	if status != statusDone || !strings.Contains(out.String(), `"value":2`) || !strings.Contains(errOut.String(), "--tables names a folder") {
		t.Errorf("%d, %s%s", status, out.String(), errOut.String())
	}
}
