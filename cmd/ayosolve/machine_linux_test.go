package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMachineMemory(t *testing.T) {
	const info = "MemTotal:       16000000 kB\nMemFree:         1000 kB\n"
	for _, test := range []struct {
		name  string
		files map[string]string
		want  uint64
	}{
		{"nothing known", nil, 0},
		{"no groups", map[string]string{"proc/meminfo": info}, 16000000 << 10},
		{"no limit", map[string]string{"proc/meminfo": info, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 16000000 << 10},
		{"version 2", map[string]string{"proc/meminfo": info, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "2000\n"}, 2000},
		{"parent", map[string]string{"proc/meminfo": info, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "2000\n", "sys/fs/cgroup/a/memory.max": "1000\n"}, 1000},
		{"container", map[string]string{"proc/meminfo": info, "proc/self/cgroup": "0::/../x\n", "sys/fs/cgroup/memory.max": "3000\n"}, 3000},
		{"version 1", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "5:cpu,cpuacct:/c\n4:memory:/m\n",
			"sys/fs/cgroup/memory/m/memory.limit_in_bytes": "5000\n", "sys/fs/cgroup/memory/c/memory.limit_in_bytes": "10\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 5000},
		{"version 1 without limit", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "4:memory:/m\n", "sys/fs/cgroup/memory/m/memory.limit_in_bytes": "9223372036854771712\n",
		}, 16000000 << 10},
	} {
		root := t.TempDir()
		for name, text := range test.files {
			name = filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := memoryUnder(root); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
	if machineMemory() == 0 {
		t.Error("the memory of this machine is not known")
	}
}
