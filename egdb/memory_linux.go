package egdb

import (
	"syscall"
	"unsafe"
)

// madvHugepage is MADV_HUGEPAGE, which package syscall does not name.
const madvHugepage = 14

// region is zeroed memory outside the Go heap.
type region[T int8 | uint8 | uint32] struct {
	data   []T
	mapped []byte
}

// newRegion returns a region of n elements. Memory is taken from the system when it
// is first touched: in huge pages for what will be touched all over, hundreds of
// millions of times at random, where a page walk a touch would cost more than the
// touch; or in small ones. It fails with ErrMemory.
func newRegion[T int8 | uint8 | uint32](n uint64, huge bool) (*region[T], error) {
	var zero T
	if n == 0 {
		return &region[T]{}, nil
	}
	mapped, err := syscall.Mmap(-1, 0, int(n*uint64(unsafe.Sizeof(zero))),
		syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return nil, memoryError(n, err)
	}
	if huge {
		_ = syscall.Madvise(mapped, madvHugepage) // a hint: without it all is right, and slower
	}
	return &region[T]{unsafe.Slice((*T)(unsafe.Pointer(&mapped[0])), n), mapped}, nil
}

// free gives the memory back. The region must not be used afterwards.
func (r *region[T]) free() {
	if r == nil || r.mapped == nil {
		return
	}
	_ = syscall.Munmap(r.mapped)
	r.mapped, r.data = nil, nil
}
