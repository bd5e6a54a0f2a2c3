package label

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/gofrs/flock"
)

var (
	// ErrOtherJob reports a folder that holds a job with other parameters.
	ErrOtherJob = errors.New("another job")
	// ErrBusy reports that another process is at the job.
	ErrBusy = errors.New("another process works on this job")
	// ErrNoJob reports a folder that exists and holds no job.
	ErrNoJob = errors.New("not the folder of a job")
)

// Job is a labelling job in a folder of its own:
//
//	manifest.json       the parameters, and what the source came to
//	positions           the distinct positions' Keys, in the job's order
//	chunks/NNN/N.chunk  a finished chunk, see Header; NNN is N/1000
//	failed/N.txt        the positions of a chunk that was given up
//	lock                held by the process that is at it
//	keys/               Badger, while positions are collected
//
// Files get their names when they are whole. A position takes 54 bytes.
type Job struct {
	Params    Params
	Positions Positions // once they are collected

	dir       string
	lock      *flock.Flock
	collector collector
	collected bool
	positions *os.File
	digest    Digest
	done      atomic.Uint64 // positions labelled, in chunks that are finished
}

// manifest is the file of that name.
type manifest struct {
	Format    int             `json:"format"` // manifestFormat
	Params    json.RawMessage `json:"params"`
	Positions *Positions      `json:"positions,omitempty"` // once they are collected
}

const manifestFormat = 1

// Open begins a job in a folder, or goes on with it. The errors are ErrParams,
// ErrOtherJob, ErrNoJob, ErrBusy and those of the file system. A job that is opened
// must be closed.
func Open(dir string, p *Params) (*Job, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, "lock")); err != nil {
			return nil, fmt.Errorf("%w: %s", ErrNoJob, dir)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	j := &Job{Params: *p, dir: dir, lock: flock.New(filepath.Join(dir, "lock"))}
	locked, err := j.lock.TryLock()
	if err != nil || !locked {
		return nil, errors.Join(err, fmt.Errorf("%w: %s", ErrBusy, dir))
	}
	if err := j.resume(); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// resume reads the manifest, or writes it.
func (j *Job) resume() error {
	data, err := os.ReadFile(j.path("manifest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return j.writeManifest()
	}
	if err != nil {
		return err
	}
	var m manifest
	var begun bytes.Buffer
	if json.Unmarshal(data, &m) != nil || m.Format != manifestFormat || json.Compact(&begun, m.Params) != nil {
		return fmt.Errorf("%w: %s is none of this program", ErrNoJob, j.path("manifest.json"))
	}
	if was, now := begun.String(), j.Params.String(); was != now {
		return fmt.Errorf("%w: %s was begun with %s", ErrOtherJob, j.dir, difference(was, now))
	}
	if m.Positions == nil {
		return nil
	}
	j.Positions = *m.Positions
	return j.openPositions()
}

// difference names the first parameter in which two sets differ, with the values of
// both.
func difference(was, now string) string {
	var a, b map[string]json.RawMessage
	if json.Unmarshal([]byte(was), &a) != nil || json.Unmarshal([]byte(now), &b) != nil {
		return "other parameters"
	}
	for _, name := range []string{"version", "rules", "repetition", "source", "nodes", "hash", "chunk", "bounds", "tables"} {
		if bytes.Equal(a[name], b[name]) {
			continue
		}
		if name == "tables" {
			return "other tables"
		}
		return fmt.Sprintf("%s %s, not %s", name, a[name], b[name])
	}
	return "other parameters"
}

func (j *Job) writeManifest() error {
	m := manifest{Format: manifestFormat, Params: json.RawMessage(j.Params.String())}
	if j.collected {
		m.Positions = &j.Positions
	}
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(j.path("manifest.json"), append(data, '\n'))
}

// openPositions begins to read the positions that were collected.
func (j *Job) openPositions() (err error) {
	if j.positions, err = os.Open(j.path("positions")); err != nil {
		return err
	}
	info, err := j.positions.Stat()
	if err != nil {
		return err
	}
	if want := int64(j.Positions.Count) * keyBytes; info.Size() != want {
		return fmt.Errorf("%w: %s has %d bytes, not %d", ErrDamaged, j.path("positions"), info.Size(), want)
	}
	j.collected = true
	about, err := json.Marshal(j.Positions)
	j.digest = sha256.Sum256(append([]byte(j.Params.String()), about...))
	for i := range j.Chunks() {
		if j.Finished(i) {
			j.done.Add(uint64(j.size(i)))
		}
	}
	return err
}

// Collect collects the positions, unless that is done. in is read for an Input: if
// the positions are there it is compared with what they came from, which is
// ErrOtherJob if it differs. bad is called with every line that is no position.
func (j *Job) Collect(ctx context.Context, in io.Reader, bad func(*BadLine)) error {
	if j.collected {
		if j.Params.Source.Kind != Input {
			return nil
		}
		if sum, err := sumInput(ctx, in); err != nil {
			return err
		} else if sum != j.Positions.Input {
			return fmt.Errorf("%w: %s was begun with other positions", ErrOtherJob, j.dir)
		}
		return nil
	}
	c := &j.collector
	c.scratch, c.room = j.path("keys"), inMemory
	p, err := c.collect(ctx, j.Params.rules, &j.Params.Source, in, bad, j.path("positions"))
	if err != nil {
		return err
	}
	j.Positions = p
	if err := j.openPositions(); err != nil {
		return err
	}
	return j.writeManifest()
}

// Digest tells this job from others. It is there once the positions are collected.
func (j *Job) Digest() Digest { return j.digest }

// Chunks returns how many chunks the positions make.
func (j *Job) Chunks() int {
	return int((j.Positions.Count + uint64(j.Params.Chunk) - 1) / uint64(j.Params.Chunk))
}

// size returns how many positions a chunk has.
func (j *Job) size(i int) int {
	return int(min(uint64(j.Params.Chunk), j.Positions.Count-uint64(i)*uint64(j.Params.Chunk)))
}

// Keys returns the positions of a chunk.
func (j *Job) Keys(i int) ([]Key, error) {
	data := make([]byte, j.size(i)*keyBytes)
	if _, err := j.positions.ReadAt(data, int64(i)*int64(j.Params.Chunk)*keyBytes); err != nil {
		return nil, err
	}
	keys := make([]Key, j.size(i))
	for n := range keys {
		keys[n] = Key(data[n*keyBytes:])
	}
	return keys, nil
}

// Header returns the header of a chunk.
func (j *Job) Header(i int) Header { return Header{j.digest, i} }

// Finished reports whether a chunk is there.
func (j *Job) Finished(i int) bool {
	info, err := os.Stat(j.chunkFile(i))
	return err == nil && info.Size() == int64(chunkBytes(j.size(i)))
}

// Store keeps a finished chunk. It returns ErrDamaged if that is not what it should
// be. A chunk that is there already is left as it is.
func (j *Job) Store(i int, data []byte) error {
	keys, err := j.Keys(i)
	if err != nil {
		return err
	}
	if err := j.Header(i).checkKeys(data, keys); err != nil {
		return err
	}
	if j.Finished(i) {
		return nil
	}
	file := j.chunkFile(i)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := writeWhole(file, data); err != nil {
		return err
	}
	j.done.Add(uint64(len(keys)))
	return nil
}

// Progress is how far a job is.
type Progress struct {
	Positions uint64   // found so far
	Plies     []uint64 // of a Reachable source, the plies that are done
	Done      uint64   // positions labelled
}

// Progress returns how far the job is. It may be called while others work.
func (j *Job) Progress() Progress {
	j.collector.mu.Lock()
	defer j.collector.mu.Unlock()
	return Progress{j.collector.count.Load(), slices.Clone(j.collector.plies), j.done.Load()}
}

// Close leaves the job for later.
func (j *Job) Close() error {
	var err error
	if j.positions != nil {
		err = j.positions.Close()
	}
	return errors.Join(err, j.lock.Unlock())
}

// Remove removes the job's folder and closes the job. The lock goes last: nobody takes
// the rest for a job, and not every system removes a file that is open.
func (j *Job) Remove() error {
	entries, err := os.ReadDir(j.dir)
	for _, e := range entries {
		if e.Name() != filepath.Base(j.lock.Path()) && e.Name() != "positions" {
			err = errors.Join(err, os.RemoveAll(j.path(e.Name())))
		}
	}
	return errors.Join(err, j.Close(), os.RemoveAll(j.dir))
}

func (j *Job) path(name string) string { return filepath.Join(j.dir, name) }

func (j *Job) chunkFile(i int) string {
	return filepath.Join(j.dir, "chunks", fmt.Sprintf("%03d", i/1000), fmt.Sprintf("%d.chunk", i))
}

// writeWhole writes a file that is there whole or not at all. It does not wait for the
// disk: what a failing system loses its checksum tells.
func writeWhole(file string, data []byte) error {
	part := fmt.Sprintf("%s.part%d", file, os.Getpid())
	if err := os.WriteFile(part, data, 0o666); err != nil {
		os.Remove(part)
		return err
	}
	return os.Rename(part, file)
}
