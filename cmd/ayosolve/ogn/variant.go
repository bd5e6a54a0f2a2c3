package ogn

import (
	"strings"

	"ayosolve/bitboard"
)

// abapa is the Variant of Aualé: oware, a grand slam takes nothing, and when a
// position comes back each player takes the own row.
const abapa = "Oware Abapa"

// Variant returns the name of rules in a record: "Oware Abapa" for the preset oware,
// and for others the preset's name in words, such as "Ayoayo Owner". Invalid rules
// have the name "".
func Variant(r bitboard.Rules) string {
	name := r.Name()
	if name == "oware" {
		return abapa
	}
	words := strings.Split(name, "-")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// VariantRules returns the rules that a record names; ok is false if there are none
// of that name. Capital letters do not matter, nor whether words are joined by
// blanks or as the command line has them. The repetition rule is that of a record
// that does not tell it: owner for Oware Abapa, or else split.
func VariantRules(name string) (r bitboard.Rules, ok bool) {
	preset := strings.ToLower(strings.Join(strings.FieldsFunc(name, func(c rune) bool { return c == ' ' || c == '-' || c == '_' }), "-"))
	if strings.EqualFold(strings.ReplaceAll(preset, "-", " "), abapa) {
		return bitboard.Rules{Game: bitboard.Oware, Repetition: bitboard.RepetitionOwner}, true
	}
	r, err := bitboard.Preset(preset)
	return r, err == nil
}
