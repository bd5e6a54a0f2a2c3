package label

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Format is the form of an output.
type Format string

// The formats.
const (
	JSONL   Format = "jsonl"   // an object a line
	CSV     Format = "csv"     // with a header
	Parquet Format = "parquet" // zstd, with the job's parameters as metadata
)

// FormatOf returns the format that the name of a file asks for; ok is false if it
// asks for none.
func FormatOf(file string) (f Format, ok bool) {
	f = Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), "."))
	return f, f == JSONL || f == CSV || f == Parquet
}

// rowWriter writes rows in a format. close ends the output, not what it is written to.
type rowWriter interface {
	write(r *Row) error
	close() error
}

// newWriter begins an output.
func (j *Job) newWriter(f Format, out io.Writer) (rowWriter, error) {
	switch f {
	case JSONL:
		w := bufio.NewWriterSize(out, 1<<20)
		return jsonWriter{w, json.NewEncoder(w)}, nil
	case CSV:
		w := &csvWriter{out: bufio.NewWriterSize(out, 1<<20)}
		_, err := w.out.WriteString(strings.Join(columns, ",") + "\n")
		return w, err
	case Parquet:
		return newParquetWriter(out, j.metadata()), nil
	}
	return nil, fmt.Errorf("%w: format %q", ErrParams, f)
}

// jsonWriter writes JSONL.
type jsonWriter struct {
	out *bufio.Writer
	enc *json.Encoder
}

func (w jsonWriter) write(r *Row) error { return w.enc.Encode(r) }
func (w jsonWriter) close() error       { return w.out.Flush() }

// csvWriter writes CSV.
type csvWriter struct {
	out  *bufio.Writer
	line []byte
}

func (w *csvWriter) write(r *Row) error {
	w.line = r.appendCSV(w.line[:0])
	_, err := w.out.Write(w.line)
	return err
}

func (w *csvWriter) close() error { return w.out.Flush() }

// rowGroup is how many rows of a Parquet file are held in memory until they are
// written.
const rowGroup = 1 << 17

// parquetWriter writes Parquet. Rows are handed on by the batch.
type parquetWriter struct {
	out  *parquet.GenericWriter[Row]
	rows []Row
}

func newParquetWriter(out io.Writer, metadata []keyValue) *parquetWriter {
	options := []parquet.WriterOption{
		parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("ayosolve", "1", "label"),
	}
	for _, kv := range metadata {
		options = append(options, parquet.KeyValueMetadata(kv.key, kv.value))
	}
	return &parquetWriter{out: parquet.NewGenericWriter[Row](out, options...)}
}

func (w *parquetWriter) write(r *Row) error {
	if w.rows = append(w.rows, *r); len(w.rows) < 1024 {
		return nil
	}
	return w.flush()
}

func (w *parquetWriter) flush() error {
	_, err := w.out.Write(w.rows)
	clear(w.rows)
	w.rows = w.rows[:0]
	return err
}

func (w *parquetWriter) close() error {
	if err := w.flush(); err != nil {
		return err
	}
	return w.out.Close()
}
