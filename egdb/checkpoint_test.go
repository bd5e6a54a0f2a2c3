package egdb_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// checkpointHead is what the first line of a checkpoint says.
type checkpointHead struct {
	Rules string
	Layer int
	Phase egdb.Phase
	T     int
}

func readHead(file string) (h checkpointHead, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return h, err
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return h, json.Unmarshal(line, &h)
}

// stopped returns a folder with the tables below a layer and a checkpoint of it, of
// that phase and with t thresholds or more done.
func stopped(t *testing.T, r bitboard.Rules, o egdb.BuildOptions, phase egdb.Phase, thresholds int) (dir, file string) {
	t.Helper()
	below := o
	below.Seeds--
	dir = copied(t, r, below)
	file = filepath.Join(dir, r.Name(), "checkpoint")
	ctx := newTripwire(func() bool {
		h, err := readHead(file)
		return err == nil && h.Layer == o.Seeds && h.Phase == phase && h.T <= o.Seeds-thresholds
	})
	defer ctx.cancel()
	o.Checkpoint = 1
	if err := egdb.BuildStored(ctx, dir, r, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("BuildStored = %v, want context.Canceled", err)
	}
	if _, err := readHead(file); err != nil {
		t.Fatal(err)
	}
	return dir, file
}

// TestCheckpoint: a build goes on from a checkpoint of any phase, and removes it.
func TestCheckpoint(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ayoayo", "oware"} {
		r := boardtest.Preset(t, name)
		for _, phase := range []egdb.Phase{egdb.PhaseValues, egdb.PhaseBounds} {
			for _, thresholds := range []int{0, 5} {
				dir, file := stopped(t, r, tablesTo(7), phase, thresholds)
				mustBuild(t, dir, r, tablesTo(7))
				sameTables(t, r, dir, template(t, r, tablesTo(7)))
				if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("the checkpoint is left: %v", err)
				}
			}
		}
	}
}

// TestCheckpointSays: the head of a checkpoint says what it is of, and it holds the
// states and the values.
func TestCheckpointSays(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "ayoayo")
	_, file := stopped(t, r, valuesTo(7), egdb.PhaseValues, 6)
	h, err := readHead(file)
	if want := (checkpointHead{"ayoayo", 7, egdb.PhaseValues, 1}); err != nil || h != want {
		t.Errorf("the checkpoint is of %+v, %v, want %+v", h, err, want)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := bytes.IndexByte(text, '\n') + 10
	if got, want := len(text)-head, 2*(int(bitboard.LayerSize(7))+8); got != want {
		t.Errorf("%d bytes after the head, want %d", got, want)
	}
}

// TestCheckpointDamaged: a checkpoint that is damaged is as none at all.
func TestCheckpointDamaged(t *testing.T) {
	t.Parallel()
	boardtest.Slow(t)
	r := boardtest.Preset(t, "oware")
	for _, phase := range []egdb.Phase{egdb.PhaseValues, egdb.PhaseBounds} {
		dir, file := stopped(t, r, tablesTo(5), phase, 3)
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := template(t, r, tablesTo(5))
		head := bytes.IndexByte(good, '\n') + 1 + 9 // its checksum is on a line of its own
		rng := rand.New(rand.NewPCG(9, 9))
		damaged := map[string][]byte{"empty": {}, "head alone": good[:head], "cut short": good[:len(good)-1], "half": good[:len(good)/2]}
		places := []int{0, head - 10, head - 9, head - 1, head, len(good) - 1, rng.IntN(head), head + rng.IntN(len(good)-head)}
		for _, at := range places {
			changed := bytes.Clone(good)
			changed[at] ^= 1 << rng.IntN(8)
			damaged[fmt.Sprintf("byte %d", at)] = changed
		}
		for _, text := range damaged {
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
			mustBuild(t, dir, r, tablesTo(5))
			sameTables(t, r, dir, want)
			if err := os.RemoveAll(filepath.Join(dir, r.Name(), layerName(5, true))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestCheckpointOfOthers: a checkpoint of another layer, of other rules or of bounds
// that aren't asked for is not gone on from.
func TestCheckpointOfOthers(t *testing.T) {
	t.Parallel()
	oware, ayoayo := boardtest.Preset(t, "oware"), boardtest.Preset(t, "ayoayo")
	_, six := stopped(t, oware, tablesTo(6), egdb.PhaseBounds, 1)
	_, seven := stopped(t, oware, tablesTo(7), egdb.PhaseValues, 1)
	for _, tc := range []struct {
		name string
		file string
		r    bitboard.Rules
		o    egdb.BuildOptions
	}{
		{"a lower layer's", six, oware, tablesTo(7)},
		{"a higher layer's", seven, oware, tablesTo(6)},
		{"other rules'", six, ayoayo, tablesTo(6)},
		{"of bounds not asked for", six, oware, valuesTo(6)},
		{"of values alone", seven, oware, valuesTo(7)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			below := tc.o
			below.Seeds--
			dir := copied(t, tc.r, below)
			text, err := os.ReadFile(tc.file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, tc.r.Name(), "checkpoint"), text, 0o666); err != nil {
				t.Fatal(err)
			}
			mustBuild(t, dir, tc.r, tc.o)
			sameTables(t, tc.r, dir, template(t, tc.r, tc.o))
		})
	}
}
