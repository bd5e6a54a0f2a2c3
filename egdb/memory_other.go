//go:build !linux

package egdb

// region is zeroed memory; see memory_linux.go.
type region[T int8 | uint8 | uint32] struct {
	data []T
}

func newRegion[T int8 | uint8 | uint32](n uint64, _ bool) (*region[T], error) {
	return &region[T]{make([]T, n)}, nil
}

func (r *region[T]) free() {
	if r != nil {
		r.data = nil
	}
}
