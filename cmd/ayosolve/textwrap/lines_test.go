package textwrap

import (
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"a bc def ghij", 6, "a bc\ndef\nghij\n"},
		{"a bc def ghij", 80, "a bc def ghij\n"},
		{"abcdefgh i", 3, "abcdefgh\ni\n"},
		{"South–North 24–24", 11, "South–North\n24–24\n"}, // columns, not bytes
		{"a b", 0, "a\nb\n"},
		{"", 40, "\n"},
	} {
		if got := Lines(strings.Fields(test.text), test.width); got != test.want {
			t.Errorf("%q in %d columns: %q, want %q", test.text, test.width, got, test.want)
		}
	}
}
