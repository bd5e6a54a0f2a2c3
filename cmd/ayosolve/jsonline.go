package main

import (
	"bytes"
	"encoding/json"
	"io"
)

// appendJSON writes v as one line of JSON, characters such as < as they are.
func appendJSON(buf *bytes.Buffer, v any) error {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// writeJSON writes v as one line of JSON, in one piece.
func writeJSON(out io.Writer, v any) error {
	var buf bytes.Buffer
	if err := appendJSON(&buf, v); err != nil {
		return err
	}
	_, err := out.Write(buf.Bytes())
	return err
}
