package fleet

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"ayosolve/cmd/ayosolve/label"

	"github.com/nats-io/nats.go/jetstream"
)

var (
	// ErrFailed reports chunks that were given up.
	ErrFailed = errors.New("chunks were given up")
	// ErrCoordinated reports that another coordinator is at the job.
	ErrCoordinated = errors.New("another coordinator is at this job")
	// ErrLost reports that the server has lost what it was given.
	ErrLost = errors.New("the server has lost the job")
)

// window is how many chunks are in the work stream at a time.
const window = 1024

// Coordinator hands out the chunks of a job and stores what comes back.
type Coordinator struct {
	Fleet *Fleet
	Job   *label.Job
	// Silence is after how long a chunk is taken from a worker that does not say that
	// it is at it, 0 for 30 s.
	Silence time.Duration

	id      string
	jobs    jetstream.KeyValue
	work    jetstream.Stream
	done    jetstream.Consumer
	record  JobRecord
	pending map[int]struct{} // chunks in the stream, or in a worker's hand
	next    int              // the first chunk not handed out
	failed  []int
}

// Run goes on until every chunk is finished or given up; then it is ErrFailed, which
// names the files with their positions. Whatever else it returns, the job goes on with
// another Run.
func (c *Coordinator) Run(ctx context.Context) error {
	if c.Silence == 0 {
		c.Silence = 30 * time.Second
	}
	c.id, c.pending = jobID(c.Job.Digest()), map[int]struct{}{}
	if err := c.begin(ctx); err != nil {
		return err
	}
	beat, stop := context.WithCancel(ctx)
	defer stop()
	for last := time.Now(); ; {
		if err := c.handOut(ctx); err != nil {
			return c.explain(err)
		}
		if len(c.pending) == 0 {
			break
		}
		if err := c.takeIn(ctx); err != nil {
			return c.explain(err)
		}
		if time.Since(last) >= c.Fleet.beat {
			last = time.Now()
			if err := c.tell(beat); err != nil {
				return err
			}
		}
	}
	if err := c.end(ctx); err != nil {
		return err
	}
	if len(c.failed) == 0 {
		return nil
	}
	slices.Sort(c.failed)
	return fmt.Errorf("%w, %d of %d; their positions are in %s", ErrFailed, len(c.failed), c.Job.Chunks(), c.Job.FailedDir())
}

// begin makes the streams, takes in what is stored from before, and empties the queue.
func (c *Coordinator) begin(ctx context.Context) (err error) {
	if c.jobs, err = c.Fleet.bucket(ctx, jobsBucket, 0); err != nil {
		return err
	}
	if err := c.alone(ctx); err != nil {
		return err
	}
	host, _ := os.Hostname()
	digest := c.Job.Digest()
	c.record = JobRecord{
		ID: c.id, Digest: hex.EncodeToString(digest[:]), Params: json.RawMessage(c.Job.Params.String()),
		Positions: c.Job.Positions.Count, Chunks: c.Job.Chunks(), Begun: time.Now().UTC(),
		Coordinator: fmt.Sprintf("%s:%d", host, os.Getpid()),
	}
	if c.work, err = c.stream(ctx, workStream(c.id), workSubject(c.id)); err != nil {
		return err
	}
	done, err := c.stream(ctx, doneStream(c.id), doneSubject(c.id))
	if err != nil {
		return err
	}
	if _, err = c.consumer(ctx, c.work, workersConsumer, c.Silence); err != nil {
		return err
	}
	if c.done, err = c.consumer(ctx, done, coordinatorConsumer, patience); err != nil {
		return err
	}
	for {
		stored, err := c.stored(ctx)
		if err != nil {
			return err
		}
		if stored == 0 {
			break
		}
		n, err := c.take(ctx, min(stored, 256), c.Fleet.beat)
		if err != nil {
			return err
		}
		if n == 0 {
			break // what does not come now comes again
		}
	}
	c.failed = nil // they are tried again
	if err := c.Job.ForgetFailed(); err != nil {
		return err
	}
	if err := again(ctx, func(ctx context.Context) error { return c.work.Purge(ctx) }); err != nil {
		return err
	}
	return c.tell(ctx)
}

// stored returns how many results are stored that nobody has been given.
func (c *Coordinator) stored(ctx context.Context) (n int, err error) {
	err = again(ctx, func(ctx context.Context) error {
		info, err := c.done.Info(ctx)
		if err == nil {
			n = int(info.NumPending)
		}
		return err
	})
	return n, err
}

// alone waits until it is sure that no other coordinator is at the job.
func (c *Coordinator) alone(ctx context.Context) error {
	_, before, ok, err := get[JobRecord](ctx, c.jobs, c.id)
	if err != nil || !ok {
		return err
	}
	if err := rest(ctx, 3*c.Fleet.beat); err != nil {
		return err
	}
	r, after, _, err := get[JobRecord](ctx, c.jobs, c.id)
	if err == nil && before != after {
		return fmt.Errorf("%w: %s", ErrCoordinated, r.Coordinator)
	}
	return err
}

func (c *Coordinator) stream(ctx context.Context, name, subject string) (s jetstream.Stream, err error) {
	err = again(ctx, func(ctx context.Context) (err error) {
		s, err = c.Fleet.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: name, Subjects: []string{subject}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		})
		return err
	})
	return s, err
}

func (c *Coordinator) consumer(ctx context.Context, s jetstream.Stream, name string, wait time.Duration) (consumer jetstream.Consumer, err error) {
	err = again(ctx, func(ctx context.Context) (err error) {
		consumer, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxDeliver: -1, MaxAckPending: -1,
		})
		return err
	})
	return consumer, err
}

// handOut fills the queue up.
func (c *Coordinator) handOut(ctx context.Context) error {
	for ; c.next < c.Job.Chunks() && len(c.pending) < window; c.next++ {
		if _, out := c.pending[c.next]; out || c.Job.Finished(c.next) || slices.Contains(c.failed, c.next) {
			continue
		}
		keys, err := c.Job.Keys(c.next)
		if err != nil {
			return err
		}
		data := writeWork(c.next, keys)
		err = again(ctx, func(ctx context.Context) error {
			_, err := c.Fleet.js.Publish(ctx, workSubject(c.id), data)
			return err
		})
		if err != nil {
			return err
		}
		c.pending[c.next] = struct{}{}
	}
	return nil
}

// takeIn stores what comes back, for a while.
func (c *Coordinator) takeIn(ctx context.Context) error {
	_, err := c.take(ctx, min(len(c.pending), 256), c.Fleet.beat)
	return err
}

// take stores up to most results, the last one that comes within a time. It returns how
// many there were.
func (c *Coordinator) take(ctx context.Context, most int, wait time.Duration) (n int, err error) {
	asked, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	batch, err := c.done.Fetch(most, jetstream.FetchContext(asked))
	if err == nil {
		for m := range batch.Messages() {
			if err := c.store(m); err != nil {
				return n, err
			}
			n++
		}
		err = batch.Error()
	}
	switch {
	case ctx.Err() != nil:
		return n, ctx.Err()
	case err == nil || passing(err):
		if !c.Fleet.Connected() {
			return n, rest(ctx, pause)
		}
		return n, nil
	case errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrConsumerDeleted):
		return n, fmt.Errorf("%w: %w", ErrLost, err)
	}
	return n, rest(ctx, pause)
}

// store stores a result and acknowledges it then. What is no chunk of the job is
// dropped.
func (c *Coordinator) store(m jetstream.Msg) error {
	i, err := strconv.Atoi(m.Headers().Get(chunkHeader))
	if err != nil || i < 0 || i >= c.Job.Chunks() {
		return m.Term()
	}
	if why := m.Headers().Get(failedHeader); why != "" {
		if !c.Job.Finished(i) {
			if err := c.Job.Failed(i, why); err != nil {
				return err
			}
			c.failed = append(c.failed, i)
		}
	} else if err := c.Job.Store(i, m.Data()); errors.Is(err, label.ErrDamaged) {
		c.giveBack(i)
		return m.Term()
	} else if err != nil {
		return err
	}
	delete(c.pending, i)
	return m.Ack()
}

// giveBack hands a chunk out anew whose result was no good.
func (c *Coordinator) giveBack(i int) {
	if _, out := c.pending[i]; out {
		delete(c.pending, i)
		c.next = min(c.next, i)
	}
}

// tell writes the job's record.
func (c *Coordinator) tell(ctx context.Context) error {
	c.record.Done = int(c.Job.Progress().Done+uint64(c.Job.Params.Chunk)-1) / c.Job.Params.Chunk
	c.record.Failed = slices.Clone(c.failed)
	return put(ctx, c.jobs, c.id, c.record)
}

// end takes the job off the server.
func (c *Coordinator) end(ctx context.Context) error {
	if err := again(ctx, func(ctx context.Context) error { return c.jobs.Purge(ctx, c.id) }); err != nil {
		return err
	}
	for _, name := range []string{workStream(c.id), doneStream(c.id)} {
		err := again(ctx, func(ctx context.Context) error { return c.Fleet.js.DeleteStream(ctx, name) })
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
	}
	return nil
}

// explain says of an error that a stream is not there what it means.
func (c *Coordinator) explain(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	return err
}
