package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ayosolve/bitboard"
)

func TestTablesInfo(t *testing.T) {
	dir := testTables(t, "oware", 4, false)
	for _, line := range []string{"tables info --json --rules oware --tables " + dir, "--tables=" + dir + " tables --rules oware info --json"} {
		info := answered[tablesInfo](t, line)
		if info.Rules != "oware" || info.Format != 2 || info.MaxSeeds != 4 || info.Boards != bitboard.BoardsBelow(5) || info.Bounds || info.Tables != filepath.Join(dir, "oware") {
			t.Errorf("%s: %+v", line, info)
		}
		disk := uint64(0)
		for n, l := range info.Layers {
			if l.Seeds != n || l.Boards != bitboard.LayerSize(n) || l.Won+l.Drawn+l.Lost != l.Boards || len(l.SHA256) != 64 || l.Bounds != nil || l.Disk == 0 {
				t.Errorf("%+v", l)
			}
			disk += l.Disk
		}
		if len(info.Layers) != 5 || disk != info.Disk {
			t.Errorf("%+v", info)
		}
	}
	dir = testTables(t, "oware", 4, true)
	info := answered[tablesInfo](t, "tables info --json --rules oware --tables "+dir)
	// 72.8 % of the boards with 4 seeds are the same under any repetition rule.
	if l := info.Layers[4]; !info.Bounds || l.Disk == 0 || l.Bounds == nil || l.Bounds.Met*1000/l.Boards != 728 || len(l.Bounds.SHA256Low) != 64 {
		t.Errorf("%+v", info)
	}
}

func TestTablesInfoText(t *testing.T) {
	dir := testTables(t, "oware", 6, true)
	for columns, want := range map[string][]string{
		"80": {"layer boards   won drawn  lost", " 72.82%\n", "\nlayers  0 to 6, format 2\n", "\nbounds  in all layers\n"},
		"40": {"layer boards   won drawn  lost  mean\n", "\nboards  18,564\n"},
	} {
		t.Setenv("COLUMNS", columns)
		got := run(t, "tables info --rules oware --tables "+dir, "")
		if got.status != statusDone || got.errOut != "" {
			t.Errorf("%+v", got)
		}
		for _, text := range want {
			if !strings.Contains(got.out, text) {
				t.Errorf("%q is not in\n%s", text, got.out)
			}
		}
		checkWidth(t, got.out, map[string]int{"40": 40, "80": 80}[columns])
	}
}

// TestWidestInfo: 30 layers with bounds fit into 80 columns, and 40.
func TestWidestInfo(t *testing.T) {
	var info tablesInfo
	for n := range 31 {
		size := bitboard.LayerSize(n)
		info.Layers = append(info.Layers, layerInfo{
			Seeds: n, Boards: size, Won: size / 2, Drawn: size / 9, Lost: size / 2, Mean: -12.3456, SHA256: strings.Repeat("f", 64),
			Bounds: &boundsInfo{Met: size - 1}, Disk: 950 << 20,
		})
		info.Boards += size
	}
	for _, columns := range []int{40, 80} {
		var text bytes.Buffer
		info.writeText(&text, columns)
		checkWidth(t, text.String(), columns)
	}
}

func TestPercent(t *testing.T) {
	for _, test := range []struct {
		part, whole uint64
		want        string
	}{{0, 3, "0.00%"}, {1, 3, "33.33%"}, {999999, 1000000, "99.99%"}, {7, 7, "100%"}} {
		if got := percentOf(test.part, test.whole); got != test.want {
			t.Errorf("%d of %d: %s, want %s", test.part, test.whole, got, test.want)
		}
	}
}

func TestNoTables(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	for _, line := range []string{"tables info", "tables info --json", "tables verify", "tables verify --full", "tables export --seeds 2 --out " + out,
		"probe 0-0-0-1-0-0-0-0-1-0-0-0-S --json"} {
		line += " --rules awari --tables " + dir
		checkFailed(t, line, run(t, line, ""), "no tables of awari in "+dir+"; to make some: ayosolve build --seeds 14 --rules awari")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v in the folder", err, entries)
	}
}

func TestTablesUsage(t *testing.T) {
	for line, want := range map[string]string{
		"tables":                           "the verb after tables is missing: info, verify, export, import or publish; right is ayosolve tables info",
		"tables inf":                       `"inf" is not a verb; right is ayosolve tables info`,
		"tables info 3":                    `"3" is one argument too many for info`,
		"tables info --mem 3GB":            "unknown flag: --mem",
		"tables verify --mem 3XB":          "is not a size such as",
		"tables export":                    "--seeds is missing; right is ayosolve tables export --seeds 8 --out layer-8.bin",
		"tables export --seeds 3":          "--out is missing",
		"tables export --seeds 50 --out x": "not a number from 0 to 48",
		"tables import":                    "FILE is missing; right is ayosolve tables import layer-15.ayo",
		"tables import a b":                `"b" is one argument too many for import`,
		"tables verify --rules oware --remainder own": "not one of opponent, owner",
		"probe":                            "POSITION is missing; right is ayosolve probe ",
		"probe 4-4":                        "not a position: ",
		"probe start start":                "one argument too many",
		"probe start --tables=":            "neither --tables nor",
		"probe 1-0-0-0-0-0-0-0-0-0-0-0-0S": "not a position",
	} {
		checkUsage(t, line, run(t, line, ""), want)
	}
}

// TestTablesExamples runs the examples of the verbs after tables.
func TestTablesExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(tablesVariable, t.TempDir())
	for _, line := range []string{"build --seeds 8", "build --seeds 4 --rules oware"} {
		if got := run(t, line, ""); got.status != statusDone {
			t.Fatalf("%s: %+v", line, got)
		}
	}
	tables := newTablesCommand(newRulesFlags(), newTablesFlags())
	for _, verb := range tables.Commands() {
		if verb.Long == "" || verb.Example == "" {
			t.Errorf("%s has no help", verb.Name())
		}
		for line := range strings.Lines(verb.Example) {
			args, ok := strings.CutPrefix(strings.TrimSpace(line), "ayosolve ")
			if verb.Name() == "import" {
				continue // it needs larger tables
			}
			if verb.Name() == "publish" {
				continue // it needs a server, see TestWorkerVerb
			}
			if got := run(t, args, ""); !ok || got.status != statusDone || got.out == "" || got.errOut != "" {
				t.Errorf("%s: %+v", line, got)
			}
		}
	}
}

func TestTablesCancelled(t *testing.T) {
	dir := testTables(t, "ayoayo", 3, false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, line := range []string{"tables info", "tables export --seeds 3 --out " + filepath.Join(dir, "out")} {
		got := runArgs(ctx, strings.Fields(line+" --tables "+dir), nil)
		if got.status != statusFailed && got.status != statusDone || strings.Count(got.errOut, "\n") > 1 {
			t.Errorf("%s: %+v", line, got)
		}
	}
	if parts, _ := filepath.Glob(filepath.Join(dir, "*part*")); len(parts) > 0 {
		t.Errorf("left behind: %v", parts)
	}
}
