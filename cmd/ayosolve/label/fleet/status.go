package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Status is what goes on at a server.
type Status struct {
	Jobs    []JobStatus    `json:"jobs"`
	Workers []WorkerRecord `json:"workers"`
}

// JobStatus is how far a job is, in chunks unless it says otherwise.
type JobStatus struct {
	JobRecord
	// At says whether a coordinator is at it: none has to be, for workers to go on.
	At      bool    `json:"coordinator_at_it"`
	Done    int     `json:"done"` // stored, by the coordinator or on the server
	InHand  int     `json:"in_hand"`
	Waiting int     `json:"waiting"`
	Rate    float64 `json:"positions_per_second"` // of all workers at it
	// Left is the time left at that rate, 0 if nobody is at it.
	Left time.Duration `json:"-"`
	// LeftMS is Left in milliseconds, nil if it isn't known.
	LeftMS *int64 `json:"left_ms"`
}

// Status asks the server.
func (f *Fleet) Status(ctx context.Context) (*Status, error) {
	jobs, err := f.bucket(ctx, jobsBucket, 0)
	if err != nil {
		return nil, err
	}
	workers, err := f.bucket(ctx, workersBucket, silence)
	if err != nil {
		return nil, err
	}
	s := &Status{Jobs: []JobStatus{}}
	if s.Workers, err = all[WorkerRecord](ctx, workers); err != nil {
		return nil, err
	}
	records, err := all[JobRecord](ctx, jobs)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		j, err := f.job(ctx, jobs, r, s.Workers)
		if err != nil {
			return nil, err
		}
		s.Jobs = append(s.Jobs, j)
	}
	return s, nil
}

// job finds out how far a job is.
func (f *Fleet) job(ctx context.Context, jobs jetstream.KeyValue, r JobRecord, workers []WorkerRecord) (j JobStatus, err error) {
	j = JobStatus{JobRecord: r, Done: r.Done}
	e, err := jobs.Get(ctx, r.ID)
	if err == nil {
		j.At = time.Since(e.Created()) < 5*f.beat
	}
	stored, _, err := f.queue(ctx, doneStream(r.ID), coordinatorConsumer)
	if err != nil {
		return j, err
	}
	_, j.InHand, err = f.queue(ctx, workStream(r.ID), workersConsumer)
	if err != nil {
		return j, err
	}
	j.Done = min(r.Done+stored, r.Chunks)
	j.Waiting = max(0, r.Chunks-j.Done-j.InHand-len(r.Failed))
	for _, w := range workers {
		if w.Job == r.ID && w.State == StateWorking {
			j.Rate += w.Rate
		}
	}
	if j.Rate > 0 && r.Chunks > 0 {
		each := float64(r.Positions) / float64(r.Chunks)
		j.Left = time.Duration(float64(j.Waiting+j.InHand) * each / j.Rate * float64(time.Second))
		ms := j.Left.Milliseconds()
		j.LeftMS = &ms
	}
	return j, nil
}

// queue returns how many messages a stream holds, and how many are handed out.
func (f *Fleet) queue(ctx context.Context, stream, consumer string) (stored, out int, err error) {
	err = again(ctx, func(ctx context.Context) error {
		s, err := f.js.Stream(ctx, stream)
		if err != nil {
			return err
		}
		c, err := s.Consumer(ctx, consumer)
		if err != nil {
			return err
		}
		stored, out = int(s.CachedInfo().State.Msgs), c.CachedInfo().NumAckPending
		return nil
	})
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		return 0, 0, nil // it is beginning or has just ended
	}
	return stored, out, err
}
