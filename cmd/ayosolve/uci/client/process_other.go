//go:build !unix

package client

import "os/exec"

// ownGroup is for systems with process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills a process.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
