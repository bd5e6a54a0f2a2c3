package egdb

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"ayosolve/bitboard"
)

// A layer file is a layer for others: one file, compressed and checksummed. It
// begins with fileMagic and then has sections, each
//
//	bytes  field
//	4      length of the data, little-endian
//	4      CRC-32C of the data, little-endian
//	       the data
//
// The first is the record as JSON, then the models of the values and, if the
// layer has bounds, of the low and the high ones, then the blocks of each in the
// same order, coded as in the database. It ends with an empty section. The files of
// a layer are the same, byte for byte, on every machine.
const fileMagic = "ayosolve layer 1\n"

// maxSection is the largest section a reader accepts, in bytes.
const maxSection = 1 << 20

// ExportRaw writes a layer's values as signed bytes in the exported order: boards
// in ascending lexicographic order of pits 0–11. The errors are those of Record.
func (db *DB) ExportRaw(ctx context.Context, n int, w io.Writer) error {
	return db.eachBlock(ctx, n, func(values []int8) error {
		_, err := w.Write(asBytes(values))
		return err
	})
}

// eachBlock decodes the values of a stored layer block by block.
func (db *DB) eachBlock(ctx context.Context, n int, do func([]int8) error) error {
	r, err := db.Record(n)
	if err != nil {
		return err
	}
	for i := range blocksOf(r.Boards) {
		if err := ctx.Err(); err != nil {
			return err
		}
		values := make([]int8, min(blockValues, r.Boards-uint64(i)*blockValues))
		if err := db.stored[n].readBlock(values, kindValues, i, nil); err != nil {
			return err
		}
		if err := do(values); err != nil {
			return err
		}
	}
	return nil
}

// Export writes a layer as a layer file. The errors are those of Record.
func (db *DB) Export(ctx context.Context, n int, w io.Writer) error {
	r, err := db.Record(n)
	if err != nil {
		return err
	}
	l, name := db.stored[n], db.rules.Name()
	out := bufio.NewWriterSize(w, 1<<20)
	if _, err := out.WriteString(fileMagic); err != nil {
		return err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := writeSection(out, text); err != nil {
		return err
	}
	for _, k := range r.kinds() {
		model, err := l.get(entryKey(name, kindModel, n, modelOf(k)))
		if err != nil {
			return err
		}
		if err := writeSection(out, model); err != nil {
			return err
		}
	}
	for _, k := range r.kinds() {
		for i := range blocksOf(r.Boards) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := l.view(entryKey(name, k, n, i), func(data []byte) error { return writeSection(out, data) }); err != nil {
				return err
			}
		}
	}
	if err := writeSection(out, nil); err != nil {
		return err
	}
	return out.Flush()
}

// kinds returns the kinds of blocks that a layer has.
func (r *Record) kinds() []kind {
	if r.Bounds != nil {
		return []kind{kindValues, kindLow, kindHigh}
	}
	return []kind{kindValues}
}

func writeSection(w io.Writer, data []byte) error {
	var head [8]byte
	binary.LittleEndian.PutUint32(head[:], uint32(len(data)))
	binary.LittleEndian.PutUint32(head[4:], crc32.Checksum(data, castagnoli))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

func readSection(r io.Reader) ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, fmt.Errorf("%w: layer file is cut short", ErrDamaged)
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxSection {
		return nil, fmt.Errorf("%w: layer file: a section of %d bytes", ErrDamaged, n)
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, fmt.Errorf("%w: layer file is cut short", ErrDamaged)
	}
	if crc32.Checksum(data, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
		return nil, fmt.Errorf("%w: layer file: a section differs from its checksum", ErrDamaged)
	}
	return data, nil
}

// Import stores the layer of a layer file under a folder, where all layers below it
// must be stored and it must not. The layer is checked as Verify with Full does,
// for which those below are brought into memory. The errors are those of
// BuildStored, and ErrWrong.
func Import(ctx context.Context, dir string, r bitboard.Rules, file io.Reader, workers int) (*Record, error) {
	return importLayer(ctx, dir, r, workers, func(n int) (*content, *Record, error) {
		return readLayerFile(file, r, n)
	})
}

// ImportRaw stores a layer from its values as ExportRaw writes them. The rest is
// as for Import.
func ImportRaw(ctx context.Context, dir string, r bitboard.Rules, file io.Reader, workers int) (*Record, error) {
	return importLayer(ctx, dir, r, workers, func(n int) (*content, *Record, error) {
		c, err := newContent(bitboard.LayerSize(n), false)
		if err != nil {
			return nil, nil, err
		}
		if _, err := io.ReadFull(file, asBytes(c.values)); err != nil {
			c.free()
			return nil, nil, fmt.Errorf("%w: layer %d has %d boards, the file is shorter", ErrDamaged, n, bitboard.LayerSize(n))
		}
		if extra, _ := file.Read(make([]byte, 1)); extra != 0 {
			c.free()
			return nil, nil, fmt.Errorf("%w: layer %d has %d boards, the file is longer", ErrDamaged, n, bitboard.LayerSize(n))
		}
		return c, nil, nil
	})
}

// importLayer stores the next layer, which read returns with its record or nil.
func importLayer(ctx context.Context, dir string, r bitboard.Rules, workers int, read func(n int) (*content, *Record, error)) (*Record, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	db, lock, err := openToWrite(dir, r)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	defer db.Close()
	n := len(db.stored)
	if n > bitboard.MaxSeeds {
		return nil, fmt.Errorf("%w: all layers are stored", ErrOptions)
	}
	c, want, err := read(n)
	if err != nil {
		return nil, err
	}
	defer c.free()
	if want != nil {
		if err := checkContent(ctx, db.rules, n, c, want, workers); err != nil {
			return nil, err
		}
	}
	if n > 0 {
		if _, err := db.Load(ctx, n-1, ^uint64(0), workers); err != nil {
			return nil, err
		}
	}
	if c.low != nil && n > 0 && db.memory[n-1].low == nil {
		c.low, c.high = nil, nil // they can't be checked against layers that have none
	}
	if err := recompute(ctx, db.rules, n, append(db.memory[:n:n], c), workers); err != nil {
		return nil, err
	}
	bounds := c.low != nil
	temporary := buildingDir(db.dir, n, bounds)
	record, err := writeLayer(ctx, temporary, db.rules, n, c, workers)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(temporary))
	}
	return record, install(db.dir, n, bounds)
}

// readLayerFile decodes a layer file, which must be of layer n.
func readLayerFile(file io.Reader, r bitboard.Rules, n int) (_ *content, _ *Record, err error) {
	in := bufio.NewReaderSize(file, 1<<20)
	magic := make([]byte, len(fileMagic))
	if _, err := io.ReadFull(in, magic); err != nil || string(magic) != fileMagic {
		return nil, nil, fmt.Errorf("%w: not a layer file of this version", ErrFormat)
	}
	text, err := readSection(in)
	if err != nil {
		return nil, nil, err
	}
	record, err := parseRecord(text)
	if err != nil {
		return nil, nil, err
	}
	if record.Rules == r.Name() && record.Layer != n {
		return nil, nil, fmt.Errorf("%w: the file has layer %d, the next one to import is %d", ErrOptions, record.Layer, n)
	}
	if err := record.validate(r, n); err != nil {
		return nil, nil, err
	}
	decoders := map[kind]blockDecoder{}
	for _, k := range record.kinds() {
		data, err := readSection(in)
		if err != nil {
			return nil, nil, err
		}
		if decoders[k], err = record.decoder(k, data); err != nil {
			return nil, nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	c, err := newContent(record.Boards, record.Bounds != nil)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			c.free()
		}
	}()
	for _, p := range c.parts() {
		for i := range blocksOf(record.Boards) {
			data, err := readSection(in)
			if err != nil {
				return nil, nil, err
			}
			key := entryKey(r.Name(), p.kind, n, i)
			if err := decoders[p.kind].decode(block(p.values, i), key, data, block(p.contexts, i)); err != nil {
				return nil, nil, fmt.Errorf("%w: layer file, block %d", ErrDamaged, i)
			}
		}
	}
	if end, err := readSection(in); err != nil || len(end) != 0 {
		return nil, nil, fmt.Errorf("%w: layer file does not end where it should", ErrDamaged)
	}
	return c, record, nil
}
