package main

import (
	"fmt"
	"strconv"
)

// number is a flag whose value is a whole number from least to most. It is a
// pflag.Value.
type number struct {
	least, most int
	at          int
	given       bool // whether the command line has the flag
	shown       bool // whether at is a default, to be shown as such
}

// String returns the number, or "" for a flag that has no default.
func (n *number) String() string {
	if !n.given && !n.shown {
		return ""
	}
	return strconv.Itoa(n.at)
}

// Set reads a number in plain digits.
func (n *number) Set(text string) error {
	at, err := strconv.ParseUint(text, 10, 31) // takes no sign
	if err != nil || int(at) < n.least || int(at) > n.most {
		return fmt.Errorf("not a number from %d to %d", n.least, n.most)
	}
	n.at, n.given = int(at), true
	return nil
}

// Type names the value in a flag's help.
func (n *number) Type() string { return "N" }
