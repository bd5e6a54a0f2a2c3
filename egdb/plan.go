package egdb

import (
	"fmt"

	"ayosolve/bitboard"
)

// overhead is the memory a build uses whatever it builds: the program, the
// database's buffers, blocks that are being encoded.
const overhead = 96 << 20

// bytesPerBoard returns what a layer takes in memory: its values, and the bounds.
func bytesPerBoard(bounds bool) uint64 {
	if bounds {
		return 3
	}
	return 1
}

// working returns the memory that making a layer takes, layers below apart.
func working(n int, o BuildOptions) uint64 {
	size := bitboard.LayerSize(n)
	// Rows of six pits with up to n seeds are as many as multisets: C(n+6, 6).
	rows := uint64(1)
	for i := uint64(1); i <= bitboard.RowPits; i++ {
		rows = rows * (uint64(n) + i) / i
	}
	return size*(bytesPerBoard(o.Bounds)+1) + uint64(arenaChunks(n, o.Workers))*chunkWords*4 + rows*25 + overhead
}

// windows divides the layers below n into those that are in memory together. It
// returns nil if the memory allowed does not do.
func (b *builder) windows(n int) []window { return windows(n, b.options) }

func windows(n int, o BuildOptions) []window {
	if o.Memory == 0 {
		return []window{{0, n}}
	}
	need := working(n, o)
	if need > o.Memory {
		return nil
	}
	free := o.Memory - need
	var list []window
	from, held := 0, uint64(0)
	for i := range n {
		size := bitboard.LayerSize(i) * bytesPerBoard(o.Bounds)
		if size > free {
			return nil
		}
		if held+size > free {
			list = append(list, window{from, i})
			from, held = i, 0
		}
		held += size
	}
	return append(list, window{from, n})
}

// leastMemory returns the least memory with which a layer can be made.
func leastMemory(n int, o BuildOptions) uint64 {
	least := working(n, o)
	if n > 0 {
		least += bitboard.LayerSize(n-1) * bytesPerBoard(o.Bounds)
	}
	return least
}

// memoryOfAll returns what a build takes that keeps all layers in memory.
func memoryOfAll(o BuildOptions) uint64 {
	return working(o.Seeds, o) + bitboard.BoardsBelow(o.Seeds)*bytesPerBoard(o.Bounds)
}

// checkMemory refuses what can't be done in the memory allowed before any work.
func (b *builder) checkMemory(first int) error {
	for n := first; n <= b.options.Seeds; n++ {
		if b.windows(n) == nil {
			return fmt.Errorf("%w: layer %d takes at least %.2f GiB, %.2f GiB are allowed", ErrMemory, n,
				float64(leastMemory(b.options.Seeds, b.options))/(1<<30), float64(b.options.Memory)/(1<<30))
		}
	}
	return nil
}

// Plan is what a build will take.
type Plan struct {
	Layers []LayerPlan // every layer from 0 to BuildOptions.Seeds
}

// LayerPlan is what one layer will take.
type LayerPlan struct {
	Seeds  int
	Boards uint64
	Memory uint64 // bytes, with all layers below in memory
	Least  uint64 // bytes, with the layers below brought in one after the other
	Disk   uint64 // bytes, about
	Passes int    // forward passes in the memory allowed, 0 if it does not do
}

// bitsPerBoard is what a stored value takes, about: measured at 12 to 16 seeds,
// 2.3 bits in Ayoayo and 3.1 in oware. Bounds take 0.01 and 2.7.
func bitsPerBoard(r bitboard.Rules, bounds bool) float64 {
	bits := 2.3
	if !r.Relay() {
		bits = 3.1
	}
	if bounds {
		bits += 0.01
		if !r.Relay() {
			bits += 2.7
		}
	}
	return bits
}

// PlanBuild says what a build will take. It returns ErrOptions or
// bitboard.ErrRules.
func PlanBuild(r bitboard.Rules, o BuildOptions) (*Plan, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if err := o.validate(); err != nil {
		return nil, err
	}
	p := &Plan{}
	below := uint64(0)
	for n := 0; n <= o.Seeds; n++ {
		size := bitboard.LayerSize(n)
		p.Layers = append(p.Layers, LayerPlan{
			Seeds: n, Boards: size,
			Memory: working(n, o) + below,
			Least:  leastMemory(n, o),
			Disk:   uint64(float64(size)*bitsPerBoard(r, o.Bounds)/8) + 8<<10,
			Passes: len(windows(n, o)),
		})
		below += size * bytesPerBoard(o.Bounds)
	}
	return p, nil
}
