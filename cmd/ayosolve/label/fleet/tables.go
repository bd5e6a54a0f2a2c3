package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label"
	"ayosolve/egdb"
	"ayosolve/search"

	"github.com/nats-io/nats.go/jetstream"
)

// Names of an object's metadata: a layer's SHA-256.
const (
	sumName  = "sha256"
	lowName  = "sha256_low"
	highName = "sha256_high"
)

// layerObject names a layer in the bucket of tables.
func layerObject(r bitboard.Rules, seeds int) string { return fmt.Sprintf("%s/%02d", r.Name(), seeds) }

// metadata returns what is kept with a layer's object.
func metadata(l label.Layer) map[string]string {
	return map[string]string{sumName: l.SHA256, lowName: l.Low, highName: l.High}
}

// tables opens the bucket of tables.
func (f *Fleet) tables(ctx context.Context) (store jetstream.ObjectStore, err error) {
	err = again(ctx, func(ctx context.Context) (err error) {
		store, err = f.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: tablesBucket, Description: "layers of endgame tables"})
		return err
	})
	return store, err
}

// PublishLayer puts a stored layer into the bucket of tables, compressed. It reports
// whether it had to: the same layer may be there.
func (f *Fleet) PublishLayer(ctx context.Context, db *egdb.DB, seeds int) (published bool, bytes uint64, err error) {
	store, err := f.tables(ctx)
	if err != nil {
		return false, 0, err
	}
	l, err := label.Describe(db, seeds)
	if err != nil {
		return false, 0, err
	}
	name := layerObject(db.Rules(), seeds)
	info, err := store.GetInfo(ctx, name)
	if err == nil && info.Metadata[sumName] == l.SHA256 && info.Metadata[lowName] == l.Low && info.Metadata[highName] == l.High {
		return false, info.Size, nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, 0, err
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(db.Export(ctx, seeds, w)) }()
	info, err = store.Put(ctx, jetstream.ObjectMeta{Name: name, Metadata: metadata(l)}, r)
	r.CloseWithError(err) // ends the export if it did not read all
	if err != nil {
		return false, 0, err
	}
	return true, info.Size, nil
}

// buildSeeds is how far tables reach that a worker makes itself rather than fetches: it
// takes seconds.
const buildSeeds = 14

// Tables is the tables of a worker: a folder, to which layers may be added.
type Tables struct {
	Fleet   *Fleet
	Dir     string
	Threads int
	Memory  uint64 // bytes that tables may take
	// Say, if set, is called with what is being done.
	Say func(text string)

	fetchAll bool // make none: for the tests, whose tables are small
}

// Prepare opens the tables of a job. Layers that are missing are fetched and checked,
// or, up to 14 seeds, made. It returns ErrRefused if the folder holds others than the
// job's, or they can't be had.
func (t *Tables) Prepare(ctx context.Context, p *label.Params) (tables search.Prober, release func(), err error) {
	reach := len(p.Tables) - 1
	have, err := t.compare(p)
	if err != nil {
		return nil, nil, err
	}
	if have < reach && reach <= buildSeeds && !t.fetchAll {
		t.say(fmt.Sprintf("making the tables to %d seeds", reach))
		o := egdb.BuildOptions{Seeds: reach, Bounds: p.Bounds, Workers: t.Threads}
		if err := egdb.BuildStored(ctx, t.Dir, p.Game(), o); err != nil {
			return nil, nil, err
		}
	} else {
		for n := have + 1; n <= reach; n++ {
			if err := t.fetch(ctx, p, n); err != nil {
				return nil, nil, err
			}
		}
	}
	if have < reach {
		if _, err := t.compare(p); err != nil {
			return nil, nil, err
		}
	}
	db, err := egdb.Open(t.Dir, p.Game())
	if err != nil {
		return nil, nil, err
	}
	t.say("loading the tables")
	loaded, err := db.Load(ctx, reach, t.Memory, t.Threads)
	if err == nil && loaded < reach {
		err = fmt.Errorf("%w: it needs tables to %d seeds in memory, and there is room for those to %d", ErrRefused, reach, loaded)
	}
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, db.Close, nil
}

// compare compares the folder's layers with the job's, and returns how many seeds it
// reaches, no more than the job's.
func (t *Tables) compare(p *label.Params) (have int, err error) {
	db, err := egdb.Open(t.Dir, p.Game())
	if err != nil {
		return -1, err
	}
	defer db.Close()
	reach := len(p.Tables) - 1
	have = min(db.MaxSeeds(), reach)
	for n := range have + 1 {
		l, err := label.Describe(db, n)
		if err != nil {
			return -1, err
		}
		if p.Bounds && l.Low == "" && reach <= buildSeeds && !t.fetchAll {
			return -1, nil // it is made anew, with bounds
		}
		if err := same(p, l); err != nil {
			return -1, fmt.Errorf("%w in %s", err, t.Dir)
		}
	}
	return have, nil
}

// same returns ErrRefused if a layer is not the job's.
func same(p *label.Params, l label.Layer) error {
	const shown = 12 // digits of a SHA-256
	want := p.Tables[l.Seeds]
	switch {
	case l.SHA256 != want.SHA256:
		return fmt.Errorf("%w: layer %d of %s has the SHA-256 %.*s…, the job's has %.*s…; it is another one",
			ErrRefused, l.Seeds, p.Rules, shown, l.SHA256, shown, want.SHA256)
	case !p.Bounds:
		return nil
	case l.Low == "":
		return fmt.Errorf("%w: layer %d of %s has no bounds, the job's has", ErrRefused, l.Seeds, p.Rules)
	case l.Low != want.Low || l.High != want.High:
		return fmt.Errorf("%w: layer %d of %s has other bounds than the job's", ErrRefused, l.Seeds, p.Rules)
	}
	return nil
}

// fetch takes a layer from the bucket.
func (t *Tables) fetch(ctx context.Context, p *label.Params, n int) error {
	store, err := t.Fleet.tables(ctx)
	if err != nil {
		return err
	}
	object, err := store.Get(ctx, layerObject(p.Game(), n))
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return fmt.Errorf("%w: it needs layer %d of %s, which is neither in %s nor published; where it is: ayosolve tables publish", ErrRefused, n, p.Rules, t.Dir)
	}
	if err != nil {
		return err
	}
	defer object.Close()
	info, err := object.Info()
	if err != nil {
		return err
	}
	published := label.Layer{Seeds: n, SHA256: info.Metadata[sumName], Low: info.Metadata[lowName], High: info.Metadata[highName]}
	if err := same(p, published); err != nil {
		return fmt.Errorf("%w among those published", err)
	}
	t.say(fmt.Sprintf("fetching layer %d of %s, %.1f MB, and checking it", n, p.Rules, float64(info.Size)/1e6))
	if _, err := egdb.Import(ctx, t.Dir, p.Game(), object, t.Threads); err != nil {
		return fmt.Errorf("layer %d as published: %w", n, err)
	}
	return nil
}

func (t *Tables) say(text string) {
	if t.Say != nil {
		t.Say(text)
	}
}
