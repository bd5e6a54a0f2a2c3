package main

import (
	"strings"
	"testing"

	"ayosolve/bitboard"

	"github.com/spf13/pflag"
)

func parseRules(line string) (bitboard.Rules, error) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	f := newRulesFlags()
	f.register(flags)
	if err := flags.Parse(strings.Fields(line)); err != nil {
		return bitboard.Rules{}, err
	}
	return f.rules()
}

func TestRulesFlags(t *testing.T) {
	for _, test := range []struct{ line, preset string }{
		{"", "ayoayo"},
		{"--capturing-seed left", "ayoayo-left"},
		{"--remainder owner", "ayoayo-owner"},
		{"--remainder owner --capturing-seed left", "ayoayo-pratt"},
		{"--rules ayoayo-pratt --remainder opponent", "ayoayo-left"},
		{"--rules ayoayo-pratt --capturing-seed taken --remainder opponent", "ayoayo"},
		{"--grand-slam nocapture --rules oware", "oware"},
		{"--rules oware --grand-slam illegal", "oware-illegal"},
		{"--rules oware --grand-slam capture", "oware-capture"},
		{"--rules oware --grand-slam leave-last", "oware-leave-last"},
		{"--rules oware --grand-slam leave-first", "oware-leave-first"},
		{"--rules oware-illegal --grand-slam nocapture", "oware"},
		{"--rules awari", "awari"},
	} {
		r, err := parseRules(test.line)
		if err != nil || r.Name() != test.preset || r.Repetition != bitboard.RepetitionSplit {
			t.Errorf("%q: %+v, %v, want %s", test.line, r, err, test.preset)
		}
	}
	for _, preset := range bitboard.Presets() {
		r, err := parseRules("--repetition owner --rules " + preset)
		if err != nil || r.Name() != preset || r.Repetition != bitboard.RepetitionOwner {
			t.Errorf("%s: %+v, %v", preset, r, err)
		}
	}
}

func TestRulesFlagsErrors(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"--rules chess", "not one of ayoayo, "},
		{"--rules Oware", "not one of ayoayo, "},
		{"--rules=", "not one of ayoayo, "},
		{"--capturing-seed gone", "not one of taken, left"},
		{"--remainder none", "not one of opponent, owner"},
		{"--rules oware --grand-slam no", "not one of nocapture, illegal, capture, leave-last, leave-first"},
		{"--repetition draw", "not one of split, owner"},
		{"--grand-slam illegal", "--grand-slam is an option of oware, not of --rules ayoayo; right is --rules oware --grand-slam illegal"},
		{"--rules awari --grand-slam illegal", "--grand-slam is an option of oware, not of --rules awari; right is --rules oware --grand-slam illegal"},
		{"--rules oware --remainder owner", "--remainder is an option of ayoayo, not of --rules oware; right is --rules ayoayo --remainder owner"},
		{"--capturing-seed taken --rules awari", "--capturing-seed is an option of ayoayo, not of --rules awari; right is --rules ayoayo --capturing-seed taken"},
	} {
		_, err := parseRules(test.line)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s:\n got %v\nwant %s", test.line, err, test.want)
		}
		got := run(t, "moves "+test.line, "")
		if got.status != statusUsage || got.out != "" {
			t.Errorf("moves %s: %+v", test.line, got)
		}
		checkOneLine(t, got.errOut)
	}
}

func TestFlagOrder(t *testing.T) {
	want := run(t, "moves start --moves F --rules oware --json", "")
	for _, line := range []string{
		"--rules oware moves start --moves F --json",
		"--rules=oware moves --json --moves=F start",
		"moves --json start --rules oware --moves F",
		"moves --moves F --rules oware --json",
	} {
		if got := run(t, line, ""); got != want || got.status != statusDone {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
}

// TestRulesTitle: a board under other rules than the default says so.
func TestRulesTitle(t *testing.T) {
	const board = "0-0-0-0-1-1-0-0-0-0-0-0"
	for flags, want := range map[string]string{
		"":                                   "  N ",
		"--rules ayoayo --repetition split":  "  N ",
		"--rules awari":                      "Rules: awari\n  N ",
		"--capturing-seed left":              "Rules: ayoayo-left\n  N ",
		"--repetition owner":                 "Rules: ayoayo, repetition owner\n  N ",
		"--rules oware --grand-slam illegal": "Rules: oware-illegal\n  N ",
	} {
		for _, verb := range []string{"analyze ", "moves "} {
			if got := run(t, verb+board+" "+flags, ""); got.status != statusDone || !strings.HasPrefix(got.out, want) {
				t.Errorf("%s%s: %+v, want %q", verb, flags, got, want)
			}
		}
	}
}
