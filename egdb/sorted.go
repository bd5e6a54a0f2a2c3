package egdb

import (
	"encoding/binary"
	"hash/crc32"
	"path/filepath"

	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"google.golang.org/protobuf/proto"
)

// sortedWriter writes the files of a Badger database that is written once and then
// only read: sorted tables, by Badger's own builder, and the MANIFEST that lists
// them. An open Badger would write them through mapped memory, and where the disk
// is full that is not an error but SIGBUS, the end of the process. Plain writes
// fail as they should.
//
// Runs of ascending keys may come in any order, and must not interleave.
type sortedWriter struct {
	dir     string
	builder *table.Builder // nil between runs
	changes []*pb.ManifestChange
}

const (
	sortedBytes = 8 << 20 // of one table, about
	sortedLevel = 6       // the last of Badger's levels, in which tables don't overlap
)

// add appends an entry to the run.
func (w *sortedWriter) add(key, value []byte) error {
	if w.builder != nil && w.builder.ReachedCapacity() {
		if err := w.endRun(); err != nil {
			return err
		}
	}
	if w.builder == nil {
		w.builder = table.NewTableBuilder(table.Options{
			TableSize: sortedBytes, BlockSize: 4 << 10, BloomFalsePositive: 0.01, Compression: options.None,
		})
	}
	w.builder.Add(y.KeyWithTs(key, 1), y.ValueStruct{Value: value}, 0)
	return nil
}

// endRun writes the table that is under way.
func (w *sortedWriter) endRun() error {
	if w.builder == nil {
		return nil
	}
	defer w.abandon()
	id := uint64(len(w.changes) + 1)
	w.changes = append(w.changes, &pb.ManifestChange{
		Id: id, Op: pb.ManifestChange_CREATE, Level: sortedLevel, Compression: uint32(options.None),
	})
	return writeBytes(table.NewFilename(id, w.dir), w.builder.Finish())
}

// finish writes what is left, and the MANIFEST:
//
//	bytes  field
//	0–3    "Bdgr"
//	4–5    0, a version for Badger's users
//	6–7    8, the version of the tables and of this file
//	8–11   length of the changes
//	12–15  their CRC-32C
//	16–    the changes, a pb.ManifestChangeSet
//
// Numbers are big-endian.
func (w *sortedWriter) finish() error {
	if err := w.endRun(); err != nil {
		return err
	}
	changes, err := proto.Marshal(&pb.ManifestChangeSet{Changes: w.changes})
	if err != nil {
		return err
	}
	text := append([]byte("Bdgr"), 0, 0, 0, 8)
	text = binary.BigEndian.AppendUint32(text, uint32(len(changes)))
	text = binary.BigEndian.AppendUint32(text, crc32.Checksum(changes, castagnoli))
	return writeBytes(filepath.Join(w.dir, "MANIFEST"), append(text, changes...))
}

// abandon gives up the table that is under way.
func (w *sortedWriter) abandon() {
	if w.builder != nil {
		w.builder.Close()
		w.builder = nil
	}
}
