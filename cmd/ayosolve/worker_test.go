package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label/fleet"
	"ayosolve/egdb"
)

// natsServer is a command of the test binary: a NATS server at PORT with its store in
// DIR, until it is killed.
func natsServer() {
	s, err := fleet.Listen(context.Background(), os.Args[1], os.Args[2], "")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.WaitForShutdown()
}

// testNATS starts a server in this process.
func testNATS(t *testing.T) *fleet.Server {
	t.Helper()
	s, err := fleet.Listen(t.Context(), "0", t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestFleetUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(natsURLVariable, "")
	for line, words := range map[string]string{
		"worker":                             "which NATS server is missing: neither --nats nor NATS_URL names one; right is ayosolve worker --nats",
		"worker --nats x --nats-cert a":      "--nats-cert and --nats-key go together",
		"worker --nats x --rules oware":      "--rules is the job's to say",
		"worker --nats x --idle 0s":          "--idle",
		"worker more --nats x":               "one argument too many",
		"label status":                       "which NATS server is missing",
		"tables publish":                     "which NATS server is missing",
		"tables publish --nats x --seeds 99": "--seeds",
		"label --reachable 1 --out a.csv --nats x --listen 1":      "choose one",
		"label --reachable 1 --count --listen 1":                   "--count needs no workers",
		"label --reachable 1 --out a.csv --nats x --nats-key k":    "--nats-cert and --nats-key go together",
		"label --reachable 1 --out a.csv --silence never --nats x": "not a time with its unit",
	} {
		checkUsage(t, line, run(t, line, ""), words)
	}
	for _, line := range []string{"worker", "label status", "tables publish"} {
		checkFailed(t, line, run(t, line+" --nats nats://127.0.0.1:1", ""), "no NATS server with JetStream at nats://127.0.0.1:1")
	}
	tables := testTables(t, "ayoayo", 3, false)
	checkUsage(t, "open", run(t, "label --reachable 1 --out a.csv --listen 0.0.0.0:0 --tables "+tables, ""), "needs a token")
}

// TestWorkerVerb labels with a worker, tables published and fetched, and looks at how
// far it is, all by verbs in this process.
func TestWorkerVerb(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s := testNATS(t)
	url := " --nats " + s.URL()
	tables := " --tables " + testTables(t, "ayoayo", 8, true)
	publish := run(t, "tables publish"+url+tables, "")
	if publish.status != statusDone || !strings.HasPrefix(publish.out, "layers 0 to 8 of ayoayo are published: ") || !strings.Contains(publish.out, "0 of 9 were there") {
		t.Errorf("%+v", publish)
	}
	if again := run(t, "tables publish --seeds 5"+url+tables, ""); !strings.Contains(again.out, "6 of 6 were there") {
		t.Errorf("%+v", again)
	}
	checkFailed(t, "above", run(t, "tables publish --seeds 9"+url+tables, ""), "reach 8 seeds")
	empty := run(t, "label status"+url, "")
	if empty.status != statusDone || empty.out != "no jobs\nno workers\n" {
		t.Errorf("%+v", empty)
	}
	line := "label " + endgameText + " --random 60 --plies 0..6 --seed 4 --chunk 8" + tables
	ended := make(chan ended, 1)
	go func() {
		ended <- runArgs(t.Context(), strings.Fields(line+url+" --out fleet.csv"), strings.NewReader(""))
	}()
	for {
		got := run(t, "label status --json"+url, "")
		var status fleet.Status
		if err := json.Unmarshal([]byte(got.out), &status); err != nil {
			t.Fatalf("%+v, %v", got, err)
		}
		if len(status.Jobs) == 1 {
			break
		}
	}
	t.Setenv("COLUMNS", "40")
	text := run(t, "label status"+url, "")
	if text.status != statusDone || !strings.Contains(text.out, "of 8 done") || !strings.Contains(text.out, "no workers") {
		t.Errorf("%+v", text)
	}
	checkWidth(t, text.out, 40)
	worker := run(t, "worker --idle 1s"+url+" --tables "+filepath.Join(dir, "own"), "")
	if worker.status != statusDone || worker.out != "60 positions in 8 chunks\n" {
		t.Errorf("%+v", worker)
	}
	if got := <-ended; got.status != statusDone || !strings.Contains(got.out, "60 positions in fleet.csv") {
		t.Errorf("%+v", got)
	}
	text = run(t, "label status"+url, "")
	if !strings.Contains(text.out, "idle") || !strings.Contains(text.out, "no jobs") {
		t.Errorf("%+v", text)
	}
	checkWidth(t, text.out, 40)
	db, err := egdb.Open(tables[len(" --tables "):], bitboard.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Load(t.Context(), 8, 1<<30, 1); err != nil {
		t.Fatal(err)
	}
	opener := func(context.Context, place, int, *statusLine) (openedTables, error) {
		return openedTables{db, 8, func() {}}, nil
	}
	var out, errOut bytes.Buffer
	if executeWith(t.Context(), opener, strings.Fields(line+" --out local.csv"), nil, &out, &errOut) != statusDone {
		t.Fatal(errOut.String())
	}
	checkSameFile(t, "local.csv", "fleet.csv")
}

func checkSameFile(t *testing.T, a, b string) {
	t.Helper()
	x, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	if len(x) == 0 || !bytes.Equal(x, y) {
		t.Errorf("%s and %s differ", a, b)
	}
}

// process is a command that is started again when it is killed.
type process struct {
	t    *testing.T
	name string // of the command of the test binary
	args []string
	cmd  *exec.Cmd
	out  bytes.Buffer
}

func start(t *testing.T, name string, args ...string) *process {
	p := &process{t: t, name: name, args: args}
	p.start()
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	return p
}

func (p *process) start() {
	p.t.Helper()
	p.cmd = command(p.t, p.args...)
	p.cmd.Args[0] = p.name
	p.out.Reset()
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
}

// again kills the process and starts it anew.
func (p *process) again() {
	p.t.Helper()
	p.cmd.Process.Kill()
	p.cmd.Wait()
	p.start()
}

// TestFleetOfProcesses has three workers, a server and a coordinator, each a process of
// its own, that are killed in turn, and a worker with other tables.
func TestFleetOfProcesses(t *testing.T) {
	if os.Getenv("AYOSOLVE_LONG") != "1" {
		t.Skip("set AYOSOLVE_LONG=1 to run")
	}
	t.Chdir(t.TempDir())
	build := func(dir, rules string) {
		r, err := bitboard.Preset(rules)
		if err != nil {
			t.Fatal(err)
		}
		if err := egdb.BuildStored(t.Context(), dir, r, egdb.BuildOptions{Seeds: firstSeeds, Workers: 2}); err != nil {
			t.Fatal(err)
		}
	}
	build("tables", "ayoayo")
	build("other", "ayoayo-left")
	if err := os.Rename("other/ayoayo-left", "other/ayoayo"); err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	url := "nats://127.0.0.1:" + port
	job := []string{"label", "--random", "800", "--plies", "10..30", "--chunk", "4", "--tables", "tables"}
	local := start(t, "ayosolve", append(job, "--out", "local.parquet")...)
	if err := local.cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, local.out.String())
	}
	server := start(t, "natsserver", port, "store")
	for ; ; time.Sleep(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			c.Close()
			break
		}
	}
	coordinator := start(t, "ayosolve", append(job, "--out", "fleet.parquet", "--nats", url, "--silence", "2s")...)
	var workers []*process
	for range 3 {
		workers = append(workers, start(t, "ayosolve", "worker", "--nats", url, "--tables", "tables", "--threads", "1"))
	}
	wrong := start(t, "ayosolve", "worker", "--nats", url, "--tables", "other", "--threads", "1")
	random := rand.New(rand.NewPCG(9, 9))
	ended := make(chan error, 1)
	wait := func() {
		cmd := coordinator.cmd
		go func() { ended <- cmd.Wait() }()
	}
	wait()
	const lastKill = 14 // from then on they are left alone
	for turn := 0; ; turn++ {
		for had := chunkFiles(t, "fleet.parquet.job"); turn > lastKill || chunkFiles(t, "fleet.parquet.job") < had+3; {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatalf("%v: %s", err, coordinator.out.String())
				}
				checkSameFile(t, "local.parquet", "fleet.parquet")
				if turn < 6 { // by then a server and a coordinator were among them
					t.Errorf("only %d kills", turn)
				}
				t.Logf("%d kills", turn)
				if err := wrong.cmd.Wait(); err == nil || !strings.Contains(wrong.out.String(), "the job is refused") {
					t.Errorf("other tables: %v, %s", err, wrong.out.String())
				}
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
		switch turn {
		case 3, 9:
			server.again()
		case 5, 11:
			coordinator.cmd.Process.Kill()
			<-ended
			coordinator.start()
			wait()
		default:
			workers[random.IntN(len(workers))].again()
		}
	}
}
