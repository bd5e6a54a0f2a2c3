package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"

	"github.com/gofrs/flock"
)

func TestBuild(t *testing.T) {
	dir := t.TempDir()
	got := run(t, "build --seeds 5 --tables "+dir, "")
	if got.status != statusDone || got.errOut != "" || !strings.HasPrefix(got.out, "layers 0 to 5 of ayoayo are built: 6,188 boards in ") || !strings.HasSuffix(flat(got.out), " on disk in "+filepath.Join(dir, "ayoayo")) {
		t.Errorf("%+v", got)
	}
	// Flags in another order; what is there is kept.
	got = run(t, "--tables="+dir+" --threads 1 build --mem 1GiB --seeds=3 --checkpoint 1m", "")
	if got.status != statusDone || !strings.HasPrefix(got.out, "layers 0 to 5 of ayoayo are there already: 6,188 boards, ") {
		t.Errorf("%+v", got)
	}
	got = run(t, "build --seeds 6 --bounds --tables "+dir, "")
	if got.status != statusDone || !strings.HasPrefix(got.out, "layers 0 to 6 of ayoayo are built: 18,564 boards in ") {
		t.Errorf("%+v", got)
	}
}

func TestBuildUsage(t *testing.T) {
	dir := t.TempDir()
	for line, want := range map[string]string{
		"build":                               "--seeds is missing; right is ayosolve build --seeds 14",
		"build 14":                            `"14" is one argument too many for build`,
		"build --seeds 49":                    "not a number from 0 to 48",
		"build --seeds -1":                    "not a number from 0 to 48",
		"build --seeds x":                     "not a number from 0 to 48",
		"build --seeds 4 --json":              "--json goes with --plan",
		"build --seeds 4 --repetition owner":  "tables hold values under --repetition split",
		"build --seeds 4 --checkpoint 0s":     "--checkpoint \"0s\" is not more than nothing",
		"build --seeds 4 --checkpoint often":  "not a time with its unit; right is ayosolve build --seeds 14 --checkpoint 10m",
		"build --seeds 4 --threads 0":         "not a number from 1 to 1024",
		"build --seeds 4 --threads -3":        "not a number from 1 to 1024",
		"build --seeds 4 --tables=":           "neither --tables nor AYOSOLVE_TABLES names one",
		"build --seeds 4 --rules chess":       "not one of ayoayo, ",
		"build --seeds 4 --grand-slam nobody": "not one of nocapture, ",
	} {
		checkUsage(t, line, run(t, line+map[bool]string{true: " --tables " + dir}[!strings.Contains(line, "--tables")], ""), want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v in the folder", err, entries)
	}
}

func TestBuildFolders(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(tablesVariable, dir)
	if got := run(t, "build --seeds 2", ""); got.status != statusDone || !strings.Contains(got.out, dir) {
		t.Errorf("%+v", got)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	line := "build --seeds 2 --tables " + file
	checkFailed(t, line, run(t, line, ""), "not a directory; name a folder with --tables")
	if os.Getuid() > 0 { // nothing is closed to root
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		line = "build --seeds 2 --rules oware"
		checkFailed(t, line, run(t, line, ""), "permission denied; name a folder of your own with --tables")
	}
	t.Setenv(tablesVariable, "")
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	checkUsage(t, "build without a home", runArgs(t.Context(), []string{"build", "--seeds", "2"}, nil), "neither --tables nor AYOSOLVE_TABLES names one")
}

func TestBuildRefusals(t *testing.T) {
	dir := testTables(t, "ayoayo", 3, false)
	line := "build --seeds 20 --mem 100MiB --tables " + dir
	got := run(t, line, "")
	checkFailed(t, line, got, "not enough memory: 20 seeds take at least ", "allowed are 100 MiB; right is --mem ")
	// The number that it names will do.
	mem := strings.TrimSpace(got.errOut[strings.LastIndex(got.errOut, " ")+1:])
	if p := answered[buildPlan](t, "build --seeds 20 --plan --json --mem "+mem+" --tables "+t.TempDir()); !p.Fits {
		t.Errorf("--mem %s does not do", mem)
	}

	lock := flock.New(filepath.Join(dir, "ayoayo", "LOCK"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		t.Fatal(ok, err)
	}
	line = "build --seeds 4 --tables " + dir
	checkFailed(t, line, run(t, line, ""), "another build is running in this folder", "wait for it to end")
	lock.Close()

	if err := os.Rename(filepath.Join(dir, "ayoayo"), filepath.Join(dir, "oware")); err != nil {
		t.Fatal(err)
	}
	line = "build --seeds 4 --rules oware --tables " + dir
	checkFailed(t, line, run(t, line, ""), "tables of other rules: of ayoayo, not oware; choose those with --rules")

	dir = testTables(t, "ayoayo", 3, false)
	damage(t, dir, 2)
	line = "build --seeds 4 --tables " + dir
	checkFailed(t, line, run(t, line, ""), "damaged tables: ", "layer-02", "remove that layer's folder and build again")
	if err := os.RemoveAll(filepath.Join(dir, "ayoayo", "layer-02")); err != nil {
		t.Fatal(err)
	}
	if got := run(t, line, ""); got.status != statusDone {
		t.Errorf("%s: %+v", line, got)
	}
}

// damage changes a byte of a stored layer of ayoayo.
func damage(t *testing.T, dir string, seeds int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "ayoayo", "layer-0"+string(rune('0'+seeds)), "*.sst"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.Chmod(files[0], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestBuildInterrupt sends the signal of Ctrl-C to a build that would take hours.
func TestBuildInterrupt(t *testing.T) {
	dir := t.TempDir()
	var out, errOut bytes.Buffer
	cmd := command(t, "build", "--seeds", "26", "--tables", dir)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	layer := filepath.Join(dir, "ayoayo", "layer-08")
	for wait := 0; wait < 1000; wait++ {
		if _, err := os.Stat(layer); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = interrupt(t, cmd)
	if text := errOut.String(); cmd.ProcessState.ExitCode() != statusFailed || out.Len() > 0 || strings.Count(text, "\n") != 1 ||
		!strings.Contains(text, "interrupted in layer ") || !strings.Contains(text, "finished layers stay, the same command goes on") {
		t.Errorf("%v, output %q, standard error %q", cmd.ProcessState, out.String(), text)
	}
	if got := run(t, "tables verify --tables "+dir, ""); got.status != statusDone {
		t.Errorf("%+v", got)
	}
}

func TestBuildPlan(t *testing.T) {
	dir := testTables(t, "ayoayo", 4, false)
	p := answered[buildPlan](t, "build --seeds 24 --plan --json --mem 12GiB --threads 2 --tables "+dir)
	if p.Rules != "ayoayo" || p.Boards != bitboard.BoardsBelow(25) || len(p.Layers) != 25 || !p.Fits || p.Mem != 12<<30 || p.Thread != 2 || p.TimeS < 10 ||
		p.Tables != filepath.Join(dir, "ayoayo") {
		t.Errorf("%+v", p)
	}
	for n, l := range p.Layers {
		if l.Seeds != n || l.Boards != bitboard.LayerSize(n) || l.Stored != (n <= 4) || l.Least > l.Memory || l.Passes != 1 || l.Disk == 0 {
			t.Errorf("%+v", l)
		}
	}
	if last := p.Layers[24]; last.Memory != p.Memory || last.Least != p.Least {
		t.Errorf("%+v", p)
	}
	// With bounds none of what is there does.
	if p := answered[buildPlan](t, "build --seeds 3 --plan --json --bounds --tables "+dir); !p.Bounds || p.Layers[0].Stored || p.TimeS == 0 {
		t.Errorf("%+v", p)
	}
	if p := answered[buildPlan](t, "build --seeds 3 --plan --json --tables "+dir); !p.Layers[3].Stored || p.TimeS != 0 {
		t.Errorf("%+v", p)
	}
	if p := answered[buildPlan](t, "build --seeds 30 --plan --json --mem 1GB --tables "+dir); p.Fits || p.TimeS != 0 || p.Least > 20<<30 {
		t.Errorf("%+v", p)
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "ayoayo")); err != nil || len(entries) != 6 { // LOCK and the layers
		t.Errorf("a plan left %v, %v", entries, err)
	}
}

func TestBuildPlanText(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	for _, columns := range []string{"40", "80"} {
		t.Setenv("COLUMNS", columns)
		for line, want := range map[string]string{
			"build --seeds 30 --plan --mem 1GiB --bounds": "it needs --mem ",
			"build --seeds 12 --plan --mem 1GiB":          "time    about ",
		} {
			got := run(t, line+" --tables "+dir, "")
			if got.status != statusDone || !strings.Contains(got.out, want) || !strings.Contains(got.out, "boards  ") || got.errOut != "" {
				t.Errorf("%+v", got)
			}
			checkWidth(t, got.out, map[string]int{"40": 40, "80": 80}[columns])
		}
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("a plan made the folder: %v", err)
	}
}

// TestPlanTooLarge: a plan that needs more than there is says so, at any width.
func TestPlanTooLarge(t *testing.T) {
	free := uint64(20 << 30)
	p := buildPlan{Rules: "ayoayo", Boards: 1, Memory: 900 << 30, Least: 800 << 30, Mem: 12 << 30, Disk: 500 << 30, Free: &free}
	var text bytes.Buffer
	p.writeText(&text, 40)
	checkWidth(t, text.String(), 40)
	for _, want := range []string{
		"        only 12.0 GiB are allowed:\n        it needs --mem 800GiB\n",
		"disk    about 500 GiB of 20.0 GiB free:\n        it does not fit on the disk\n",
		"time    none: it does not fit in memory\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	for _, full := range []bool{true, false} {
		text.Reset()
		p.Room = !full
		p.writeText(&text, 80)
		if strings.Contains(text.String(), "on the disk") != full {
			t.Errorf("full: %v\n%s", full, text.String())
		}
	}
}

func TestPlanCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := runArgs(ctx, []string{"build", "--seeds", "20", "--plan", "--tables", t.TempDir()}, nil)
	checkFailed(t, "build --plan", got, "interrupted")
}

// TestExplain words errors that a test can't bring about.
func TestExplain(t *testing.T) {
	o := buildOptions{seeds: 3, memory: 1 << 30}
	o.threads = 1
	for _, test := range []struct {
		err  error
		want string
	}{
		{egdb.ErrFormat, "use the ayosolve that wrote them"},
		{egdb.ErrSpace, "make room"},
		{egdb.ErrMemory, "allow more, with --mem"},
		{context.Canceled, "interrupted; finished layers stay"},
	} {
		if got := o.explain(test.err, &buildProgress{}).Error(); !strings.Contains(got, test.want) {
			t.Errorf("%v: %s", test.err, got)
		}
	}
}
