package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ayosolve/search"

	"github.com/spf13/pflag"
)

// limitFlags are the flags that end a search.
type limitFlags struct {
	time  span
	nodes limit
	depth limit
	usual time.Duration // what a search may take unless it is said, in games without a relay; 0 for defaultTime
}

// register adds the flags to a set.
func (f *limitFlags) register(flags *pflag.FlagSet) {
	f.nodes.bits, f.depth.bits = 63, 31
	flags.Var(&f.time, "time", fmt.Sprintf("stop after a `TIME` such as 10s (default: %v, in Ayoayo 1m, unless --nodes is given)", f.usualTime()))
	flags.Var(&f.nodes, "nodes", "stop after `N` nodes (default: no limit)")
	flags.Var(&f.depth, "depth", "look no further than `N` plies (default: no limit)")
	withExample(flags, "time", "10s")
	withExample(flags, "nodes", "1000000")
	withExample(flags, "depth", "40")
}

// How long a search may take if neither time nor nodes are limited. In Ayoayo all is
// exact long before; in oware that may be out of reach.
const (
	defaultTime      = 10 * time.Second
	defaultTimeRelay = time.Minute
)

// limits returns the limits for a game, the default among them.
func (f *limitFlags) limits(relay bool) search.Limits {
	l := search.Limits{Time: time.Duration(f.time), Nodes: f.nodes.value, Depth: int(f.depth.value)}
	switch {
	case l.Time != 0 || l.Nodes != 0:
	case relay:
		l.Time = defaultTimeRelay
	default:
		l.Time = f.usualTime()
	}
	return l
}

func (f *limitFlags) usualTime() time.Duration { return cmp.Or(f.usual, defaultTime) }

// limit is a flag whose value is a number from 1 on. It is a pflag.Value.
type limit struct {
	value int64 // 0 if the command line has none
	bits  int   // it is below 2^bits
}

// String returns the number, or "" if there is none.
func (l *limit) String() string {
	if l.value == 0 {
		return ""
	}
	return strconv.FormatInt(l.value, 10)
}

// Set reads a number in plain digits.
func (l *limit) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, l.bits) // takes no sign
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("more than %d", uint64(1)<<l.bits-1)
	case err != nil || v == 0:
		return errors.New("not a number from 1 on")
	}
	l.value = int64(v)
	return nil
}

// Type names the value in a flag's help.
func (l *limit) Type() string { return "N" }

// span is a flag that is a length of time, such as 10s, 0 if the command line has
// none. It is a pflag.Value.
type span time.Duration

// String returns the time, or "" if there is none.
func (s *span) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}

// Set reads a time with its unit.
func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return errors.New("not a time with its unit")
	case d <= 0:
		return errors.New("not more than nothing")
	}
	*s = span(d)
	return nil
}

// Type names the value in a flag's help.
func (s *span) Type() string { return "TIME" }
