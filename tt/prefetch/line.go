//go:build amd64 || arm64

package prefetch

import "unsafe"

// Line has the cache line of an address brought from memory. The address need not be
// valid.
//
//go:noescape
func Line(p unsafe.Pointer)
