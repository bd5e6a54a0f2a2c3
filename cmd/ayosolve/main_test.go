package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"ayosolve/egdb"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the command: in scripts, and where a test
// starts it under the name ayosolve.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ayosolve": main, "ayosolve-small": mainSmall, "natsserver": natsServer})
}

// mainSmall is the command with the tables of the tests, for scripts that play games.
func mainSmall() {
	os.Exit(executeWith(context.Background(), smallTables, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("AYOSOLVE_TABLES", filepath.Join(env.WorkDir, "tables"))
			return nil
		},
	})
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

// interrupt sends a process the signal of Ctrl-C and waits for its end, which must come
// soon.
func interrupt(t *testing.T, cmd *exec.Cmd) error {
	t.Helper()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	err := cmd.Wait()
	// 50 ms are promised; the rest allows for a busy machine.
	if late := time.Since(begin); late > 500*time.Millisecond {
		t.Errorf("stopped after %v", late)
	}
	return err
}

// ended is what a command line left behind.
type ended struct {
	status      int
	out, errOut string
}

// run runs a command line, blanks between its arguments, in this process.
func run(t *testing.T, line, input string) ended {
	t.Helper()
	if os.Getenv(tablesVariable) == "" {
		t.Setenv(tablesVariable, t.TempDir()) // not the user's own
	}
	return runArgs(t.Context(), strings.Fields(line), strings.NewReader(input))
}

// answered runs a command line that answers in JSON, and returns the answer.
func answered[T any](t *testing.T, line string) (answer T) {
	t.Helper()
	got := run(t, line, "")
	if err := json.Unmarshal([]byte(got.out), &answer); err != nil || got.status != statusDone || got.errOut != "" {
		t.Fatalf("%s: %v, %+v", line, err, got)
	}
	return answer
}

func runArgs(ctx context.Context, args []string, in io.Reader) ended {
	return runWith(ctx, smallTables, args, in)
}

func runWith(ctx context.Context, open tableOpener, args []string, in io.Reader) ended {
	var out, errOut bytes.Buffer
	status := executeWith(ctx, open, args, in, &out, &errOut)
	return ended{status, out.String(), errOut.String()}
}

// smallSeeds is how far the tables of the tests reach, those of other rules than
// ayoayo apart: from the start of ayoayo a search over them still takes no time.
const (
	smallSeeds      = 12
	smallSeedsOther = 8
)

// small holds the tables of the tests, by the name of their rules. They are built
// once and never closed.
var small sync.Map

// smallTables is a tableOpener that shows no progress.
func smallTables(_ context.Context, p place, _ int, _ *statusLine) (openedTables, error) {
	seeds := smallSeedsOther
	if p.rules.Name() == "ayoayo" {
		seeds = smallSeeds
	}
	build, _ := small.LoadOrStore(p.rules.Name(), sync.OnceValues(func() (*egdb.DB, error) {
		return egdb.Build(context.Background(), p.rules, egdb.BuildOptions{Seeds: seeds, Bounds: true, Workers: runtime.GOMAXPROCS(0)})
	}))
	db, err := build.(func() (*egdb.DB, error))()
	if err != nil {
		return openedTables{}, err
	}
	return openedTables{db, db.MaxSeeds(), func() {}}, nil
}
