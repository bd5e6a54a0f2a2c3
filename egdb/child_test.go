package egdb_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/egdb"
)

// childEnv holds the childTask that a test binary started by another one does
// instead of the tests.
const childEnv = "AYOSOLVE_EGDB_CHILD"

// childTask is what another process is to do with a folder of tables.
type childTask struct {
	Do      string // "build" or "read"
	Dir     string
	Rules   string
	Options childOptions
}

type childOptions struct {
	Seeds      int
	Bounds     bool
	Checkpoint time.Duration
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnv); text != "" {
		if err := runChild(text); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	removeTemplates()
	os.Exit(code)
}

func runChild(text string) error {
	var task childTask
	if err := json.Unmarshal([]byte(text), &task); err != nil {
		return err
	}
	r, err := bitboard.Preset(task.Rules)
	if err != nil {
		return err
	}
	o := egdb.BuildOptions{
		Seeds: task.Options.Seeds, Bounds: task.Options.Bounds, Workers: 2, Checkpoint: task.Options.Checkpoint,
	}
	switch task.Do {
	case "build":
		return egdb.BuildStored(context.Background(), task.Dir, r, o)
	case "read":
		return readUntil(task.Dir, r, task.Options.Seeds)
	}
	return fmt.Errorf("unknown task %q", task.Do)
}

// childProcess returns the command that does a task in a process of its own.
func childProcess(t *testing.T, task childTask) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	// The race detector must not turn an exit status of 1 into 66.
	cmd.Env = append(os.Environ(), childEnv+"="+string(text))
	return cmd
}

// templates are stored tables that tests copy, built once for all.
var templates = struct {
	mu    sync.Mutex
	root  string
	built map[string]func() (string, error)
}{built: map[string]func() (string, error){}}

// template returns a folder with stored tables, which must not be changed.
func template(tb testing.TB, r bitboard.Rules, o egdb.BuildOptions) string {
	tb.Helper()
	key := fmt.Sprintf("%s-%d-%t", r.Name(), o.Seeds, o.Bounds)
	templates.mu.Lock()
	if templates.root == "" {
		root, err := os.MkdirTemp("", "egdb-templates-")
		if err != nil {
			templates.mu.Unlock()
			tb.Fatal(err)
		}
		templates.root = root
	}
	dir := filepath.Join(templates.root, key)
	build := templates.built[key]
	if build == nil {
		build = sync.OnceValues(func() (string, error) {
			return dir, egdb.BuildStored(context.Background(), dir, r, o)
		})
		templates.built[key] = build
	}
	templates.mu.Unlock()
	dir, err := build()
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

func removeTemplates() {
	if templates.root != "" {
		os.RemoveAll(templates.root)
	}
}

// copied returns a copy of stored tables that the test may change.
func copied(tb testing.TB, r bitboard.Rules, o egdb.BuildOptions) string {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "tables")
	if err := os.CopyFS(dir, os.DirFS(template(tb, r, o))); err != nil {
		tb.Fatal(err)
	}
	return dir
}
