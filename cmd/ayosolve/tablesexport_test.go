package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExport(t *testing.T) {
	dir := testTables(t, "ayoayo", 5, false)
	info := answered[tablesInfo](t, "tables info --json --tables "+dir)
	out := filepath.Join(t.TempDir(), "layer")
	line := "tables export --seeds 5 --out " + out + " --tables " + dir
	got := run(t, line, "")
	if want := "layer 5 of ayoayo is in " + out + ": 4,368 boards, 4,368 bytes"; got.status != statusDone || flat(got.out) != want || got.errOut != "" {
		t.Errorf("%+v", got)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	if len(data) != 4368 || hex.EncodeToString(sum[:]) != info.Layers[5].SHA256 {
		t.Errorf("%d bytes, SHA-256 %x", len(data), sum)
	}
	if got := run(t, "tables export --seeds 5 --out - --tables "+dir, ""); got.status != statusDone || got.out != string(data) || got.errOut != "" {
		t.Errorf("to standard output: status %d, %q", got.status, got.errOut)
	}
	// A file is kept, unless it is to be written over.
	if err := os.WriteFile(out, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	checkFailed(t, line, run(t, line, ""), out+" exists; --force writes over it")
	if kept, _ := os.ReadFile(out); string(kept) != "mine" {
		t.Errorf("%q", kept)
	}
	if got := run(t, line+" --force --compressed", ""); got.status != statusDone {
		t.Errorf("%+v", got)
	}
	if file, _ := os.ReadFile(out); !bytes.HasPrefix(file, []byte(layerFileStart)) || len(file) >= len(data) {
		t.Errorf("a layer file of %d bytes", len(file))
	}
	line = "tables export --seeds 6 --out " + out + "2 --tables " + dir
	checkFailed(t, line, run(t, line, ""), "the tables of ayoayo reach 5 seeds; for 6: ayosolve build --seeds 6")
	line = "tables export --seeds 5 --force --out /dev/null --tables " + dir
	checkFailed(t, line, run(t, line, ""), "/dev/null is not a file")
	line = "tables export --seeds 5 --out " + out + "/x/y --tables " + dir
	checkFailed(t, line, run(t, line, ""), "not a directory")
	if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) != 1 {
		t.Errorf("%v, left behind: %v", err, entries)
	}
}

// TestImport moves layers from one folder to another, by files and by a pipe, and
// ends with the same checksums.
func TestImport(t *testing.T) {
	from, to := testTables(t, "oware", 4, true), t.TempDir()
	flags := " --rules oware --tables "
	for n, export := range []string{"--compressed", "", "--compressed", "", "--compressed"} {
		file := filepath.Join(t.TempDir(), "layer")
		if got := run(t, "tables export --seeds "+string(rune('0'+n))+" --out "+file+" "+export+flags+from, ""); got.status != statusDone {
			t.Fatalf("%+v", got)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, in := file, ""
		if n > 2 {
			name, in = "-", string(data)
		}
		got := run(t, "tables import "+name+flags+to, in)
		if got.status != statusDone || got.errOut != "" || !strings.HasPrefix(got.out, "layer "+string(rune('0'+n))+" of oware is imported: ") {
			t.Fatalf("%+v", got)
		}
	}
	want, got := answered[tablesInfo](t, "tables info --json"+flags+from), answered[tablesInfo](t, "tables info --json"+flags+to)
	for n := range want.Layers {
		if got.Layers[n].SHA256 != want.Layers[n].SHA256 {
			t.Errorf("layer %d: %s, want %s", n, got.Layers[n].SHA256, want.Layers[n].SHA256)
		}
	}
}

func TestImportErrors(t *testing.T) {
	dir, work := testTables(t, "ayoayo", 4, false), t.TempDir()
	more := testTables(t, "ayoayo", 6, false)
	other := testTables(t, "oware", 5, false)
	export := func(name, flags string) []byte {
		file := filepath.Join(work, name)
		if got := run(t, "tables export --out "+file+" "+flags, ""); got.status != statusDone {
			t.Fatalf("%+v", got)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(work, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	export("raw6", "--seeds 6 --tables "+more)
	export("file6", "--seeds 6 --compressed --tables "+more)
	raw := export("raw5", "--seeds 5 --tables "+more)
	file := export("file5", "--seeds 5 --compressed --tables "+more)
	export("raw-oware", "--seeds 5 --rules oware --tables "+other)
	export("file-oware", "--seeds 5 --compressed --rules oware --tables "+other)
	write("empty", nil)
	write("short", raw[:100])
	write("cut", file[:len(file)/2])
	file[len(file)/2] ^= 1
	write("flipped", file)
	write("newer", []byte("ayosolve layer 2\n...."))
	raw[1000] ^= 2
	write("changed", raw)
	for name, want := range map[string]string{
		"none":       "no such file",
		"raw6":       "the file has layer 6, the next one to import is layer 5 with 4368 bytes",
		"file6":      "file6: the file has layer 6, the next one to import is 5",
		"raw-oware":  "raw-oware is not of these tables: wrong tables: ",
		"file-oware": "file-oware is not of these tables: tables of other rules: of oware, not ayoayo",
		"empty":      "0 bytes are no layer",
		"short":      "100 bytes are no layer",
		"cut":        "cut: layer file is cut short",
		"flipped":    "flipped: layer file: a section differs from its checksum",
		"newer":      "newer is not of these tables: tables of a newer format",
		"changed":    "changed is not of these tables: wrong tables: layer 5, ",
	} {
		line := "tables import " + filepath.Join(work, name) + " --tables " + dir
		got := run(t, line, "")
		checkFailed(t, line, got, want)
		if strings.Contains(got.errOut, "remove that layer's folder") {
			t.Errorf("bad advice: %s", got.errOut)
		}
	}
	checkFailed(t, "import -", run(t, "tables import - --tables "+dir, "abc"), "standard input: layer 5 has 4368 boards, the file is shorter")
	checkFailed(t, "import -", run(t, "tables import - --tables "+dir, strings.Repeat("\x00", 4369)), "standard input: layer 5 has 4368 boards, the file is longer")
	if info := answered[tablesInfo](t, "tables info --json --tables "+dir); info.MaxSeeds != 4 {
		t.Errorf("%+v", info)
	}
}
