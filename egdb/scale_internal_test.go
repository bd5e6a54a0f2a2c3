package egdb

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
)

// partitioned makes all layers to n on some partitions and calls visit with each. In
// the middle of every layer all partitions are lost and begun again from their
// checkpoints.
func partitioned(rules bitboard.Rules, of, n int, visit func(n int, values []int8, counts partCounts)) {
	lower := make([][][]int8, of) // by partition, each its own
	for layer := range n + 1 {
		parts := make([]*partition, of)
		for id := range parts {
			p := &partition{id: id, of: of, rules: rules, n: layer, lower: lower[id], stopAt: layer / 2}
			p.values, p.state = make([]int8, p.own(layer)), make([]uint8, p.own(layer))
			parts[id] = p
		}
		together(parts)
		if layer/2 > 0 {
			for id, p := range parts {
				again := &partition{id: id, of: of, rules: rules, n: layer, lower: lower[id], resumeAt: p.stopAt, counts: p.counts}
				again.values, again.state = append([]int8(nil), p.values...), append([]uint8(nil), p.state...)
				parts[id] = again
			}
			together(parts)
		}
		values := make([]int8, bitboard.LayerSize(layer))
		counts := partCounts{steps: parts[0].counts.steps}
		for id, p := range parts {
			lower[id] = append(lower[id], p.values)
			counts.asks += p.counts.asks
			counts.news += p.counts.news
			for place, v := range p.values {
				if rank := p.rank(uint32(place)); rank < uint64(len(values)) {
					values[rank] = v
				}
			}
		}
		visit(layer, values, counts)
	}
}

// TestPartitioned: partitions make the same layers as the builder, byte for byte,
// however many they are, and with the messages that SCALE.md says.
func TestPartitioned(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	text, err := os.ReadFile("SCALE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ayoayo", "oware"} {
		rules, err := bitboard.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []int{1, 3, 4} {
			n := 7
			if boardtest.Long() {
				n = 12
			} else if testing.Short() {
				n = 5
			}
			if name == "ayoayo" && of == 4 && !testing.Short() {
				n = max(n, 8)
			}
			db, err := Build(context.Background(), rules, BuildOptions{Seeds: n, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			partitioned(rules, of, n, func(layer int, values []int8, counts partCounts) {
				sameBytes(t, fmt.Sprintf("%s, layer %d on %d partitions", name, layer, of), values, db.Values(layer))
				size := float64(bitboard.LayerSize(layer))
				row := fmt.Sprintf("| %s | %d | %.2f | %.2f | %d |", name, layer, float64(counts.asks)/size, float64(counts.news)/size, counts.steps)
				if layer%2 == 0 && layer >= 4 && !strings.Contains(string(text), row+"\n") {
					t.Errorf("SCALE.md has no row %s", row)
				}
			})
		}
	}
}
