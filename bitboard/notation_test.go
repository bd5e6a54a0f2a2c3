package bitboard

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParsePosition(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"start", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"},
		{" start\r\n", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"},
		{"\t4-4-4-4-4-4-4-4-4-4-4-4-0-0-N \r\n", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N"},
		{"0-0-0-0-0-0-0-0-0-0-0-0-48-0-N", "0-0-0-0-0-0-0-0-0-0-0-0-48-0-N"},
		{"4-4-4-4-4-4-4-4-4-4-4-4", "4-4-4-4-4-4-4-4-4-4-4-4-S"},
		{"1-0-0-0-0-0-0-0-0-0-0-2-N", "1-0-0-0-0-0-0-0-0-0-0-2-N"},
		{"0-0-0-0-0-0-0-0-0-0-0-0-S", "0-0-0-0-0-0-0-0-0-0-0-0-S"},
		{"48-0-0-0-0-0-0-0-0-0-0-0", "48-0-0-0-0-0-0-0-0-0-0-0-S"},
	} {
		p, err := ParsePosition(test.text)
		if err != nil || p.String() != test.want {
			t.Errorf("%q: %v, %v, want %s", test.text, p, err, test.want)
		}
	}
}

func TestParsePositionSides(t *testing.T) {
	p := mustPosition(t, "1-2-3-4-5-6-7-8-0-0-0-0-2-10-N")
	want := Position{Board: mustPits(t, [Pits]int{7, 8, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6}), Turn: North, Stores: [2]int{2, 10}, Scored: true}
	if p != want {
		t.Errorf("got %#v, want %#v", p, want)
	}
}

func TestParsePositionErrors(t *testing.T) {
	const scored, board = "; right is 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "; right is 4-4-4-4-4-4-4-4-4-4-4-4-S"
	for _, test := range []struct{ text, want string }{
		{"", "it is empty" + scored},
		{" \r\n", "it is empty" + scored},
		{"Start", `"Start" is neither the word start nor numbers joined by -` + scored},
		{"4 4 4 4 4 4 4 4 4 4 4 4", `"4 4 4 4 4 4 4 4 4 4 "... is neither the word start nor numbers joined by -` + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-x", `field 15, "x", is not the side to move, S or N` + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-s", `field 15, "s", is not the side to move, S or N` + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0", "field 15, the side to move, is missing" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0", "it has 13 numbers, not 12 pits, or 12 pits and 2 stores" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-S", "it has 13 numbers, not 12 pits, or 12 pits and 2 stores" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-0-S", "it has 15 numbers, not 12 pits, or 12 pits and 2 stores" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-0", "it has 15 numbers, not 12 pits, or 12 pits and 2 stores" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-0-0-S", "it has 17 fields, at most 15 can be" + scored},
		{"4-4", "it has 2 numbers, not 12 pits, or 12 pits and 2 stores" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "pits and stores sum to 47 seeds, not 48" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-5-0-0-S", "pits and stores sum to 49 seeds, not 48" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-5", "the pits sum to 49 seeds, more than 48" + board},
		{"4-4-4-4-4-4-4-4-4-4-4-49", `field 12, pit f, "49", is more than 48 seeds` + board},
		{"4-4-99999999999999999999-4-4-4-4-4-4-4-4-4", `field 3, pit C, "99999999999999999999", is more than 48 seeds` + board},
		{"+4-4-4-4-4-4-4-4-4-4-4-4", `field 1, pit A, "+4", is not a plain number` + board},
		{"4-04-4-4-4-4-4-4-4-4-4-4", `field 2, pit B, "04", has a leading zero` + board},
		{"00-4-4-4-4-4-4-4-4-4-4-4", `field 1, pit A, "00", has a leading zero` + board},
		{"4-4-4-4-4-4-4-4-4-4-4-4--0-S", "field 13, South's store, is empty" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-", `field 15, "", is not the side to move, S or N` + scored},
		{"4-4-4-4-4-4-4-4-4-4-4-", "field 12, pit f, is empty" + board},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0--S", "field 14, North's store, is empty" + scored},
		{"4-4-4-4-4-4-4-4-4-4-4- 4", `field 12, " 4", is not the side to move, S or N` + scored},
		{"4-4-4- 4-4-4-4-4-4-4-4-4", `field 4, pit D, " 4", is not a plain number` + board},
		{"4-4-٤-4-4-4-4-4-4-4-4-4", `field 3, pit C, "\u0664", is not a plain number` + board},
		{"4-4-\n-4-4-4-4-4-4-4-4-4", `field 3, pit C, "\n", is not a plain number` + board},
		{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-S", "it has 15 numbers, not 12 pits, or 12 pits and 2 stores" + scored},
	} {
		p, err := ParsePosition(test.text)
		if want := "not a position: " + test.want; !errors.Is(err, ErrPosition) || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", test.text, err, want)
		}
		if p != (Position{}) {
			t.Errorf("%q: an error and a position, %v", test.text, p)
		}
	}
}

func TestParsePositionLong(t *testing.T) {
	for _, text := range []string{strings.Repeat("4-", 1<<20), strings.Repeat("4", 1<<20), strings.Repeat("x", 1<<20) + strings.Repeat("-4", 11)} {
		if _, err := ParsePosition(text); !errors.Is(err, ErrPosition) || len(err.Error()) > 200 {
			t.Errorf("%.20q…: error %.300v", text, err)
		}
	}
}

func TestPositionRoundTrip(t *testing.T) {
	rng := seededRand(24)
	for range 10_000 {
		p := randomPosition(rng)
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		if back, err := ParsePosition(p.String()); err != nil || back != p {
			t.Fatalf("%v parses to %v, %v", p, back, err)
		}
	}
}

func TestMoveLetter(t *testing.T) {
	var all strings.Builder
	for _, side := range []Side{South, North} {
		for pit := range RowPits {
			all.WriteString(MoveLetter(side, pit))
		}
	}
	if all.String() != "ABCDEFabcdef" {
		t.Errorf("letters %s", all.String())
	}
}

func TestParseMoves(t *testing.T) {
	for _, test := range []struct {
		side Side
		text string
		want []int
	}{
		{South, "", nil},
		{South, " \r\n", nil},
		{South, "FaAb", []int{5, 0, 0, 1}},
		{South, " F a\tAb\r\n", []int{5, 0, 0, 1}},
		{North, "fA", []int{5, 0}},
	} {
		if got, err := ParseMoves(test.side, test.text); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v %q: %v, %v, want %v", test.side, test.text, got, err, test.want)
		}
	}
}

func TestParseMovesErrors(t *testing.T) {
	for _, test := range []struct {
		side       Side
		text, want string
	}{
		{South, "FaxA", `move 3, "x", is not a letter A to F or a to f; right is FaAb`},
		{South, "F,a", `move 2, ",", is not a letter A to F or a to f; right is FaAb`},
		{South, "F\xffa", `move 2, "\xff", is not a letter A to F or a to f; right is FaAb`},
		{South, "Fα", `move 2, "\u03b1", is not a letter A to F or a to f; right is FaAb`},
		{South, "f", "move 1, f, is North's pit and South moves; right is A to F"},
		{North, "F", "move 1, F, is South's pit and North moves; right is a to f"},
		{South, "FA", "move 2, A, is South's pit and North moves; right is a to f"},
	} {
		if _, err := ParseMoves(test.side, test.text); !errors.Is(err, ErrMove) || err.Error() != "not a legal move: "+test.want {
			t.Errorf("%v %q:\n got %v\nwant %s", test.side, test.text, err, test.want)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{"start", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "0-0-0-0-0-0-0-0-0-0-0-0", "1-2-3-4-5-6-7-8-0-0-0-0-2-10-N\r\n", "4-4-x", "-", "4-4-4-4-4-4-4-4-4-4-4-4--"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			checkErrorLine(t, err, ErrPosition)
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if back, err := ParsePosition(p.String()); err != nil || back != p {
			t.Fatalf("%q: %v parses to %v, %v", text, p, back, err)
		}
	})
}

func FuzzParseMoves(f *testing.F) {
	for _, text := range []string{"FaAb", "F a A b\r\n", "A", "x", "Fé"} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, north bool) {
		p := StartPosition()
		if north {
			p.Turn = North
		}
		pits, err := ParseMoves(p.Turn, text)
		if err != nil {
			checkErrorLine(t, err, ErrMove)
		}
		for _, name := range Presets() {
			h, err := PlayMoves(mustPreset(t, name), p, text)
			if err != nil {
				checkErrorLine(t, err, ErrMove)
				continue
			}
			if h.Plies() != len(pits) || h.String() != strings.Map(dropBlank, text) {
				t.Fatalf("%s %q: played %s", name, text, h)
			}
		}
	})
}

func dropBlank(r rune) rune {
	if strings.ContainsRune(blanks, r) {
		return -1
	}
	return r
}

// checkErrorLine fails unless an error about text is of its kind, and one short
// line of ASCII with an example.
func checkErrorLine(t *testing.T, err, kind error) {
	t.Helper()
	text := err.Error()
	if !errors.Is(err, kind) || len(text) > 250 || !strings.Contains(text, "; right is ") {
		t.Fatalf("error %q", text)
	}
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			t.Fatalf("error %q", text)
		}
	}
}
