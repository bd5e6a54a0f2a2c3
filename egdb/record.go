package egdb

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"ayosolve/bitboard"
)

// FormatVersion is the version of the stored layers that are written. A program reads
// its own version and older ones, and refuses newer ones. In version 1 values were coded
// as bounds are.
const FormatVersion = 2

// Record is what is known of a stored layer: its "finished" record. It is written
// last.
type Record struct {
	Format      int    `json:"format"`
	Rules       string `json:"rules"` // the preset's name
	Layer       int    `json:"layer"` // seeds
	Boards      uint64 `json:"boards"`
	BlockValues int    `json:"block_values"`
	// Histogram counts the boards of each value, from −Layer to Layer.
	Histogram []uint64 `json:"histogram"`
	// SHA256 is of the values as signed bytes in the exported order, in hexadecimal.
	SHA256 string `json:"sha256"`
	// Bounds is set if the layer holds what is true under any repetition rule.
	Bounds *BoundsRecord `json:"bounds,omitempty"`
}

// BoundsRecord is the bounds' part of a Record.
type BoundsRecord struct {
	Met        uint64 `json:"met"` // boards whose bounds meet: whose value holds under any repetition rule
	SHA256Low  string `json:"sha256_low"`
	SHA256High string `json:"sha256_high"`
}

// Won, Drawn and Lost count the boards of the layer by value, for the mover.
func (r *Record) Won() uint64 { return sum(r.Histogram[r.Layer+1:]) }

// Drawn counts the boards of value 0.
func (r *Record) Drawn() uint64 { return r.Histogram[r.Layer] }

// Lost counts the boards of value below 0.
func (r *Record) Lost() uint64 { return sum(r.Histogram[:r.Layer]) }

// Mean returns the mean value in seeds.
func (r *Record) Mean() float64 {
	total := 0.0
	for i, n := range r.Histogram {
		total += float64(n) * float64(i-r.Layer)
	}
	return total / float64(r.Boards)
}

func sum(counts []uint64) (total uint64) {
	for _, n := range counts {
		total += n
	}
	return total
}

// validate checks that a record belongs to a layer of some rules and that this
// program can read it.
func (r *Record) validate(rules bitboard.Rules, layer int) error {
	switch {
	case r.Format > FormatVersion:
		return fmt.Errorf("%w: version %d, this program reads %d", ErrFormat, r.Format, FormatVersion)
	case r.Rules != rules.Name():
		return fmt.Errorf("%w: of %s, not %s", ErrRules, r.Rules, rules.Name())
	case r.Layer != layer, r.Format < 1, r.BlockValues != blockValues,
		r.Boards != bitboard.LayerSize(layer), len(r.Histogram) != 2*layer+1, slices.Max(r.Histogram) > r.Boards, sum(r.Histogram) != r.Boards:
		return fmt.Errorf("%w: record of layer %d contradicts itself", ErrDamaged, layer)
	}
	return nil
}

func parseRecord(data []byte) (*Record, error) {
	r := &Record{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%w: record: %w", ErrDamaged, err)
	}
	return r, nil
}

// kind is what a stored entry holds.
type kind uint8

// The kinds of entries.
const (
	kindRecord kind = 'R'
	kindModel  kind = 'M' // block 0: of the values, 1: low bounds, 2: high bounds
	kindValues kind = 'V'
	kindLow    kind = 'L'
	kindHigh   kind = 'H'
)

// entryKey returns the key of an entry: the rules' name, a zero byte, the kind, the
// layer, a byte each, and the number of the block, four bytes, big-endian.
func entryKey(rules string, k kind, layer int, block uint32) []byte {
	key := append([]byte(rules), 0, byte(k), byte(layer))
	return binary.BigEndian.AppendUint32(key, block)
}

// modelOf is the block number under which the model of a kind is kept.
func modelOf(k kind) uint32 {
	switch k {
	case kindLow:
		return 1
	case kindHigh:
		return 2
	}
	return 0
}
