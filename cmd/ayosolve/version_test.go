package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"ayosolve/egdb"
)

func TestVersion(t *testing.T) {
	v := answered[versionInfo](t, "version --json")
	if v.Version == "" || v.Commit == "" || v.Go != runtime.Version() || v.Format != egdb.FormatVersion {
		t.Errorf("%+v", v)
	}
	text := run(t, "version", "")
	for _, want := range []string{v.Version, v.Commit, v.Go} {
		if !strings.Contains(text.out, want) {
			t.Errorf("%q is not in %q", want, text.out)
		}
	}
}

func TestVersionOf(t *testing.T) {
	build := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}}}
	if v := versionOf(build); v.Version != "v1.2.3" || v.Commit != "abc" {
		t.Errorf("%+v", v)
	}
	build.Settings = append(build.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	if v := versionOf(build); v.Commit != "abc-modified" {
		t.Errorf("%+v", v)
	}
	if v := versionOf(nil); v.Version != unknown || v.Commit != unknown {
		t.Errorf("%+v", v)
	}
}
