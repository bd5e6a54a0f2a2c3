package main

import (
	"os"
	"path"
	"strconv"
	"strings"
)

// machineMemory returns the bytes of memory that this process can have: those of
// the machine, or of the smallest control group it is in. It returns 0 if that
// isn't known.
func machineMemory() uint64 {
	return memoryUnder("/")
}

// memoryUnder is machineMemory for a machine whose /proc and /sys are under root.
func memoryUnder(root string) uint64 {
	least := uint64(0)
	limit := func(bytes uint64) {
		if bytes > 0 && (least == 0 || bytes < least) {
			least = bytes
		}
	}
	info, _ := os.ReadFile(path.Join(root, "proc/meminfo"))
	for line := range strings.Lines(string(info)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "MemTotal:" {
			kib, _ := strconv.ParseUint(fields[1], 10, 53)
			limit(kib << 10)
		}
	}
	groups, _ := os.ReadFile(path.Join(root, "proc/self/cgroup"))
	for line := range strings.Lines(string(groups)) {
		// A line is "number:controllers:path"; no controllers means version 2.
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) != 3 {
			continue
		}
		mount, file := "sys/fs/cgroup", "memory.max"
		if fields[1] != "" {
			if !strings.Contains(","+fields[1]+",", ",memory,") {
				continue
			}
			mount, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		// A container sees its group as the mount itself, so parents are looked at too.
		for group := path.Join("/", fields[2]); ; group = path.Dir(group) {
			text, _ := os.ReadFile(path.Join(root, mount, group, file))
			bytes, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64) // "max" is no number
			limit(bytes)
			if group == "/" {
				break
			}
		}
	}
	return least
}
