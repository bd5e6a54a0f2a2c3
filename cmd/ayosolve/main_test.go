package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the command: in scripts, and where a test
// starts it under the name ayosolve.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ayosolve": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

// command returns the command as a process of its own.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = append([]string{"ayosolve"}, args...)
	return cmd
}

// ended is what a command line left behind.
type ended struct {
	status      int
	out, errOut string
}

// run runs a command line, blanks between its arguments, in this process.
func run(t *testing.T, line, input string) ended {
	t.Helper()
	return runArgs(t.Context(), strings.Fields(line), strings.NewReader(input))
}

func runArgs(ctx context.Context, args []string, in io.Reader) ended {
	var out, errOut bytes.Buffer
	status := execute(ctx, args, in, &out, &errOut)
	return ended{status, out.String(), errOut.String()}
}
