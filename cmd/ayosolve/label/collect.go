package label

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"ayosolve/bitboard"
)

// Positions says what a source has come to.
type Positions struct {
	Count  uint64   `json:"count"`           // distinct positions
	SHA256 string   `json:"sha256"`          // of their keys, in the job's order
	Plies  []uint64 `json:"plies,omitempty"` // of a Reachable source: positions first reached at each ply
	Bad    uint64   `json:"bad,omitempty"`   // lines of an Input that were no positions
	Input  string   `json:"input,omitempty"` // SHA-256 of all lines of an Input
}

// collector writes the distinct positions of a source to a file.
type collector struct {
	scratch string // a folder for Badger
	room    int    // keys in memory
	seen    *seen
	out     *bufio.Writer
	hash    hash.Hash
	count   atomic.Uint64
	bad     atomic.Uint64

	mu    sync.Mutex
	plies []uint64
}

// collect writes the positions of a source to a file, which is there whole or not at
// all.
func (c *collector) collect(ctx context.Context, r bitboard.Rules, s *Source, in io.Reader, bad func(*BadLine), file string) (p Positions, err error) {
	part := file + ".part"
	f, err := os.Create(part)
	if err != nil {
		return p, err
	}
	defer f.Close()
	if err := os.RemoveAll(c.scratch); err != nil {
		return p, err
	}
	defer os.RemoveAll(c.scratch)
	c.seen, c.out, c.hash = newSeen(c.scratch, c.room), bufio.NewWriterSize(f, 1<<16), sha256.New()
	switch s.Kind {
	case Input:
		p.Input, err = c.input(ctx, in, bad)
	case Random:
		err = c.random(ctx, r, s)
	case Reachable:
		err = c.reachable(ctx, r, s)
	}
	if err := errors.Join(err, c.seen.close()); err != nil {
		return p, err
	}
	if err := errors.Join(c.out.Flush(), f.Sync(), f.Close()); err != nil {
		return p, err
	}
	p.Count, p.Plies, p.Bad, p.SHA256 = c.count.Load(), c.plies, c.bad.Load(), hex.EncodeToString(c.hash.Sum(nil))
	return p, os.Rename(part, file)
}

// add writes a position unless it has been written, and reports whether it was new.
func (c *collector) add(p bitboard.Position) (fresh bool, err error) {
	k := keyOf(p)
	if fresh, err = c.seen.add(k); err != nil || !fresh {
		return false, err
	}
	return true, c.put(k)
}

// put writes a position that is known to be new.
func (c *collector) put(k Key) error {
	c.count.Add(1)
	c.hash.Write(k[:])
	_, err := c.out.Write(k[:])
	return err
}

// plied notes that a ply is done.
func (c *collector) plied(positions uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plies = append(c.plies, positions)
}
