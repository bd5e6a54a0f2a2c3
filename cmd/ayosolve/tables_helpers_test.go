package main

import (
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// testTables stores tables in a folder of their own and returns it.
func testTables(t *testing.T, rules string, seeds int, bounds bool) string {
	t.Helper()
	r, err := bitboard.Preset(rules)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := egdb.BuildStored(t.Context(), dir, r, egdb.BuildOptions{Seeds: seeds, Bounds: bounds, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// checkFailed fails unless a command line failed with one line that has all the
// words.
func checkFailed(t *testing.T, line string, got ended, words ...string) {
	t.Helper()
	if got.status != statusFailed || got.out != "" || strings.Count(got.errOut, "\n") != 1 || len(got.errOut) > 400 {
		t.Errorf("%s: %+v", line, got)
	}
	for _, word := range words {
		if !strings.Contains(got.errOut, word) {
			t.Errorf("%s: %q is not in %q", line, word, got.errOut)
		}
	}
}

// checkUsage fails unless a command line was refused with one line that has the
// words.
func checkUsage(t *testing.T, line string, got ended, words string) {
	t.Helper()
	if got.status != statusUsage || got.out != "" || !strings.Contains(got.errOut, words) {
		t.Errorf("%s: %+v", line, got)
	}
	checkOneLine(t, got.errOut)
}

// flat returns a sentence that was wrapped as one line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// checkWidth fails if a line of text is wider than columns, those that name a folder
// apart.
func checkWidth(t *testing.T, text string, columns int) {
	t.Helper()
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); len(line) > columns && !strings.HasPrefix(line, "folder") {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}
