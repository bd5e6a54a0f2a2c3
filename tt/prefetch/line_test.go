package prefetch_test

import (
	"testing"
	"unsafe"

	"ayosolve/tt/prefetch"
)

// TestLine: it changes nothing, and takes addresses that are not valid.
func TestLine(t *testing.T) {
	x := [128]byte{7}
	prefetch.Line(unsafe.Pointer(&x))
	prefetch.Line(unsafe.Add(unsafe.Pointer(&x), 127))
	prefetch.Line(nil)
	if x != [128]byte{7} {
		t.Error("it changed what is there")
	}
}

func BenchmarkLine(b *testing.B) {
	x := make([]byte, 1<<20)
	for i := 0; b.Loop(); i++ {
		prefetch.Line(unsafe.Pointer(&x[i*64&(1<<20-1)]))
	}
}
