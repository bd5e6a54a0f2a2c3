package label

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestArrow reads a Parquet file with Apache Arrow, of which pandas, polars and DuckDB
// use the format, and compares every column of every row with the JSON output. The
// reader is a module of its own under testdata, so the program does not depend on it.
func TestArrow(t *testing.T) {
	if os.Getenv("AYOSOLVE_LONG") != "1" {
		t.Skip("set AYOSOLVE_LONG=1 to run")
	}
	p := testParams(t, randomSource(2500))
	p.Nodes = 500 // so that some are bounds
	j := testJob(t, p, "")
	dir := t.TempDir()
	file := filepath.Join(dir, "out.parquet")
	if err := os.WriteFile(file, []byte(labelAll(t, j, 2, Parquet)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", ".", file)
	cmd.Dir = filepath.Join("testdata", "arrowreader")
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errOut.String())
	}
	head, body, _ := strings.Cut(string(out), "\n")
	var metadata map[string]string
	if err := json.Unmarshal([]byte(head), &metadata); err != nil {
		t.Fatal(err)
	}
	for _, kv := range j.metadata() {
		if metadata[kv.key] != kv.value {
			t.Errorf("metadata %s is %q, want %q", kv.key, metadata[kv.key], kv.value)
		}
	}
	want := strings.Split(strings.TrimSpace(labelAll(t, j, 2, JSONL)), "\n")
	got := strings.Split(strings.TrimSpace(body), "\n")
	if len(got) != 2500 || len(want) != 2500 {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range got {
		var a, b map[string]any
		if err := json.Unmarshal([]byte(got[i]), &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(want[i]), &b); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("row %d is %s, want %s", i, got[i], want[i])
		}
	}
}
