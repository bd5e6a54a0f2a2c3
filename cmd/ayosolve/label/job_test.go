package label

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
)

// TestThreads gives the same bytes in every format, whatever the threads.
func TestThreads(t *testing.T) {
	p := testParams(t, randomSource(300))
	want := map[Format]string{}
	for _, threads := range []int{1, 2, 4} {
		j := testJob(t, p, "")
		for _, f := range []Format{JSONL, CSV, Parquet} {
			got := labelAll(t, j, threads, f)
			if threads == 1 {
				want[f] = got
			}
			if got != want[f] || got == "" {
				t.Errorf("%s with %d threads is different", f, threads)
			}
		}
	}
	// Larger tables of which the same part is used do the same, and so does another size
	// of chunks, metadata apart.
	p.Chunk = 7
	if labelAll(t, testJob(t, p, ""), 2, CSV) != want[CSV] {
		t.Error("other chunks, other labels")
	}
}

// TestResume interrupts a job again and again, and damages what is there.
func TestResume(t *testing.T) {
	p := testParams(t, randomSource(400))
	want := labelAll(t, testJob(t, p, ""), 2, JSONL)
	dir := filepath.Join(t.TempDir(), "job")
	for begun := 0; ; begun++ {
		j := openJob(t, dir, p, "")
		had := j.Progress().Done
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- j.Label(ctx, fullTables(t, p.Game()), 2) }()
		for j.Progress().Done < min(had+100, 400) {
			time.Sleep(time.Millisecond)
		}
		cancel()
		err := <-done
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || begun > 20 {
			t.Fatal(err)
		}
	}
	j := openJob(t, dir, p, "")
	if n := j.Progress().Done; n != 400 {
		t.Errorf("%d positions are done", n)
	}
	if assembled(t, j, JSONL) != want {
		t.Error("an interrupted job has other labels")
	}
	for _, spoil := range []func(file string) error{
		os.Remove,
		func(file string) error { return os.Truncate(file, 100) },
		func(file string) error { return os.WriteFile(file+".part1", []byte("left"), 0o666) },
	} {
		if err := spoil(j.chunkFile(3)); err != nil {
			t.Fatal(err)
		}
		if labelAll(t, j, 1, JSONL) != want {
			t.Error("a spoilt job has other labels")
		}
	}
	data, err := os.ReadFile(j.chunkFile(2))
	if err != nil {
		t.Fatal(err)
	}
	data[60] ^= 1
	if err := os.WriteFile(j.chunkFile(2), data, 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	if _, err := j.Assemble(t.Context(), JSONL, out); !errors.Is(err, ErrDamaged) {
		t.Errorf("a changed byte: %v", err)
	}
	if left, _ := filepath.Glob(out + "*"); len(left) != 0 {
		t.Errorf("a failed output left %v", left)
	}
	if labelAll(t, j, 1, JSONL) != want {
		t.Error("after a changed byte the labels are others")
	}
}

// TestCollectAgain loses what was collected in part.
func TestCollectAgain(t *testing.T) {
	p := testParams(t, randomSource(200))
	want := labelAll(t, testJob(t, p, ""), 1, CSV)
	dir := filepath.Join(t.TempDir(), "job")
	j, err := Open(dir, p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	j.Params.Source.Count = 1 << 40
	if err := j.Collect(ctx, nil, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if labelAll(t, openJob(t, dir, p, ""), 1, CSV) != want {
		t.Error("other labels")
	}
}

func TestRefused(t *testing.T) {
	p := testParams(t, randomSource(10))
	dir := filepath.Join(t.TempDir(), "job")
	j := openJob(t, dir, p, "")
	if _, err := Open(dir, p); !errors.Is(err, ErrBusy) {
		t.Errorf("opened twice: %v", err)
	}
	j.Close()
	for words, change := range map[string]func(*Params){
		`nodes 1000000, not 5`:     func(p *Params) { p.Nodes = 5 },
		`chunk 16, not 17`:         func(p *Params) { p.Chunk = 17 },
		`"seed":7`:                 func(p *Params) { p.Source.Seed = 8 },
		`version "test", not "v2"`: func(p *Params) { p.Version = "v2" },
		`rules "ayoayo", not "oware"`: func(p *Params) {
			p.SetRules(bitboard.Rules{Game: bitboard.Oware})
		},
		`other tables`: func(p *Params) {
			p.Tables = append([]Layer{}, p.Tables...)
			p.Tables[3].SHA256 = p.Tables[2].SHA256
		},
	} {
		q := *p
		change(&q)
		if _, err := Open(dir, &q); !errors.Is(err, ErrOtherJob) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", words, err)
		}
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "mine.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(other, p); !errors.Is(err, ErrNoJob) {
		t.Errorf("a folder with other things: %v", err)
	}
}

// TestOtherInput goes on with the same lines, and refuses others.
func TestOtherInput(t *testing.T) {
	p := testParams(t, Source{Kind: Input})
	dir := filepath.Join(t.TempDir(), "job")
	const line = "0-0-0-1-1-0-0-0-0-0-0-0-S\n"
	openJob(t, dir, p, line).Close()
	openJob(t, dir, p, line).Close()
	j, err := Open(dir, p)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Collect(t.Context(), strings.NewReader(line+line), nil); !errors.Is(err, ErrOtherJob) {
		t.Error(err)
	}
}

// TestStore refuses chunks of others.
func TestStore(t *testing.T) {
	p := testParams(t, randomSource(40))
	j := testJob(t, p, "")
	l, err := NewLabeler(p, fullTables(t, p.Game()))
	if err != nil {
		t.Fatal(err)
	}
	keys, err := j.Keys(1)
	if err != nil {
		t.Fatal(err)
	}
	good, err := l.Chunk(t.Context(), j.Header(1), keys)
	if err != nil {
		t.Fatal(err)
	}
	keys[0], keys[1] = keys[1], keys[0]
	swapped, err := l.Chunk(t.Context(), j.Header(1), keys)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{nil, good[1:], swapped} {
		if err := j.Store(1, data); !errors.Is(err, ErrDamaged) {
			t.Errorf("stored: %v", err)
		}
	}
	if err := j.Store(0, good); !errors.Is(err, ErrDamaged) {
		t.Errorf("stored as another: %v", err)
	}
	for range 2 {
		if err := j.Store(1, good); err != nil {
			t.Error(err)
		}
	}
	if n := j.Progress().Done; n != 16 {
		t.Errorf("%d positions done, want 16", n)
	}
}

func TestEmpty(t *testing.T) {
	p := testParams(t, Source{Kind: Input})
	if got := labelAll(t, testJob(t, p, ""), 2, CSV); strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
	if got := labelAll(t, testJob(t, p, ""), 2, Parquet); len(got) < 8 {
		t.Errorf("%q", got)
	}
}

func TestParamsComeBack(t *testing.T) {
	p := testParams(t, randomSource(10))
	q, err := ParseParams([]byte(p.String()))
	if err != nil || q.String() != p.String() || q.Game() != p.Game() {
		t.Errorf("%v, %v", q, err)
	}
	owner := *p
	owner.SetRules(bitboard.Rules{Repetition: bitboard.RepetitionOwner})
	if q, err = ParseParams([]byte(owner.String())); err != nil || q.Game() != owner.Game() {
		t.Errorf("%v, %v", q, err)
	}
	for _, more := range []string{"x", "{}", p.String()} {
		if _, err := ParseParams([]byte(p.String() + more)); !errors.Is(err, ErrParams) {
			t.Errorf("%s after parameters: %v", more, err)
		}
	}
	for name, change := range map[string]func(*Params){
		"rules": func(p *Params) { p.Rules = "chess" }, "repetition": func(p *Params) { p.Repetition = "none" },
		"nodes": func(p *Params) { p.Nodes = 0 }, "hash": func(p *Params) { p.Hash = 1 }, "chunk": func(p *Params) { p.Chunk = 0 },
		"layers": func(p *Params) { p.Tables = p.Tables[1:] }, "kind": func(p *Params) { p.Source.Kind = "dreams" },
		"plies": func(p *Params) { p.Source.LeastPlies = 99 }, "from": func(p *Params) { p.Source.From = "here" },
	} {
		bad := *p
		change(&bad)
		if _, err := ParseParams([]byte(bad.String())); !errors.Is(err, ErrParams) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
