package textwrap

import (
	"strings"
	"unicode/utf8"
)

// Lines puts words into lines of at most width columns, each with its line end; a word
// that is wider has a line of its own. Of no words it makes one empty line.
func Lines(words []string, width int) string {
	var out strings.Builder
	at := 0
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case at == 0:
		case at+1+n > width:
			out.WriteByte('\n')
			at = 0
		default:
			out.WriteByte(' ')
			at++
		}
		out.WriteString(word)
		at += n
	}
	out.WriteByte('\n')
	return out.String()
}
