package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"ayosolve/cmd/ayosolve/label"
	"ayosolve/search"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// ErrRefused reports a job that a worker can't do as it is: its tables or its program
// are others.
var ErrRefused = errors.New("the job is refused")

// Worker labels the chunks of whatever jobs there are, one after the other.
type Worker struct {
	Fleet   *Fleet
	Version string // of the program
	Threads int
	// Prepare returns the tables of a job, which release gives back, or ErrRefused.
	Prepare func(ctx context.Context, p *label.Params) (tables search.Prober, release func(), err error)
	// Idle ends the worker when there has been no work for so long, if it is not 0.
	Idle time.Duration
	// Report, if set, is called with what the worker says of itself whenever it does.
	Report func(WorkerRecord)
	// Count, if set, is called with the positions of every chunk that is done.
	Count func(positions int)

	// fault, if set, is called before each chunk is labelled: the tests' way to make
	// one fail.
	fault func(index int) error

	workers jetstream.KeyValue
	mu      sync.Mutex
	record  WorkerRecord
	since   time.Time     // it has been at the job
	active  time.Time     // when it did something last
	changed chan struct{} // holds one if what it does is to be told soon
}

// Run works until ctx is done, or for Idle nothing is to be done. The error is
// ErrRefused for a job that it can't do.
func (w *Worker) Run(ctx context.Context) (err error) {
	host, _ := os.Hostname()
	w.changed = make(chan struct{}, 1)
	w.record = WorkerRecord{
		ID:   fmt.Sprintf("%016x", rand.Uint64()),
		Host: host, PID: os.Getpid(), Version: w.Version, Threads: w.Threads, State: StateIdle,
	}
	if w.workers, err = w.Fleet.bucket(ctx, workersBucket, silence); err != nil {
		return err
	}
	jobs, err := w.Fleet.bucket(ctx, jobsBucket, 0)
	if err != nil {
		return err
	}
	telling, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { w.keepTelling(telling) })
	defer group.Wait()
	defer stop()
	w.acted()
	for {
		asked, cancel := w.untilIdle(ctx)
		records, err := all[JobRecord](asked, jobs)
		over := asked.Err() != nil && ctx.Err() == nil
		cancel()
		if over {
			return nil
		}
		if err != nil {
			return err
		}
		slices.SortFunc(records, func(a, b JobRecord) int { return a.Begun.Compare(b.Begun) })
		for _, r := range records {
			if err := w.do(ctx, jobs, r); err != nil {
				return w.leave(ctx, r, err)
			}
		}
		w.set(func(r *WorkerRecord) { r.State, r.Job = StateIdle, "" })
		if err := w.await(ctx, jobs); err != nil {
			return err
		}
	}
}

// await waits until a coordinator writes a job's record, or for a while.
func (w *Worker) await(ctx context.Context, jobs jetstream.KeyValue) error {
	asked, cancel := w.untilIdle(ctx)
	defer cancel()
	asked, cancel = context.WithTimeout(asked, patience)
	defer cancel()
	written, err := jobs.WatchAll(asked, jetstream.UpdatesOnly(), jetstream.MetaOnly())
	if err != nil {
		return rest(ctx, w.Fleet.beat) // the server is away
	}
	defer func() { _ = written.Stop() }()
	select {
	case <-written.Updates():
	case <-asked.Done():
	}
	return ctx.Err()
}

// leave says why the worker goes.
func (w *Worker) leave(ctx context.Context, r JobRecord, err error) error {
	if !errors.Is(err, ErrRefused) {
		return err
	}
	w.set(func(own *WorkerRecord) { own.State, own.Why, own.Job = StateRefused, err.Error(), r.ID })
	asked, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w.tell(asked)
	return fmt.Errorf("job %s: %w", r.ID, err)
}

// acted notes that the worker has something to do.
func (w *Worker) acted() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.active = time.Now()
}

// untilIdle returns a context that ends when the worker has been idle for too long.
func (w *Worker) untilIdle(ctx context.Context) (context.Context, context.CancelFunc) {
	if w.Idle == 0 {
		return context.WithCancel(ctx)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return context.WithDeadline(ctx, w.active.Add(w.Idle))
}

// do works on a job as long as there is some work of it.
func (w *Worker) do(ctx context.Context, jobs jetstream.KeyValue, r JobRecord) error {
	p, digest, err := r.params()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if p.Version != w.Version {
		return fmt.Errorf("%w: it is of version %s of the program, and this is %s", ErrRefused, p.Version, w.Version)
	}
	consumer, err := w.consumer(ctx, r.ID)
	if err != nil || consumer == nil {
		return err
	}
	w.set(func(own *WorkerRecord) {
		own.State, own.Job, own.Rules, own.Tables = StateTables, r.ID, p.Rules, nil
		own.Chunks, own.Positions, own.Rate, own.InHand = 0, 0, 0, nil
	})
	tables, release, err := w.Prepare(ctx, p)
	if err != nil && ctx.Err() == nil && !errors.Is(err, ErrRefused) {
		err = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return err
	}
	defer release()
	w.acted()
	w.set(func(own *WorkerRecord) { own.State, own.Tables, w.since = StateWorking, p.Tables, time.Now() })
	group, inside := errgroup.WithContext(ctx)
	for range w.Threads {
		group.Go(func() error {
			l, err := label.NewLabeler(p, tables)
			if err != nil {
				return fmt.Errorf("%w: %w", ErrRefused, err)
			}
			h := hand{w, l, digest, r.ID, consumer}
			for {
				more, err := h.next(inside, jobs)
				if err != nil || !more {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// consumer returns what hands out a job's chunks, nil if it is gone.
func (w *Worker) consumer(ctx context.Context, id string) (c jetstream.Consumer, err error) {
	err = again(ctx, func(ctx context.Context) (err error) {
		c, err = w.Fleet.js.Consumer(ctx, workStream(id), workersConsumer)
		return err
	})
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, nil
	}
	return c, err
}

// hand is one thread of a worker.
type hand struct {
	*Worker
	labeler  *label.Labeler
	digest   label.Digest
	id       string
	consumer jetstream.Consumer
}

// next does a chunk; more is false if the job is no longer there.
func (h *hand) next(ctx context.Context, jobs jetstream.KeyValue) (more bool, err error) {
	m, err := h.consumer.Next(jetstream.FetchMaxWait(2 * h.Fleet.beat))
	if ctx.Err() != nil {
		if err == nil {
			_ = m.Nak() // for another worker
		}
		return false, ctx.Err()
	}
	if err != nil {
		asked, cancel := h.untilIdle(ctx)
		defer cancel()
		_, _, there, err := get[JobRecord](asked, jobs, h.id)
		switch {
		case asked.Err() != nil:
			return false, ctx.Err() // nil if it has been idle for too long
		case err != nil || !there:
			return false, err
		}
		if !h.Fleet.Connected() {
			return true, rest(ctx, pause)
		}
		return true, rest(ctx, pause/10)
	}
	h.acted()
	return true, h.chunk(ctx, m)
}

// chunk does the chunk of a message, and says meanwhile that it is at it. The error is
// that of ctx: a chunk that fails is left to others, and in the end given up.
func (h *hand) chunk(ctx context.Context, m jetstream.Msg) error {
	index, keys, err := readWork(m.Data())
	if err != nil {
		return m.Term()
	}
	meta, err := m.Metadata()
	if err != nil {
		return m.Term()
	}
	if meta.NumDelivered > mostTries {
		return h.giveUp(ctx, m, index, fmt.Sprintf("it was handed out %d times and never came back", mostTries))
	}
	h.set(func(r *WorkerRecord) { r.InHand = append(r.InHand, index) })
	defer h.set(func(r *WorkerRecord) {
		if i := slices.Index(r.InHand, index); i >= 0 {
			r.InHand = slices.Delete(r.InHand, i, i+1)
		}
	})
	stop := h.keep(m)
	defer stop()
	data, err := h.label(ctx, index, keys)
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // for another worker, at once
		return ctx.Err()
	case err != nil && meta.NumDelivered >= mostTries:
		return h.giveUp(ctx, m, index, err.Error())
	case err != nil:
		return m.NakWithDelay(pause)
	}
	if err := h.send(ctx, nats.Header{chunkHeader: {strconv.Itoa(index)}}, data); err != nil {
		return err
	}
	_ = m.Ack() // if that fails it comes again and is done again, which does no harm
	if h.Count != nil {
		h.Count(len(keys))
	}
	h.acted()
	h.set(func(r *WorkerRecord) {
		r.Chunks, r.Positions = r.Chunks+1, r.Positions+uint64(len(keys))
		r.Rate = float64(r.Positions) / time.Since(h.since).Seconds()
	})
	return nil
}

// label labels a chunk; a panic is an error.
func (h *hand) label(ctx context.Context, index int, keys []label.Key) (data []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if h.fault != nil {
		if err := h.fault(index); err != nil {
			return nil, err
		}
	}
	return h.labeler.Chunk(ctx, label.Header{Job: h.digest, Index: index}, keys)
}

// giveUp reports a chunk that is tried no more.
func (h *hand) giveUp(ctx context.Context, m jetstream.Msg, index int, why string) error {
	if err := h.send(ctx, nats.Header{chunkHeader: {strconv.Itoa(index)}, failedHeader: {why}}, nil); err != nil {
		return err
	}
	_ = m.Ack()
	return nil
}

// send stores a result. If the job is gone meanwhile nobody wants it.
func (h *hand) send(ctx context.Context, header nats.Header, data []byte) error {
	err := again(ctx, func(ctx context.Context) error {
		_, err := h.Fleet.js.PublishMsg(ctx, &nats.Msg{Subject: doneSubject(h.id), Header: header, Data: data})
		if !errors.Is(err, jetstream.ErrNoStreamResponse) && !errors.Is(err, nats.ErrNoResponders) {
			return err
		}
		// Either the server is starting or the stream is gone.
		if _, err := h.Fleet.js.Stream(ctx, doneStream(h.id)); errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		return err
	})
	return err
}

// keep says again and again that a chunk is being worked on, until stop is called.
func (h *hand) keep(m jetstream.Msg) (stop func()) {
	every := max(h.consumer.CachedInfo().Config.AckWait/3, 10*time.Millisecond)
	end := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = m.InProgress() // the next one may get through
			case <-end:
				return
			}
		}
	})
	return func() {
		close(end)
		wg.Wait()
	}
}

// set changes what the worker says of itself.
func (w *Worker) set(change func(*WorkerRecord)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	state := w.record.State
	change(&w.record)
	if w.record.State == state {
		return
	}
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// keepTelling says what the worker is doing, now and then, until ctx is done.
func (w *Worker) keepTelling(ctx context.Context) {
	tick := time.NewTicker(told)
	defer tick.Stop()
	for {
		w.tell(ctx)
		select {
		case <-tick.C:
		case <-w.changed:
		case <-ctx.Done():
			return
		}
	}
}

// tell says what the worker is doing. Nothing depends on it.
func (w *Worker) tell(ctx context.Context) {
	w.mu.Lock()
	r := w.record
	r.InHand, r.Tables = slices.Clone(r.InHand), slices.Clone(r.Tables)
	w.mu.Unlock()
	r.Told = time.Now().UTC()
	if w.Report != nil {
		w.Report(r)
	}
	_ = put(ctx, w.workers, r.ID, r)
}
