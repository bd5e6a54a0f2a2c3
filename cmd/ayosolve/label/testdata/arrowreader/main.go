// Command arrowreader prints a Parquet file as JSON lines: first the metadata of the
// file as one object, then the rows. It reads with Apache Arrow, which shares no code
// with the library that writes the labels, and is a module of its own so that the
// program does not depend on it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(name string) error {
	f, err := file.OpenParquetFile(name, false)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(os.Stdout)
	metadata := map[string]string{}
	for _, kv := range f.MetaData().KeyValueMetadata() {
		metadata[kv.Key] = kv.GetValue()
	}
	enc := json.NewEncoder(out)
	if err := enc.Encode(metadata); err != nil {
		return err
	}
	r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{BatchSize: 1000}, memory.DefaultAllocator)
	if err != nil {
		return err
	}
	rows, err := r.GetRecordReader(context.Background(), nil, nil)
	if err != nil {
		return err
	}
	defer rows.Release()
	for rows.Next() {
		if err := write(enc, rows.RecordBatch()); err != nil {
			return err
		}
	}
	return out.Flush()
}

// write writes the rows of a batch, columns in alphabetic order.
func write(enc *json.Encoder, batch arrow.RecordBatch) error {
	for i := range int(batch.NumRows()) {
		row := map[string]any{}
		for c, field := range batch.Schema().Fields() {
			row[field.Name] = batch.Column(c).GetOneForMarshal(i)
		}
		if err := enc.Encode(row); err != nil {
			return err
		}
	}
	return nil
}
