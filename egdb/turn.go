package egdb

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// The forward pass meets boards in rank order: one row of the mover, and all rows of
// the opponent in turn. A capture changes the mover's row in the same way for long
// stretches, and the opponent's by little, so what it leads to are neighbours, too, if
// the row of the player who moved comes first. But the next player moves there, and in
// rank order the next player's row comes first: neighbours are then all over the
// layer. So while layers are only looked up they are kept turned, each value in the
// place of the board seen by the other player.

// turnTile is the side of the squares in which a layer is turned: a cache line.
const turnTile = 64

// turn turns a layer in memory, or turns it back. On an error the content is in
// neither order and can only be freed.
func (c *content) turn(ctx context.Context, n, workers int) error {
	r := makeRows(n, false)
	runs := make([][]uint32, n+1) // by seeds: the runs of the mover's rows with that many
	for run, left := range r.left {
		runs[n-int(left)] = append(runs[n-int(left)], uint32(run))
	}
	spare, err := newRegion[int8](uint64(len(c.values)), true)
	if err != nil {
		return err
	}
	arrays := []*[]int8{&c.values, &c.low, &c.high}
	for i := range c.regions {
		var next atomic.Int64 // a number of seeds and a tile's first row of the mover
		group, ctx := errgroup.WithContext(ctx)
		for range workers {
			group.Go(func() error {
				for ctx.Err() == nil {
					tile := int(next.Add(1)) - 1
					seeds := 0
					for ; seeds <= n; seeds++ {
						tiles := (len(runs[seeds]) + turnTile - 1) / turnTile
						if tile < tiles {
							break
						}
						tile -= tiles
					}
					if seeds > n {
						return nil
					}
					own, opp := runs[seeds], runs[n-seeds]
					r.turnRows(spare.data, c.regions[i].data, own, opp, tile*turnTile)
				}
				return ctx.Err()
			})
		}
		if err := group.Wait(); err != nil {
			spare.free()
			return err
		}
		c.regions[i], spare = spare, c.regions[i]
		*arrays[i] = c.regions[i].data
	}
	spare.free()
	c.turned = !c.turned
	return nil
}

// turnRows turns the runs own[first] … of a tile. opp is the runs of the rows that they
// stand against.
func (r *rows) turnRows(dst, src []int8, own, opp []uint32, first int) {
	last := min(first+turnTile, len(own))
	for from := 0; from < len(opp); from += turnTile {
		to := min(from+turnTile, len(opp))
		for i := first; i < last; i++ {
			row := src[r.start[own[i]]:][from:to]
			for j, v := range row {
				dst[r.start[opp[from+j]]+uint64(i)] = v
			}
		}
	}
}
