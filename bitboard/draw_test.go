package bitboard

import (
	"errors"
	"strings"
	"testing"
)

const (
	drawnStart = `  N     f   e   d   c   b   a
+----+---+---+---+---+---+---+----+
|    | 4 | 4 | 4 | 4 | 4 | 4 |    |
|  0 +---+---+---+---+---+---+  0 |
|    | 4 | 4 | 4 | 4 | 4 | 4 |    |
+----+---+---+---+---+---+---+----+
        A   B   C   D   E   F    S
South to move
`
	drawnNorth = `  N     f   e   d   c   b   a
+----+---+---+---+---+---+---+----+
|    | 0 | 0 | 1 | 0 |10 | 7 |    |
| 11 +---+---+---+---+---+---+  2 |
|    | 1 | 2 | 3 | 0 | 5 | 6 |    |
+----+---+---+---+---+---+---+----+
        A   B   C   D   E   F    S
North to move
`
	drawnBoard = `  N     f   e   d   c   b   a
+----+---+---+---+---+---+---+----+
|    | 0 | 0 | 0 | 0 | 0 | 0 |    |
|    +---+---+---+---+---+---+    |
|    | 0 | 0 | 0 | 0 | 0 |48 |    |
+----+---+---+---+---+---+---+----+
        A   B   C   D   E   F    S
South to move
`
)

func TestDraw(t *testing.T) {
	for _, test := range []struct{ position, want string }{
		{"start", drawnStart},
		{"1-2-3-0-5-6-7-10-0-1-0-0-2-11-N", drawnNorth},
		{"0-0-0-0-0-48-0-0-0-0-0-0", drawnBoard},
	} {
		p := mustPosition(t, test.position)
		if got := p.Draw(); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.position, got, test.want)
		}
		for _, text := range []string{test.want, strings.ReplaceAll(test.want, "\n", "  \r\n"), "\n\n    " + strings.ReplaceAll(test.want, "\n", "\n    ")} {
			if back, err := ParseDrawing(text); err != nil || back != p {
				t.Errorf("%s parses to %v, %v from\n%s", test.position, back, err, text)
			}
		}
	}
}

func TestDrawRoundTrip(t *testing.T) {
	rng := seededRand(25)
	for range 10_000 {
		p := randomPosition(rng)
		drawn := p.Draw()
		if back, err := ParseDrawing(drawn); err != nil || back != p {
			t.Fatalf("%v parses to %v, %v from\n%s", p, back, err, drawn)
		}
		for line := range strings.Lines(drawn) {
			if len(line) > 40+1 {
				t.Fatalf("%v: %d columns:\n%s", p, len(line), drawn)
			}
		}
	}
}

func TestParseDrawingErrors(t *testing.T) {
	const rowExample = `right is "|    | 4 | 4 | 4 | 4 | 4 | 4 |    |"`
	for _, test := range []struct{ old, changed, want string }{
		{drawnStart, "", "a drawing has 8 lines, not 1; " + rowExample},
		{"South to move\n", "", "a drawing has 8 lines, not 7; " + rowExample},
		{"f   e", "e   f", `line 1 of the drawing is different; right is "N     f   e   d   c   b   a"`},
		{"South to move", "East to move", `line 8 of the drawing is different; right is "South to move"`},
		{"South to move", "south to move", `line 8 of the drawing is different; right is "South to move"`},
		{"| 4 | 4 |    |", "| 4 | 4 | 4 |    |", "line 3 of the drawing is different; " + rowExample},
		{"|    | 4", "| 1  | 4", "line 3 of the drawing is different; " + rowExample},
		{"|    | 4", "|    |  ", "line 3 of the drawing is different; " + rowExample},
		{"|  0 +", "|    +", `line 4 of the drawing is different; right is "|  0 +---+---+---+---+---+---+  0 |"`},
		{"|    | 4 ", "|    | 5 ", "pits and stores sum to 49 seeds, not 48; right is 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"},
		{"|    | 4 ", "|    | x ", `field 12, pit f, "x", is not a plain number; right is 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`},
		{"|    | 4 ", "|    | -4 ", `field 12, pit f, "-4", is not a plain number; right is 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`},
	} {
		text := strings.Replace(drawnStart, test.old, test.changed, 1)
		if _, err := ParseDrawing(text); !errors.Is(err, ErrPosition) || err.Error() != "not a position: "+test.want {
			t.Errorf("%q for %q:\n got %v\nwant %s", test.changed, test.old, err, test.want)
		}
	}
}

func FuzzParseDrawing(f *testing.F) {
	f.Add(drawnStart)
	f.Add(drawnNorth)
	f.Add(strings.ReplaceAll(drawnBoard, "\n", "\r\n"))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseDrawing(text)
		if err != nil {
			checkErrorLine(t, err, ErrPosition)
			return
		}
		if back, err := ParseDrawing(p.Draw()); err != nil || back != p {
			t.Fatalf("%v parses to %v, %v from\n%s", p, back, err, p.Draw())
		}
	})
}
