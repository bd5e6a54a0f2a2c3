package egdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"ayosolve/bitboard"
)

// BuildOptions says what a build is to make and with what.
type BuildOptions struct {
	Seeds   int    // layers 0 … Seeds
	Bounds  bool   // also what holds under any repetition rule
	Workers int    // goroutines that compute; at least 1
	Memory  uint64 // bytes it may use; 0 for no limit
	// Checkpoint is the time after which the work on a layer is saved, so that a
	// later build can go on from there; 0 for ten minutes.
	Checkpoint time.Duration
	// Progress, if set, is called at the start of each layer and now and then, from
	// one goroutine at a time.
	Progress func(Progress)
}

// DefaultCheckpoint is the time between checkpoints unless told otherwise.
const DefaultCheckpoint = 10 * time.Minute

func (o *BuildOptions) validate() error {
	if o.Seeds < 0 || o.Seeds > bitboard.MaxSeeds || o.Workers < 1 || o.Checkpoint < 0 {
		return fmt.Errorf("%w: %d seeds, %d workers, checkpoints every %v", ErrOptions, o.Seeds, o.Workers, o.Checkpoint)
	}
	if o.Checkpoint == 0 {
		o.Checkpoint = DefaultCheckpoint
	}
	return nil
}

// Build computes layers 0 … o.Seeds in memory. The values are those under
// RepetitionSplit, whatever r.Repetition says. The errors are ErrOptions,
// bitboard.ErrRules, ErrMemory and the context's.
func Build(ctx context.Context, r bitboard.Rules, o BuildOptions) (*DB, error) {
	if err := errors.Join(r.Validate(), o.validate()); err != nil {
		return nil, err
	}
	r.Repetition = bitboard.RepetitionSplit
	if need := memoryOfAll(o); o.Memory > 0 && need > o.Memory {
		return nil, fmt.Errorf("%w: %d seeds take %.2f GiB, %.2f GiB are allowed", ErrMemory, o.Seeds,
			float64(need)/(1<<30), float64(o.Memory)/(1<<30))
	}
	o.Memory = 0 // nothing is stored that could be brought in later
	b := newBuilder(&DB{rules: r}, o, "")
	defer b.report(0)()
	for n := 0; n <= o.Seeds; n++ {
		c, err := b.layer(ctx, n)
		if err != nil {
			b.free()
			return nil, fmt.Errorf("layer %d: %w", n, err)
		}
		b.held[n] = c
	}
	for n := 0; n <= o.Seeds; n++ {
		if b.held[n].turned {
			if err := b.held[n].turn(ctx, n, o.Workers); err != nil {
				b.free()
				return nil, fmt.Errorf("layer %d: %w", n, err)
			}
		}
		b.db.memory = append(b.db.memory, b.held[n])
	}
	return b.db, nil
}

// BuildStored computes layers 0 … o.Seeds and stores them under a folder, in the
// subfolder of the rules' name, each as soon as it is done. It goes on from what
// is there: after the last finished layer, and inside a layer from its last
// checkpoint. Layers without bounds are made anew if o.Bounds asks for bounds.
//
// The errors are ErrOptions, ErrMemory, ErrSpace, ErrLocked, ErrDamaged, ErrRules,
// ErrFormat, those of the file system, and the context's. Whatever it returns,
// layers that were finished stay.
func BuildStored(ctx context.Context, dir string, r bitboard.Rules, o BuildOptions) error {
	if err := errors.Join(r.Validate(), o.validate()); err != nil {
		return err
	}
	db, lock, err := openToWrite(dir, r)
	if err != nil {
		return err
	}
	defer lock.Close()
	defer db.Close()
	b := newBuilder(db, o, db.dir)
	defer b.free()
	first, err := b.firstMissing()
	if err != nil || first > o.Seeds {
		return err
	}
	if err := b.checkMemory(first); err != nil {
		return err
	}
	defer b.report(first)()
	for n := first; n <= o.Seeds; n++ {
		if err := b.store(ctx, n); err != nil {
			return fmt.Errorf("layer %d: %w", n, err)
		}
	}
	return nil
}

// builder makes one layer after the other.
type builder struct {
	db      *DB
	options BuildOptions
	dir     string // "" in memory
	// held is the layers in memory, by seeds: all below the one that is made, or the
	// part of them that one window has.
	held  map[int]*content
	meter meter
}

func newBuilder(db *DB, o BuildOptions, dir string) *builder {
	return &builder{db: db, options: o, dir: dir, held: map[int]*content{}}
}

// free gives the memory of all layers back.
func (b *builder) free() {
	for _, c := range b.held {
		c.free()
	}
	clear(b.held)
}

// firstMissing returns the first layer that isn't there as the options want it.
func (b *builder) firstMissing() (int, error) {
	for n := range b.db.stored {
		r, err := b.db.Record(n)
		b.db.stored[n].close()
		if err != nil {
			return 0, err
		}
		if b.options.Bounds && r.Bounds == nil {
			return n, nil
		}
	}
	return len(b.db.stored), nil
}

// store makes a layer and puts it into its folder. It stays in memory if the next
// layer can use it there.
func (b *builder) store(ctx context.Context, n int) error {
	c, err := b.layer(ctx, n)
	if err != nil {
		return err
	}
	b.meter.phase(PhaseStore)
	temporary := buildingDir(b.dir, n, b.options.Bounds)
	if _, err := writeLayer(ctx, temporary, b.db.rules, n, c, b.options.Workers); err != nil {
		os.RemoveAll(temporary)
		return err
	}
	if err := install(b.dir, n, b.options.Bounds); err != nil {
		return err
	}
	os.Remove(checkpointFile(b.dir))
	l := &layer{rules: b.db.rules, n: n, dir: layerDir(b.dir, n, b.options.Bounds)}
	if n == len(b.db.stored) {
		b.db.stored = append(b.db.stored, l)
	} else {
		b.db.stored[n].close()
		b.db.stored[n] = l
	}
	if n < b.options.Seeds && len(b.windows(n+1)) == 1 {
		b.held[n] = c
	} else {
		b.free()
		c.free()
	}
	return nil
}

// layer computes a layer.
func (b *builder) layer(ctx context.Context, n int) (*content, error) {
	size := bitboard.LayerSize(n)
	state, err := newRegion[uint8](size, true)
	if err != nil {
		return nil, err
	}
	defer state.free()
	c, err := newContent(size, b.options.Bounds)
	if err != nil {
		return nil, err
	}
	if err := b.fill(ctx, n, c, state.data); err != nil {
		c.free()
		return nil, err
	}
	return c, nil
}

// fill computes a layer into c, going on from a checkpoint if there is one.
func (b *builder) fill(ctx context.Context, n int, c *content, state []uint8) error {
	saved, err := b.resume(n)
	if err != nil {
		return err
	}
	defer saved.close()
	solve := func(low, high []int8, bounds bool, lowest int) error {
		r := retro{
			rules: b.db.rules, n: n, workers: b.options.Workers, low: low, high: high, state: state,
			meter: &b.meter, arenaChunks: arenaChunks(n, b.options.Workers),
		}
		b.meter.enter(n, bounds)
		start, err := saved.restore(c, state, bounds)
		if err != nil {
			return err
		}
		return r.solve(ctx, job{
			windows: b.windows(n),
			enter:   func(w window) (lower, error) { return b.enter(ctx, w, bounds, r.narrow()) },
			start:   start, lowest: lowest,
			save: b.saver(n, c, state, bounds),
		})
	}
	if !saved.has(PhaseBounds) {
		if err := solve(c.values, c.values, false, 1); err != nil {
			return err
		}
	}
	if b.options.Bounds {
		clear(state)
		if err := solve(c.low, c.high, true, 1-n); err != nil {
			return err
		}
	}
	return nil
}

// enter brings the layers of a window into memory, in the place of those of other
// windows, turned or not.
func (b *builder) enter(ctx context.Context, w window, bounds, turned bool) (l lower, err error) {
	for n, c := range b.held {
		if n < w.from || n >= w.to {
			c.free()
			delete(b.held, n)
		}
	}
	l = lower{make([][]int8, bitboard.MaxSeeds+1), make([][]int8, bitboard.MaxSeeds+1), turned}
	for n := w.from; n < w.to; n++ {
		c := b.held[n]
		if c == nil {
			if c, err = newContent(bitboard.LayerSize(n), b.options.Bounds); err != nil {
				return l, err
			}
			b.held[n] = c
			if err := b.db.stored[n].load(ctx, c, b.options.Workers); err != nil {
				return l, err
			}
		}
		if c.turned != turned {
			if err := c.turn(ctx, n, b.options.Workers); err != nil {
				return l, err
			}
		}
		l.low[n], l.high[n] = c.values, c.values
		if bounds {
			l.low[n], l.high[n] = c.low, c.high
		}
	}
	return l, nil
}
