package bitboard

import (
	"errors"
	"slices"
	"testing"
)

// presetOptions spells out RULES.md's table of presets.
var presetOptions = []struct {
	name string
	want Rules
}{
	{"ayoayo", Rules{Game: Ayoayo, CapturingSeed: SeedTaken, Remainder: RemainderToOpponent}},
	{"ayoayo-owner", Rules{Game: Ayoayo, CapturingSeed: SeedTaken, Remainder: RemainderToOwner}},
	{"ayoayo-left", Rules{Game: Ayoayo, CapturingSeed: SeedLeft, Remainder: RemainderToOpponent}},
	{"ayoayo-pratt", Rules{Game: Ayoayo, CapturingSeed: SeedLeft, Remainder: RemainderToOwner}},
	{"oware", Rules{Game: Oware, GrandSlam: SlamNoCapture}},
	{"oware-illegal", Rules{Game: Oware, GrandSlam: SlamIllegal}},
	{"oware-capture", Rules{Game: Oware, GrandSlam: SlamCapture}},
	{"oware-leave-last", Rules{Game: Oware, GrandSlam: SlamLeaveLast}},
	{"oware-leave-first", Rules{Game: Oware, GrandSlam: SlamLeaveFirst}},
	{"awari", Rules{Game: Awari}},
}

func TestPreset(t *testing.T) {
	for _, tc := range presetOptions {
		got, err := Preset(tc.name)
		if err != nil || got != tc.want {
			t.Errorf("Preset(%q) = %+v, %v, want %+v", tc.name, got, err, tc.want)
		}
	}
}

func TestPresets(t *testing.T) {
	var want []string
	for _, tc := range presetOptions {
		want = append(want, tc.name)
	}
	if got := Presets(); !slices.Equal(got, want) {
		t.Errorf("Presets() = %q, want %q", got, want)
	}
}

func TestPresetsIsACopy(t *testing.T) {
	names := Presets()
	names[0] = "changed"
	if got := Presets()[0]; got != "ayoayo" {
		t.Errorf("Presets()[0] = %q after a caller changed its copy", got)
	}
}

func TestPresetUnknown(t *testing.T) {
	for _, name := range []string{"", "Ayoayo", "ayoayo ", "oware-", "kalah"} {
		if r, err := Preset(name); !errors.Is(err, ErrRules) || r != (Rules{}) {
			t.Errorf("Preset(%q) = %+v, %v, want ErrRules", name, r, err)
		}
	}
}

func TestNameIgnoresRepetition(t *testing.T) {
	for _, tc := range presetOptions {
		for _, repetition := range []Repetition{RepetitionSplit, RepetitionOwner} {
			r := tc.want
			r.Repetition = repetition
			if got := r.Name(); got != tc.name {
				t.Errorf("Name of %+v is %q, want %q", r, got, tc.name)
			}
		}
	}
}

func TestValidatePresets(t *testing.T) {
	for _, tc := range presetOptions {
		for _, repetition := range []Repetition{RepetitionSplit, RepetitionOwner} {
			r := tc.want
			r.Repetition = repetition
			if err := r.Validate(); err != nil {
				t.Errorf("%+v: %v", r, err)
			}
		}
	}
}

var invalidRules = []struct {
	why   string
	rules Rules
}{
	{"unknown game", Rules{Game: Awari + 1}},
	{"unknown capturing seed", Rules{CapturingSeed: SeedLeft + 1}},
	{"unknown remainder", Rules{Remainder: RemainderToOwner + 1}},
	{"unknown grand slam", Rules{Game: Oware, GrandSlam: SlamLeaveFirst + 1}},
	{"grand slam in ayoayo", Rules{GrandSlam: SlamIllegal}},
	{"capturing seed in oware", Rules{Game: Oware, CapturingSeed: SeedLeft}},
	{"remainder in oware", Rules{Game: Oware, Remainder: RemainderToOwner}},
	{"grand slam in awari", Rules{Game: Awari, GrandSlam: SlamCapture}},
	{"capturing seed in awari", Rules{Game: Awari, CapturingSeed: SeedLeft}},
	{"remainder in awari", Rules{Game: Awari, Remainder: RemainderToOwner}},
}

func TestValidateInvalid(t *testing.T) {
	for _, tc := range invalidRules {
		if err := tc.rules.Validate(); !errors.Is(err, ErrRules) {
			t.Errorf("%s: Validate gives %v, want ErrRules", tc.why, err)
		}
	}
}

func TestValidateUnknownRepetition(t *testing.T) {
	r := Rules{Repetition: RepetitionOwner + 1}
	if err := r.Validate(); !errors.Is(err, ErrRules) {
		t.Errorf("Validate gives %v, want ErrRules", err)
	}
}

func TestNameInvalid(t *testing.T) {
	for _, tc := range invalidRules {
		if got := tc.rules.Name(); got != "" {
			t.Errorf("%s: Name is %q, want none", tc.why, got)
		}
	}
}

func TestRelay(t *testing.T) {
	for _, tc := range presetOptions {
		if got, want := tc.want.Relay(), tc.want.Game == Ayoayo; got != want {
			t.Errorf("%s: Relay is %v, want %v", tc.name, got, want)
		}
	}
}

func TestRepetitionString(t *testing.T) {
	for r, want := range map[Repetition]string{RepetitionSplit: "split", RepetitionOwner: "owner"} {
		if got := r.String(); got != want {
			t.Errorf("Repetition %d is %q, want %q", r, got, want)
		}
	}
}
