package main

import (
	"math"

	"ayosolve/search"
	"ayosolve/tt"
)

// mostHash returns the most memory for transposition tables: three quarters of what
// there is, 0 if that isn't known.
func mostHash() uint64 { return machineMemory() / 4 * 3 }

// hashOf returns how many bytes a transposition table has if nothing else is said:
// those wanted or, where so many tables would take more than a quarter of the
// machine's memory, fewer. Endgame tables need some of it too.
func hashOf(wanted uint64, tables int) uint64 {
	return hashWithin(machineMemory(), wanted, tables)
}

// hashWithin is hashOf for a machine of so many bytes, 0 if that isn't known.
func hashWithin(memory, wanted uint64, tables int) uint64 {
	if memory == 0 {
		return wanted
	}
	const whole = 1 << 20 // so that it is short to write
	return max(min(wanted, memory/4/uint64(tables)/whole*whole), tt.MinBytes)
}

// checkHash returns errUsage for a size that no transposition table can have here.
// command is a right command line but for --hash.
func checkHash(bytes uint64, command string) error {
	example := command + " --hash " + sizeFlag(hashOf(search.DefaultHash, 1))
	switch most := mostHash(); {
	case bytes < tt.MinBytes:
		return usagef(example, "--hash is too small, at least %s is needed", sizeWords(tt.MinBytes))
	case most > 0 && bytes > most || bytes > math.MaxInt64:
		return usagef(example, "--hash is too much, this machine can give %s", sizeWords(most))
	}
	return nil
}
