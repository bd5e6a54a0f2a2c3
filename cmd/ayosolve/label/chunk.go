package label

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrDamaged reports a chunk that is not what was written, or of another job.
var ErrDamaged = errors.New("damaged chunk")

// Header says which chunk of which job some labels are. A finished chunk is:
//
//	offset  bytes  field
//	0       8      magic, "AYOLABEL"
//	8       32     digest of the job
//	40      8      index of the chunk, big-endian
//	48      4      number of labels, big-endian
//	52      38·n   labels, see labelBytes
//	…       32     SHA-256 of all before it
type Header struct {
	Job   Digest
	Index int
}

// Digest is the SHA-256 of a job's parameters and positions.
type Digest [sha256.Size]byte

const (
	chunkMagic  = "AYOLABEL"
	headerBytes = 52
)

// chunkBytes is how long a finished chunk of so many labels is.
func chunkBytes(labels int) int { return headerBytes + labels*labelBytes + sha256.Size }

// begin returns the beginning of a chunk of so many labels.
func (h Header) begin(labels int) []byte {
	data := append(make([]byte, 0, chunkBytes(labels)), chunkMagic...)
	data = append(data, h.Job[:]...)
	data = binary.BigEndian.AppendUint64(data, uint64(h.Index))
	return binary.BigEndian.AppendUint32(data, uint32(labels))
}

func seal(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

// decode checks a finished chunk of so many labels and calls yield with each.
// The error is ErrDamaged or yield's.
func (h Header) decode(data []byte, labels int, yield func(*Label) error) error {
	body := len(data) - sha256.Size
	switch {
	case len(data) != chunkBytes(labels):
		return fmt.Errorf("%w: chunk %d has %d bytes, not %d", ErrDamaged, h.Index, len(data), chunkBytes(labels))
	case string(data[:headerBytes]) != string(h.begin(labels)):
		return fmt.Errorf("%w: chunk %d is of another job or another chunk", ErrDamaged, h.Index)
	case sha256.Sum256(data[:body]) != [sha256.Size]byte(data[body:]):
		return fmt.Errorf("%w: the checksum of chunk %d is wrong", ErrDamaged, h.Index)
	}
	for at := headerBytes; at < body; at += labelBytes {
		l, err := decodeLabel(data[at : at+labelBytes])
		if err != nil {
			return fmt.Errorf("%w %d: %w", ErrDamaged, h.Index, err)
		}
		if err := yield(&l); err != nil {
			return err
		}
	}
	return nil
}

// checkKeys is decode, and the labels must be of these positions.
func (h Header) checkKeys(data []byte, keys []Key) error {
	i := 0
	return h.decode(data, len(keys), func(l *Label) error {
		if keyOf(l.Position) != keys[i] {
			return fmt.Errorf("%w: label %d of chunk %d is of another position", ErrDamaged, i, h.Index)
		}
		i++
		return nil
	})
}
