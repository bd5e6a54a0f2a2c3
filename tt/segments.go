package tt

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// A search that is soon over would touch a new page of memory with nearly every board, if
// its boards were scattered over all of a large table, and the caches would hold none of
// them. So a table begins with one segment of buckets, and a segment is split in
// two when too many of its entries have had to give way (extendible hashing: Fagin,
// Nievergelt, Pippenger and Strong, 1979).
//
// The lowest bits of a scattered key tell the bucket in a segment, and those above
// them, by way of the directory, the segment: as many of them as the segment is deep.
// Tags hold those bits, so an entry knows where it belongs when its segment is split, and
// would never be taken for another's wherever it stood.
type segments struct {
	directory []atomic.Pointer[bucket] // the first bucket of the segment that each place leads to
	depths    []atomic.Uint32          // of those segments, in bits
	crowded   []atomic.Uint32          // by a segment's first place: its entries that had to give way since it was split
	bits      uint                     // of a scattered key that tell the bucket in a segment
	untagged  uint                     // of those bits, how many no tag holds
	shared    bool                     // by goroutines that store

	growing sync.Mutex
	taken   int        // segments in use
	spare   []bucket   // got from the system and not in use yet, empty
	blocks  [][]bucket // all that was got from the system
}

const (
	// segmentBits is how many bits tell the bucket in a segment, which takes 1 MiB then,
	// unless keys need more or the whole table is smaller.
	segmentBits = 14
	// crowding is how many buckets there are for each entry of a segment that may have to
	// give way before it is split.
	crowding = 4
	// mostAtOnce is the most segments that are got from the system at once. Before it as many
	// are as there are.
	mostAtOnce = 64
)

// setUp prepares for up to 2^n buckets, and takes one segment into use.
func (s *segments) setUp(n, untagged uint, goroutines int) {
	s.bits, s.untagged, s.shared = max(untagged, min(n, segmentBits)), untagged, goroutines > 1
	places := 1 << (n - s.bits)
	s.directory = make([]atomic.Pointer[bucket], places)
	s.depths = make([]atomic.Uint32, places)
	s.crowded = make([]atomic.Uint32, places)
	s.begin()
}

// begin leads all places to one segment.
func (s *segments) begin() {
	s.taken = 0
	first := &s.take()[0]
	for i := range s.directory {
		s.directory[i].Store(first)
		s.depths[i].Store(0)
		s.crowded[i].Store(0)
	}
}

// bucket returns the bucket of a scattered key.
func (s *segments) bucket(scattered uint64) *bucket {
	first := s.directory[scattered>>(s.bits&63)&uint64(len(s.directory)-1)].Load()
	return (*bucket)(unsafe.Add(unsafe.Pointer(first), scattered&(1<<(s.bits&63)-1)*uint64(unsafe.Sizeof(bucket{}))))
}

// Bytes returns the memory the table may grow to.
func (s *segments) Bytes() int64 { return int64(len(s.directory)) << s.bits * bucketSize * 8 }

// Clear forgets everything. The table is as small again as a new one, and keeps its
// memory.
func (s *segments) Clear() {
	left := s.taken << s.bits
	for _, b := range s.blocks {
		n := min(left, len(b))
		clear(b[:n])
		left -= n
	}
	s.spare = nil
	s.begin()
}

// Hashfull returns how full the table is, in thousandths of what it may grow to, from a
// sample.
func (s *segments) Hashfull() int {
	s.growing.Lock()
	defer s.growing.Unlock()
	sample := unsafe.Slice(s.directory[0].Load(), min(1<<s.bits, 1000))
	used := 0
	for i := range sample {
		for j := range sample[i] {
			if atomic.LoadUint64(&sample[i][j]) != 0 {
				used++
			}
		}
	}
	return 1000 * used * s.taken / (len(sample) * bucketSize * len(s.directory))
}

// crowd counts an entry that had to give way to one of a scattered key, and splits the segment
// if there were many.
func (s *segments) crowd(scattered uint64) {
	place := scattered >> s.bits & uint64(len(s.directory)-1)
	depth := s.depths[place].Load()
	if 1<<depth == len(s.directory) {
		return
	}
	place &= 1<<depth - 1
	if s.crowded[place].Add(1) >= 1<<s.bits/crowding {
		s.growing.Lock() // and not, if Hashfull has it, a store later: one goroutine always does the same
		s.split(place)
		s.growing.Unlock()
	}
}

// split makes two segments of the one that a place leads to. Other goroutines go on with
// theirs in the meantime: they may not find what has moved, and what they store of it is
// lost.
func (s *segments) split(place uint64) {
	depth := s.depths[place].Load()
	first := place & (1<<depth - 1)
	if 1<<depth == len(s.directory) || s.crowded[first].Load() < 1<<s.bits/crowding {
		return // another goroutine was faster
	}
	lower := unsafe.Slice(s.directory[first].Load(), 1<<s.bits)
	upper := s.take()
	bit := tagShift + s.bits + uint(depth) - s.untagged
	for i := range lower {
		var stay bucket
		lower[i].split(&stay, &upper[i], bit)
		if s.shared {
			lower[i].become(&stay)
		} else {
			lower[i] = stay
		}
	}
	s.crowded[first].Store(0)
	for at := first; at < uint64(len(s.directory)); at += 1 << depth {
		s.depths[at].Store(depth + 1)
		if at>>depth&1 != 0 {
			s.directory[at].Store(&upper[0])
		}
	}
}

// split writes the entries of a bucket to two empty ones that nobody else uses, by a bit
// of their words.
func (b *bucket) split(zero, one *bucket, bit uint) {
	zeros, ones := uint64(0), uint64(0)
	for i := range b {
		w := atomic.LoadUint64(&b[i])
		set := w >> (bit & 63) & 1
		zero[zeros%bucketSize] = w &^ -set
		one[ones%bucketSize] = w & -set
		zeros += 1 - set
		ones += set
	}
}

// become makes the bucket what it is to be, word by word, where others use it. What they
// have stored in between may be lost.
func (b *bucket) become(to *bucket) {
	for i, w := range to {
		if atomic.LoadUint64(&b[i]) != w {
			atomic.StoreUint64(&b[i], w)
		}
	}
}

// take takes an empty segment into use.
func (s *segments) take() []bucket {
	size := 1 << s.bits
	if len(s.spare) == 0 {
		s.spare = s.block()
	}
	taken := s.spare[:size]
	s.spare = s.spare[size:]
	s.taken++
	return taken
}

// block returns the block whose segments come next, got from the system if need be.
func (s *segments) block() []bucket {
	before := 0
	for _, b := range s.blocks {
		if before == s.taken {
			return b
		}
		before += len(b) >> s.bits
	}
	n := min(max(before, 1), mostAtOnce, len(s.directory)-before)
	b := make([]bucket, n<<s.bits)
	adviseHugePages(b)
	s.blocks = append(s.blocks, b)
	return b
}
