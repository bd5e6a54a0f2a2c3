package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"ayosolve/cmd/ayosolve/answer"
)

// lockedBuffer is a buffer that may be read while it is written to.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// startServe runs "serve" and returns the address that it prints. It ends with the test.
func startServe(t *testing.T, args ...string) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	r, w := io.Pipe()
	var errOut lockedBuffer
	ended := make(chan int, 1)
	go func() {
		defer w.Close()
		ended <- executeWith(ctx, smallTables, append([]string{"serve", "--no-browser", "--hash", "32MiB"}, args...), strings.NewReader(""), w, &errOut)
	}()
	line := make([]byte, 200)
	n, err := r.Read(line)
	if err != nil {
		t.Fatalf("%v: %s", err, errOut.String())
	}
	go func() { _, _ = io.Copy(io.Discard, r) }()
	t.Cleanup(func() {
		stop()
		if status := <-ended; status != statusDone {
			t.Errorf("serve ended with %d: %s", status, errOut.String())
		}
	})
	return strings.TrimSuffix(string(line[:n]), "\n")
}

// fetched returns what a call answers.
func fetched(t *testing.T, address string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// TestServeAnswers compares what the calls answer with what the verbs print.
func TestServeAnswers(t *testing.T) {
	address := startServe(t, "--rules", "ayoayo-left")
	for _, test := range []struct{ line, query string }{
		{"0-0-0-1-0-2-0-1-0-2-1-1-20-20-S --rules ayoayo-left", "position=0-0-0-1-0-2-0-1-0-2-1-1-20-20-S"},
		{"0-2-0-1-0-3-1-0-2-0-1-3-18-17-S --moves BaE", "position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-S&moves=BaE&rules=ayoayo"},
		{"0-0-0-1-0-2-0-1-0-2-1-1-20-20-N --rules oware --grand-slam capture", "position=0-0-0-1-0-2-0-1-0-2-1-1-20-20-N&rules=oware&grand-slam=capture"},
		{"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --rules awari --repetition owner", "position=0-0-0-1-1-0-0-0-0-0-0-0-23-23-S&rules=awari&repetition=owner"},
		{"0-0-0-1-0-2-0-1-0-0-1-0-N --remainder owner", "position=0-0-0-1-0-2-0-1-0-0-1-0-N&rules=ayoayo&remainder=owner"},
	} {
		want := run(t, "moves --json "+test.line, "")
		if status, got := fetched(t, address+"api/moves?"+test.query); status != http.StatusOK || got != want.out {
			t.Errorf("moves %s: %s\nserve: %d %s", test.line, want.out, status, got)
		}
		want = run(t, "analyze --json --hash 8MiB "+test.line, "")
		_, got := fetched(t, address+"api/analyze?"+test.query)
		if a, b := steady(t, want.out), steady(t, got); a != b {
			t.Errorf("analyze %s:\n%s\nserve:\n%s", test.line, a, b)
		}
	}
}

// steady is an analysis without what differs from run to run.
func steady(t *testing.T, text string) string {
	t.Helper()
	a := parseAnswer(t, text)
	a.Depth, a.Nodes, a.NodesPerSecond, a.TableHits, a.Hashfull, a.TimeMS, a.Threads = 0, 0, 0, 0, 0, 0, 0
	a.Best = nil
	for i := range a.Moves {
		a.Moves[i].PV = nil
	}
	if a.Stopped == "" || len(a.Moves) == 0 && a.Termination == "" {
		t.Errorf("not an answer: %s", text)
	}
	out, err := json.Marshal(answer.Analysis(a))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestServeArguments has calls whose rules and limits are wrong.
func TestServeArguments(t *testing.T) {
	address := startServe(t)
	for query, want := range map[string]string{
		"rules=go":                          `rules "go" is not one of ayoayo`,
		"time=1":                            `time "1" is not a time with its unit; right is time=10s`,
		"nodes=0":                           `nodes "0" is not a number from 1 on; right is nodes=1000000`,
		"repetition=x":                      `repetition "x" is not one of split, owner; right is repetition=split`,
		"rules=oware&remainder=owner":       "--remainder is an option of ayoayo",
		"tables=%2Fetc":                     `"tables" is not an argument of this call`,
		"hash=1GiB":                         `"hash" is not an argument of this call`,
		"position=4-4-4-4-4-4-4-4-4-4-4-4-": "not a position",
	} {
		if status, got := fetched(t, address+"api/analyze?"+query); status != http.StatusBadRequest || !strings.Contains(got, strings.ReplaceAll(want, `"`, `\"`)) {
			t.Errorf("%s: %d %s", query, status, got)
		}
	}
}

// TestServeUsage has options that do not go together.
func TestServeUsage(t *testing.T) {
	for line, want := range map[string]string{
		"serve start":                  `"start" is one argument too many for serve; right is ayosolve serve`,
		"serve --port 99999":           `--port "99999" is not a number from 0 to 65535; right is ayosolve serve --port 8080`,
		"serve --searches 0":           `--searches "0" is not a number from 1 to 64`,
		"serve --hash 1":               "--hash is too small",
		"serve --hash 900GiB":          "--hash is too much",
		"serve --token short":          "a token is 16 letters and digits or more",
		"serve --token 0123456789ab/=": "a token is 16 letters and digits or more",
	} {
		checkUsage(t, line, run(t, line, ""), want)
	}
	got := run(t, "serve --no-browser --listen 192.0.2.1", "") // an address of no machine
	checkFailed(t, "serve --listen", got, "another --port or --listen may do")
}

// TestServeAddress has what is printed where others may ask, too.
func TestServeAddress(t *testing.T) {
	for _, test := range []struct{ args, host, token string }{
		{"", "127.0.0.1", ""},
		{"--token abcdefgh12345678", "127.0.0.1", "abcdefgh12345678"},
		{"--listen 0.0.0.0", "127.0.0.1", "?"},
	} {
		address := startServe(t, strings.Fields(test.args)...)
		u, err := url.Parse(address)
		if err != nil || u.Hostname() != test.host || u.Path != "/" {
			t.Errorf("%s: %s", test.args, address)
		}
		token := u.Query().Get("token")
		if test.token == "?" && len(token) < shortestToken || test.token != "?" && token != test.token {
			t.Errorf("%s: token %q", test.args, token)
		}
		u.RawQuery = ""
		want := http.StatusOK
		if token != "" {
			want = http.StatusForbidden
		}
		if status, _ := fetched(t, u.String()); status != want {
			t.Errorf("%s: without the token: %d", test.args, status)
		}
	}
}

// TestServeInterrupted ends the process in the middle of a search.
func TestServeInterrupted(t *testing.T) {
	address := startServe(t)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"api/analyze?rules=oware&time=5m", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := response.Body.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	// The test ends the server, and fails if that ends badly or never.
}
