package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

// echo answers a line with itself.
func echo(_ context.Context, line string) (any, error) { return line, nil }

// TestBatchOrder makes early lines take longest.
func TestBatchOrder(t *testing.T) {
	var input, want strings.Builder
	for i := range 200 {
		input.WriteString(strconv.Itoa(i) + "\n")
		want.WriteString(strconv.Quote(strconv.Itoa(i)) + "\n")
	}
	b := batch{workers: 8, chunk: 1, answer: func(_ context.Context, line string) (any, error) {
		n, err := strconv.Atoi(line)
		time.Sleep(time.Duration(10-n%10) * time.Millisecond / 4)
		return line, err
	}}
	var out strings.Builder
	if err := b.run(t.Context(), strings.NewReader(input.String()), &out); err != nil || out.String() != want.String() {
		t.Errorf("%v:\n%s", err, out.String())
	}
}

// TestBatchFlushes answers a line before it gets the next.
func TestBatchFlushes(t *testing.T) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- batch{chunk: 256, answer: echo}.run(t.Context(), inRead, outWrite)
		outWrite.Close()
	}()
	answers := bufio.NewReader(outRead)
	for i := range 50 {
		line := strconv.Itoa(i) + "\n"
		if _, err := io.WriteString(inWrite, line+"half "); err != nil {
			t.Fatal(err)
		}
		want := `"` + strings.TrimSpace(line) + "\"\n"
		if i > 0 {
			want = `"half ` + want[1:]
		}
		if got, err := answers.ReadString('\n'); err != nil || got != want {
			t.Fatalf("line %d: %q, %v, want %q", i, got, err, want)
		}
	}
	inWrite.Close()
	if got, err := answers.ReadString('\n'); err != nil || got != "\"half \"\n" {
		t.Fatalf("last line %q, %v", got, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// endless is input without an end that counts what is read of it.
type endless struct{ lines atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	e.lines.Add(int64(len(p)))
	return len(p), nil
}

// TestBatchBounded keeps back input while the output does not move.
func TestBatchBounded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := new(endless)
	block := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- batch{workers: 2, chunk: 16, answer: func(ctx context.Context, _ string) (any, error) {
			<-block
			return nil, ctx.Err()
		}}.run(ctx, in, io.Discard)
	}()
	time.Sleep(50 * time.Millisecond)
	if n := in.lines.Load(); n == 0 || n > 1<<17 {
		t.Errorf("%d lines read ahead", n)
	}
	cancel()
	close(block)
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestBatchCancel stops while a read from the input hangs.
func TestBatchCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe()
	time.AfterFunc(20*time.Millisecond, cancel)
	begin := time.Now()
	err := batch{chunk: 1, answer: echo}.run(ctx, in, io.Discard)
	if !errors.Is(err, context.Canceled) || time.Since(begin) > time.Second {
		t.Errorf("error %v after %v", err, time.Since(begin))
	}
}

// TestBatchInHand cancels while the answers to some lines are being sought: those are
// written, in order.
func TestBatchInHand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun := make(chan string, 5)
	b := batch{workers: 3, chunk: 1, answer: func(ctx context.Context, line string) (any, error) {
		begun <- line
		<-ctx.Done()
		return line, nil
	}}
	in, _ := io.Pipe() // hangs after the lines
	var out strings.Builder
	done := make(chan error, 1)
	go func() { done <- b.run(ctx, io.MultiReader(strings.NewReader("a\nb\nc\nd\ne\n"), in), &out) }()
	for range 3 {
		<-begun
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || !strings.HasPrefix(out.String(), "\"a\"\n\"b\"\n\"c\"\n") {
		t.Errorf("%v, %q", err, out.String())
	}
}

// failing is output that takes nothing.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestBatchOutputFails(t *testing.T) {
	for _, want := range []error{io.ErrShortWrite, syscall.EPIPE} {
		err := batch{chunk: 1, answer: echo}.run(t.Context(), new(endless), failing{want})
		if !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}

// TestBatchInputFails answers what was read before the error.
func TestBatchInputFails(t *testing.T) {
	broken := errors.New("broken")
	var out strings.Builder
	in := io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(broken))
	if err := (batch{chunk: 256, answer: echo}).run(t.Context(), in, &out); !errors.Is(err, broken) || out.String() != "\"a\"\n\"b\"\n" {
		t.Errorf("error %v, output %q", err, out.String())
	}
}

func TestReport(t *testing.T) {
	for _, test := range []struct {
		err     error
		started bool
		status  int
		line    string
	}{
		{nil, true, statusDone, ""},
		{syscall.EPIPE, true, statusFailed, ""},
		{context.Canceled, true, statusFailed, "ayosolve: interrupted"},
		{errors.New("disk\nfull"), true, statusFailed, `ayosolve: disk\nfull`},
		{errors.New("strange"), false, statusUsage, "ayosolve: strange; right is ayosolve analyze"},
		{usagef("this", "bad %d", 1), true, statusUsage, "ayosolve: bad 1; right is this"},
	} {
		if status, line := report(test.err, test.started); status != test.status || line != test.line {
			t.Errorf("%v: %d, %q, want %d, %q", test.err, status, line, test.status, test.line)
		}
	}
}
