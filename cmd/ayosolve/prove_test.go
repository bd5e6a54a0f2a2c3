package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/proof"
)

// TestProveCheck proves positions and checks the files.
func TestProveCheck(t *testing.T) {
	dir := t.TempDir()
	for i, line := range []string{
		"start",
		"0-3-1-2-0-2-1-2-1-3-1-2-N",
		"1-0-0-0-0-1-0-0-0-0-0-0 --rules oware",
		"1-0-2-0-0-1-0-1-0-3-0-1-N --rules oware",
		"1-2-0-0-0-1-0-1-0-2-0-1-20-20-S --rules awari",
		"0-0-0-0-0-0-0-1-0-0-1-0-23-23-S --rules oware", // over
	} {
		file := filepath.Join(dir, string(rune('a'+i)))
		made := answered[proofAnswer](t, "prove "+line+" --json --out "+file)
		info, err := os.Stat(file)
		if err != nil || info.Size() != made.Bytes || made.File != file {
			t.Errorf("prove %s: %+v, %v", line, made, err)
		}
		right := answered[proofAnswer](t, "check --json "+file)
		if made.TimeMS, right.TimeMS = 0, 0; made != right {
			t.Errorf("proven %+v, checked %+v", made, right)
		}
		got := run(t, "check "+file, "")
		if got.status != statusDone || !strings.HasPrefix(got.out, "right: "+made.Position+" of "+made.Rules+" has the value "+signed(made.Value)+"\n") {
			t.Errorf("check %s: %+v", line, got)
		}
		checkWidth(t, got.out, 80)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestProveFails has what comes to no proof.
func TestProveFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proof")
	if err := os.WriteFile(file, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	checkFailed(t, "exists", run(t, "prove 0-0-0-1-0-2-0-1-0-0-1-0-S --out "+file, ""), file, "exists; --force writes over it")
	if text, err := os.ReadFile(file); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
	if got := run(t, "prove 0-0-0-1-0-2-0-1-0-0-1-0-S --force --out "+file, ""); got.status != statusDone || !strings.HasPrefix(got.out, "proven: ") {
		t.Errorf("--force: %+v", got)
	}
	checkFailed(t, "no folder", run(t, "prove 0-0-0-1-0-2-0-1-0-0-1-0-S --out "+file+"/x", ""))
	checkFailed(t, "no time", run(t, "prove start --rules oware --time 200ms --out "+file+"2", ""), "no proof: the value lies from ")
	if _, err := os.Stat(file + "2"); err == nil {
		t.Error("there is a file without a proof")
	}
	for line, words := range map[string]string{
		"prove":                                        "--out is missing; right is " + proveExample,
		"prove x --out a":                              "not a position",
		"prove start --out a --time 0s":                "--time",
		"prove start start --out a":                    "one argument too many",
		"prove start --out a --repetition owner":       "--repetition split",
		"prove 4-4-4-4-4-0-0-0-0-0-0-0-25-3-S --out a": "over by majority",
		"check": "FILE is missing; right is ayosolve check start.proof",
	} {
		checkUsage(t, line, run(t, line, ""), words)
	}
}

// TestCheckRefuses has files that are no proofs, wrong ones, and right ones under
// other rules.
func TestCheckRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "proof")
	if got := run(t, "prove 0-3-1-2-0-2-1-2-1-3-1-2-N --out "+file, ""); got.status != statusDone {
		t.Fatalf("%+v", got)
	}
	checkFailed(t, "other rules", run(t, "check --rules oware "+file, ""), "0-3-1-2-0-2-1-2-1-3-1-2-N", "oware")
	checkFailed(t, "owner", run(t, "check --repetition owner "+file, ""), "--repetition split")
	checkFailed(t, "folder", run(t, "check "+dir, ""), "is not a file")
	checkFailed(t, "missing", run(t, "check "+file+"2", ""), "no such file")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) string {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	checkFailed(t, "empty", run(t, "check "+write("empty", nil), ""), proof.ErrFormat.Error())
	checkFailed(t, "short", run(t, "check "+write("short", data[:len(data)-1]), ""), proof.ErrFormat.Error())
	data[11]++
	checkFailed(t, "value", run(t, "check "+write("value", data), ""), proof.ErrWrong.Error(), "0-3-1-2-0-2-1-2-1-3-1-2-N, of value")
	data[11]--
	data[64+8]++
	checkFailed(t, "tables", run(t, "check "+write("tables", data), ""), proof.ErrTables.Error(), "ayosolve build --seeds")
}
