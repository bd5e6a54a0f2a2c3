package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/web"
)

// gameOf asks for a game.
func gameOf(t *testing.T, s *served, arguments url.Values) web.Game {
	t.Helper()
	status, body := s.get("/api/game?" + arguments.Encode())
	if status != http.StatusOK {
		t.Fatalf("%v: %d %s", arguments, status, body)
	}
	var g web.Game
	d := json.NewDecoder(strings.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&g); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return g
}

// TestGame plays the best first move of Ayoayo: five laps and a capture of seven.
func TestGame(t *testing.T) {
	g := gameOf(t, serve(t, options()), url.Values{"moves": {"C"}})
	if g.Rules != "ayoayo" || g.Start != "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S" || g.Position != "6-6-2-7-0-6-1-0-6-6-0-1-7-0-N" {
		t.Errorf("%+v", g)
	}
	last := g.Last
	if len(g.Plies) != 1 || g.Plies[0].Captured != 7 || g.Plies[0].Laps != 5 || len(last.Laps) != 5 {
		t.Fatalf("%+v", g)
	}
	at, taken := "C", 0
	for _, l := range last.Laps {
		if l.Pit != at {
			t.Errorf("a lap begins in %s, the one before ends in %s", l.Pit, at)
		}
		at = l.Last
	}
	for _, s := range last.Taken {
		taken += s.Seeds
	}
	if taken != 7 || len(g.Moves) == 0 || g.Over != nil {
		t.Errorf("%d taken, moves %v, over %v", taken, g.Moves, g.Over)
	}
}

// TestEndings reads how games have ended.
func TestEndings(t *testing.T) {
	s := serve(t, options())
	for _, test := range []struct{ rules, repetition, position, moves, want string }{
		{"ayoayo", "", "0-0-0-0-0-1-0-0-0-0-0-0-25-22-N", "",
			"South holds 25 seeds, more than half of all: the game is won, and what is left on the board does not matter. South wins 25–22."},
		{"ayoayo", "", "0-0-0-0-0-2-0-0-0-0-0-0-23-23-N", "", "North has no seed left to sow. South takes the 2 seeds left on the board. South wins 25–23."},
		{"ayoayo", "", "1-0-0-0-0-0-0-0-0-0-0-0-24-23-S", "",
			"North's row is empty, and South has no move that would bring seeds there. North takes the 1 seed left on the board. The game is a draw, 24–24."},
		{"oware", "", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S", "",
			"North's row is empty, and South has no move that would bring seeds there. South takes the 2 seeds left on the board. South wins 25–23."},
		{"oware", "", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S", "", "No seed is left on the board. The game is a draw, 24–24."},
		{"ayoayo", "", "0-0-0-0-0-2-0-0-0-0-0-0-N", "", "North has no seed left to sow. South takes the 2 seeds left on the board. Of the seeds on the board South gets 2 and North 0."},
	} {
		g := gameOf(t, s, url.Values{"rules": {test.rules}, "repetition": {test.repetition}, "position": {test.position}, "moves": {test.moves}})
		if g.Over == nil || g.Over.Words != test.want {
			t.Errorf("%+v: %+v", test, g.Over)
		}
	}
}

// TestRepetition plays round until a board comes back: three seeds that chase each other.
func TestRepetition(t *testing.T) {
	s := serve(t, options())
	for rules, want := range map[string]string{"split": "shared equally", "owner": "each side what lies in its own row"} {
		position, moves := "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", ""
		over := false
		for range 60 {
			g := gameOf(t, s, url.Values{"rules": {"oware"}, "repetition": {rules}, "position": {position}, "moves": {moves}})
			if g.Over != nil {
				over = true
				if g.Over.Termination != "repetition" || !strings.Contains(g.Over.Words, want) {
					t.Errorf("%s: %s: %+v", rules, moves, g.Over)
				}
				break
			}
			moves += g.Moves[0].Move
		}
		if !over {
			t.Errorf("%s: it goes on after %s", rules, moves)
		}
	}
}

// TestBadQuestions has a sentence for each.
func TestBadQuestions(t *testing.T) {
	s := serve(t, options())
	for query, want := range map[string]string{
		"position=x":                     "not a position",
		"position=4-4-4-4":               "not a position",
		"moves=CC":                       "not a legal move",
		"moves=%00":                      "not a legal move",
		"rules=chess":                    "no such rules",
		"page=a/b":                       "page is",
		"moves=C&moves=D":                "more than once",
		"level=11":                       "not a level",
		"seed=-1":                        "seed is",
		"position=start&moves=" + "CdCd": "not a legal move",
		"position=%zz":                   "the query can't be read",
		"moves=C%6":                      "the query can't be read",
		"moves=C;rules=oware":            "the query can't be read",
	} {
		for _, call := range []string{"moves", "game", "analyze", "annotate", "play", "record"} {
			status, body := s.get("/api/" + call + "?" + query)
			if status != http.StatusBadRequest || !strings.Contains(body, want) || strings.Count(body, "\n") != 1 {
				t.Errorf("%s?%s: %d %s", call, query, status, body)
			}
		}
	}
}
