package web_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/web"
	"ayosolve/search"
)

// calls are the calls there are.
var calls = []string{"GET /api/moves", "GET /api/game", "GET /api/analyze", "GET /api/annotate", "GET /api/play", "GET /api/record", "POST /api/record", "GET /", "PUT /api/game"}

// fuzzed returns a server whose searches take no time.
func fuzzed(t testing.TB) *web.Server {
	t.Helper()
	o := options()
	o.Rules = func(given url.Values) (bitboard.Rules, search.Limits, error) {
		r, l, err := readRules(given)
		l.Time, l.Nodes = time.Second, 50
		return r, l, err
	}
	s, err := web.New(testAddress{}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// testAddress is where a server listens that has no network.
type testAddress struct{}

func (testAddress) Network() string { return "tcp" }
func (testAddress) String() string  { return "127.0.0.1:80" }

// checkCall makes a call and checks that its answer is one: JSON, a game record or the
// page, with a status that blames nobody but the caller.
func checkCall(t *testing.T, s *web.Server, call, query, accept, body string) {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	r := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
	r.URL.RawQuery = query
	r.Header.Set("Accept", accept)
	w := respond(s, r)
	text := w.Body.String()
	switch kind := w.Header().Get("Content-Type"); {
	case w.Code != http.StatusOK && w.Code != http.StatusBadRequest && w.Code != http.StatusMethodNotAllowed:
		t.Errorf("%s?%s: status %d: %s", call, query, w.Code, text)
	case strings.HasPrefix(kind, "application/json"):
		if !json.Valid([]byte(text)) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s?%s: not a line of JSON: %q", call, query, text)
		}
		if failed := strings.HasPrefix(text, `{"error":`); failed != (w.Code == http.StatusBadRequest) {
			t.Errorf("%s?%s: status %d: %s", call, query, w.Code, text)
		}
	case strings.HasPrefix(kind, "text/event-stream"):
		for block := range strings.SplitSeq(strings.TrimSuffix(text, "\n\n"), "\n\n") {
			name, data, _ := strings.Cut(block, "\ndata: ")
			if !strings.HasPrefix(name, "event: ") || !json.Valid([]byte(data)) {
				t.Errorf("%s?%s: not an event: %q", call, query, block)
			}
		}
	case !strings.HasPrefix(kind, "text/plain") && !strings.HasPrefix(kind, "text/html"):
		t.Errorf("%s?%s: %s: %s", call, query, kind, text)
	}
}

// FuzzCalls makes calls with anything for arguments.
func FuzzCalls(f *testing.F) {
	f.Add(uint8(0), "start", "CaDd", "ayoayo", "split", "", "")
	f.Add(uint8(2), "0-0-0-1-1-0-0-0-2-0-0-1-S", "", "oware", "owner", "text/event-stream", "")
	f.Add(uint8(3), "0-2-0-1-0-3-1-0-2-0-1-3-18-17-S", "Ba", "awari", "", "text/event-stream", "")
	f.Add(uint8(4), "start", "C", "oware-leave-last", "split", "", "")
	f.Add(uint8(5), "start", "Ca(bC)Dd", "ayoayo-pratt", "split", "", "")
	f.Add(uint8(6), "", "", "", "", "", "[Variant \"Ayoayo\"]\n\n1. C a ( 1... b ) 2. D *\n")
	f.Fuzz(func(t *testing.T, which uint8, position, moves, rules, repetition, accept, body string) {
		if strings.ContainsAny(accept, "\r\n") {
			return // no header
		}
		s := fuzzed(t)
		query := url.Values{"position": {position}, "moves": {moves}, "rules": {rules}, "repetition": {repetition}, "page": {"fuzz"}}
		checkCall(t, s, calls[int(which)%len(calls)], query.Encode(), accept, body)
		checkCall(t, s, calls[int(which)%len(calls)], moves, accept, body)
	})
}

// TestCalls makes calls with arguments that are nearly right.
func TestCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := fuzzed(t)
	positions := []string{"", "start", "0-0-0-1-1-0-0-0-2-0-0-1-S", "0-2-0-1-0-3-1-0-2-0-1-3-18-17-N", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"}
	mutate := func(text string) string {
		b := []byte(text)
		for rng.IntN(3) == 0 {
			at := rng.IntN(len(b) + 1)
			b = append(b[:at:at], append([]byte{" -0S(aé%&;\x00"[rng.IntN(11)]}, b[at:]...)...)
		}
		return string(b)
	}
	for range 600 {
		letters := make([]byte, rng.IntN(6))
		for i := range letters {
			letters[i] = "AaBbCcDdEeFf()"[rng.IntN(14)]
		}
		presets := bitboard.Presets()
		query := url.Values{
			"position": {mutate(positions[rng.IntN(len(positions))])}, "moves": {mutate(string(letters))},
			"rules": {mutate(presets[rng.IntN(len(presets))])}, "level": {mutate("3")}, "seed": {mutate("7")},
		}
		for name := range query {
			if rng.IntN(3) == 0 {
				query.Del(name)
			}
		}
		accept := []string{"", "text/event-stream", "*/*"}[rng.IntN(3)]
		checkCall(t, s, calls[rng.IntN(len(calls))], mutate(query.Encode()), accept, mutate("[Variant \"Oware Abapa\"]\n\n1. F c 2. B"))
	}
}
