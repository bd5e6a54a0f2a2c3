package proof

import (
	"encoding/binary"
	"io"
	"sort"
)

const (
	blockWords = 512  // records in a block, 4 KiB
	slots      = 2048 // blocks kept
)

// finder finds records in a file by binary search: over the first word of every
// block in memory, then inside one block, of which it keeps those used last.
type finder struct {
	file    io.ReaderAt
	at      int64  // offset of the first record
	records uint64 // how many there are
	first   []word // of each block
	slot    [slots]slot
}

// slot holds one of the blocks whose numbers leave the same remainder.
type slot struct {
	block int // plus one
	words []word
}

func newFinder(f io.ReaderAt, at int64, records uint64) (*finder, error) {
	s := &finder{file: f, at: at, records: records, first: make([]word, (records+blockWords-1)/blockWords)}
	var buf [wordBytes]byte
	for i := range s.first {
		if _, err := f.ReadAt(buf[:], at+int64(i)*blockWords*wordBytes); err != nil {
			return nil, err
		}
		s.first[i] = word(binary.BigEndian.Uint64(buf[:]))
	}
	return s, nil
}

// find returns the record of a key, ok false if there is none.
func (s *finder) find(key word) (w word, ok bool, err error) {
	block := sort.Search(len(s.first), func(i int) bool { return s.first[i].key() > key }) - 1
	if block < 0 {
		return 0, false, nil
	}
	words, err := s.load(block)
	if err != nil {
		return 0, false, err
	}
	i := sort.Search(len(words), func(i int) bool { return words[i].key() >= key })
	if i == len(words) || words[i].key() != key {
		return 0, false, nil
	}
	return words[i], true, nil
}

// load returns the records of a block.
func (s *finder) load(block int) ([]word, error) {
	kept := &s.slot[block%slots]
	if kept.block == block+1 {
		return kept.words, nil
	}
	start := uint64(block) * blockWords
	var room [blockWords * wordBytes]byte
	buf := room[:min(blockWords, s.records-start)*wordBytes]
	if _, err := s.file.ReadAt(buf, s.at+int64(start)*wordBytes); err != nil {
		return nil, err
	}
	kept.block = block + 1
	kept.words = kept.words[:0]
	for ; len(buf) > 0; buf = buf[wordBytes:] {
		kept.words = append(kept.words, word(binary.BigEndian.Uint64(buf)))
	}
	return kept.words, nil
}
