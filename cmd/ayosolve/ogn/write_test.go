package ogn_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
)

func TestWriteCanonical(t *testing.T) {
	if got := readOne(t, cycle, ogn.Options{Strict: true}).String(); got != cycle {
		t.Errorf("%s\nwant\n%s", got, cycle)
	}
	r := readOne(t, "{start}1.A(1.B b(1...e{x}))b 2.B??", ogn.Options{Rules: new(bitboard.Rules)})
	r.SetTag("Zulu", `a "b" \ c`)
	r.SetTag("Annotator", "me")
	r.SetTag("North", "x")
	r.SetTag("North", "Kofi")
	const want = `[Variant "Ayoayo"]
[Event "?"]
[Site "?"]
[Date "?"]
[Round "?"]
[South "?"]
[North "Kofi"]
[Result "*"]
[Annotator "me"]
[Zulu "a \"b\" \\ c"]

{ start } 1. A+2 ( 1. B+7 b+11 ( 1... e { x } ) ) b+3 2. B??
`
	if got := r.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestWriteNothing: a game without moves is a game when it is read again, also
// before another one.
func TestWriteNothing(t *testing.T) {
	empty := &ogn.Record{Start: bitboard.StartPosition()}
	var text strings.Builder
	if err := ogn.Write(&text, empty, empty); err != nil {
		t.Fatal(err)
	}
	games, err := ogn.Read(strings.NewReader(text.String()), ogn.Options{Strict: true})
	if err != nil || len(games) != 2 {
		t.Errorf("%d games of\n%s%v", len(games), text.String(), err)
	}
}

// TestVariants: every set of rules has a name in a record, and comes back.
func TestVariants(t *testing.T) {
	for _, preset := range bitboard.Presets() {
		for _, repetition := range []bitboard.Repetition{bitboard.RepetitionSplit, bitboard.RepetitionOwner} {
			rules, err := bitboard.Preset(preset)
			if err != nil {
				t.Fatal(err)
			}
			rules.Repetition = repetition
			written := (&ogn.Record{Rules: rules, Start: bitboard.StartPosition()}).String()
			if r := readOne(t, written, ogn.Options{Strict: true}); r.Rules != rules {
				t.Errorf("%s: %+v, want %+v", written, r.Rules, rules)
			}
		}
	}
	for name, want := range map[string]string{
		"Oware Abapa": "oware", "oware abapa": "oware", "Oware": "oware", "oware-leave-last": "oware-leave-last",
		"Ayoayo Pratt": "ayoayo-pratt", "Awari": "awari", "Kalah": "", "": "",
	} {
		if r, ok := ogn.VariantRules(name); ok != (want != "") || ok && r.Name() != want {
			t.Errorf("%q: %s, %v, want %q", name, r.Name(), ok, want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	start := bitboard.StartPosition()
	line := func(m ...ogn.Move) ogn.Line { return ogn.Line{Moves: m} }
	deep := ogn.Move{}
	for range 40 {
		deep = ogn.Move{Variations: []ogn.Line{line(deep)}}
	}
	for name, r := range map[string]*ogn.Record{
		"no position":        {Start: bitboard.Position{Turn: 2}},
		"no rules":           {Start: start, Rules: bitboard.Rules{Game: 9}},
		"an illegal move":    {Start: start, Line: line(ogn.Move{Pit: 0}, ogn.Move{Pit: 7})},
		"a brace":            {Start: start, Line: line(ogn.Move{Pit: 0, Comment: "a } b"})},
		"a bell":             {Start: start, Line: ogn.Line{Comment: "\a"}},
		"bytes":              {Start: start, Line: ogn.Line{Comment: "\xff"}},
		"a mark":             {Start: start, Line: line(ogn.Move{Pit: 0, Mark: "A"})},
		"an empty line":      {Start: start, Line: line(ogn.Move{Pit: 0, Variations: []ogn.Line{{}}})},
		"depth":              {Start: start, Line: line(deep)},
		"a result":           {Start: start, Result: "won"},
		"a tag's name":       {Start: start, Tags: []ogn.Tag{{Name: "A B", Value: "x"}}},
		"a tag's line":       {Start: start, Tags: []ogn.Tag{{Name: "A", Value: "x\ny"}}},
		"a tag twice":        {Start: start, Tags: []ogn.Tag{{Name: "A", Value: "x"}, {Name: "A", Value: "y"}}},
		"a tag that's meant": {Start: start, Tags: []ogn.Tag{{Name: "FEN", Value: "x"}}},
	} {
		var text strings.Builder
		if err := r.Write(&text); !errors.Is(err, ogn.ErrRecord) || text.Len() != 0 {
			t.Errorf("%s: %v, and %d bytes", name, err, text.Len())
		}
	}
}

// playRandom plays a game by chance, to its end or for some plies.
func playRandom(rules bitboard.Rules, seed uint64, plies int) *bitboard.History {
	rng := rand.New(rand.NewPCG(seed, 0x06e))
	h := bitboard.NewHistory(rules, bitboard.StartPosition())
	for range plies {
		if _, over := h.Over(); over {
			break
		}
		var out [bitboard.MaxMoves]bitboard.Child
		n := h.Position().Moves(rules, &out)
		if _, err := h.Play(int(out[rng.IntN(n)].Pit)); err != nil {
			panic(err)
		}
	}
	return h
}

// TestPlayedGames: games played to the end under all rules, written, are read
// strictly to what they were, in lines below 80 columns.
func TestPlayedGames(t *testing.T) {
	for _, preset := range bitboard.Presets() {
		for _, repetition := range []bitboard.Repetition{bitboard.RepetitionSplit, bitboard.RepetitionOwner} {
			rules, err := bitboard.Preset(preset)
			if err != nil {
				t.Fatal(err)
			}
			rules.Repetition = repetition
			for seed := range uint64(10) {
				h := playRandom(rules, seed, 700)
				want := ogn.New(h)
				text := want.String()
				for line := range strings.Lines(text) {
					if n := utf8.RuneCountInString(line); n > 80 {
						t.Errorf("%d columns: %s", n-1, line)
					}
				}
				got := readOne(t, text, ogn.Options{Strict: true})
				if d := diff(want, got); d != "" {
					t.Fatalf("%s: %s", text, d)
				}
				if again, err := got.History(); err != nil || again.String() != h.String() {
					t.Errorf("%v, want %s (%v)", again, h, err)
				}
			}
		}
	}
}
