package egdb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/sync/errgroup"

	"ayosolve/bitboard"
)

// part is one of the arrays of a content, as it is stored.
type part struct {
	kind             kind
	values, contexts []int8 // contexts nil: the values before are a value's context
}

func (c *content) parts() []part {
	parts := []part{{kindValues, c.values, nil}}
	if c.low != nil {
		parts = append(parts, part{kindLow, c.low, c.values}, part{kindHigh, c.high, c.values})
	}
	return parts
}

// block returns one block of an array, nil of nil.
func block(values []int8, i uint32) []int8 {
	if values == nil {
		return nil
	}
	from := int(i) * blockValues
	return values[from:min(from+blockValues, len(values))]
}

// blocksOf returns the number of blocks of n values.
func blocksOf(n uint64) uint32 { return uint32((n + blockValues - 1) / blockValues) }

// writeLayer writes a layer to a new folder and seals it.
func writeLayer(ctx context.Context, dir string, rules bitboard.Rules, n int, c *content, workers int) (*Record, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	models, record, err := survey(ctx, rules, n, c, workers)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := needSpace(dir, c.estimate(models)); err != nil {
		return nil, err
	}
	if err := writeEntries(ctx, dir, rules, n, c, models, record, workers); err != nil {
		return nil, err
	}
	return record, seal(dir)
}

// survey makes one pass over a layer: the models, and all that the record says.
func survey(ctx context.Context, rules bitboard.Rules, n int, c *content, workers int) ([]blockModel, *Record, error) {
	record := &Record{
		Format: FormatVersion, Rules: rules.Name(), Layer: n, Boards: uint64(len(c.values)), BlockValues: blockValues,
		Histogram: make([]uint64, 2*n+1),
	}
	parts := c.parts()
	models := make([]blockModel, len(parts))
	sums := make([]string, len(parts))
	met := uint64(0)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, p := range parts {
		group.Go(func() (err error) {
			models[i], err = p.model(ctx)
			return err
		})
		group.Go(func() error {
			sums[i] = rawSum(p.values)
			return nil
		})
	}
	group.Go(func() error {
		for _, v := range c.values {
			if int(v) < -n || int(v) > n {
				return fmt.Errorf("%w: value %d in layer %d", ErrWrong, v, n)
			}
			record.Histogram[int(v)+n]++
		}
		for i := range c.low {
			if c.low[i] == c.high[i] {
				met++
			}
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	record.SHA256 = sums[0]
	if c.low != nil {
		record.Bounds = &BoundsRecord{Met: met, SHA256Low: sums[1], SHA256High: sums[2]}
	}
	return models, record, nil
}

// model counts a part's values and makes their model.
func (p part) model(ctx context.Context) (blockModel, error) {
	c := newCounter(p.kind)
	for b := range blocksOf(uint64(len(p.values))) {
		c.count(block(p.values, b), block(p.contexts, b))
		if b%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return c.blockModel(), nil
}

// rawSum returns the SHA-256 of values as signed bytes, in hexadecimal.
func rawSum(values []int8) string {
	sum := sha256.Sum256(asBytes(values))
	return hex.EncodeToString(sum[:])
}

// estimate returns a bound on the bytes that a layer takes on disk: what the
// models promise, and room for indices, the models and the record.
func (c *content) estimate(models []blockModel) uint64 {
	n := uint64(64 << 10)
	for i, p := range c.parts() {
		n += uint64(len(p.values))*uint64(models[i].bitsAValue()*1000)/8000*21/20 + uint64(blocksOf(uint64(len(p.values))))*blockOverhead
	}
	return n
}

// batchBlocks is the number of blocks encoded before they are written.
const batchBlocks = 64

// writeEntries writes a layer's entries to an empty folder, the record last.
func writeEntries(ctx context.Context, dir string, rules bitboard.Rules, n int, c *content, models []blockModel, record *Record, workers int) error {
	w := &sortedWriter{dir: dir}
	defer w.abandon()
	put := func(keys, values [][]byte) error {
		for i := range keys {
			if err := w.add(keys[i], values[i]); err != nil {
				return err
			}
		}
		return nil
	}
	// Each kind is a run of ascending keys.
	for i, p := range c.parts() {
		e := models[i].encoder()
		blocks := blocksOf(uint64(len(p.values)))
		for first := uint32(0); first < blocks; first += batchBlocks {
			count := min(batchBlocks, blocks-first)
			keys, values := make([][]byte, count), make([][]byte, count)
			group, ctx := errgroup.WithContext(ctx)
			group.SetLimit(workers)
			for j := range count {
				group.Go(func() error {
					keys[j] = entryKey(rules.Name(), p.kind, n, first+j)
					values[j] = e.encode(nil, keys[j], block(p.values, first+j), block(p.contexts, first+j))
					return ctx.Err()
				})
			}
			if err := group.Wait(); err != nil {
				return err
			}
			if err := put(keys, values); err != nil {
				return err
			}
		}
		if err := w.endRun(); err != nil {
			return err
		}
	}
	var keys, values [][]byte
	for i, p := range c.parts() {
		keys = append(keys, entryKey(rules.Name(), kindModel, n, modelOf(p.kind)))
		values = append(values, models[i].append(nil))
	}
	if err := put(keys, values); err != nil {
		return err
	}
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	if err := w.add(entryKey(rules.Name(), kindRecord, n, 0), text); err != nil {
		return err
	}
	return w.finish()
}
