package main

import (
	"encoding/json"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"ayosolve/egdb"
)

func TestVersion(t *testing.T) {
	got := run(t, "version --json", "")
	var v versionInfo
	if err := json.Unmarshal([]byte(got.out), &v); err != nil || got.status != statusDone || got.errOut != "" {
		t.Fatalf("%v, %+v", err, got)
	}
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
