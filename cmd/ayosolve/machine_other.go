//go:build !linux

package main

// machineMemory returns the bytes of memory that this process can have, 0 for not
// known.
func machineMemory() uint64 { return 0 }
