package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label"
	"ayosolve/cmd/ayosolve/label/fleet"
	"ayosolve/egdb"
)

// fleetOptions say that workers label, and where they are met.
type fleetOptions struct {
	nats    natsFlags
	listen  string        // address of a server of the own, "" for none
	silence time.Duration // after which a chunk goes to another worker
}

// used reports whether workers label.
func (f *fleetOptions) used() bool { return f.nats.URL != "" || f.listen != "" }

const listenExample = labelExample + " --listen 4222"

// validateFleet returns errUsage for options that do not go together.
func (o *labelOptions) validateFleet() error {
	switch {
	case o.fleet.nats.URL != "" && o.fleet.listen != "":
		return usagef(listenExample, "--nats is a server that is there, --listen one of the own; choose one")
	case o.count && o.fleet.used():
		return usagef("ayosolve label --reachable 8 --count", "--count needs no workers")
	}
	return o.fleet.nats.validate(labelExample + " --nats " + natsExample)
}

// recorded opens the tables of the place without loading them: workers have their own
// and only what tells them apart is wanted. The first run makes some.
func (o *labelOptions) recorded(ctx context.Context) (*egdb.DB, error) {
	if o.dir == "" {
		return nil, usagef("--tables tables", "no folder for the tables: neither --tables nor %s names one", tablesVariable)
	}
	db, err := openTables(o.place)
	if err == nil && db.MaxSeeds() >= firstSeeds {
		return db, nil
	}
	if err == nil {
		db.Close()
	} else if _, err := egdb.Open(o.dir, o.rules); err != nil {
		return nil, advise(err)
	}
	t, err := openSoon(ctx, o.open, o.place, bitboard.MaxSeeds, o.line)
	if err != nil {
		return nil, err
	}
	t.close()
	return openTables(o.place)
}

// coordinate has workers label what is not labelled yet.
func (l *labelRun) coordinate(ctx context.Context, j *label.Job) error {
	f := l.fleet
	if f.listen != "" {
		f.nats.fill()
		server, err := fleet.Listen(ctx, f.listen, filepath.Join(l.labelOptions.job, "nats"), f.nats.Token)
		if errors.Is(err, fleet.ErrOpen) {
			return usagef(listenExample, "%s; --nats-token names one", err)
		}
		if err != nil {
			return err
		}
		defer server.Close()
		f.nats.URL = server.URL()
		l.line.clear()
		fmt.Fprintf(l.errOut, "ayosolve: workers join with: ayosolve worker --nats %s\n", f.nats.URL)
	}
	conn, err := f.nats.connect(ctx, labelExample+" --nats "+natsExample)
	if err != nil {
		return err
	}
	defer conn.Close()
	c := fleet.Coordinator{Fleet: conn, Job: j, Silence: f.silence}
	return c.Run(ctx)
}

// chooseTables makes the tables of the place the job's. With workers none are loaded.
func (l *labelRun) chooseTables(ctx context.Context) (t openedTables, err error) {
	if l.fleet.used() {
		db, err := l.recorded(ctx)
		if err != nil {
			return t, err
		}
		t = openedTables{db, db.MaxSeeds(), db.Close}
	} else if t, err = openSoon(ctx, l.open, l.place, bitboard.MaxSeeds, l.line); err != nil {
		return t, err
	}
	stored, ok := t.Prober.(label.Stored)
	if !ok {
		panic("tables that a job can't name")
	}
	if err := l.params.SetTables(stored, t.reach); err != nil {
		t.close()
		return t, advise(err)
	}
	return t, nil
}
