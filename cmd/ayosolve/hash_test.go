package main

import (
	"testing"

	"ayosolve/search"
	"ayosolve/tt"
)

func TestHashWithin(t *testing.T) {
	for _, test := range []struct {
		memory uint64
		tables int
		want   uint64
	}{
		{0, 1, search.DefaultHash}, // not known
		{16 << 30, 1, search.DefaultHash},
		{512 << 20, 1, 128 << 20},
		{512 << 20, 8, 16 << 20},
		{511 << 20, 1, 127 << 20},
		{1 << 10, 1, tt.MinBytes},
	} {
		if got := hashWithin(test.memory, search.DefaultHash, test.tables); got != test.want {
			t.Errorf("%d of %d bytes: %d, want %d", test.tables, test.memory, got, test.want)
		}
	}
}
