//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a process lead a group of its own: so an interrupt at the terminal
// is not for it, and what it starts can be ended with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group of a process.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
