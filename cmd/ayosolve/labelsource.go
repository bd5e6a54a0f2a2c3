package main

import (
	"errors"
	"strconv"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// sourceFlags are the flags that say where the positions of a job come from.
type sourceFlags struct {
	in        string // file or standardInput
	random    limit
	plies     plyRange
	seed      seed
	reachable number
}

const (
	labelExample     = "ayosolve label --in positions.txt --out labels.parquet"
	randomExample    = "ayosolve label --random 1000 --plies 0..20 --seed 1 --out labels.jsonl"
	reachableExample = "ayosolve label --reachable 4 start --out labels.csv"
)

func (f *sourceFlags) register(flags *pflag.FlagSet) {
	f.random.bits, f.reachable.most = 50, label.MaxDepth
	f.plies.most = 20
	flags.StringVar(&f.in, "in", "", "the lines of a `FILE`, - for standard input")
	flags.Var(&f.random, "random", "`N` positions after random moves")
	flags.Var(&f.plies, "plies", "with --random: how many moves, a `RANGE`")
	flags.Var(&f.seed, "seed", "with --random: which ones, a number")
	flags.Var(&f.reachable, "reachable", "all positions within `DEPTH` plies")
	for _, name := range []string{"random", "plies", "seed"} {
		withExample(flags, name, randomExample)
	}
	withExample(flags, "reachable", reachableExample)
}

// source returns what the flags and the argument say, or errUsage if they do not go
// together.
func (f *sourceFlags) source(cmd *cobra.Command, args []string) (s label.Source, err error) {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	sources := 0
	for _, name := range []string{"in", "random", "reachable"} {
		if given(name) {
			sources++
		}
	}
	switch {
	case sources == 0:
		return s, usagef(labelExample, "where the positions come from is missing: --in, --random or --reachable")
	case sources > 1:
		return s, usagef(labelExample, "--in, --random and --reachable are three ways, choose one")
	case !given("random") && (given("plies") || given("seed")):
		return s, usagef(randomExample, "--plies and --seed go with --random")
	case given("in") && len(args) > 0:
		return s, usagef(reachableExample, "%s: a position goes with --random or --reachable", quoted(args[0]))
	case given("in") && f.in == "":
		return s, usagef(labelExample, "--in names no file")
	case given("in"):
		s.Kind = label.Input
		return s, nil
	}
	from, err := bitboard.ParsePosition(argument(args, 0, "start"))
	if err != nil {
		return s, err
	}
	s.From = from.String()
	if given("reachable") {
		s.Kind, s.Depth = label.Reachable, f.reachable.at
		return s, nil
	}
	s.Kind, s.Count, s.Seed = label.Random, uint64(f.random.value), f.seed.at
	s.LeastPlies, s.MostPlies = f.plies.least, f.plies.most
	return s, nil
}

// plyRange is a flag that is a range of plies, such as 0..20. It is a pflag.Value.
type plyRange struct{ least, most int }

// String returns the range.
func (r *plyRange) String() string { return strconv.Itoa(r.least) + ".." + strconv.Itoa(r.most) }

// Set reads a range, or one number.
func (r *plyRange) Set(text string) error {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		to = from
	}
	least, err := strconv.ParseUint(from, 10, 16)
	most, err2 := strconv.ParseUint(to, 10, 16)
	if err != nil || err2 != nil || least > most || most > label.MaxDepth {
		return errors.New("not a range of plies up to " + strconv.Itoa(label.MaxDepth))
	}
	r.least, r.most = int(least), int(most)
	return nil
}

// Type names the value in a flag's help.
func (r *plyRange) Type() string { return "RANGE" }

// seed is a flag that is any number of 64 bits. It is a pflag.Value.
type seed struct{ at uint64 }

// String returns the number.
func (s *seed) String() string { return strconv.FormatUint(s.at, 10) }

// Set reads a number in plain digits.
func (s *seed) Set(text string) (err error) {
	if s.at, err = strconv.ParseUint(text, 10, 64); err != nil {
		return errors.New("not a number from 0 to 18446744073709551615")
	}
	return nil
}

// Type names the value in a flag's help.
func (s *seed) Type() string { return "N" }
