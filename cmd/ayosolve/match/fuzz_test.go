package match

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ayosolve/bitboard"
)

// quote writes words as SplitCommand reads them.
func quote(words []string) string {
	var line strings.Builder
	for _, w := range words {
		line.WriteString(" '" + strings.ReplaceAll(w, "'", `'\''`) + "'")
	}
	return line.String()
}

// FuzzSplitCommand: any words come back from their quotation, and whatever a line is
// split into stands in quotation marks for the same.
func FuzzSplitCommand(f *testing.F) {
	for _, text := range []string{"java -jar Aalina.jar", `"/a b/c" 'd "e' f\ g`, `"a\"b\\c\d"`, `'`, `\`, "a\x00\nb\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := SplitCommand(quote([]string{text, ""})); err != nil || !slices.Equal(got, []string{text, ""}) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
		words, err := SplitCommand(text)
		if err != nil {
			if words != nil || !errors.Is(err, ErrCommand) {
				t.Errorf("%q: %q, %v", text, words, err)
			}
			return
		}
		if again, err := SplitCommand(quote(words)); err != nil || !slices.Equal(again, words) {
			t.Errorf("%q became %q, %v", words, again, err)
		}
	})
}

// FuzzReadOpenings: what is read can be written and read again, and a game goes on
// from it.
func FuzzReadOpenings(f *testing.F) {
	for _, text := range []string{
		"FaAb", "start moves F a # twice\n\nstart", "0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\r\n4-4-4-4-4-4-4-4-4-4-4-4-N moves aF",
		"0-0-0-0-0-0-0-0-0-0-0-0", "# nothing", "moves", "start start", "x",
	} {
		for preset := range bitboard.Presets() {
			f.Add(text, uint8(preset))
		}
	}
	f.Fuzz(func(t *testing.T, text string, preset uint8) {
		names := bitboard.Presets()
		r, err := bitboard.Preset(names[int(preset)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		found, err := ReadOpenings(strings.NewReader(text), r)
		if err != nil {
			if found != nil || !errors.Is(err, ErrOpenings) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%d openings, %v", len(found), err)
			}
			return
		}
		var lines strings.Builder
		for _, o := range found {
			lines.WriteString(o.String() + "\n")
			game, err := o.game(r)
			if err != nil {
				t.Fatalf("%v: %v", o, err)
			}
			if why, over := game.Over(); over {
				t.Errorf("%v is over: %v", o, why)
			}
		}
		if again, err := ReadOpenings(strings.NewReader(lines.String()), r); err != nil || !slices.Equal(again, found) {
			t.Errorf("%v came back as %v, %v", found, again, err)
		}
	})
}
