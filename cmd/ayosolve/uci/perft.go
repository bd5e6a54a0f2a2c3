package uci

import (
	"context"
	"fmt"
	"strings"

	"ayosolve/bitboard"
)

// perft counts the paths of a length from the position of a job, by their first move
// and in all, and returns the lines that say so.
func (e *Engine) perft(ctx context.Context, j *job) string {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	counted := make(chan struct{})
	defer close(counted)
	go func() {
		select {
		case <-j.stopped:
			cancel()
		case <-counted:
		}
	}()
	p := j.position
	var text strings.Builder
	total := uint64(0)
	if j.goal.depth == 0 {
		total = 1
	}
	for _, c := range e.config.Count(ctx, j.settings.rules, p, j.goal.depth, j.settings.threads) {
		fmt.Fprintf(&text, "%s: %d\n", bitboard.MoveLetter(p.Turn, int(c.Pit)), c.Paths)
		total += c.Paths
	}
	if ctx.Err() != nil {
		e.out.complain(fmt.Errorf("go: perft was stopped at %d paths", total))
		return ""
	}
	fmt.Fprintf(&text, "Nodes searched: %d\n", total)
	return text.String()
}
