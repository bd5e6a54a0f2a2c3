package egdb

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ayosolve/bitboard"
)

// retro solves one layer backwards. For a threshold t let
//
//	W = {the mover can force a net of t or more}
//	N = {the opponent can hold the mover to −t or less}
//
// both in finite play. A board enters W if a capture gives ≥ t or a move leads
// into N; it enters N if its captures give ≤ −t and all its moves in the layer
// lead into W. t goes down from n, and each board enters each set once, at the
// largest t that lets it: its lower bound is that t, its upper bound the −t at
// which it enters N. Counters of moves not yet known to lead into W carry over
// from t to t−1.
//
// For the values under RepetitionSplit t stops at 1 and W and N exclude each
// other; what has entered neither is worth 0. For the bounds that hold under any
// repetition rule t goes on to −n+1.
//
// The method is that of Lincke (ETH dissertation 14701, 2002) and Romein and Bal
// (Computer 36(10), 2003), with predecessors by un-sowing relays.
type retro struct {
	rules   bitboard.Rules
	n       int
	workers int
	rows    *rows
	lower   lower

	// Indexed by rank. low holds the best net of the board's captures, and from
	// when the board enters W the t at which it did; high likewise, −t and N.
	// For values they are the same array.
	low, high []int8
	state     []uint8

	blockBits uint
	blocks    uint32
	firstRun  []uint32 // by block: the run of rows that holds its first rank
	dirty     []bool   // by block: it has boards marked pending
	arena     *arena
	crew      []*worker
	t         int

	arenaChunks uint32
	firstPass   bool // of the forward passes, one a window
	meter       *meter
}

// job is what a retro is to do, in what steps.
type job struct {
	windows []window
	enter   func(window) (lower, error) // brings a window's layers into memory
	start   *int                        // the threshold to go on from, nil to begin with the forward passes
	lowest  int                         // the last threshold
	save    func(t int) error           // called when all thresholds above t are done
}

// window is layers that are in memory together: from … to−1.
type window struct{ from, to int }

// lower is the layers below, by seeds and rank: what the mover of such a board
// nets at least and at most. For values both are the same arrays. Layers that
// another window has are nil. They are turned or not.
type lower struct {
	low, high [][]int8
	turned    bool
}

// The state of a board, one byte:
//
//	bits 0–2  moves in the layer that are not known to lead into W
//	bit  4    entered W, and its predecessors have not been told
//	bit  5    entered N, and its predecessors have not been told
//	bit  6    has entered W
//	bit  7    has entered N
const (
	stateMoves    = 0x07
	statePendingW = 0x10
	statePendingN = 0x20
	stateW        = 0x40
	stateN        = 0x80
)

// noCapture stands for the best net of no captures at all.
const noCapture = -128

// worker is one goroutine's part of a retro.
type worker struct {
	*retro
	pouch    pouch
	in, out  mailbox
	enteredW []uint64 // bit set over the block in hand: new in W
	enteredN []uint64
	// Whether there is any.
	anyW, anyN bool
	edges      []bitboard.Edge
	captures   []capture

	// For layers of narrow boards, else nil.
	sower    *bitboard.Sower
	unsower  *bitboard.Unsower
	takes    []bitboard.Capture
	ranks    []uint64 // of the boards to be unsown together
	together []bitboard.Narrow
	origins  []bitboard.Origin
}

const defaultBlockBits = 17 // two bytes a board and the mail fit a second-level cache

// narrow reports whether the layer's boards are unsown and sown side by side.
func (r *retro) narrow() bool { return r.rules.Relay() && r.n <= bitboard.NarrowSeeds }

func (r *retro) prepare() error {
	size := bitboard.LayerSize(r.n)
	narrow := r.narrow()
	r.rows = makeRows(r.n, narrow)
	if r.blockBits == 0 {
		r.blockBits = defaultBlockBits
	}
	r.blocks = uint32((size + 1<<r.blockBits - 1) >> r.blockBits)
	r.firstRun = make([]uint32, r.blocks)
	for b := range r.firstRun {
		r.firstRun[b] = uint32(r.rows.find(uint64(b) << r.blockBits))
	}
	r.dirty = make([]bool, r.blocks)
	r.workers = min(r.workers, int(r.blocks))
	var err error
	if r.arena, err = newArena(r.arenaChunks); err != nil {
		return err
	}
	for range r.workers {
		words := (1<<r.blockBits + 63) / 64
		w := &worker{
			retro:    r,
			pouch:    pouch{arena: r.arena},
			in:       mailbox{make([]uint64, r.blocks)},
			out:      mailbox{make([]uint64, r.blocks)},
			enteredW: make([]uint64, words),
			enteredN: make([]uint64, words),
			captures: make([]capture, 0, captureBatch+bitboard.MaxMoves),
		}
		if narrow {
			w.sower, w.unsower = bitboard.NewSower(r.rules), bitboard.NewUnsower(r.rules)
		}
		r.crew = append(r.crew, w)
	}
	return nil
}

// eachBlock runs visit for every block, shared among the workers.
func (r *retro) eachBlock(ctx context.Context, visit func(w *worker, block uint32)) error {
	var next atomic.Uint32
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range r.crew {
		group.Go(func() error {
			for {
				block := next.Add(1) - 1
				if block >= r.blocks {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				visit(w, block)
			}
		})
	}
	return group.Wait()
}

// arenaChunks returns the chunks that the mail of a layer is given: one for every
// list there can be, and room for half a message a board. If they run out, boards
// wait and are told later.
func arenaChunks(n, workers int) uint32 {
	size := bitboard.LayerSize(n)
	blocks := size>>defaultBlockBits + 1
	return uint32(2*blocks*uint64(workers) + size/2/chunkWords + 4096)
}

// solve runs both passes. When it returns nil, low and high are final.
func (r *retro) solve(ctx context.Context, j job) error {
	if err := r.prepare(); err != nil {
		return err
	}
	defer r.arena.words.free()
	start := r.n
	if j.start != nil {
		start = *j.start
	} else {
		for i, w := range j.windows {
			lower, err := j.enter(w)
			if err != nil {
				return err
			}
			r.lower, r.firstPass = lower, i == 0
			if err := r.eachBlock(ctx, (*worker).forward); err != nil {
				return err
			}
		}
	}
	for r.t = start; r.t >= j.lowest; r.t-- {
		if err := j.save(r.t); err != nil {
			return err
		}
		if err := r.backward(ctx); err != nil {
			return err
		}
	}
	return r.eachBlock(ctx, (*worker).finish)
}

// backward settles every board that enters W or N at threshold t: first those
// that need no other, then in rounds those that the last round's mail lets in.
func (r *retro) backward(ctx context.Context) error {
	if err := r.eachBlock(ctx, (*worker).scan); err != nil {
		return err
	}
	for r.exchange() {
		if err := r.eachBlock(ctx, (*worker).deliver); err != nil {
			return err
		}
	}
	return nil
}

// exchange makes what was sent the mail to be read. It reports whether there is
// any, or boards whose mail has yet to be sent.
func (r *retro) exchange() bool {
	more := false
	for _, w := range r.crew {
		w.in, w.out = w.out, w.in
		for _, end := range w.in.ends {
			more = more || end != 0
		}
	}
	for _, d := range r.dirty {
		more = more || d
	}
	return more
}

// span returns the ranks of a block, from and up to but not including.
func (r *retro) span(block uint32) (from, to uint64) {
	from = uint64(block) << r.blockBits
	return from, min(from+1<<r.blockBits, uint64(len(r.state)))
}

// finish gives the boards of a block that have entered neither set their value,
// or what entered only one the bound that is left.
func (w *worker) finish(block uint32) {
	from, to := w.span(block)
	low, high, state := w.low[from:to], w.high[from:to], w.state[from:to]
	if &low[0] == &high[0] {
		for i := range state {
			if state[i]&(stateW|stateN) == 0 {
				low[i] = 0
			}
		}
		return
	}
	for i := range state {
		if state[i]&stateW == 0 {
			low[i] = -int8(w.n)
		}
		if state[i]&stateN == 0 {
			high[i] = int8(w.n)
		}
	}
}
