package label

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"ayosolve/bitboard"
)

// longestLine is how many bytes a line of input may have.
const longestLine = 4096

// BadLine is a line of input that is no position.
type BadLine struct {
	Line uint64 // counted from 1
	Err  error
}

func (e *BadLine) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *BadLine) Unwrap() error { return e.Err }

// input collects the positions of lines and returns the SHA-256 of all that was read.
// Bad lines are counted, and bad is called with each.
func (c *collector) input(ctx context.Context, in io.Reader, bad func(*BadLine)) (string, error) {
	hash := sha256.New()
	lines := bufio.NewReaderSize(io.TeeReader(in, hash), 1<<16)
	for n := uint64(1); ; n++ {
		if n&1023 == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(hash.Sum(nil)), nil
		}
		var p bitboard.Position
		switch {
		case errors.Is(err, errLongLine):
		case err != nil:
			return "", err
		default:
			p, err = bitboard.ParsePosition(line)
		}
		if err != nil {
			c.bad.Add(1)
			bad(&BadLine{n, err})
			continue
		}
		if _, err := c.add(p); err != nil {
			return "", err
		}
	}
}

var errLongLine = fmt.Errorf("the line is longer than %d bytes", longestLine)

// readLine reads a line without its end, which the last one need not have, or io.EOF
// if there is none left. A line that is too long is read past, and errLongLine. The
// buffer must hold more than the longest line.
func readLine(r *bufio.Reader) (string, error) {
	piece, err := r.ReadSlice('\n')
	line := string(bytes.TrimSuffix(piece, []byte("\n")))
	long := len(line) > longestLine
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	switch {
	case err != nil && (!errors.Is(err, io.EOF) || line == ""):
		return "", err
	case long:
		return "", errLongLine
	}
	return line, nil
}

// sumInput returns the SHA-256 of all of in.
func sumInput(ctx context.Context, in io.Reader) (string, error) {
	hash := sha256.New()
	for ctx.Err() == nil {
		if _, err := io.CopyN(hash, in, 1<<24); errors.Is(err, io.EOF) {
			return hex.EncodeToString(hash.Sum(nil)), nil
		} else if err != nil {
			return "", err
		}
	}
	return "", ctx.Err()
}
