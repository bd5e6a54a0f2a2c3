package tt

import (
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"ayosolve/tt/prefetch"
)

// An entry:
//
//	bits   field    meaning
//	63–36  tag      the highest bits of the scattered key, all that a place in a segment doesn't tell
//	35     kind     0 interval or score, 1 proof numbers
//	34–33  age      generation of the search that wrote it
//	32–28  effort   binary logarithm of the nodes spent on it; score: depth, at most 31
//	27–0   payload  by kind:
//	  26     kind     interval: 0
//	  13–7   high     interval: plus valueBias
//	  6–0    low      interval: plus valueBias
//	  26     kind     score: 1
//	  25–13  score    score: plus scoreBias
//	  12–6   depth    score: plies
//	  5–4    bound    score: as Bound
//	  2–0    move     score: the caller's
//	  27–20  claim    numbers: plus claimBias
//	  19–10  disproof numbers: as packNumber
//	  9–0    proof    numbers: as packNumber
//
// The word 0 is no entry: an interval's high plus valueBias is never 0.
const (
	tagBits     = 28
	tagShift    = 36
	kindNumbers = 1 << 35
	ageShift    = 33
	ageMask     = 3
	effortShift = 28
	effortMask  = 31

	matchMask = 1<<64 - 1<<35 // tag and kind

	kindScore = 1 << 26

	valueBias = 64
	valueMask = 127

	claimBias     = 128
	claimMask     = 255
	claimShift    = 20
	disproofShift = 10
	numberMask    = 1<<10 - 1
)

// MaxValue and MaxClaim are the largest absolute value and claim that can be
// stored.
const (
	MaxValue = valueBias - 1
	MaxClaim = claimBias - 1
)

// bucketSize is the number of entries in a bucket, a cache line.
const bucketSize = 8

type bucket [bucketSize]uint64

// MinBytes is the smallest table for 42-bit keys.
const MinBytes = 1 << (42 - tagBits) * bucketSize * 8

// maxBucketBits limits a table to 64 GiB.
const maxBucketBits = 30

// ErrSize reports a table too small for its keys, or larger than any it makes.
var ErrSize = errors.New("no such table size")

// Table is a transposition table. Its methods may be called by as many goroutines at
// once as it was made for, NewSearch and Clear apart, and Hashfull by any.
type Table struct {
	keyBits uint
	age     uint64
	segments
}

// New returns a table that grows to at most that many bytes, rounded down to a power of
// two, for keys below 2^keyBits and that many goroutines. It returns ErrSize if the
// bytes are less than the keys need, or more than 64 GiB.
func New(bytes int64, keyBits, goroutines int) (*Table, error) {
	if keyBits < 1 || keyBits > 63 {
		return nil, fmt.Errorf("%w: %d-bit keys", ErrSize, keyBits)
	}
	n := bits.Len64(uint64(max(bytes, 0))/(bucketSize*8)) - 1
	if n < 0 || n < keyBits-tagBits {
		return nil, fmt.Errorf("%w: %d bytes, at least %d", ErrSize, bytes, int64(bucketSize*8)<<max(keyBits-tagBits, 0))
	}
	if n > maxBucketBits {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrSize, bytes, int64(bucketSize*8)<<maxBucketBits)
	}
	t := &Table{keyBits: uint(keyBits)}
	t.setUp(uint(min(n, keyBits)), uint(max(keyBits, tagBits)-tagBits), goroutines)
	return t, nil
}

// NewSearch makes all entries older: they give way to new ones first.
func (t *Table) NewSearch() { t.age = (t.age + 1) & ageMask }

// Ref is where a key's entries are: the outcome of scattering it.
type Ref struct {
	scattered uint64 // the lowest bits tell the bucket
	tag       uint64
}

// Ref scatters a key, which must be below 2^keyBits.
func (t *Table) Ref(key uint64) Ref {
	// Multiplication by an odd number and the xor of a word with its own upper half
	// are one-to-one on keyBits bits.
	mask := uint64(1)<<t.keyBits - 1
	half := (t.keyBits + 1) / 2
	key ^= key >> half
	key = key * 0x9e3779b97f4a7c15 & mask
	key ^= key >> half
	key = key * 0xd6e8feb86659fd93 & mask
	key ^= key >> half
	return Ref{key, key >> (t.untagged & 63) << tagShift}
}

// Touch has a key's entries brought from memory, if they are to be probed soon. It
// does not wait for them.
func (t *Table) Touch(r Ref) {
	prefetch.Line(unsafe.Pointer(t.bucket(r.scattered)))
}

// Entry is what the table knows of a key and a claim about it.
type Entry struct {
	Low, High       int8 // the value lies between them, if HasInterval
	HasInterval     bool
	HasNumbers      bool
	Proof, Disproof uint32 // of the claim, if HasNumbers
}

// Probe looks a key and a claim up.
func (t *Table) Probe(r Ref, claim int) (e Entry) {
	b := t.bucket(r.scattered)
	for i := bucketSize - 1; i >= 0; i-- { // of two of a kind the first is the newer one
		w := atomic.LoadUint64(&b[i])
		if w>>tagShift != r.tag>>tagShift || w == 0 {
			continue
		}
		if w&(kindNumbers|kindScore) == 0 {
			e.Low = int8(w&valueMask) - valueBias
			e.High = int8(w>>7&valueMask) - valueBias
			e.HasInterval = true
		} else if w&kindNumbers != 0 && int(w>>claimShift&claimMask)-claimBias == claim {
			e.Proof = unpackNumber(w & numberMask)
			e.Disproof = unpackNumber(w >> disproofShift & numberMask)
			e.HasNumbers = true
		}
	}
	return e
}

// StoreInterval keeps a proven interval, |low|, |high| ≤ MaxValue, that took
// about that many nodes to prove. An interval that is there is not narrowed: the
// caller gives the best it knows.
func (t *Table) StoreInterval(r Ref, low, high int, nodes uint64) {
	t.store(r, uint64(high+valueBias)<<7|uint64(low+valueBias), matchMask|kindScore, effort(nodes))
}

// StoreNumbers keeps the proof and disproof number of a claim, |claim| ≤
// MaxClaim, after that many nodes. Numbers from 32 up are rounded down to five
// significant bits.
func (t *Table) StoreNumbers(r Ref, claim int, proof, disproof uint32, nodes uint64) {
	w := kindNumbers | uint64(claim+claimBias)<<claimShift | packNumber(disproof)<<disproofShift | packNumber(proof)
	t.store(r, w, matchMask|claimMask<<claimShift, effort(nodes))
}

// store writes a word over the entry that agrees with it under match, or else
// over the one that is worth least: of an older search, then of least effort.
func (t *Table) store(r Ref, w, match, effort uint64) {
	w |= r.tag | t.age<<ageShift | effort<<effortShift
	b := t.bucket(r.scattered)
	worst, worth := 0, 1<<30
	for i := range b {
		old := atomic.LoadUint64(&b[i])
		if old == 0 || (old^w)&match == 0 {
			worst, worth = i, free
			break
		}
		v := int(old >> effortShift & effortMask)
		if old>>ageShift&ageMask == t.age {
			v += effortMask + 1
		}
		if v < worth {
			worst, worth = i, v
		}
	}
	atomic.StoreUint64(&b[worst], w)
	if worth != free {
		t.crowd(r.scattered)
	}
}

// free is the worth of a place that holds no entry, or what is stored anew.
const free = -1

// effort is what an entry counts for that took that many nodes.
func effort(nodes uint64) uint64 { return uint64(min(bits.Len64(nodes), effortMask)) }

// Infinite is the proof number of what is disproven, and the disproof number of
// what is proven.
const Infinite = 1<<31 - 1

// packNumber writes a number in ten bits: below 32 itself, else its five leading
// bits and their place.
func packNumber(n uint32) uint64 {
	if n >= Infinite {
		return numberMask
	}
	if n < 32 {
		return uint64(n)
	}
	shift := bits.Len32(n) - 5
	return uint64(32 + (shift-1)*16 + int(n>>shift) - 16)
}

func unpackNumber(p uint64) uint32 {
	if p == numberMask {
		return Infinite
	}
	if p < 32 {
		return uint32(p)
	}
	return uint32((p-32)%16+16) << ((p-32)/16 + 1)
}
