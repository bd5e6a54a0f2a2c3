package ogn

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/textwrap"
)

// mostColumns is what a line of moves is wide at most, a longer word apart.
const mostColumns = 79

// Write writes games one after the other. It returns ErrRecord, and has written the
// games before, for a game that has no form in a record: a move that is not legal, a
// comment with a closing brace, a tag without a name. Other errors are w's.
func Write(w io.Writer, games ...*Record) error {
	for i, g := range games {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := g.Write(w); err != nil {
			return err
		}
	}
	return nil
}

// Write writes the game, as the function Write does.
func (r *Record) Write(w io.Writer) error {
	tags, err := r.allTags()
	if err != nil {
		return err
	}
	t := &tokens{rules: r.Rules}
	if err := t.line(&r.Line, &moment{Position: r.Start}, 0); err != nil {
		return err
	}
	if r.result() != Unfinished || len(t.list) == 0 {
		t.add(r.result())
	}
	out := bufio.NewWriter(w)
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, tag := range tags {
		fmt.Fprintf(out, "[%s \"%s\"]\n", tag.Name, escape.Replace(tag.Value))
	}
	out.WriteByte('\n')
	out.WriteString(textwrap.Lines(t.list, mostColumns))
	return out.Flush()
}

// String returns the game as it is written, or what is wrong with it.
func (r *Record) String() string {
	var s strings.Builder
	if err := r.Write(&s); err != nil {
		return err.Error()
	}
	return s.String()
}

func (r *Record) result() string { return cmp.Or(r.Result, Unfinished) }

// allTags returns the tags to write, in order.
func (r *Record) allTags() ([]Tag, error) {
	if err := r.Rules.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if err := r.Start.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if !resultForm.MatchString(r.result()) {
		return nil, fmt.Errorf("%w: %q is no result; right is 26-22, 1-0 or *", ErrRecord, r.Result)
	}
	variant := Variant(r.Rules)
	own := []Tag{{variantTag, variant}, {resultTag, r.result()}}
	if usual, _ := VariantRules(variant); usual.Repetition != r.Rules.Repetition {
		own = append(own, Tag{repetitionTag, r.Rules.Repetition.String()})
	}
	if r.Start != bitboard.StartPosition() {
		own = append(own, Tag{fenTag, r.Start.String()})
	}
	meant := []string{variantTag, repetitionTag, fenTag, resultTag}
	var tags []Tag
	for _, t := range r.Tags {
		if slices.Contains(meant, t.Name) {
			return nil, fmt.Errorf("%w: the tag %s stands among Tags, and is a field of its own", ErrRecord, t.Name)
		}
		if slices.ContainsFunc(tags, func(u Tag) bool { return u.Name == t.Name }) {
			return nil, fmt.Errorf("%w: there are two tags %s", ErrRecord, t.Name)
		}
		if t.Name == "" || strings.ContainsFunc(t.Name, func(c rune) bool { return !isWord(c) }) || !utf8.ValidString(t.Name) {
			return nil, fmt.Errorf("%w: %q is no name of a tag", ErrRecord, t.Name)
		}
		if t.Value != plain(t.Value) || !utf8.ValidString(t.Value) {
			return nil, fmt.Errorf("%w: the tag %s is not one line of text", ErrRecord, t.Name)
		}
		tags = append(tags, t)
	}
	tags = append(tags, own...)
	for _, name := range roster {
		if !slices.ContainsFunc(tags, func(u Tag) bool { return u.Name == name }) {
			tags = append(tags, Tag{name, unknown})
		}
	}
	slices.SortFunc(tags, compareTags)
	return tags, nil
}

// tokens is the moves of a game in writing, in pieces that stay whole.
type tokens struct {
	rules bitboard.Rules
	list  []string
	depth int
}

func (t *tokens) add(token string) { t.list = append(t.list, token) }

// line adds a line of play that begins plies after the start of the game.
func (t *tokens) line(l *Line, at *moment, plies int) error {
	if err := t.comment(l.Comment); err != nil {
		return err
	}
	for i := range l.Moves {
		m := &l.Moves[i]
		next, err := at.play(t.rules, m.Pit)
		if err != nil {
			return fmt.Errorf("%w: move %d: %w", ErrRecord, moveNumber(plies), err)
		}
		switch {
		case plies%2 == 0:
			t.add(fmt.Sprintf("%d.", moveNumber(plies)))
		case i == 0:
			t.add(fmt.Sprintf("%d...", moveNumber(plies)))
		}
		token := bitboard.MoveLetter(at.Turn, m.Pit)
		if gain := next.gain(t.rules, i == len(l.Moves)-1); gain > 0 {
			token += "+" + seedsText(gain)
		}
		if len(m.Mark) > 2 || strings.Trim(m.Mark, "!?") != "" {
			return fmt.Errorf("%w: move %d: %q is no mark; right is ! or ??", ErrRecord, moveNumber(plies), m.Mark)
		}
		t.add(token + m.Mark)
		if err := t.comment(m.Comment); err != nil {
			return err
		}
		if err := t.variations(m.Variations, at, plies); err != nil {
			return err
		}
		at = next
		plies++
	}
	return nil
}

func (t *tokens) variations(list []Line, at *moment, plies int) error {
	for i := range list {
		if t.depth++; t.depth >= mostDepth {
			return fmt.Errorf("%w: variations are more than %d deep", ErrRecord, mostDepth)
		}
		if len(list[i].Moves) == 0 {
			return fmt.Errorf("%w: move %d: a variation has no moves", ErrRecord, moveNumber(plies))
		}
		t.add("(")
		if err := t.line(&list[i], at, plies); err != nil {
			return err
		}
		t.add(")")
		t.depth--
	}
	return nil
}

func (t *tokens) comment(text string) error {
	if text == "" {
		return nil
	}
	if strings.ContainsFunc(text, func(c rune) bool { return c == '}' || unicode.IsControl(c) && !unicode.IsSpace(c) }) || !utf8.ValidString(text) {
		return fmt.Errorf("%w: the comment %.40q has a closing brace or a control character", ErrRecord, text)
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	t.add("{")
	t.list = append(t.list, words...)
	t.add("}")
	return nil
}
