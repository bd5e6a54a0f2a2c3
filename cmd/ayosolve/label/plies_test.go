package label

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ayosolve/bitboard"
)

// documentedPlies returns how many positions are new at each ply, as doc.go says.
func documentedPlies(t *testing.T) (plies []uint64) {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range regexp.MustCompile(`(?m)^//\t +(\d+) +([\d,]+)$`).FindAllStringSubmatch(string(text), -1) {
		n, err := strconv.ParseUint(strings.ReplaceAll(row[2], ",", ""), 10, 64)
		if err != nil || row[1] != strconv.Itoa(len(plies)) {
			t.Fatalf("%s: %v", row[0], err)
		}
		plies = append(plies, n)
	}
	return plies
}

// TestPlies counts what can be reached from the start, once by sorting on disk and once
// with a set in memory, and compares both with the documentation.
func TestPlies(t *testing.T) {
	depth := 6
	switch {
	case os.Getenv("AYOSOLVE_LONG") == "1":
		depth = 9
	case !testing.Short():
		depth = 7
	}
	want := documentedPlies(t)
	if len(want) < 12 {
		t.Fatalf("%d plies are documented", len(want))
	}
	_, p, _ := collected(t, Source{Kind: Reachable, From: "start", Depth: depth}, 1<<14, "")
	if !slices.Equal(p.Plies, want[:depth+1]) {
		t.Errorf("sorted: %d, documented %d", p.Plies, want)
	}
	for ply, positions := range naivePlies(bitboard.Rules{}, bitboard.StartPosition(), depth) {
		if uint64(len(positions)) != want[ply] {
			t.Errorf("ply %d: %d positions in a set, %d documented", ply, len(positions), want[ply])
		}
	}
}
