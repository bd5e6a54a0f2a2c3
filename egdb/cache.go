package egdb

import "sync/atomic"

// blockCache keeps decoded blocks of layers that are not in memory. It is
// direct-mapped: a block has one place, and the last one put there stays. Blocks
// are read and replaced without a lock.
type blockCache struct {
	slots [cacheSlots]atomic.Pointer[cachedBlock]
}

// cacheSlots times blockValues bytes is the size of the cache: 16 MiB.
const cacheSlots = 256

type cachedBlock struct {
	kind   kind
	layer  int
	block  uint32
	values []int8
}

func (c *blockCache) slot(k kind, layer int, block uint32) *atomic.Pointer[cachedBlock] {
	h := (uint64(k)<<40 | uint64(layer)<<32 | uint64(block)) * 0x9e3779b97f4a7c15
	return &c.slots[h>>56]
}

// get returns a block, nil if it isn't there.
func (c *blockCache) get(k kind, layer int, block uint32) []int8 {
	b := c.slot(k, layer, block).Load()
	if b == nil || b.kind != k || b.layer != layer || b.block != block {
		return nil
	}
	return b.values
}

func (c *blockCache) put(k kind, layer int, block uint32, values []int8) {
	c.slot(k, layer, block).Store(&cachedBlock{k, layer, block, values})
}
