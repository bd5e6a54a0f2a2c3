package label

import (
	"errors"

	"github.com/dgraph-io/badger/v4"
)

// inMemory is how many keys are kept in memory: some 30 MB.
const inMemory = 1 << 19

// seen is a set of keys: as many as room in memory, and on disk what does not fit.
type seen struct {
	dir    string // for the Badger, which is made when it is needed
	room   int
	recent map[Key]struct{}
	disk   *badger.DB
}

func newSeen(dir string, room int) *seen {
	return &seen{dir: dir, room: room, recent: map[Key]struct{}{}}
}

// add adds a key and reports whether it is new.
func (s *seen) add(k Key) (fresh bool, err error) {
	if _, ok := s.recent[k]; ok {
		return false, nil
	}
	if s.disk != nil {
		err := s.disk.View(func(txn *badger.Txn) error {
			_, err := txn.Get(k[:])
			return err
		})
		if !errors.Is(err, badger.ErrKeyNotFound) {
			return false, err
		}
	}
	if len(s.recent) >= s.room {
		if err := s.spill(); err != nil {
			return false, err
		}
	}
	s.recent[k] = struct{}{}
	return true, nil
}

// spill moves what is in memory to disk.
func (s *seen) spill() (err error) {
	if s.disk == nil {
		if s.disk, err = openKeys(s.dir); err != nil {
			return err
		}
	}
	keys := make([]Key, 0, len(s.recent))
	for k := range s.recent {
		keys = append(keys, k)
	}
	clear(s.recent)
	return writeKeys(s.disk, nil, keys)
}

func (s *seen) close() error {
	if s.disk == nil {
		return nil
	}
	return s.disk.Close()
}
