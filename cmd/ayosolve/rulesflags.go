package main

import (
	"fmt"
	"slices"
	"strings"

	"ayosolve/bitboard"

	"github.com/spf13/pflag"
)

// choice is a flag whose value is one of some words. It is a pflag.Value.
type choice struct {
	words []string
	at    int  // the word chosen, an index of words
	given bool // whether the command line has the flag
	shown bool // whether the first word is the default, to be shown as such
}

// String returns the word chosen, or "" for a flag that has no default.
func (c *choice) String() string {
	if len(c.words) == 0 || !c.given && !c.shown {
		return ""
	}
	return c.words[c.at]
}

// Set chooses a word.
func (c *choice) Set(word string) error {
	at := slices.Index(c.words, word)
	if at < 0 {
		return fmt.Errorf("not one of %s", strings.Join(c.words, ", "))
	}
	c.at, c.given = at, true
	return nil
}

// Type names the value in a flag's help.
func (c *choice) Type() string { return "WORD" }

// rulesFlags are the flags that choose the rules. The words of an option stand
// in the order of its constants in package bitboard.
type rulesFlags struct {
	preset        choice
	capturingSeed choice
	remainder     choice
	grandSlam     choice
	repetition    choice
}

func newRulesFlags() *rulesFlags {
	return &rulesFlags{
		preset:        choice{words: bitboard.Presets(), shown: true},
		capturingSeed: choice{words: []string{"taken", "left"}},
		remainder:     choice{words: []string{"opponent", "owner"}},
		grandSlam:     choice{words: []string{"nocapture", "illegal", "capture", "leave-last", "leave-first"}},
		repetition:    choice{words: []string{"split", "owner"}, shown: true},
	}
}

// register adds the flags to a set.
func (f *rulesFlags) register(flags *pflag.FlagSet) {
	add := func(c *choice, name, help, example string) {
		flags.Var(c, name, help+": "+strings.Join(c.words, ", "))
		withExample(flags, name, example)
	}
	add(&f.preset, "rules", "rules of the game, a `PRESET`", "oware")
	add(&f.capturingSeed, "capturing-seed", "ayoayo: what becomes of it", "left")
	add(&f.remainder, "remainder", "ayoayo: who gets what is left at the end", "owner")
	add(&f.grandSlam, "grand-slam", "oware: capturing all the opponent's seeds", "illegal --rules oware")
	add(&f.repetition, "repetition", "how play that never ends is shared", "owner")
}

// rules returns the rules chosen: the preset, with the options that are given in
// place of its own. An option of a game that the preset is not of is errUsage.
func (f *rulesFlags) rules() (bitboard.Rules, error) {
	r, err := bitboard.Preset(f.preset.String())
	if err != nil {
		return r, err
	}
	for _, option := range []struct {
		*choice
		name   string
		game   bitboard.Game
		preset string
		set    func(at int)
	}{
		{&f.capturingSeed, "capturing-seed", bitboard.Ayoayo, "ayoayo", func(at int) { r.CapturingSeed = bitboard.CapturingSeed(at) }},
		{&f.remainder, "remainder", bitboard.Ayoayo, "ayoayo", func(at int) { r.Remainder = bitboard.Remainder(at) }},
		{&f.grandSlam, "grand-slam", bitboard.Oware, "oware", func(at int) { r.GrandSlam = bitboard.GrandSlam(at) }},
	} {
		if !option.given {
			continue
		}
		if r.Game != option.game {
			return r, usagef(fmt.Sprintf("--rules %s --%s %s", option.preset, option.name, option),
				"--%s is an option of %s, not of --rules %s", option.name, option.preset, f.preset.String())
		}
		option.set(option.at)
	}
	r.Repetition = bitboard.Repetition(f.repetition.at)
	return r, nil
}

// rulesTitle returns the line that stands above a drawn board to name its rules, ""
// for the default.
func rulesTitle(r bitboard.Rules) string {
	title := "Rules: " + r.Name()
	if r.Repetition != bitboard.RepetitionSplit {
		title += ", repetition " + r.Repetition.String()
	}
	if title == "Rules: "+bitboard.Presets()[0] {
		return ""
	}
	return title + "\n"
}
