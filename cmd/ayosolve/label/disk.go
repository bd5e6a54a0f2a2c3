package label

import (
	"bytes"
	"slices"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
)

// openKeys opens a Badger of keys without values. What is in it is of no use after a
// crash, so nothing is synced.
func openKeys(dir string) (*badger.DB, error) {
	return badger.Open(badger.DefaultOptions(dir).
		WithLogger(nil).WithMetricsEnabled(false).WithDetectConflicts(false).WithSyncWrites(false).
		WithCompression(options.None).WithBlockCacheSize(0).WithIndexCacheSize(64 << 20).
		WithMemTableSize(32 << 20).WithNumMemtables(2).WithNumCompactors(2).
		WithValueLogFileSize(64 << 20))
}

// atOnce is how many keys are handed to Badger at a time: it holds some 300 bytes of
// each until they are written.
const atOnce = 1 << 15

// writeKeys adds keys to a Badger, each behind the same prefix, and leaves them in
// order.
func writeKeys(db *badger.DB, prefix []byte, keys []Key) error {
	slices.SortFunc(keys, compareKeys)
	for some := range slices.Chunk(keys, atOnce) {
		if err := writeSome(db, prefix, some); err != nil {
			return err
		}
	}
	return nil
}

func writeSome(db *badger.DB, prefix []byte, keys []Key) error {
	batch := db.NewWriteBatch()
	defer batch.Cancel()
	for i := range keys {
		k := slices.Concat(prefix, keys[i][:]) // which the batch keeps
		if err := batch.Set(k, nil); err != nil {
			return err
		}
	}
	return batch.Flush()
}

func compareKeys(a, b Key) int { return bytes.Compare(a[:], b[:]) }
