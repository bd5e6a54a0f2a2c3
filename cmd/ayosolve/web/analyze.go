package web

import (
	"context"
	"fmt"
	"sync"

	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/search"
)

// moves lists the legal moves.
func (s *Server) moves(q question) any { return answer.Moves(q.game) }

// analyze values every move of the position that a game has come to.
func (s *Server) analyze(ctx context.Context, q question, out *stream) (any, error) {
	if why, over := q.game.Over(); over {
		a := answer.Over(q.game, why)
		a.Threads = s.options.Threads
		return a, nil
	}
	engine, err := s.engines.take(ctx, q.game.Rules(), q.page, out.tell)
	if err != nil {
		return nil, err
	}
	defer s.engines.giveBack(engine)
	reach := engine.set.Reach
	var result *search.Result
	err = watch(ctx, func(ctx context.Context, report func(*search.Result)) (err error) {
		result, err = engine.Analyze(ctx, q.game.Position().Board, q.limits, report)
		return err
	}, func(r *search.Result) error {
		a := answer.Result(q.game, r, reach)
		a.Stopped = ""
		return out.send("update", a)
	})
	if err != nil {
		return nil, err
	}
	return answer.Result(q.game, result, reach), nil
}

// annotate says what each move of a game was worth. The limits are for each position.
func (s *Server) annotate(ctx context.Context, q question, out *stream) (any, error) {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	engine, err := s.engines.take(ctx, q.game.Rules(), q.page, out.tell)
	if err != nil {
		return nil, err
	}
	defer s.engines.giveBack(engine)
	var report *annotation.Report
	err = watch(ctx, func(ctx context.Context, progress func(string)) (err error) {
		report, err = annotation.Annotate(ctx, engine.Solver, ogn.New(q.game), annotation.Options{
			Limits: q.limits,
			Progress: func(done, total int) {
				progress(fmt.Sprintf("%d of %d moves valued", done, total))
			},
		})
		return err
	}, func(text string) error {
		out.tell(text)
		return nil
	})
	return report, err
}

// watch does work that reports now and then, and gives what it reports to show, from
// this goroutine. The work never waits for show, which misses what comes meanwhile. If
// show fails the work is told to end.
func watch[T any](ctx context.Context, work func(ctx context.Context, report func(T)) error, show func(T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	news := make(chan T, 1)
	var err error
	var working sync.WaitGroup
	working.Go(func() {
		defer close(news)
		err = work(ctx, func(v T) {
			select {
			case <-news: // nobody has looked at the last one
			default:
			}
			news <- v
		})
	})
	for v := range news {
		if show(v) != nil {
			cancel()
		}
	}
	working.Wait()
	return err
}
