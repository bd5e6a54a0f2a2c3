package boardtest

import (
	"os"
	"testing"
)

// Long reports whether tests that need minutes are wanted: AYOSOLVE_LONG is 1.
func Long() bool { return os.Getenv("AYOSOLVE_LONG") == "1" }

// NeedsLong skips a test that needs minutes, unless it is wanted.
func NeedsLong(tb testing.TB) {
	tb.Helper()
	if !Long() {
		tb.Skip("set AYOSOLVE_LONG=1 to run")
	}
}

// Slow skips a test of some seconds in short runs.
func Slow(tb testing.TB) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("slow")
	}
}
