package ogn_test

import (
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/ogn"
)

// FuzzRead: no text is too much for Read, and what it makes of one can be written
// and read strictly, and is the same then.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		cycle, "", "1.A", "[", "{", "(", "*", "1. F c ( 1... d ( 1... e ) { x } 2. A ) 2. B+3?! f 1/2-1/2 { y }",
		"[Variant \"Ayoayo Left\"]\n[Q \"\\\\\\\"\"]\n[FEN \"0-0-0-1-1-0-0-0-0-0-0-0-N\"]\r\n1... a * [Variant \"Awari\"]",
		"\uFEFF[Variant \"Ayoayo\"] A\xff", "[Variant \"?\"][Result \"?\"][South \"?\"] { } F { } ( f",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, _ := ogn.Read(strings.NewReader(text), ogn.Options{})
		var written strings.Builder
		if err := ogn.Write(&written, games...); err != nil {
			t.Fatalf("%v", err)
		}
		// A doubt about a result or about play after a repetition is still one.
		again, err := ogn.Read(strings.NewReader(written.String()), ogn.Options{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, written.String())
		}
		for _, g := range append(games, again...) {
			g.Warnings = nil
		}
		if d := diff(games, again); d != "" {
			t.Fatalf("%s in\n%s", d, written.String())
		}
	})
}
