package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sizeUnits are the units in which sizes are read. Their case does not matter.
var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// size is a flag whose value is a number of bytes, more than 0. It is a
// pflag.Value.
type size struct {
	bytes uint64
	given bool // whether the command line has the flag
}

// String returns the size in words, or "" if none was given.
func (s *size) String() string {
	if !s.given {
		return ""
	}
	return sizeWords(s.bytes)
}

// Set reads a size: a number, of bytes or with a unit after it.
func (s *size) Set(text string) error {
	bytes, err := parseSize(text)
	if err == nil {
		s.bytes, s.given = bytes, true
	}
	return err
}

// Type names the value in a flag's help.
func (s *size) Type() string { return "SIZE" }

var errSize = errors.New("not a size such as 12GiB, 500MB or 4000000000")

// parseSize reads a number of bytes, such as 12GiB, 1.5GB or 1000000.
func parseSize(text string) (uint64, error) {
	digits, unit := text, 1.0
	for _, u := range sizeUnits {
		if cut := len(text) - len(u.name); cut > 0 && strings.EqualFold(text[cut:], u.name) {
			digits, unit = strings.TrimSuffix(text[:cut], " "), u.bytes
			break
		}
	}
	if strings.Trim(digits, "0123456789.") != "" {
		return 0, errSize // ParseFloat knows more ways to write a number
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || n*unit < 1 || n*unit >= math.MaxInt64 {
		return 0, errSize
	}
	return uint64(n * unit), nil
}

// sizeWords writes a number of bytes with three digits, such as "1.21 GiB".
func sizeWords(bytes uint64) string {
	number, unit := shortSize(bytes)
	if unit == "" {
		return number + " B"
	}
	return number + " " + unit + "iB"
}

// sizeLetter is sizeWords for narrow columns, such as "1.21G".
func sizeLetter(bytes uint64) string {
	number, unit := shortSize(bytes)
	return number + unit
}

func shortSize(bytes uint64) (number, unit string) {
	const units = "KMGTPE"
	if bytes < 1000 {
		return strconv.FormatUint(bytes, 10), ""
	}
	n, at := float64(bytes)/1024, 0
	for n >= 999.5 && at < len(units)-1 {
		n, at = n/1024, at+1
	}
	return threeDigits(n), units[at : at+1]
}

// countLetter writes a count with three digits, such as "226M".
func countLetter(n uint64) string {
	const units = "kMGTPE"
	if n < 1000 {
		return strconv.FormatUint(n, 10)
	}
	f, at := float64(n)/1000, 0
	for f >= 999.5 && at < len(units)-1 {
		f, at = f/1000, at+1
	}
	return threeDigits(f) + units[at:at+1]
}

// threeDigits writes a number below 1000 with three digits.
func threeDigits(n float64) string {
	switch {
	case n < 9.995:
		return fmt.Sprintf("%.2f", n)
	case n < 99.95:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.0f", n)
}
