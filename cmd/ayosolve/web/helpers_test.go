package web_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/web"
	"ayosolve/egdb"
	"ayosolve/search"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// small holds the tables of the tests, by the name of their rules. They are never closed.
var small sync.Map

// openSmall opens tables of a few seeds.
func openSmall(_ context.Context, r bitboard.Rules, tell func(string)) (web.Tables, error) {
	tell("building small tables")
	build, _ := small.LoadOrStore(r.Name(), sync.OnceValues(func() (*egdb.DB, error) {
		return egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: 7, Bounds: true, Workers: 2})
	}))
	db, err := build.(func() (*egdb.DB, error))()
	return web.Tables{Prober: db, Reach: 7, Close: func() {}}, err
}

// readRules reads the name of the rules and the time, which is what these tests ask with.
func readRules(given url.Values) (r bitboard.Rules, l search.Limits, err error) {
	if name := given.Get("rules"); name != "" {
		if r, err = bitboard.Preset(name); err != nil {
			return r, l, err
		}
	}
	if given.Get("repetition") == "owner" {
		r.Repetition = bitboard.RepetitionOwner
	}
	if text := given.Get("time"); text != "" {
		l.Time, err = time.ParseDuration(text)
	}
	return r, l, err
}

// options are those of the servers of the tests.
func options() web.Options {
	return web.Options{Rules: readRules, Open: openSmall, Threads: 1, Hash: 1 << 20, Searches: 2, Log: slog.New(slog.DiscardHandler)}
}

// served is a server that listens.
type served struct {
	*web.Server
	t    *testing.T
	url  string
	http *http.Client
}

// serve starts a server that ends with the test.
func serve(t *testing.T, o web.Options) *served {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.New(listener.Addr(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	transport := &http.Transport{}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		server.Close()
	})
	return &served{server, t, "http://" + listener.Addr().String(), &http.Client{Transport: transport}}
}

// request makes a request to the server; edit may change it.
func (s *served) request(ctx context.Context, method, path, body string, edit func(*http.Request)) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if edit != nil {
		edit(r)
	}
	return s.http.Do(r)
}

// get returns the status and the body of a GET.
func (s *served) get(path string) (int, string) {
	s.t.Helper()
	return s.call(http.MethodGet, path, "", nil)
}

func (s *served) call(method, path, body string, edit func(*http.Request)) (int, string) {
	s.t.Helper()
	response, err := s.request(s.t.Context(), method, path, body, edit)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// respond answers a request without a network.
func respond(s *web.Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}
