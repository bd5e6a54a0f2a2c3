package egdb

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"

	"ayosolve/bitboard"
)

// A checkpoint is the work on one layer between two thresholds. The file is a line
// of JSON, its CRC-32C in hexadecimal on a line of its own, and then arrays of one
// byte a board, each followed by its CRC-32C, four bytes, little-endian: the
// states; for values the values so far; for bounds the values, the low and the
// high bounds so far.
type checkpoint struct {
	Format int    `json:"format"`
	Rules  string `json:"rules"`
	Layer  int    `json:"layer"`
	Phase  Phase  `json:"phase"`
	// T is the threshold to go on from: those above are done.
	T int `json:"t"`

	file *os.File
	body *bufio.Reader
}

func checkpointFile(dir string) string { return filepath.Join(dir, "checkpoint") }

// saver returns the function that saves the work on a layer if that is due.
func (b *builder) saver(n int, c *content, state []uint8, bounds bool) func(t int) error {
	last := time.Now()
	head := checkpoint{Format: FormatVersion, Rules: b.db.rules.Name(), Layer: n, Phase: PhaseValues}
	arrays := [][]int8{asValues(state), c.values}
	if bounds {
		head.Phase = PhaseBounds
		arrays = append(arrays, c.low, c.high)
	}
	return func(t int) error {
		if b.dir == "" || time.Since(last) < b.options.Checkpoint {
			return nil
		}
		last = time.Now()
		head.T = t
		if needSpace(b.dir, uint64(len(arrays))*uint64(len(state))+1<<20) != nil {
			return nil // the layer itself may still find room
		}
		if err := writeFile(checkpointFile(b.dir), func(w io.Writer) error { return head.write(w, arrays) }); !errors.Is(err, syscall.ENOSPC) {
			return err
		}
		return nil
	}
}

// asValues returns the same memory as values.
func asValues(state []uint8) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(state))), len(state))
}

func (p *checkpoint) write(w io.Writer, arrays [][]int8) error {
	head, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s\n%08x\n", head, crc32.Checksum(head, castagnoli)); err != nil {
		return err
	}
	for _, a := range arrays {
		data := asBytes(a)
		if _, err := w.Write(data); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%08x", crc32.Checksum(data, castagnoli)); err != nil {
			return err
		}
	}
	return nil
}

// resume opens the checkpoint of a layer. It returns nil if there is none that
// this build can use; a damaged one is no loss but of time.
func (b *builder) resume(n int) (*checkpoint, error) {
	if b.dir == "" {
		return nil, nil
	}
	f, err := openFile(checkpointFile(b.dir))
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrDamaged) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &checkpoint{file: f, body: bufio.NewReaderSize(f, 1<<20)}
	head, err := p.body.ReadBytes('\n')
	var sum uint32
	if err == nil {
		_, err = fmt.Fscanf(p.body, "%08x\n", &sum)
	}
	if err != nil || crc32.Checksum(head[:len(head)-1], castagnoli) != sum || json.Unmarshal(head, p) != nil ||
		p.Format != FormatVersion || p.Rules != b.db.rules.Name() || p.Layer != n ||
		p.Phase == PhaseBounds && !b.options.Bounds || !p.reached() || !p.intact() {
		f.Close()
		return nil, nil
	}
	return p, nil
}

// reached reports whether work on the layer comes to the threshold at all.
func (p *checkpoint) reached() bool {
	least := 1
	if p.Phase == PhaseBounds {
		least = 1 - p.Layer
	}
	return least <= p.T && p.T <= p.Layer
}

// intact reads all arrays, checks their sums, and goes back to the first.
func (p *checkpoint) intact() bool {
	arrays := 2
	if p.Phase == PhaseBounds {
		arrays = 4
	}
	body, err := p.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return false
	}
	body -= int64(p.body.Buffered())
	for range arrays {
		sum := crc32.New(castagnoli)
		var stored uint32
		if _, err := io.CopyN(sum, p.body, int64(bitboard.LayerSize(p.Layer))); err != nil {
			return false
		}
		if _, err := fmt.Fscanf(p.body, "%08x", &stored); err != nil || sum.Sum32() != stored {
			return false
		}
	}
	if _, err := p.file.Seek(body, io.SeekStart); err != nil {
		return false
	}
	p.body.Reset(p.file)
	return true
}

// has reports whether the work had come to a phase.
func (p *checkpoint) has(phase Phase) bool { return p != nil && p.Phase == phase }

// restore reads the arrays, if the checkpoint is of that phase, and returns the
// threshold to go on from. It returns nil to begin anew.
func (p *checkpoint) restore(c *content, state []uint8, bounds bool) (*int, error) {
	phase, arrays := PhaseValues, [][]int8{asValues(state), c.values}
	if bounds {
		phase, arrays = PhaseBounds, append(arrays, c.low, c.high)
	}
	if !p.has(phase) {
		return nil, nil
	}
	for _, a := range arrays {
		data := asBytes(a)
		var stored uint32
		_, err := io.ReadFull(p.body, data)
		if err == nil {
			_, err = fmt.Fscanf(p.body, "%08x", &stored)
		}
		if err != nil || crc32.Checksum(data, castagnoli) != stored {
			return nil, fmt.Errorf("%w: checkpoint %s changed while it was read", ErrDamaged, p.file.Name())
		}
	}
	t := p.T
	return &t, nil
}

func (p *checkpoint) close() {
	if p != nil {
		p.file.Close()
	}
}
