package uci

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/tt"
)

// settings are the values of the options.
type settings struct {
	rules   bitboard.Rules
	threads int
	hash    int64  // bytes
	lines   int    // MultiPV
	tables  string // folder, "" for none
}

// mebibyte is the unit of the option Hash, in bytes.
const mebibyte = 1 << 20

// mostThreads is the most that the option Threads takes.
const mostThreads = 1024

// leastHash is the least that the option Hash takes, in MiB.
const leastHash = (tt.MinBytes + mebibyte - 1) / mebibyte

// noText stands for an empty string in the protocol.
const noText = "<empty>"

// repetitions are the words of the option Repetition, in the order of the constants
// of package bitboard.
func repetitions() []string {
	return []string{bitboard.RepetitionSplit.String(), bitboard.RepetitionOwner.String()}
}

// mostHash is the most that the option Hash takes, in MiB.
func (c Config) mostHash() int64 {
	if c.MaxHash == 0 {
		return 1 << 16 // more than a table can have
	}
	return max(c.MaxHash, c.Hash) / mebibyte
}

// writeOptions lists the options with the values they have at the start.
func (c Config) writeOptions(w io.Writer) {
	combo := func(name, at string, words []string) {
		fmt.Fprintf(w, "option name %s type combo default %s", name, at)
		for _, word := range words {
			fmt.Fprintf(w, " var %s", word)
		}
		fmt.Fprintln(w)
	}
	spin := func(name string, at, least, most int64) {
		fmt.Fprintf(w, "option name %s type spin default %d min %d max %d\n", name, at, least, most)
	}
	folder := c.Tables
	if folder == "" {
		folder = noText
	}
	combo("Rules", c.Rules.Name(), bitboard.Presets())
	combo("Repetition", c.Rules.Repetition.String(), repetitions())
	spin("Threads", int64(c.Threads), 1, mostThreads)
	spin("Hash", c.Hash/mebibyte, leastHash, c.mostHash())
	spin("MultiPV", 1, 1, bitboard.MaxMoves)
	fmt.Fprintf(w, "option name Tables type string default %s\n", oneLine(folder))
	fmt.Fprintln(w, "option name Ponder type check default true")
}

// set changes an option. Names may be in any case.
func (s *settings) set(c Config, name, value string) error {
	var err error
	var n int64
	switch strings.ToLower(name) {
	case "rules":
		var r bitboard.Rules
		if r, err = bitboard.Preset(value); err != nil {
			return commandError(optionExample, "setoption: Rules %.40q is not one of %s", value, strings.Join(bitboard.Presets(), ", "))
		}
		r.Repetition = s.rules.Repetition
		s.rules = r
	case "repetition":
		at := slices.Index(repetitions(), value)
		if at < 0 {
			return commandError("setoption name Repetition value split", "setoption: Repetition %.40q is not one of %s", value, strings.Join(repetitions(), ", "))
		}
		s.rules.Repetition = bitboard.Repetition(at)
	case "threads":
		if n, err = spin("Threads", value, 1, mostThreads); err == nil {
			s.threads = int(n)
		}
	case "hash":
		if n, err = spin("Hash", value, leastHash, c.mostHash()); err == nil {
			s.hash = n * mebibyte
		}
	case "multipv":
		if n, err = spin("MultiPV", value, 1, bitboard.MaxMoves); err == nil {
			s.lines = int(n)
		}
	case "tables":
		if value == noText {
			value = ""
		}
		s.tables = value
	case "ponder":
		if value != "true" && value != "false" {
			return commandError("setoption name Ponder value true", "setoption: Ponder %.40q is not true or false", value)
		}
	default:
		return commandError(optionExample, "setoption: there is no option %.40q", name)
	}
	return err
}

// spin reads the value of an option that is a number.
func spin(name, value string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least || n > most {
		return 0, commandError(fmt.Sprintf("setoption name %s value %d", name, least),
			"setoption: %s %.40q is not a number from %d to %d", name, value, least, most)
	}
	return n, nil
}
