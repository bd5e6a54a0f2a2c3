package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label/fleet"
	"ayosolve/egdb"

	"github.com/spf13/cobra"
)

// tablesPublishOptions are what "tables publish" is asked for.
type tablesPublishOptions struct {
	place
	nats  natsFlags
	seeds number
	line  *statusLine
}

const publishExample = "ayosolve tables publish --nats " + natsExample

func newTablesPublishCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	o := tablesPublishOptions{seeds: number{most: bitboard.MaxSeeds}}
	cmd := &cobra.Command{
		Use:   "publish --nats URL",
		Short: "Put the layers where workers fetch them",
		Long: `Put the layers of the tables, compressed, into the object store of a NATS
server, where ayosolve worker fetches those it lacks. Layers that are there
already are left; one that differs is replaced.`,
		Example: `  ` + publishExample + `
  ` + publishExample + ` --seeds 20`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.place, err = tables.place(rules); err != nil {
				return err
			}
			o.line = newStatusLine(cmd.ErrOrStderr())
			return runTablesPublish(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	o.nats.register(cmd.Flags())
	cmd.Flags().Var(&o.seeds, "seeds", "only layers of up to `N` seeds (default: all)")
	withExample(cmd.Flags(), "seeds", "20")
	return cmd
}

// runTablesPublish publishes layers.
func runTablesPublish(ctx context.Context, out io.Writer, o tablesPublishOptions) error {
	conn, err := o.nats.connect(ctx, publishExample)
	if err != nil {
		return err
	}
	defer conn.Close()
	db, err := openTables(o.place)
	if err != nil {
		return err
	}
	most := db.MaxSeeds()
	if o.seeds.given && o.seeds.at > most {
		db.Close()
		return fmt.Errorf("the tables of %s reach %d seeds; for %d: %s", o.rules.Name(), most, o.seeds.at, buildCommand(o.rules, o.seeds.at))
	}
	if o.seeds.given {
		most = o.seeds.at
	}
	defer o.line.close()
	var there, bytes uint64
	err = interruptible(ctx, func(ctx context.Context) (err error) {
		defer db.Close()
		there, bytes, err = o.publish(ctx, conn, db, most)
		return err
	})
	if err != nil {
		return advise(err)
	}
	return writeSentence(out, "layers 0 to %d of %s are published: %s, %d of %d were there", most, o.rules.Name(), sizeWords(bytes), there, most+1)
}

// publish publishes layers and returns how many were there, and the bytes of all.
func (o *tablesPublishOptions) publish(ctx context.Context, conn *fleet.Fleet, db *egdb.DB, most int) (there, bytes uint64, err error) {
	for n := range most + 1 {
		stop := keepShowing(o.line, func(took time.Duration) []string {
			return []string{fmt.Sprintf("publishing layer %d of %d, %s", n, most, timeWords(took))}
		})
		put, size, err := conn.PublishLayer(ctx, db, n)
		stop()
		if err != nil {
			return there, bytes, err
		}
		if bytes += size; !put {
			there++
		}
	}
	return there, bytes, nil
}
