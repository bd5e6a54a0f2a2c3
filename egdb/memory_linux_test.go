package egdb_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// mapped returns the bytes of memory mapped outside the Go heap, which lies
// between 0xc000000000 and 0xe000000000 on 64-bit machines.
func mapped(t *testing.T) (sum uint64) {
	t.Helper()
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		var from, to uint64
		span, _, _ := strings.Cut(in.Text(), " ")
		if _, err := fmt.Sscanf(span, "%x-%x", &from, &to); err != nil {
			t.Fatalf("%q: %v", in.Text(), err)
		}
		if from < 0xc000000000 || from >= 0xe000000000 {
			sum += to - from
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestBuildGivesMemoryBack: neither a build that is cancelled in the middle nor
// one that is closed leaves memory behind.
func TestBuildGivesMemoryBack(t *testing.T) {
	boardtest.Slow(t)
	r := boardtest.Preset(t, "ayoayo")
	build := func(seeds, cancelAt int) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		o := tablesTo(seeds)
		o.Progress = func(p egdb.Progress) {
			if p.Layer == cancelAt {
				cancel()
			}
		}
		db, err := egdb.Build(ctx, r, o)
		switch {
		case err == nil:
			db.Close()
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		}
	}
	const (
		rounds = 100     // Go maps memory for itself by 64 MiB, which must not matter
		layer  = 8 << 20 // less than a layer's workings take, more than Go's own accounts grow by
	)
	for _, tc := range []struct {
		name            string
		seeds, cancelAt int
	}{
		{"closed", 5, -1},
		{"cancelled", 24, 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			build(tc.seeds, tc.cancelAt) // Go maps some for itself the first time
			before := mapped(t)
			for range rounds {
				build(tc.seeds, tc.cancelAt)
			}
			if after := mapped(t); after > before+rounds*layer/2 {
				t.Errorf("%d builds left %d MB", rounds, (after-before)>>20)
			}
		})
	}
}
