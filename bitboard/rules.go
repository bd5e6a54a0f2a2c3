package bitboard

import (
	"errors"
	"fmt"
)

// ErrRules reports rules that do not exist or options that do not go together.
var ErrRules = errors.New("no such rules")

// Game is the game that is played.
type Game uint8

// The games.
const (
	Ayoayo Game = iota // relay sowing, capture of the facing pit
	Oware              // one lap a move, capture of twos and threes
	Awari              // oware by the rule set of the scientific solutions
)

// CapturingSeed says what becomes of the seed that captures in Ayoayo.
type CapturingSeed uint8

// The fates of the capturing seed.
const (
	SeedTaken CapturingSeed = iota
	SeedLeft
)

// Remainder says who gets what is left when a player can't move in Ayoayo.
type Remainder uint8

// The owners of the remainder.
const (
	RemainderToOpponent Remainder = iota // all of it to the opponent of the player who can't move
	RemainderToOwner                     // each player the seeds of the own row
)

// GrandSlam says what becomes of a capture of all the opponent's seeds in oware.
type GrandSlam uint8

// The treatments of a grand slam.
const (
	SlamNoCapture  GrandSlam = iota // the move stands, nothing is taken
	SlamIllegal                     // the move is not legal
	SlamCapture                     // the capture stands
	SlamLeaveLast                   // the last pit caught, the one furthest back, stays
	SlamLeaveFirst                  // the pit the last seed fell into stays
)

// Repetition says what play that never ends is worth.
type Repetition uint8

// The repetition rules.
const (
	RepetitionSplit Repetition = iota // the seeds on the board are shared equally: worth 0
	RepetitionOwner                   // each player takes the seeds of the own row
)

// Rules is a complete set of rules. The zero value is the preset "ayoayo".
// Options that belong to another game must be left at their zero value.
type Rules struct {
	Game          Game
	CapturingSeed CapturingSeed // Ayoayo only
	Remainder     Remainder     // Ayoayo only
	GrandSlam     GrandSlam     // Oware only
	Repetition    Repetition
}

// presets names every set of rules, repetition apart, in the order of Presets.
var presets = [...]struct {
	name  string
	rules Rules
}{
	{"ayoayo", Rules{}},
	{"ayoayo-owner", Rules{Remainder: RemainderToOwner}},
	{"ayoayo-left", Rules{CapturingSeed: SeedLeft}},
	{"ayoayo-pratt", Rules{CapturingSeed: SeedLeft, Remainder: RemainderToOwner}},
	{"oware", Rules{Game: Oware}},
	{"oware-illegal", Rules{Game: Oware, GrandSlam: SlamIllegal}},
	{"oware-capture", Rules{Game: Oware, GrandSlam: SlamCapture}},
	{"oware-leave-last", Rules{Game: Oware, GrandSlam: SlamLeaveLast}},
	{"oware-leave-first", Rules{Game: Oware, GrandSlam: SlamLeaveFirst}},
	{"awari", Rules{Game: Awari}},
}

// Presets returns the names of all presets. Together they cover every
// combination of options but the repetition rule.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Preset returns the rules of that name, with RepetitionSplit, or ErrRules.
func Preset(name string) (Rules, error) {
	for _, p := range presets {
		if p.name == name {
			return p.rules, nil
		}
	}
	return Rules{}, fmt.Errorf("%w: %q", ErrRules, name)
}

// Name returns the name of the preset that has these options, the repetition
// rule left aside. Invalid rules have the name "".
func (r Rules) Name() string {
	r.Repetition = RepetitionSplit
	for _, p := range presets {
		if p.rules == r {
			return p.name
		}
	}
	return ""
}

// Validate returns ErrRules if an option is out of range or set for a game that
// does not have it.
func (r Rules) Validate() error {
	if r.Name() == "" || r.Repetition > RepetitionOwner {
		return fmt.Errorf("%w: %+v", ErrRules, r)
	}
	return nil
}

// Relay reports whether a lap may go on from the pit it ends in.
func (r Rules) Relay() bool { return r.Game == Ayoayo }

func (r Repetition) String() string {
	if r == RepetitionOwner {
		return "owner"
	}
	return "split"
}
