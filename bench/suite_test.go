package bench_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"ayosolve/bench"
)

// TestSignature: the suite searches as many nodes as testdata/signature says. A
// change to the search that is meant changes the file, and its commit says
// "Bench:" and the new number.
func TestSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole suite")
	}
	text, err := os.ReadFile("testdata/signature")
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	r, err := bench.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.Signature != want {
		t.Errorf("the signature is %d, testdata/signature says %d", r.Signature, want)
	}
}

func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := bench.Run(ctx); !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("Run = %v, %v, want nil, context.Canceled", r, err)
	}
}
