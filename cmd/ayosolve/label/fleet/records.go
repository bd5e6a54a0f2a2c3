package fleet

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ayosolve/cmd/ayosolve/label"

	"github.com/nats-io/nats.go/jetstream"
)

// The names in JetStream.
const (
	jobsBucket    = "ayosolve-jobs"
	workersBucket = "ayosolve-workers"
	tablesBucket  = "ayosolve-tables"
)

func workStream(id string) string { return "ayosolve-work-" + id }
func doneStream(id string) string { return "ayosolve-done-" + id }

// Subjects of the messages in the streams.
func workSubject(id string) string { return "ayosolve.work." + id }
func doneSubject(id string) string { return "ayosolve.done." + id }

// workersConsumer hands out chunks, and coordinatorConsumer what is done.
const (
	workersConsumer     = "workers"
	coordinatorConsumer = "coordinator"
)

// Headers of a message in a done stream. A chunk that was given up has no body.
const (
	chunkHeader  = "Ayosolve-Chunk"  // its index
	failedHeader = "Ayosolve-Failed" // why it was given up
)

// mostTries is how often a chunk is handed out.
const mostTries = 5

// silence is how long a worker's word of itself is kept, and told how often it gives
// it.
const (
	silence = time.Minute
	told    = 5 * time.Second
)

// JobRecord is what the server knows of a job.
type JobRecord struct {
	ID        string          `json:"id"`
	Digest    string          `json:"digest"` // of package label, in hexadecimal
	Params    json.RawMessage `json:"params"`
	Positions uint64          `json:"positions"`
	Chunks    int             `json:"chunks"`
	Begun     time.Time       `json:"begun"` // by the coordinator that is at it
	// What the coordinator has.
	Done        int    `json:"done"` // chunks
	Failed      []int  `json:"failed"`
	Coordinator string `json:"coordinator"`
}

// params returns the job's parameters and digest.
func (r *JobRecord) params() (*label.Params, label.Digest, error) {
	var d label.Digest
	sum, err := hex.DecodeString(r.Digest)
	if err != nil || len(sum) != len(d) {
		return nil, d, fmt.Errorf("job %s: %.80q is no digest", r.ID, r.Digest)
	}
	p, err := label.ParseParams(r.Params)
	return p, label.Digest(sum), err
}

// WorkerRecord is what a worker says of itself.
type WorkerRecord struct {
	ID        string        `json:"id"`
	Host      string        `json:"host"`
	PID       int           `json:"pid"`
	Version   string        `json:"version"`
	Threads   int           `json:"threads"`
	State     string        `json:"state"`         // StateIdle, …
	Why       string        `json:"why,omitempty"` // it refuses
	Job       string        `json:"job,omitempty"`
	Rules     string        `json:"rules,omitempty"`
	Tables    []label.Layer `json:"tables,omitempty"` // in use
	Chunks    int           `json:"chunks"`           // done for the job
	Positions uint64        `json:"positions"`        // in those
	Rate      float64       `json:"positions_per_second"`
	InHand    []int         `json:"in_hand"` // chunks
	Told      time.Time     `json:"told"`
}

// What a worker may be doing.
const (
	StateIdle    = "idle"    // there is no job
	StateTables  = "tables"  // it checks, fetches or loads tables
	StateWorking = "working" //
	StateRefused = "refused" // the job: its tables or program are others
)

// jobID returns the name of a job on the server.
func jobID(d label.Digest) string { return hex.EncodeToString(d[:8]) }

// bucket opens a bucket of records, which is made if it is not there.
func (f *Fleet) bucket(ctx context.Context, name string, ttl time.Duration) (kv jetstream.KeyValue, err error) {
	err = again(ctx, func(ctx context.Context) (err error) {
		kv, err = f.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, TTL: ttl})
		return err
	})
	return kv, err
}

// get reads a record; ok is false if it is not there.
func get[T any](ctx context.Context, kv jetstream.KeyValue, key string) (v T, revision uint64, ok bool, err error) {
	var e jetstream.KeyValueEntry
	err = again(ctx, func(ctx context.Context) (err error) {
		e, err = kv.Get(ctx, key)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return v, 0, false, nil
	}
	if err != nil {
		return v, 0, false, err
	}
	return v, e.Revision(), true, json.Unmarshal(e.Value(), &v)
}

// put writes a record.
func put(ctx context.Context, kv jetstream.KeyValue, key string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return again(ctx, func(ctx context.Context) error {
		_, err := kv.Put(ctx, key, data)
		return err
	})
}

// all reads all records of a bucket, in order of their keys' age.
func all[T any](ctx context.Context, kv jetstream.KeyValue) (out []T, err error) {
	var keys []string
	err = again(ctx, func(ctx context.Context) (err error) {
		keys, err = kv.Keys(ctx)
		if errors.Is(err, jetstream.ErrNoKeysFound) {
			keys, err = nil, nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		v, _, ok, err := get[T](ctx, kv, k)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, v)
		}
	}
	return out, nil
}
