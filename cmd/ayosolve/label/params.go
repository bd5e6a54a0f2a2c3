package label

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"ayosolve/bitboard"
	"ayosolve/egdb"
	"ayosolve/search"
	"ayosolve/tt"
)

// ErrParams reports parameters out of range or that do not go together.
var ErrParams = errors.New("bad parameters of a job")

// MaxChunk is the most positions of a chunk.
const MaxChunk = 1 << 14

// Params is all that the output of a job depends on, its format apart.
type Params struct {
	Version    string  `json:"version"` // of the program
	Rules      string  `json:"rules"`   // the preset's name
	Repetition string  `json:"repetition"`
	Nodes      int64   `json:"nodes"` // the most a position may take
	Hash       int64   `json:"hash"`  // bytes of its transposition table
	Source     Source  `json:"source"`
	Chunk      int     `json:"chunk"`  // positions, the last chunk may have fewer
	Tables     []Layer `json:"tables"` // from 0 seeds up: the layers that are used
	// Bounds says that their bounds are used too.
	Bounds bool `json:"bounds"`

	rules bitboard.Rules
}

// Layer is a layer of the endgame tables: SHA-256 of its values as they are exported,
// and of its bounds if it has any, in hexadecimal.
type Layer struct {
	Seeds  int    `json:"seeds"`
	SHA256 string `json:"sha256"`
	Low    string `json:"sha256_low,omitempty"`
	High   string `json:"sha256_high,omitempty"`
}

// SetRules sets the rules and the repetition rule.
func (p *Params) SetRules(r bitboard.Rules) {
	p.rules, p.Rules, p.Repetition = r, r.Name(), r.Repetition.String()
}

// Game returns the rules of the job.
func (p *Params) Game() bitboard.Rules { return p.rules }

// ParseParams reads parameters that String wrote. The error is ErrParams.
func ParseParams(data []byte) (*Params, error) {
	p := new(Params)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrParams, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: there is more than one object", ErrParams)
	}
	r, err := bitboard.Preset(p.Rules)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrParams, err)
	}
	for _, r.Repetition = range []bitboard.Repetition{bitboard.RepetitionSplit, bitboard.RepetitionOwner} {
		if r.Repetition.String() == p.Repetition {
			p.rules = r
			return p, p.Validate()
		}
	}
	return nil, fmt.Errorf("%w: repetition %q", ErrParams, p.Repetition)
}

// String returns the parameters as JSON.
func (p *Params) String() string {
	data, err := json.Marshal(p)
	if err != nil {
		panic(err) // it has nothing that JSON has not
	}
	return string(data)
}

// Validate returns ErrParams for parameters that are none.
func (p *Params) Validate() error {
	switch {
	case p.rules.Name() != p.Rules || p.Rules == "":
		return fmt.Errorf("%w: rules %q", ErrParams, p.Rules)
	case p.Nodes < 1:
		return fmt.Errorf("%w: %d nodes", ErrParams, p.Nodes)
	case p.Hash < tt.MinBytes:
		return fmt.Errorf("%w: a transposition table of %d bytes, at least %d", ErrParams, p.Hash, tt.MinBytes)
	case p.Chunk < 1 || p.Chunk > MaxChunk:
		return fmt.Errorf("%w: %d positions a chunk", ErrParams, p.Chunk)
	}
	for n, l := range p.Tables {
		if l.Seeds != n {
			return fmt.Errorf("%w: layer %d of the tables is missing", ErrParams, n)
		}
	}
	return p.Source.validate()
}

// Stored is endgame tables that may have records of what is stored. *egdb.DB is one.
type Stored interface {
	search.Prober
	Record(n int) (*egdb.Record, error)
}

// SetTables makes the layers 0 … reach of tables the ones to use, with their bounds
// if all of them have some.
func (p *Params) SetTables(tables Stored, reach int) error {
	p.Tables, p.Bounds = nil, reach >= 0
	for n := range reach + 1 {
		l, err := Describe(tables, n)
		if err != nil {
			return err
		}
		p.Tables = append(p.Tables, l)
		p.Bounds = p.Bounds && l.Low != ""
	}
	if !p.Bounds {
		for n := range p.Tables {
			p.Tables[n].Low, p.Tables[n].High = "", ""
		}
	}
	return nil
}

// Describe returns what tells a layer from others, from its record, or if it is in
// memory alone by summing it.
func Describe(tables Stored, n int) (Layer, error) {
	l := Layer{Seeds: n}
	r, err := tables.Record(n)
	if err == nil {
		l.SHA256 = r.SHA256
		if r.Bounds != nil {
			l.Low, l.High = r.Bounds.SHA256Low, r.Bounds.SHA256High
		}
		return l, nil
	}
	values := tables.Values(n)
	if values == nil || !errors.Is(err, egdb.ErrAbove) {
		return l, err
	}
	l.SHA256 = sum(values)
	if low, high := tables.Bounds(n); low != nil {
		l.Low, l.High = sum(low), sum(high)
	}
	return l, nil
}

// sum returns the SHA-256 of values as signed bytes, in hexadecimal.
func sum(values []int8) string {
	s := sha256.Sum256(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)))
	return hex.EncodeToString(s[:])
}

// only returns the part of tables that the parameters name, so that tables which
// have more give the same labels.
func (p *Params) only(tables search.Prober) search.Prober {
	return part{tables, len(p.Tables) - 1, p.Bounds}
}

// part is the layers of tables up to one, with or without bounds.
type part struct {
	search.Prober
	most   int
	bounds bool
}

func (t part) MaxSeeds() int { return min(t.most, t.Prober.MaxSeeds()) }

func (t part) Bounds(n int) (low, high []int8) {
	if !t.bounds {
		return nil, nil
	}
	return t.Prober.Bounds(n)
}
