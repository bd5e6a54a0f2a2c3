package egdb

import "sync"

// Settling a board changes the state of boards all over the layer. Written
// where they belong, those changes would each miss the cache and need an atomic
// operation. Instead each worker mails them: it appends a message to the list of
// the block of ranks they fall into, and a later visit to that block reads all
// its mail while the block lies in the cache, alone and without atomics.
//
// Lists are chains of chunks in one arena. Word 0 of a chunk holds the number of the
// chunk before it, which is full, or 0, the others a message each:
//
//	bits 0–30  rank, less the first rank of the block
//	bit  31    0: a move of that board leads into W; 1: into N
const (
	chunkWords  = 512
	messageLost = 1 << 31 // the board's move leads into N: the mover's gain
	messageRank = messageLost - 1
)

// arena hands out chunks. Chunk 0 is never used, so that 0 can mean none.
type arena struct {
	words *region[uint32]
	mu    sync.Mutex
	free  []uint32 // chunk numbers given back
	fresh uint32   // chunks from here on were never used
	size  uint32   // chunks in all
}

func newArena(chunks uint32) (*arena, error) {
	words, err := newRegion[uint32](uint64(chunks+1)*chunkWords, true)
	if err != nil {
		return nil, err
	}
	return &arena{words: words, fresh: 1, size: chunks + 1}, nil
}

// take moves up to n chunks to dst.
func (a *arena) take(dst []uint32, n int) []uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	k := min(n, len(a.free))
	dst = append(dst, a.free[len(a.free)-k:]...)
	a.free = a.free[:len(a.free)-k]
	for ; k < n && a.fresh < a.size; k++ {
		dst = append(dst, a.fresh)
		a.fresh++
	}
	return dst
}

// give takes chunks back.
func (a *arena) give(chunks []uint32) {
	a.mu.Lock()
	a.free = append(a.free, chunks...)
	a.mu.Unlock()
}

// mailbox is one worker's lists, one a block. ends holds where the next message
// of a list goes, and 0 for an empty list. A multiple of chunkWords means that
// the last chunk is full.
type mailbox struct {
	ends []uint64
}

// pouch is a worker's private stock of chunks.
type pouch struct {
	arena  *arena
	chunks []uint32
}

const pouchSize = 64

// ready reports whether n more chunks are at hand, fetching them if need be.
func (p *pouch) ready(n int) bool {
	if len(p.chunks) < n {
		p.chunks = p.arena.take(p.chunks, n+pouchSize-len(p.chunks))
	}
	return len(p.chunks) >= n
}

// put appends a message to the list of a block. The caller has made sure that a
// chunk is ready.
func (p *pouch) put(m *mailbox, block, message uint32) {
	end := m.ends[block]
	words := p.arena.words.data
	if end%chunkWords == 0 {
		chunk := p.chunks[len(p.chunks)-1]
		p.chunks = p.chunks[:len(p.chunks)-1]
		at := uint64(chunk) * chunkWords
		words[at] = 0
		if end != 0 {
			words[at] = uint32(end/chunkWords) - 1
		}
		end = at + 1
	}
	words[end] = message
	m.ends[block] = end + 1
}

// drain hands each run of messages of a block to read and empties the list.
func (p *pouch) drain(m *mailbox, block uint32, read func([]uint32)) {
	words := p.arena.words.data
	for end := m.ends[block]; end != 0; {
		chunk := (end - 1) / chunkWords
		at := chunk * chunkWords
		read(words[at+1 : end])
		p.chunks = append(p.chunks, uint32(chunk))
		if end = 0; words[at] != 0 {
			end = (uint64(words[at]) + 1) * chunkWords
		}
	}
	m.ends[block] = 0
	if len(p.chunks) > 4*pouchSize {
		p.arena.give(p.chunks[pouchSize:])
		p.chunks = p.chunks[:pouchSize]
	}
}
