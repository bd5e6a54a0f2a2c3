//go:build !linux

package tt

// adviseHugePages would ask for huge pages; see hugepages_linux.go.
func adviseHugePages([]bucket) {}
