package egdb

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ayosolve/bitboard"
)

// A search of one board looks at some ten thousand boards of the tables, which lie
// anywhere: in a few hundredths of the pieces of large layers. Paged layers have room
// for all their boards, and a piece is decoded when one of its boards is looked up.

// Page makes the layers 0 … n readable by Fetch and Paged, as far as they fit in a
// number of bytes, which is reckoned as if they were all in memory in the end: one a
// board, or three with bounds, and a third of that for blocks that are decoded in
// part. It returns the largest such layer, -1 if there is none. Nothing may have been
// loaded or paged before.
func (db *DB) Page(ctx context.Context, n int, free uint64, workers int) (int, error) {
	if len(db.memory) > 0 {
		return -1, fmt.Errorf("%w: layers are in memory", ErrOptions)
	}
	n = min(n, len(db.stored)-1)
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(max(workers, 1))
	for _, l := range db.stored[:n+1] {
		group.Go(func() error {
			if err := groupCtx.Err(); err != nil {
				return err
			}
			return l.open()
		})
	}
	if err := group.Wait(); err != nil {
		return -1, err
	}
	bounds, err := db.haveBounds(n)
	if err != nil {
		return -1, err
	}
	for i := 0; i <= n; i++ {
		size := bitboard.LayerSize(i)
		need := size * bytesPerBoard(bounds)
		need += need / 3
		if free < need {
			break
		}
		free -= need
		c, err := makeContent(size, bounds, false)
		if err != nil {
			return -1, err
		}
		c.pages = newPages(db.stored[i], c)
		db.memory = append(db.memory, c)
	}
	return len(db.memory) - 1, nil
}

// Paged returns layer n's values in rank order, seen by the mover, in seeds, under
// RepetitionSplit, and its bounds as Bounds does, or nil; all are nil if the layer isn't
// paged. What they say of a board is right after Fetch has returned without an error.
// The slices must not be changed.
func (db *DB) Paged(n int) (values, low, high []int8) {
	if n >= len(db.memory) || db.memory[n].pages == nil {
		return nil, nil, nil
	}
	c := db.memory[n]
	return c.values, c.low, c.high
}

// Fetch brings a board of a paged layer into memory, by its layer and rank. Any number
// of goroutines may call it. The error is ErrDamaged.
func (db *DB) Fetch(n int, rank uint64) error {
	return db.memory[n].pages.fetch(rank)
}

// pages says which pieces of a layer are in memory.
type pages struct {
	layer  *layer
	to     *content
	ready  []atomic.Uint64 // a bit for each piece
	blocks []pagedBlock
}

// piecesABlock is the pieces of a whole block: no block has more.
const piecesABlock = blockValues / pieceValues

// pagedBlock is a block of which some pieces have been decoded.
type pagedBlock struct {
	mu     sync.Mutex
	data   []byte  // the block as it is stored, and found intact; nil before and after
	starts []int32 // of its lanes
	left   int     // pieces to decode
}

func newPages(l *layer, to *content) *pages {
	blocks := blocksOf(uint64(len(to.values)))
	return &pages{
		layer: l, to: to,
		ready:  make([]atomic.Uint64, (blocks*piecesABlock+63)/64),
		blocks: make([]pagedBlock, blocks),
	}
}

// fetch decodes the piece of a rank if it isn't in memory.
func (p *pages) fetch(rank uint64) error {
	if piece := rank / pieceValues; p.ready[piece/64].Load()>>(piece%64)&1 != 0 {
		return nil
	}
	return p.decode(rank)
}

func (p *pages) decode(rank uint64) error {
	i, piece := uint32(rank/blockValues), rank/pieceValues
	b := &p.blocks[i]
	b.mu.Lock()
	defer b.mu.Unlock()
	word, bit := &p.ready[piece/64], uint64(1)<<(piece%64)
	if word.Load()&bit != 0 {
		return nil // another goroutine has been faster
	}
	d, ok := p.layer.decoders[kindValues].(*prefixDecoder)
	if !ok || p.to.low != nil {
		// The whole block at once: bounds are not coded in pieces, and need the values.
		if err := p.layer.readParts(p.to, i); err != nil {
			return err
		}
		p.ready[i/(64/piecesABlock)].Or((1<<piecesABlock - 1) << (piecesABlock * (i % (64 / piecesABlock))))
		return nil
	}
	values := block(p.to.values, i)
	if b.data == nil {
		if err := p.read(b, i, len(values)); err != nil {
			return err
		}
	}
	if !d.piece(values, b.data, b.starts, int(piece%piecesABlock)) {
		return p.layer.blockError(i, errBlock)
	}
	word.Or(bit)
	if b.left--; b.left == 0 {
		b.data, b.starts = nil, nil
	}
	return nil
}

// read reads a block of n values and checks that it is intact.
func (p *pages) read(b *pagedBlock, i uint32, n int) error {
	key := entryKey(p.layer.rules.Name(), kindValues, p.layer.n, i)
	err := p.layer.view(key, func(data []byte) (err error) {
		if !intact(key, data, n) {
			return errBlock
		}
		b.starts, err = laneStarts(data, n)
		b.data, b.left = bytes.Clone(data), piecesOf(n)
		return err
	})
	if err != nil {
		b.data = nil
		return p.layer.blockError(i, err)
	}
	return nil
}
