package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ayosolve/egdb"
	"ayosolve/search"
)

// firstSeeds is how far the tables reach that are made on the first run, in seconds.
const firstSeeds = 14

// openedTables are endgame tables that a search can read.
type openedTables struct {
	search.Prober
	reach int    // the most seeds of a board that a search looks up, -1 for none
	close func() // gives their memory back
}

// tableOpener opens the endgame tables of a place for a search of boards of up to
// some number of seeds, and makes them first if there are none. That may take
// seconds, which it shows on line. It returns the error of ctx soon after ctx is
// done.
type tableOpener func(ctx context.Context, p place, seeds int, line *statusLine) (openedTables, error)

// openOrBuild is the tableOpener of the program. Tables that reach firstSeeds are
// made and kept; where they can't be kept they are made for this once.
func openOrBuild(ctx context.Context, p place, seeds int, line *statusLine) (openedTables, error) {
	defer line.clear()
	if p.dir == "" {
		line.say(fmt.Sprintf("building the tables to %d seeds for this once; --tables names a folder to keep them in…", firstSeeds))
		db, err := egdb.Build(ctx, p.rules, firstBuild(p, line))
		if err != nil {
			return openedTables{}, advise(err)
		}
		return openedTables{db, db.MaxSeeds(), db.Close}, nil
	}
	db, err := egdb.Open(p.dir, p.rules)
	if err != nil {
		return openedTables{}, advise(err)
	}
	if db.MaxSeeds() < firstSeeds {
		db.Close()
		line.say(fmt.Sprintf("building the tables to %d seeds…", firstSeeds))
		var kept bool
		if db, kept, err = firstTables(ctx, p, line); err != nil {
			return openedTables{}, advise(err)
		}
		if !kept {
			return openedTables{db, db.MaxSeeds(), db.Close}, nil
		}
	}
	bring := db.Load
	if p.paged {
		bring = db.Page
	} else if db.MaxSeeds() >= 20 {
		line.say("loading the tables…")
		line.show("loading the tables…")
	}
	reach, err := bring(ctx, seeds, cmp.Or(p.memory, tableMemory()), p.threads)
	if err != nil {
		db.Close()
		return openedTables{}, advise(err)
	}
	return openedTables{db, reach, db.Close}, nil
}

// firstTables makes the tables of the first run and keeps them, if the folder can
// be written to and nobody else is building there. Those that are not kept are in
// memory.
func firstTables(ctx context.Context, p place, line *statusLine) (db *egdb.DB, kept bool, err error) {
	o := firstBuild(p, line)
	if err = egdb.BuildStored(ctx, p.dir, p.rules, o); err == nil {
		db, err = egdb.Open(p.dir, p.rules)
		return db, true, err
	}
	var path *fs.PathError
	if ctx.Err() != nil || !errors.As(err, &path) && !errors.Is(err, egdb.ErrLocked) && !errors.Is(err, egdb.ErrSpace) {
		return nil, false, err
	}
	line.say("the tables can't be kept: " + err.Error())
	db, err = egdb.Build(ctx, p.rules, o)
	return db, false, err
}

// firstBuild says what the first run makes.
func firstBuild(p place, line *statusLine) egdb.BuildOptions {
	return egdb.BuildOptions{
		Seeds: firstSeeds, Bounds: true, Workers: p.threads,
		Progress: func(p egdb.Progress) { line.show(buildTexts(p)...) },
	}
}

// tableMemory returns the bytes that tables may take in memory: half of what there
// is, or 4 GiB where that isn't known.
func tableMemory() uint64 {
	if m := machineMemory(); m > 0 {
		return m / 2
	}
	return 4 << 30
}

// buildTexts words the progress of the first run's tables, for wide and narrow
// lines.
func buildTexts(p egdb.Progress) []string {
	percent := 100 * p.Boards / max(p.Total, 1)
	short := fmt.Sprintf("building tables, %d %%", percent)
	long := fmt.Sprintf("building the tables to %d seeds, %d %%", firstSeeds, percent)
	return []string{long + " " + bar(p.Boards, p.Total), long, short}
}

// openSoon opens tables, but leaves that behind soon after ctx is done: an
// interrupt has to be answered at once, and a process that has answered ends.
func openSoon(ctx context.Context, open tableOpener, p place, seeds int, line *statusLine) (openedTables, error) {
	got := make(chan openedTables, 1)
	err := interruptible(ctx, func(ctx context.Context) error {
		t, err := open(ctx, p, seeds, line)
		got <- t
		return err
	})
	if err != nil {
		line.close() // what is left behind must not write any more
		return openedTables{}, err
	}
	return <-got, nil
}
