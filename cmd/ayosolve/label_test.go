package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/egdb"
)

// endgameText is a position whose labels take no time with the tables of the tests.
const endgameText = "0-2-0-1-0-3-1-0-2-0-1-3-18-17-S"

func TestLabelUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("there.csv", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for line, words := range map[string]string{
		"label":                                                   "--in, --random or --reachable; right is ayosolve label --in",
		"label --in a --random 3 --out b.csv":                     "three ways, choose one",
		"label --in a --out b.csv --plies 3":                      "--plies and --seed go with --random; right is ayosolve label --random",
		"label start --in a --out b.csv":                          "a position goes with --random or --reachable",
		"label --random 0 --out b.csv":                            "not a number from 1 on; right is ayosolve label --random",
		"label --random 5 --plies 5..3 --out b.csv":               "not a range of plies",
		"label --random 5 --plies -1..3 --out b.csv":              "not a range of plies",
		"label --random 5 --seed x --out b.csv":                   "not a number from 0",
		"label --reachable x --out b.csv":                         "not a number from 0 to 250; right is ayosolve label --reachable",
		"label --reachable 3":                                     "--out is missing",
		"label --reachable 3 --out b.xls":                         "does not end in .jsonl, .csv or .parquet",
		"label --reachable 3 --out b.csv --hash 1kB":              "--hash is too small",
		"label --reachable 3 --out b.csv --nodes 0":               "not a number from 1 on",
		"label --reachable 3 --out b.csv --chunk 0":               "--chunk",
		"label --reachable 3 --count --out b.csv":                 "--count writes no --out",
		"label nowhere --reachable 3 --out b.csv":                 "neither the word start",
		"label start start --reachable 3 --out b.csv":             "one argument too many",
		"label 0-0-0-0-1-1-0-0-0-0-0-0-S --random 99 --out b.csv": "there may be no more than",
	} {
		checkUsage(t, line, run(t, line, ""), words)
	}
	checkFailed(t, "there", run(t, "label --reachable 1 --out there.csv", ""), "--force writes over it")
	checkFailed(t, "no file", run(t, "label --in missing.txt --out b.csv", ""), "missing.txt")
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 2 { // one job was begun
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// TestLabelAgreesWithAnalyze labels positions of both sides and compares each with what
// analyze says.
func TestLabelAgreesWithAnalyze(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "labels.jsonl")
	got := run(t, "label "+endgameText+" --random 60 --plies 0..6 --seed 4 --out "+file, "")
	if got.status != statusDone || !strings.Contains(got.out, "60 positions in ") || got.errOut != "" {
		t.Fatalf("%+v", got)
	}
	if _, err := os.Stat(file + ".job"); err == nil {
		t.Error("the job's folder is still there")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Position, Status string
		Value            *int
		Outcome          *string
		FinalSouth       *float64 `json:"final_south"`
		LegalMoves       string   `json:"legal_moves"`
		BestMoves        *string  `json:"best_moves"`
		A                *int     `json:"value_a"`
		B                *int     `json:"value_b"`
		C                *int     `json:"value_c"`
		D                *int     `json:"value_d"`
		E                *int     `json:"value_e"`
		F                *int     `json:"value_f"`
		Termination      *string
	}
	var rows []row
	var input strings.Builder
	for line := range strings.Lines(string(data)) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
		input.WriteString(r.Position + "\n")
	}
	answers := strings.Split(strings.TrimSpace(run(t, "analyze -", input.String()).out), "\n")
	if len(rows) != 60 || len(answers) != 60 {
		t.Fatalf("%d rows, %d answers", len(rows), len(answers))
	}
	for i, r := range rows {
		var a answer.Analysis
		if err := json.Unmarshal([]byte(answers[i]), &a); err != nil {
			t.Fatal(err)
		}
		legal, best := "", ""
		values := map[string]*int{}
		for _, m := range a.Moves {
			legal += m.Move
			values[strings.ToUpper(m.Move)] = m.Value
			if *m.Value == *a.Value {
				best += m.Move
			}
		}
		same := func(x, y *int) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }
		ok := r.Status == "exact" && same(r.Value, a.Value) && *r.Outcome == *a.Outcome && *r.FinalSouth == a.Final.South &&
			r.LegalMoves == legal && *r.BestMoves == best
		for letter, v := range map[string]*int{"A": r.A, "B": r.B, "C": r.C, "D": r.D, "E": r.E, "F": r.F} {
			ok = ok && same(v, values[letter])
		}
		ok = ok && (r.Termination != nil) == (a.Termination != "")
		if !ok {
			t.Errorf("%s\n%+v", answers[i], r)
		}
	}
}

// TestLabelInput tells bad lines, drops what comes twice and labels the rest.
func TestLabelInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.csv")
	got := run(t, "label --in - --out "+file, "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\nnonsense\n0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\n")
	if got.status != statusFailed || !strings.Contains(got.out, "1 positions in ") {
		t.Errorf("%+v", got)
	}
	if lines := strings.Split(got.errOut, "\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], "ayosolve: line 2: not a position") || lines[1] != "ayosolve: 1 lines were bad" {
		t.Errorf("%q", got.errOut)
	}
	if data, err := os.ReadFile(file); err != nil || strings.Count(string(data), "\n") != 2 {
		t.Errorf("%s, %v", data, err)
	}
}

func TestLabelCount(t *testing.T) {
	got := run(t, "label --reachable 3 --count", "")
	const want = "ply new positions\n  0             1\n  1             6\n  2            28\n  3           132\nall           167\n"
	if got.status != statusDone || got.out != want {
		t.Errorf("%+v", got)
	}
	got = run(t, "label --reachable 3 --count --json", "")
	if got.status != statusDone || !strings.Contains(got.out, `"positions":167,"plies":[1,6,28,132]`) {
		t.Errorf("%+v", got)
	}
}

// TestLabelKeep keeps the folder, and goes on from it with the same parameters alone.
func TestLabelKeep(t *testing.T) {
	t.Chdir(t.TempDir())
	line := "label " + endgameText + " --random 20 --plies 4 --out out.csv --keep"
	if got := run(t, line, ""); got.status != statusDone {
		t.Fatalf("%+v", got)
	}
	before, err := os.ReadFile("out.csv")
	if err != nil {
		t.Fatal(err)
	}
	checkFailed(t, "other nodes", run(t, line+" --force --nodes 5", ""), "nodes 10000000, not 5", "remove that folder")
	if got := run(t, line+" --force --threads 1", ""); got.status != statusDone {
		t.Errorf("%+v", got)
	}
	if after, err := os.ReadFile("out.csv"); err != nil || string(after) != string(before) {
		t.Errorf("another output, %v", err)
	}
	checkFailed(t, "no job", run(t, "label --reachable 1 --out b.csv --job .", ""), "not the folder of a job")
}

// TestLabelInterrupted is cancelled: it ends at once, says what to do, and the same
// command goes on.
func TestLabelInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	line := "label --random 30 --plies 20..24 --out out.csv --chunk 2 --threads 1"
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan ended, 1)
	go func() { done <- runArgs(ctx, strings.Fields(line), strings.NewReader("")) }()
	for found := []string(nil); len(found) == 0; {
		found, _ = filepath.Glob("out.csv.job/chunks/*/*.chunk")
	}
	cancel()
	got := <-done
	if got.status != statusFailed || got.out != "" || got.errOut != "ayosolve: what is done is in out.csv.job; the same command goes on\nayosolve: interrupted\n" {
		t.Errorf("%+v", got)
	}
	if again := run(t, line, ""); again.status != statusDone || !strings.Contains(again.out, "30 positions in out.csv") {
		t.Errorf("%+v", again)
	}
	if whole := run(t, strings.Replace(line, "out.csv", "whole.csv", 1), ""); whole.status != statusDone {
		t.Errorf("%+v", whole)
	}
	checkSameFile(t, "out.csv", "whole.csv")
}

// chunkFiles counts the finished chunks of a job.
func chunkFiles(t *testing.T, job string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(job, "chunks", "*", "*.chunk"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// TestLabelKilled kills processes, each after some chunks, until the job is done all the
// same.
func TestLabelKilled(t *testing.T) {
	if os.Getenv("AYOSOLVE_LONG") != "1" {
		t.Skip("set AYOSOLVE_LONG=1 to run")
	}
	t.Chdir(t.TempDir())
	build := egdb.BuildOptions{Seeds: firstSeeds, Workers: 2}
	if err := egdb.BuildStored(t.Context(), "tables", bitboard.Rules{}, build); err != nil {
		t.Fatal(err)
	}
	args := func(file, threads string) []string {
		return []string{"label", "--random", "300", "--plies", "10..30", "--chunk", "8", "--tables", "tables", "--threads", threads, "--out", file}
	}
	if out, err := command(t, args("whole.parquet", "2")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	kills := 0
	for ; ; kills++ {
		cmd := command(t, args("killed.parquet", "1")...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		had, exited := chunkFiles(t, "killed.parquet.job"), false
		for !exited && chunkFiles(t, "killed.parquet.job") < had+3 {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
				exited = true
			case <-time.After(5 * time.Millisecond):
			}
		}
		if exited {
			break
		}
		cmd.Process.Kill()
		if <-ended == nil {
			break // it was faster
		}
	}
	if kills < 5 {
		t.Errorf("only %d kills", kills)
	}
	whole, err := os.ReadFile("whole.parquet")
	if err != nil {
		t.Fatal(err)
	}
	killed, err := os.ReadFile("killed.parquet")
	if err != nil || string(killed) != string(whole) {
		t.Errorf("after %d kills the file is another, %v", kills, err)
	}
	t.Logf("%d kills", kills)
}
