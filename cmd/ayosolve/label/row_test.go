package label

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestRows has rows of every kind, as lines that must not change.
func TestRows(t *testing.T) {
	p := testParams(t, Source{Kind: Input})
	input := strings.Join([]string{
		"0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", "0-0-0-0-0-0-0-0-0-0-1-1-23-23-N", "0-0-0-0-1-1-0-0-0-0-0-0-S",
		"0-1-0-0-0-0-0-0-0-0-0-1-26-20-N", "0-0-0-0-0-1-0-0-0-0-0-0-24-23-S", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-N",
		"0-0-0-1-0-0-0-0-0-1-1-0-22-23-S", "0-0-1-0-0-1-0-1-0-0-0-1-22-22-S",
	}, "\n")
	got := labelAll(t, testJob(t, p, input), 1, CSV)
	want, err := os.ReadFile("testdata/rows.csv")
	if err != nil || got != string(want) {
		t.Errorf("%v; got\n%s", err, got)
	}
}

// TestFormatsAgree reads all three outputs back, Parquet with the library that wrote
// it, and compares every column.
func TestFormatsAgree(t *testing.T) {
	p := testParams(t, randomSource(200))
	p.Nodes = 500 // so that some are bounds
	j := testJob(t, p, "")
	var objects []map[string]any
	for line := range strings.Lines(labelAll(t, j, 2, JSONL)) {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		objects = append(objects, o)
	}
	records, err := csv.NewReader(strings.NewReader(labelAll(t, j, 2, CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := readParquet(t, j, labelAll(t, j, 2, Parquet))
	if len(objects) != 200 || len(records) != 201 || len(rows) != 200 {
		t.Fatalf("%d objects, %d records, %d rows", len(objects), len(records), len(rows))
	}
	seen := map[string]bool{}
	for i, o := range objects {
		seen[o["status"].(string)] = true
		for c, name := range records[0] {
			want := ""
			if v, ok := o[name]; !ok {
				t.Fatalf("no %s in %v", name, o)
			} else if v != nil {
				want = fmt.Sprint(v)
			}
			if records[i+1][c] != want {
				t.Errorf("%s of row %d is %q in CSV, %q in JSON", name, i, records[i+1][c], want)
			}
			if o[name] != nil {
				delete(o, name)
			}
		}
		var again Row
		if err := json.Unmarshal([]byte(objectLine(t, j, i)), &again); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, rows[i]) {
			t.Errorf("row %d is %+v in Parquet, %+v in JSON", i, rows[i], again)
		}
	}
	if !seen["exact"] || !seen["bounds"] {
		t.Errorf("statuses %v", seen)
	}
}

// objectLine returns a line of the JSON output.
func objectLine(t *testing.T, j *Job, i int) string {
	t.Helper()
	keys, err := j.Keys(i / j.Params.Chunk)
	if err != nil {
		t.Fatal(err)
	}
	q, err := keys[i%j.Params.Chunk].Position()
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLabeler(&j.Params, fullTables(t, j.Params.Game()))
	if err != nil {
		t.Fatal(err)
	}
	a, err := l.Label(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(j.Params.Row(&a))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// readParquet reads rows and checks the metadata.
func readParquet(t *testing.T, j *Job, data string) []Row {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.parquet")
	if err := os.WriteFile(file, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := parquet.OpenFile(f, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"rules": "ayoayo", "repetition": "split", "version": "test", "seed": "7", "tables_max_seeds": "5", "tables_bounds": "true",
		"positions": "200", "positions_sha256": j.Positions.SHA256,
	} {
		if got, _ := p.Lookup(MetadataPrefix + key); got != want {
			t.Errorf("metadata %s is %q, want %q", key, got, want)
		}
	}
	if tables, _ := p.Lookup(MetadataPrefix + "tables"); !strings.Contains(tables, j.Params.Tables[5].SHA256) {
		t.Errorf("tables %s", tables)
	}
	rows := make([]Row, p.NumRows())
	r := parquet.NewGenericReader[Row](f)
	defer r.Close()
	if n, _ := r.Read(rows); n != len(rows) {
		t.Fatalf("%d rows read of %d", n, len(rows))
	}
	return rows
}

func TestFormatOf(t *testing.T) {
	for file, want := range map[string]Format{"a.jsonl": JSONL, "b/c.CSV": CSV, "x.y.parquet": Parquet} {
		if f, ok := FormatOf(file); !ok || f != want {
			t.Errorf("%s: %s, %v", file, f, ok)
		}
	}
	for _, file := range []string{"", "a", "a.json", "csv"} {
		if f, ok := FormatOf(file); ok {
			t.Errorf("%s: %s", file, f)
		}
	}
}
