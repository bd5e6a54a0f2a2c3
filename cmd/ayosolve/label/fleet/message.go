package fleet

import (
	"encoding/binary"
	"errors"

	"ayosolve/cmd/ayosolve/label"
)

// A message of a work stream is the index of the chunk, 8 bytes, big-endian, and then
// the Keys of its positions.
const indexBytes = 8

var errMessage = errors.New("a message that is no chunk")

// writeWork makes the message of a chunk.
func writeWork(index int, keys []label.Key) []byte {
	data := binary.BigEndian.AppendUint64(nil, uint64(index))
	for i := range keys {
		data = append(data, keys[i][:]...)
	}
	return data
}

// readWork reads the message of a chunk.
func readWork(data []byte) (index int, keys []label.Key, err error) {
	const size = len(label.Key{})
	if len(data) < indexBytes || (len(data)-indexBytes)%size != 0 || len(data)-indexBytes > size*label.MaxChunk {
		return 0, nil, errMessage
	}
	index = int(binary.BigEndian.Uint64(data) & (1<<62 - 1))
	for at := indexBytes; at < len(data); at += size {
		keys = append(keys, label.Key(data[at:]))
	}
	return index, keys, nil
}
