package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
)

// longestLine is how many bytes of a line are kept. A longer one is bad, and is
// read past without being held in memory.
const longestLine = 4096

// batch answers lines of input with one line of JSON each, in order. Lines are
// answered side by side; what is in memory does not grow with the input.
type batch struct {
	workers int    // goroutines that answer, 0 for one a processor
	chunk   int    // most lines handed to a worker at a time
	example string // a right line, for errors
	// answer returns what to write for a line, whose end is left out. Its error is
	// written as {"error":…,"line":…} in its place.
	answer func(ctx context.Context, line string) (any, error)
}

// badLine is the answer to a line that has none.
type badLine struct {
	Error string `json:"error"`
	Line  int    `json:"line"` // counted from 1
}

// chunk is some lines in a row and then their answers.
type chunk struct {
	first   int // number of the first line
	lines   []inputLine
	done    chan struct{} // closed when what follows is there
	answers bytes.Buffer
	bad     int
	err     error
}

type inputLine struct {
	text    string
	tooLong bool // text is only its beginning
}

// run answers all lines of in. Output is flushed whenever the input pauses. If
// lines were bad it returns an error that says how many, at the end. When ctx is
// cancelled, lines that are being answered are, with what answer finds in no time;
// then it returns, and at once if out fails. A read from in that has begun by then is
// left behind.
func (b batch) run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	workers := b.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	jobs := make(chan *chunk)
	order := make(chan *chunk, 2*workers)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range workers {
		wg.Go(func() {
			for {
				c, ok, err := receive(ctx, jobs)
				if !ok || err != nil {
					return
				}
				b.answerChunk(ctx, c)
				close(c.done)
			}
		})
	}
	var readErr error
	go func() {
		readErr = b.read(ctx, in, jobs, order)
		close(jobs)
		close(order)
	}()
	ended := make(chan struct{}) // no more chunks are answered
	go func() { wg.Wait(); close(ended) }()
	lines, bad, err := writeChunks(ctx, out, order, ended)
	switch {
	case err != nil:
		return err
	case readErr != nil:
		return readErr
	case bad > 0:
		return fmt.Errorf("%d of %d lines were bad", bad, lines)
	}
	return nil
}

// receive takes the next value from a channel; ok is false if it is closed.
func receive[T any](ctx context.Context, from <-chan T) (v T, ok bool, err error) {
	select {
	case v, ok = <-from:
		return v, ok, nil
	case <-ctx.Done():
		return v, false, ctx.Err()
	}
}

func send[T any](ctx context.Context, to chan<- T, v T) error {
	select {
	case to <- v:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// read cuts in into chunks and sends each to both channels. A chunk ends where
// the next line might have to be waited for.
func (b batch) read(ctx context.Context, in io.Reader, jobs, order chan<- *chunk) error {
	r := bufio.NewReaderSize(in, 1<<16)
	c := &chunk{first: 1, done: make(chan struct{})}
	for {
		line, readErr := readLine(r)
		end := readErr != nil
		if !end {
			c.lines = append(c.lines, line)
		}
		if len(c.lines) > 0 && (end || len(c.lines) >= b.chunk || !lineBuffered(r)) {
			if err := send(ctx, order, c); err != nil {
				return err
			}
			if err := send(ctx, jobs, c); err != nil {
				return err
			}
			c = &chunk{first: c.first + len(c.lines), done: make(chan struct{})}
		}
		if end && !errors.Is(readErr, io.EOF) {
			return readErr
		}
		if end {
			return nil
		}
	}
}

// lineBuffered reports whether a whole line can be read without waiting.
func lineBuffered(r *bufio.Reader) bool {
	ready, _ := r.Peek(r.Buffered()) // what is buffered can be had
	return bytes.IndexByte(ready, '\n') >= 0
}

// readLine reads a line, or io.EOF if there is none left. The last one need not
// be ended.
func readLine(r *bufio.Reader) (line inputLine, err error) {
	var kept []byte
	any := false
	for {
		piece, err := r.ReadSlice('\n')
		any = any || len(piece) > 0
		full := errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !full && !errors.Is(err, io.EOF) {
			return inputLine{}, err
		}
		if err == nil {
			piece = piece[:len(piece)-1]
		}
		room := longestLine - len(kept)
		if len(piece) > room {
			piece, line.tooLong = piece[:room], true
		}
		kept = append(kept, piece...)
		if full {
			continue
		}
		if !any {
			return inputLine{}, io.EOF
		}
		line.text = string(kept)
		return line, nil
	}
}

// answerChunk answers the lines of a chunk.
func (b batch) answerChunk(ctx context.Context, c *chunk) {
	for i, line := range c.lines {
		var v any
		err := fmt.Errorf("the line is longer than %d bytes%s%s", longestLine, exampleMark, b.example)
		if !line.tooLong {
			v, err = b.answer(ctx, line.text)
		}
		if err != nil && errors.Is(err, ctx.Err()) {
			c.err = err
			return
		}
		if err != nil {
			v = badLine{err.Error(), c.first + i}
			c.bad++
		}
		if c.err = cmp.Or(appendJSON(&c.answers, v), ctx.Err()); c.err != nil {
			return
		}
	}
}

// writeChunks writes the answers of chunks in their order and returns how many
// lines there were and how many of them were bad. When ctx is cancelled it waits until
// no more chunks are answered, and writes the answers that are next.
func writeChunks(ctx context.Context, out io.Writer, order <-chan *chunk, ended <-chan struct{}) (lines, bad int, err error) {
	w := bufio.NewWriterSize(out, 1<<16)
	for {
		c, ok, err := receiveOrFlush(ctx, order, w)
		if err == nil && ok {
			if _, _, err = receiveOrFlush(ctx, c.done, w); err == nil {
				err = c.err
			}
		}
		if err != nil && ctx.Err() != nil {
			<-ended
			return lines, bad, cmp.Or(writeAnswered(w, c, order), err)
		}
		if err != nil || !ok {
			return lines, bad, cmp.Or(err, w.Flush())
		}
		if _, err := w.Write(c.answers.Bytes()); err != nil {
			return lines, bad, err
		}
		lines += len(c.lines)
		bad += c.bad
	}
}

// writeAnswered writes the answers of a chunk, which may be nil, and those that follow
// in order, up to the first that no worker has taken up.
func writeAnswered(w *bufio.Writer, c *chunk, order <-chan *chunk) error {
	for {
		if c != nil {
			select {
			case <-c.done:
			default:
				return w.Flush()
			}
			if _, err := w.Write(c.answers.Bytes()); err != nil {
				return err
			}
		}
		select {
		case next, ok := <-order:
			if !ok {
				return w.Flush()
			}
			c = next
		default:
			return w.Flush()
		}
	}
}

// receiveOrFlush is receive, but flushes w before it waits.
func receiveOrFlush[T any](ctx context.Context, from <-chan T, w *bufio.Writer) (v T, ok bool, err error) {
	select {
	case v, ok = <-from:
		return v, ok, nil
	default:
	}
	if err := w.Flush(); err != nil {
		return v, false, err
	}
	return receive(ctx, from)
}
