package label

import (
	"context"
	"sync/atomic"

	"ayosolve/search"

	"golang.org/x/sync/errgroup"
)

// Label labels all chunks that are not finished, as many at a time as threads.
func (j *Job) Label(ctx context.Context, tables search.Prober, threads int) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range threads {
		group.Go(func() error {
			l, err := NewLabeler(&j.Params, tables)
			if err != nil {
				return err
			}
			for {
				i := int(next.Add(1)) - 1
				if i >= j.Chunks() {
					return nil
				}
				if j.Finished(i) {
					continue
				}
				keys, err := j.Keys(i)
				if err != nil {
					return err
				}
				data, err := l.Chunk(ctx, j.Header(i), keys)
				if err != nil {
					return err
				}
				if err := j.Store(i, data); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
