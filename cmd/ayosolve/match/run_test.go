package match_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard/boardtest"
	"ayosolve/cmd/ayosolve/match"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/cmd/ayosolve/uci/client"
)

// ample is how long engines without a fault are waited for.
const ample = time.Minute

// options are those of a match of engines with faults, "" for none.
func options(t *testing.T, rules string, games int, faults ...string) match.Options {
	t.Helper()
	r := boardtest.Preset(t, rules)
	openings, err := match.RandomOpenings(r, (games+1)/2, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	return match.Options{
		Rules: r, Engines: [2]client.Command{fake(t, faults[0]), fake(t, faults[1])}, Games: games, Openings: openings,
		Control: match.Control{Nodes: 1, Hang: ample}, Concurrency: 1, Patience: ample,
	}
}

// Games are played to their ends by the rules, each opening with sides changed.
func TestMatch(t *testing.T) {
	for _, rules := range []string{"ayoayo", "oware"} {
		o := options(t, rules, 6, "", "noise")
		o.Concurrency = 2
		told := 0
		o.Played = func(_ match.Game, r match.Report) {
			if told++; len(r.Games) != told {
				t.Errorf("after %d games there are %d in the report", told, len(r.Games))
			}
		}
		r, err := match.Run(t.Context(), o)
		if err != nil || len(r.Games) != 6 || told != 6 {
			t.Fatalf("%s: %d games, told of %d, %v", rules, len(r.Games), told, err)
		}
		if r.Names != [2]string{"fake", "fake noise"} {
			t.Errorf("the names are %q", r.Names)
		}
		for i, g := range r.Games {
			if g.Number != i+1 || g.South != i%2 || g.Opening != o.Openings[i/2] || g.Forfeit != "" {
				t.Errorf("game %d is %+v", i+1, g)
			}
			final, over := g.History().FinalStores()
			if !over || final != g.Final {
				t.Errorf("game %d ends %v, want %v", i+1, g.Final, final)
			}
			if g.Points(0)+g.Points(1) != 1 || g.Margin(0) != -g.Margin(1) {
				t.Errorf("game %d gives %v and %v points", i+1, g.Points(0), g.Points(1))
			}
			// Two engines that play the same: with sides changed the same game.
			if i%2 == 1 && g.History().String() != r.Games[i-1].History().String() {
				t.Errorf("games %d and %d differ", i, i+1)
			}
			checkRecord(t, &g, r)
		}
		all, south, north := r.Tallies()
		if all.Points() != 3 || south.Games() != 3 || north.Games() != 3 || r.Margin().Value != 0 {
			t.Errorf("%s: equals score %+v, margin %+v", rules, all, r.Margin())
		}
	}
}

// checkRecord checks that a game's record can be read and is the game.
func checkRecord(t *testing.T, g *match.Game, r match.Report) {
	t.Helper()
	var text strings.Builder
	if err := ogn.Write(&text, g.Record(r.Names, time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))); err != nil {
		t.Fatal(err)
	}
	got, err := ogn.Read(strings.NewReader(text.String()), ogn.Options{Strict: true})
	if err != nil || len(got) != 1 {
		t.Fatalf("%v: %s", err, text.String())
	}
	h, err := got[0].History()
	if err != nil || h.String() != g.History().String() || got[0].Rules != g.History().Rules() {
		t.Errorf("the record is of another game, %v: %s", err, text.String())
	}
	if got[0].Tag("South") != r.Names[g.South] || got[0].Tag("Date") != "2026.11.30" {
		t.Errorf("the tags are wrong: %s", text.String())
	}
}

// An engine with a fault has lost, whatever the fault, and the match goes on.
func TestFaults(t *testing.T) {
	tests := []struct{ fault, reason string }{
		{"hang", "too late: no answer to go in 1s"},
		{"chatter", "too late: no answer to go in 1s"},
		{"garbage", "too late: no answer to go in 1s"},
		{"crash", "it has ended: exit status 2 (panic: at the disco)"},
		{"closes", "it has closed its output"},
		{"no move", `illegal move: "0000" is none`},
		{"empty move", `illegal move: "" is none`},
		{"two moves", `illegal move: "Aa" is none`},
		{"illegal move", `illegal move: "x" is none`},
	}
	for _, tt := range tests {
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			games := 2
			if strings.HasPrefix(tt.reason, "too late") {
				games = 1
			}
			o := options(t, "oware", games, "", tt.fault)
			if games == 1 {
				o.Control.Hang = time.Second
			}
			r, err := match.Run(t.Context(), o)
			if err != nil || len(r.Games) != games {
				t.Fatalf("%d games, %v", len(r.Games), err)
			}
			for _, g := range r.Games {
				if g.Loser != 1 || g.Forfeit != tt.reason || g.Points(0) != 1 || g.How() != "forfeit" {
					t.Errorf("game %d: engine %d has lost, %q, want %q", g.Number, g.Loser, g.Forfeit, tt.reason)
				}
				checkRecord(t, &g, r)
			}
		})
	}
}

// An engine that failed plays on in the next game.
func TestRestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "once")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := match.Run(t.Context(), options(t, "ayoayo", 2, "crash once:"+file, "slow start"))
	if err != nil || len(r.Games) != 2 {
		t.Fatalf("%d games, %v", len(r.Games), err)
	}
	if r.Games[0].Forfeit == "" || r.Games[0].Loser != 0 || r.Games[1].Forfeit != "" {
		t.Errorf("the games end %q and %q, want a forfeit and none", r.Games[0].Forfeit, r.Games[1].Forfeit)
	}
}

// With an engine that does not start there is no match.
func TestNoStart(t *testing.T) {
	for fault, why := range map[string]string{"exit": "exit status 3 (no licence)", "mute": "too late: no answer to uci"} {
		o := options(t, "ayoayo", 2, "", fault)
		if fault == "mute" {
			o.Patience = time.Second
		}
		_, err := match.Run(t.Context(), o)
		if !errors.Is(err, match.ErrStart) || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want ErrStart and %q", fault, err, why)
		}
	}
	o := options(t, "ayoayo", 2, "", "")
	o.Engines[1] = client.Command{Path: filepath.Join(t.TempDir(), "nothing"), Args: []string{"nothing"}}
	if _, err := match.Run(t.Context(), o); !errors.Is(err, match.ErrStart) {
		t.Errorf("a missing program: %v, want ErrStart", err)
	}
}

// Interrupted, a match reports the games that were finished, and leaves no process.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := options(t, "oware", 1000, "stays", "stays")
	o.Concurrency = 2
	o.Played = func(_ match.Game, r match.Report) {
		if len(r.Games) >= 3 {
			cancel()
		}
	}
	r, err := match.Run(ctx, o)
	if !errors.Is(err, context.Canceled) || len(r.Games) < 3 || len(r.Games) > 10 {
		t.Errorf("%d games, %v", len(r.Games), err)
	}
	for _, g := range r.Games {
		if g.Forfeit != "" {
			t.Errorf("the interrupt is taken for a fault: %s", g.Forfeit)
		}
	}
}
