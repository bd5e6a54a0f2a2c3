package label

import (
	"bytes"
	"context"

	"ayosolve/bitboard"

	"github.com/dgraph-io/badger/v4"
)

// frontier finds the positions that can be reached, ply by ply. Those of a ply are
// written to Badger as they come up, which sorts them and leaves out what comes twice;
// then they are read in order beside those of earlier plies, and the ones that are
// new go on. A key there is the ply, one byte, and the position's Key.
type frontier struct {
	rules bitboard.Rules
	disk  *badger.DB
	room  int              // keys in memory
	next  map[Key]struct{} // of the ply that comes next
}

// reachable collects all positions within the source's depth, and how many are new at
// each ply.
func (c *collector) reachable(ctx context.Context, r bitboard.Rules, s *Source) (err error) {
	from, err := bitboard.ParsePosition(s.From)
	if err != nil {
		return err
	}
	disk, err := openKeys(c.scratch)
	if err != nil {
		return err
	}
	defer disk.Close()
	f := &frontier{rules: r, disk: disk, room: c.room, next: map[Key]struct{}{keyOf(from): {}}}
	for ply := 0; ply <= s.Depth; ply++ {
		if err := f.flush(ply); err != nil {
			return err
		}
		before := c.count.Load()
		err := f.fresh(ctx, ply, func(k Key) error {
			if err := c.put(k); err != nil || ply == s.Depth {
				return err
			}
			return f.expand(ply+1, k)
		})
		if err != nil {
			return err
		}
		c.plied(c.count.Load() - before)
	}
	return nil
}

// expand makes the moves of a position.
func (f *frontier) expand(ply int, k Key) error {
	p, err := k.Position()
	if err != nil {
		return err
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, m := range moves[:p.Moves(f.rules, &moves)] {
		f.next[keyOf(p.After(m))] = struct{}{}
	}
	if len(f.next) >= f.room {
		return f.flush(ply)
	}
	return nil
}

// flush writes the positions that have come up for a ply.
func (f *frontier) flush(ply int) error {
	keys := make([]Key, 0, len(f.next))
	for k := range f.next {
		keys = append(keys, k)
	}
	clear(f.next)
	return writeKeys(f.disk, []byte{byte(ply)}, keys)
}

// fresh calls yield, in order, with the positions of a ply that no earlier one has.
// A position says who moves, so only every second ply can have it.
func (f *frontier) fresh(ctx context.Context, ply int, yield func(Key) error) error {
	txn := f.disk.NewTransaction(false)
	defer txn.Discard()
	now := plyKeys(txn, ply)
	defer now.Close()
	var before []*badger.Iterator
	for q := ply - 2; q >= 0; q -= 2 {
		it := plyKeys(txn, q)
		defer it.Close()
		before = append(before, it)
	}
	for n := 0; now.Valid(); now.Next() {
		if n++; n&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		k := now.Item().Key()[1:]
		known := false
		for _, it := range before {
			for it.Valid() && bytes.Compare(it.Item().Key()[1:], k) < 0 {
				it.Next()
			}
			known = known || it.Valid() && bytes.Equal(it.Item().Key()[1:], k)
		}
		if known {
			continue
		}
		if err := yield(Key(k)); err != nil {
			return err
		}
	}
	return nil
}

// plyKeys begins to read the positions of a ply in order.
func plyKeys(txn *badger.Txn, ply int) *badger.Iterator {
	o := badger.DefaultIteratorOptions
	o.PrefetchValues = false
	o.Prefix = []byte{byte(ply)}
	it := txn.NewIterator(o)
	it.Rewind()
	return it
}
