package ogn_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/ogn"
)

// readOne reads a text of one game.
func readOne(t *testing.T, text string, o ogn.Options) *ogn.Record {
	t.Helper()
	games, err := ogn.Read(strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != 1 {
		t.Fatalf("%d games, want one", len(games))
	}
	return games[0]
}

// diff returns both values if they are not the same, or else "".
func diff(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return fmt.Sprintf("%+v, want %+v", got, want)
}

// cycle is a whole game in oware that is over because the start comes back: a
// forced one of twelve plies.
const cycle = `[Variant "Oware Abapa"]
[Event "A test"]
[Site "?"]
[Date "2026.11.30"]
[Round "1"]
[South "Ama"]
[North "Kofi"]
[Result "25-23"]
[FEN "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S"]

1. F a 2. A b 3. B c 4. C d 5. D e 6. E f 25-23
`

func TestReadPlain(t *testing.T) {
	r := readOne(t, strings.Replace(cycle, "E f 25-23", "E", 1), ogn.Options{Strict: true, Rules: &bitboard.Rules{Game: bitboard.Oware}})
	want := []ogn.Tag{{Name: "Event", Value: "A test"}, {Name: "Date", Value: "2026.11.30"}, {Name: "Round", Value: "1"}, {Name: "South", Value: "Ama"}, {Name: "North", Value: "Kofi"}}
	if d := diff(want, r.Tags); d != "" {
		t.Error(d)
	}
	if got := r.Start.String(); got != "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S" || r.Result != "25-23" || len(r.Moves) != 11 || r.Tag("North") != "Kofi" {
		t.Errorf("start %s, result %s, %d moves, North %q", got, r.Result, len(r.Moves), r.Tag("North"))
	}
	h, err := r.History()
	if err != nil || h.String() != "FaAbBcCdDeE" {
		t.Errorf("%v, %v", h, err)
	}
}

// TestReadTolerant reads one game in ways that mean the same.
func TestReadTolerant(t *testing.T) {
	const plain = "[Variant \"Ayoayo\"]\n\n1. A b 2. B {good} (2. D) c\n"
	want := readOne(t, plain, ogn.Options{Strict: true})
	for name, text := range map[string]string{
		"Windows":          "\uFEFF" + strings.ReplaceAll(plain, "\n", "\r\n"),
		"no blanks":        `[Variant "Ayoayo"]1.Ab2.B{good}(2.D)c`,
		"no numbers":       "[ Variant   \"Ayoayo\" ] A b B { good\n } ( D )\n\nc",
		"gains":            "[Variant \"Ayoayo\"]\n\n1. A+2 b+3 2. B+10 { good } ( 2. D ) c",
		"unfinished":       plain + "*",
		"numbers of black": "[Variant \"Ayoayo\"] 1. A 1... b 2. B {good} (2. D) 2... c",
		"preset name":      strings.Replace(plain, "Ayoayo", "AYOAYO", 1),
	} {
		r := readOne(t, text, ogn.Options{})
		if name == "gains" {
			r.Warnings = nil // gains are the subject of TestGain
		}
		if d := diff(want, r); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestReadComments(t *testing.T) {
	r := readOne(t, "{ before\nthe first } 1. A { one } {two\x1b[2J} a 0-1 { late }", ogn.Options{Rules: new(bitboard.Rules)})
	if r.Comment != "before the first" || r.Moves[0].Comment != "one two [2J" || r.Moves[1].Comment != "late" || r.Result != "0-1" {
		t.Errorf("%+v", r)
	}
}

func TestReadVariations(t *testing.T) {
	r := readOne(t, "1. A ( { instead } 1. B b ( 1... a ) ( 1... e 2. A? ) 2. B ) ( 1. C!? ) b", ogn.Options{Rules: new(bitboard.Rules)})
	want := ogn.Line{Moves: []ogn.Move{
		{Pit: 0, Variations: []ogn.Line{
			{Comment: "instead", Moves: []ogn.Move{{Pit: 1}, {Pit: 1, Variations: []ogn.Line{
				{Moves: []ogn.Move{{Pit: 0}}},
				{Moves: []ogn.Move{{Pit: 4}, {Pit: 0, Mark: "?"}}},
			}}, {Pit: 1}}},
			{Moves: []ogn.Move{{Pit: 2, Mark: "!?"}}},
		}},
		{Pit: 1},
	}}
	if d := diff(want, r.Line); d != "" {
		t.Error(d)
	}
}

// TestSeveralGames: a game ends with its result, at the tags of the next one, or
// with the file.
func TestSeveralGames(t *testing.T) {
	text := "[Variant \"Ayoayo\"]\n\n1. A *\n1. B b\n[South \"Ama\"]\n[Variant \"Awari\"]\n[Variant \"Oware\"]\n\n1. F"
	games, err := ogn.Read(strings.NewReader(text), ogn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range games {
		h, err := g.History()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, h.Rules().Name()+":"+h.String())
	}
	if d := diff([]string{"ayoayo:A", "oware:Bb", "awari:", "oware:F"}, got); d != "" {
		t.Error(d)
	}
	if games, err := ogn.Read(strings.NewReader("\uFEFF \r\n\t"), ogn.Options{}); err != nil || len(games) != 0 {
		t.Errorf("of blanks: %v, %v", games, err)
	}
}

// tagsOf returns n tags, a line each.
func tagsOf(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "[T%d \"\"]\n", i)
	}
	return s.String()
}

// TestManyComments: reading takes time in proportion to the text.
func TestManyComments(t *testing.T) {
	const n = 250_000
	r := readOne(t, "A"+strings.Repeat("{a}", n), ogn.Options{})
	if got := len(r.Moves[0].Comment); got != 2*n-1 {
		t.Errorf("a comment of %d bytes, want %d", got, 2*n-1)
	}
}

// TestReadErrors: each is one line that names game, line and move.
func TestReadErrors(t *testing.T) {
	const tag = "[Variant \"Ayoayo\"]\n"
	for _, c := range []struct {
		text, want string
		is         error
	}{
		{tag + "\n1. A b 2. C", "game 1, line 3, move 2: not a legal move: C: the pit is empty; right is one of A B D E F", bitboard.ErrMove},
		{tag + "1. A\nB", "game 1, line 3, move 1: not a legal move: B, is South's pit and North moves; right is a to f", bitboard.ErrMove},
		{tag + "1. a", "line 2, move 1: not a legal move: a, is North's pit and South moves; right is A to F", bitboard.ErrMove},
		{tag + "1. Aé", `move 1: not a legal move: "\u00e9", is not a letter A to F or a to f`, bitboard.ErrMove},
		{tag + "1. A *\n\n" + tag + "1. B b 2. B ( 2. C\n)", "game 2, line 5, move 2: not a legal move: C: the pit is empty", bitboard.ErrMove},
		{tag + "[FEN \"4-4-S\"]\n1. A", "game 1, line 2: tag FEN: not a position: ", bitboard.ErrPosition},
		{"[Variant \"Kalah\"]", `game 1, line 1: the Variant "Kalah" is not known; right is Ayoayo, Ayoayo Owner, `, nil},
		{tag + "[Repetition \"never\"]", `line 2: the tag Repetition says "never"; right is split or owner`, nil},
		{tag + "[South Ama]", `line 2: the value of the tag South is not in quotation marks; right is [South "Ama"]`, nil},
		{tag + "[South \"Ama]\n\n1. A", "line 2: the value of the tag South has no end", nil},
		{tag + "[South \"Ama\"\n1. A", "line 2: the tag South is not closed", nil},
		{tag + "[\"Ama\"]", "line 2: a tag has no name", nil},
		{tag + "1. A { no end\n\n", "line 2: the comment that begins here is not closed; right is { good }", nil},
		{tag + "1. A\n( 1. B\n\n", "line 3: the variation that begins here is not closed", nil},
		{tag + "1. A )", "line 2: a variation is closed that was not begun", nil},
		{tag + "( 1. A )", "line 2: a variation stands before the first move", nil},
		{tag + "1. A 26:22", `"26" is neither`, nil},
		{tag + "1. A 26-", `"26-" is neither the number of a move nor a result; right is 12. or 26-22`, nil},
		{tag + "1. A ( 1. B 1-0 )", `"1-0" is neither`, nil},
		{tag + strings.Repeat("A (", 33), "line 2: variations are more than 32 deep", nil},
		{tag + "A {" + strings.Repeat("long ", 1<<18) + "}", "game 1, line 2: the game is longer than 1024 KiB", nil},
		{tag + tagsOf(1000), "line 1001: the game has more than 1000 tags", nil},
		{tag + strings.Repeat("(A", 1<<20), "a variation stands before the first move", nil},
		{"[Variant \"Oware\"]\n[FEN \"1-0-0-0-0-0-0-0-0-0-0-0-25-22-S\"]\n1. A", "move 1: not a legal move: A: the game is over, a store holds 25 seeds", bitboard.ErrMove},
	} {
		games, err := ogn.Read(strings.NewReader(c.text), ogn.Options{})
		name := c.text[:min(len(c.text), 60)]
		if !errors.Is(err, ogn.ErrRecord) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if c.want == `"26" is neither` {
			c.want = `not a letter` // 26 is taken for a number, and the colon is no move
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v\nwant %s", name, err, c.want)
		}
		if want := strings.Count(c.text, "*"); len(games) != want {
			t.Errorf("%q: %d games before the error, want %d", name, len(games), want)
		}
	}
}

// TestErrorStays: after an error there are no more games.
func TestErrorStays(t *testing.T) {
	r := ogn.NewReader(strings.NewReader("1. z\n[Variant \"Ayoayo\"]\n1. A"), ogn.Options{})
	_, first := r.Next()
	if _, again := r.Next(); first == nil || !errors.Is(again, first) {
		t.Errorf("%v, then %v", first, again)
	}
}

// TestWarnings: what is doubtful is told, and is an error in strict reading.
func TestWarnings(t *testing.T) {
	const tag = "[Variant \"Ayoayo\"]\n"
	for _, c := range []struct{ text, want string }{
		{"1. F", "game 1, line 1: there is no tag Variant, so it is read as Oware Abapa"},
		{tag + "1. A+3 b", "game 1, line 2: move 1, A, gains 2, not +3"},
		{tag + "1. A+ b", "line 2: move 1, A, gains 2, not +"},
		{tag + "[South \"a\"]\n[South \"b\"]\n1. A", "line 3: there are two tags South"},
		{tag + "[Result \"South\"]\n1. A", `line 2: the tag Result says "South", which is no result and is left out`},
		{tag + "[Result \"1-0\"]\n1. A 0-1", "line 3: the result is 0-1 at the end and 1-0 in the tag, which counts"},
		{tag + "1. A ( ) b", "line 2: a variation without moves is left out"},
		{"[Variant \"Oware\"]\n[FEN \"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\"]\n23-25", "line 3: the game ends 25-23, and its result is said to be 23-25"},
		{strings.Replace(cycle, "f 25-23", "f 7. F 25-23", 1), "line 11: the position had come back, which ends the game, before move 7, F"},
	} {
		r := readOne(t, c.text, ogn.Options{})
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], c.want) {
			t.Errorf("%q: warnings %q, want %q", c.text, r.Warnings, c.want)
		}
		_, err := ogn.Read(strings.NewReader(c.text), ogn.Options{Strict: true})
		if !errors.Is(err, ogn.ErrRecord) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: strict: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestGain: the move that ends a game may be said to gain what the end gives, as
// Aualé writes it, or what it captured.
func TestGain(t *testing.T) {
	split := strings.NewReplacer("f 25-23", "f+1 24-24", "25-23", "24-24", "[FEN", "[Repetition \"split\"]\n[FEN").Replace(cycle)
	for _, text := range []string{split, strings.Replace(split, "f+1", "f", 1), strings.Replace(split, "f+1", "f+0", 1)} {
		r := readOne(t, text, ogn.Options{Strict: true})
		if got := r.String(); !strings.HasSuffix(got, " E f+1 24-24\n") {
			t.Error(got)
		}
	}
}

// TestPlayedOn: a record may go on after a position has come back, but no game in
// play does.
func TestPlayedOn(t *testing.T) {
	r := readOne(t, strings.Replace(cycle, "f 25-23", "f 7. F 25-23", 1), ogn.Options{})
	if all, err := r.Positions(); err != nil || len(all) != 14 || all[0] != all[12] {
		t.Errorf("%d positions, %v", len(all), err)
	}
	if _, err := r.History(); !errors.Is(err, ogn.ErrRecord) || !errors.Is(err, bitboard.ErrMove) {
		t.Errorf("%v", err)
	}
}

// brokenFile fails after some text.
type brokenFile struct{ text *strings.Reader }

var errBroken = errors.New("the disk is broken")

func (f brokenFile) Read(p []byte) (int, error) {
	if n, err := f.text.Read(p); err == nil {
		return n, nil
	}
	return 0, errBroken
}

func TestBrokenFile(t *testing.T) {
	games, err := ogn.Read(brokenFile{strings.NewReader("[Variant \"Ayoayo\"] 1. A * [Variant \"Ayo")}, ogn.Options{})
	if !errors.Is(err, errBroken) || errors.Is(err, ogn.ErrRecord) || len(games) != 1 {
		t.Errorf("%d games, %v", len(games), err)
	}
}
