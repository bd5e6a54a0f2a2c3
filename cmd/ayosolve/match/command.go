package match

import (
	"errors"
	"fmt"
	"strings"
)

// ErrCommand reports a command line that can't be split into words.
var ErrCommand = errors.New("not a command line")

// SplitCommand splits a command line into words as a shell would: at blanks that are
// not in quotation marks or after a backslash. In single quotes nothing is special,
// in double quotes a backslash before one or before another. Nothing else is
// special.
func SplitCommand(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
			continue
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && (quote == 0 || quote == '"' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\')):
			if i++; i == len(text) {
				return nil, fmt.Errorf("%w: nothing follows the last backslash", ErrCommand)
			}
			word.WriteByte(text[i])
		default:
			word.WriteByte(c)
		}
		inWord = true
	}
	if quote != 0 {
		return nil, fmt.Errorf("%w: a quotation mark is not closed", ErrCommand)
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrCommand)
	}
	return words, nil
}
