package ogn

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ayosolve/bitboard"
)

// The tags that are kept as what they mean.
const (
	variantTag    = "Variant"
	repetitionTag = "Repetition"
	fenTag        = "FEN"
	resultTag     = "Result"
)

// roster is the tags that every record has, in order; unknown is what they say for
// want of something better.
var roster = [...]string{variantTag, "Event", "Site", "Date", "Round", "South", "North", resultTag}

const unknown = "?"

// mostTags is how many tags a game may have.
const mostTags = 1000

// compareTags orders tags as they are written: the usual ones first, others by name.
func compareTags(a, b Tag) int {
	place := func(t Tag) int {
		if i := slices.Index(roster[:], t.Name); i >= 0 {
			return i
		}
		return len(roster)
	}
	if d := place(a) - place(b); d != 0 {
		return d
	}
	return strings.Compare(a.Name, b.Name)
}

// placedTag is a tag and the line where it stands.
type placedTag struct {
	Tag
	line int
}

// readTags reads the tags of a game. Of two of one name the later one counts, as in
// Aualé; but a second Variant begins the next game.
func (r *Reader) readTags() ([]placedTag, error) {
	var tags []placedTag
	seen := map[string]bool{}
	for {
		c := r.skipBlanks()
		if r.err == nil && c == '[' && r.pending == nil {
			t, err := r.readTag()
			if err != nil {
				return nil, err
			}
			r.pending = &t
		}
		if r.pending == nil || r.pending.Name == variantTag && seen[variantTag] {
			return tags, nil
		}
		t := *r.pending
		r.pending, r.at = nil, t.line
		if seen[t.Name] {
			if err := r.doubt("there are two tags %.40s", t.Name); err != nil {
				return nil, err
			}
			tags = slices.DeleteFunc(tags, func(u placedTag) bool { return u.Name == t.Name })
		}
		seen[t.Name] = true
		if tags = append(tags, t); len(tags) > mostTags {
			return nil, r.wrong("the game has more than %d tags", mostTags)
		}
	}
}

// readTag reads a tag from its bracket on.
func (r *Reader) readTag() (t placedTag, err error) {
	const example = `[South "Ama"]`
	r.at = r.line
	r.next() // the bracket
	r.skipBlanks()
	var name, value strings.Builder
	for c := r.peek(); isWord(c); c = r.peek() {
		name.WriteRune(r.next())
	}
	if name.Len() == 0 {
		return t, r.wrong("a tag has no name; right is %s", example)
	}
	if r.skipBlanks() != '"' {
		return t, r.wrong("the value of the tag %.40s is not in quotation marks; right is %s", name.String(), example)
	}
	r.next()
	for {
		c := r.next()
		if r.err != nil || c == '\n' {
			return t, r.wrong("the value of the tag %.40s has no end; right is %s", name.String(), example)
		}
		if c == '\\' {
			if d := r.peek(); d == '"' || d == '\\' {
				c = r.next()
			}
		} else if c == '"' {
			break
		}
		value.WriteRune(c)
	}
	if r.skipBlanks() != ']' {
		return t, r.wrong("the tag %.40s is not closed; right is %s", name.String(), example)
	}
	r.next()
	return placedTag{Tag{name.String(), plain(value.String())}, r.at}, nil
}

func isWord(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// applyTags begins a record with what its tags say.
func (r *Reader) applyTags(tags []placedTag) (_ *Record, err error) {
	rec := &Record{Start: bitboard.StartPosition(), Result: Unfinished}
	var variant, repetition placedTag
	variant.line = r.line
	for _, t := range tags {
		r.at = t.line
		switch known := t.Value != unknown; {
		case t.Name == variantTag:
			variant = t
		case t.Name == repetitionTag:
			repetition = t
		case t.Name == fenTag:
			if rec.Start, err = bitboard.ParsePosition(t.Value); err != nil {
				return nil, r.wrong("tag FEN: %w", err)
			}
		case t.Name == resultTag && resultForm.MatchString(t.Value):
			rec.Result = t.Value
		case t.Name == resultTag && known && t.Value != "":
			if err := r.doubt("the tag Result says %.40q, which is no result and is left out; right is 26-22, 1-0 or *", t.Value); err != nil {
				return nil, err
			}
		case t.Name != resultTag && (known || !slices.Contains(roster[:], t.Name)):
			rec.Tags = append(rec.Tags, t.Tag)
		}
	}
	slices.SortFunc(rec.Tags, compareTags)
	if r.options.Rules != nil {
		rec.Rules = *r.options.Rules
		return rec, nil
	}
	rec.Rules, err = r.rulesOf(variant, repetition)
	return rec, err
}

// rulesOf returns the rules that the tags of a game name.
func (r *Reader) rulesOf(variant, repetition placedTag) (rules bitboard.Rules, err error) {
	r.at = variant.line
	if variant.Value == "" || variant.Value == unknown {
		if err := r.doubt("there is no tag Variant, so it is read as %s", abapa); err != nil {
			return rules, err
		}
		variant.Value = abapa
	}
	rules, ok := VariantRules(variant.Value)
	if !ok {
		return rules, r.wrong("the Variant %.40q is not known; right is %s", variant.Value, strings.Join(variants(), ", "))
	}
	r.at = repetition.line
	switch repetition.Value {
	case "":
	case bitboard.RepetitionSplit.String():
		rules.Repetition = bitboard.RepetitionSplit
	case bitboard.RepetitionOwner.String():
		rules.Repetition = bitboard.RepetitionOwner
	default:
		return rules, r.wrong("the tag Repetition says %.40q; right is %v or %v", repetition.Value, bitboard.RepetitionSplit, bitboard.RepetitionOwner)
	}
	return rules, nil
}

// variants returns the names of all rules.
func variants() []string {
	var names []string
	for _, name := range bitboard.Presets() {
		rules, _ := bitboard.Preset(name)
		names = append(names, Variant(rules))
	}
	return names
}

// wrong returns ErrRecord about the game in hand.
func (r *Reader) wrong(format string, args ...any) error {
	return fmt.Errorf("%w: game %d, line %d: "+format, append([]any{ErrRecord, r.games, r.at}, args...)...)
}

// doubt notes a warning, which in strict reading is an error.
func (r *Reader) doubt(format string, args ...any) error {
	if r.options.Strict {
		return r.wrong(format, args...)
	}
	if len(r.warnings) < mostWarnings {
		r.warnings = append(r.warnings, fmt.Sprintf("game %d, line %d: "+format, append([]any{r.games, r.at}, args...)...))
	}
	return nil
}

// mostWarnings is how many are kept of a game.
const mostWarnings = 20
