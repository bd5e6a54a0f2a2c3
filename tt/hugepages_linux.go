package tt

import (
	"syscall"
	"unsafe"
)

// madvHugepage is MADV_HUGEPAGE, which package syscall does not name.
const madvHugepage = 14

// adviseHugePages asks for huge pages behind a large table. Probes touch it at
// random, and a first read and a first write each fault a page in; on small pages the
// second also interrupts every other core that runs the search.
func adviseHugePages(buckets []bucket) {
	const page = 2 << 20
	from := uintptr(unsafe.Pointer(unsafe.SliceData(buckets)))
	skip := -from & (page - 1)
	size := uintptr(len(buckets)) * unsafe.Sizeof(bucket{})
	if size < skip+page {
		return
	}
	inner := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(buckets)), skip)), (size-skip)&^(page-1))
	_ = syscall.Madvise(inner, madvHugepage) // a hint: without it all is right, and slower
}
