package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"ayosolve/cmd/ayosolve/answer"
)

// event is an event of a stream.
type event struct{ name, data string }

// stream asks for events and hands them over until the stream ends.
func (s *served) stream(ctx context.Context, path string) <-chan event {
	s.t.Helper()
	r, err := s.request(ctx, http.MethodGet, path, "", func(r *http.Request) { r.Header.Set("Accept", "text/event-stream") })
	if err != nil {
		s.t.Fatal(err)
	}
	events := make(chan event)
	go func() {
		defer close(events)
		defer r.Body.Close()
		lines := bufio.NewScanner(r.Body)
		lines.Buffer(nil, 1<<20)
		var e event
		if r.StatusCode != http.StatusOK {
			e.name = r.Status
		}
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				e.name = name
				continue
			}
			e.data = strings.TrimPrefix(lines.Text(), "data: ")
			if e.data == "" {
				continue
			}
			select {
			case events <- e:
			case <-ctx.Done():
				return
			}
		}
	}()
	return events
}

// until reads events up to one of a name and returns it.
func until(t *testing.T, events <-chan event, name string) event {
	t.Helper()
	for e := range events {
		if e.name == name {
			return e
		}
	}
	t.Fatalf("the stream has no %s", name)
	return event{}
}

// endless is a search that has no end of its own for long.
const endless = "/api/analyze?rules=oware&time=5m"

// settle waits until a condition holds.
func settle(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begin := time.Now(); !holds(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatalf("not within 10 s: %s", what)
		}
	}
}

func (s *served) idle() bool {
	busy, waiting := s.Searching()
	return busy == 0 && waiting == 0
}

// TestStream analyses a small board with events.
func TestStream(t *testing.T) {
	s := serve(t, options())
	events := s.stream(t.Context(), "/api/analyze?position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-S")
	if e := <-events; e.name != "waiting" {
		t.Errorf("the first event is %+v", e)
	}
	var a answer.Analysis
	if err := json.Unmarshal([]byte(until(t, events, "done").data), &a); err != nil || a.Status != "exact" || a.Stopped != "exact" || len(a.Moves) == 0 {
		t.Errorf("%v: %+v", err, a)
	}
	if e, more := <-events; more {
		t.Errorf("after the end: %+v", e)
	}
}

// TestUpdates has an answer before the end, which does not say that it is one.
func TestUpdates(t *testing.T) {
	s := serve(t, options())
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	var a answer.Analysis
	if err := json.Unmarshal([]byte(until(t, s.stream(ctx, endless), "update").data), &a); err != nil || a.Stopped != "" || a.Status == "exact" {
		t.Errorf("%v: %+v", err, a)
	}
}

// TestLeave closes the connection of a search, which ends it.
func TestLeave(t *testing.T) {
	s := serve(t, options())
	ctx, leave := context.WithCancel(t.Context())
	until(t, s.stream(ctx, endless), "update")
	if busy, _ := s.Searching(); busy != 1 {
		t.Errorf("%d searches run", busy)
	}
	leave()
	settle(t, "the search ends", s.idle)
	if kept, _ := s.Solvers(); kept != 1 {
		t.Errorf("%d solvers are kept", kept)
	}
}

// TestOnePage begins searches of a page without an end to the one before.
func TestOnePage(t *testing.T) {
	s := serve(t, options())
	first := s.stream(t.Context(), endless+"&page=one")
	until(t, first, "update")
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	second := s.stream(ctx, endless+"&page=one&moves=A")
	if e := until(t, first, "done"); !strings.Contains(e.data, `"stopped":"interrupt"`) {
		t.Errorf("the first search ends with %s", e.data)
	}
	until(t, second, "update")
	if busy, waiting := s.Searching(); busy != 1 || waiting != 0 {
		t.Errorf("%d searches run, %d wait", busy, waiting)
	}
	if kept, _ := s.Solvers(); kept != 0 {
		t.Errorf("the page has %d more solvers than it uses", kept)
	}
}

// TestManyPages opens more pages than may search at a time: some wait, those beyond are
// told so, and when all have left nothing is left of them.
func TestManyPages(t *testing.T) {
	s := serve(t, options())
	const pages = 50
	ctx, leave := context.WithCancel(t.Context())
	var mu sync.Mutex
	seen := map[string]int{}
	var open sync.WaitGroup
	for i := range pages {
		open.Go(func() {
			events := s.stream(ctx, fmt.Sprintf("%s&page=p%d", endless, i))
			last := ""
			for e := range events {
				if e.name == "waiting" && !strings.Contains(e.data, "other searches") || e.name == last {
					continue
				}
				last = e.name
				mu.Lock()
				seen[e.name]++
				mu.Unlock()
			}
		})
	}
	settle(t, "all pages have an answer", func() bool {
		mu.Lock()
		defer mu.Unlock()
		refused := seen["503 Service Unavailable"] + seen["failed"]
		return seen["update"] == 2 && seen["waiting"] == 8 && refused == pages-10
	})
	leave()
	open.Wait()
	settle(t, "all searches end", s.idle)
	if kept, sets := s.Solvers(); kept > 2 || sets != 1 {
		t.Errorf("%d solvers and %d sets of tables are kept", kept, sets)
	}
}

// TestManyRules asks under more rules than may have open tables at a time.
func TestManyRules(t *testing.T) {
	s := serve(t, options())
	const board = "/api/analyze?position=0-0-0-1-1-0-0-2-0-0-0-0-S&rules="
	for _, rules := range []string{"ayoayo", "oware", "awari", "ayoayo-left", "ayoayo-owner", "oware-capture", "ayoayo"} {
		if status, body := s.get(board + rules); status != http.StatusOK {
			t.Errorf("%s: %d %s", rules, status, body)
		}
		if kept, sets := s.Solvers(); kept > 2 || sets > 4 {
			t.Errorf("%s: %d solvers, %d sets of tables", rules, kept, sets)
		}
	}
}

// TestReview values the moves of a game.
func TestReview(t *testing.T) {
	s := serve(t, options())
	events := s.stream(t.Context(), "/api/annotate?position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-S&moves=Ba")
	e := until(t, events, "done")
	var report struct {
		Plies []struct {
			Class string          `json:"class"`
			After *answer.Verdict `json:"after"`
		} `json:"plies"`
		Complete bool `json:"complete"`
	}
	if err := json.Unmarshal([]byte(e.data), &report); err != nil || len(report.Plies) != 2 || !report.Complete || report.Plies[1].After.Status != "exact" {
		t.Errorf("%v: %s", err, e.data)
	}
}

// TestPlay has the same choice for the same seed.
func TestPlay(t *testing.T) {
	s := serve(t, options())
	for _, level := range []string{"1", "10", "perfect"} {
		path := "/api/play?position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-S&seed=7&level=" + level
		status, body := s.get(path)
		_, again := s.get(path)
		if status != http.StatusOK || body != again || !strings.Contains(body, `"move":"`) {
			t.Errorf("%s: %d %s and %s", level, status, body, again)
		}
		if status, body := s.get("/api/play?position=0-0-0-0-0-2-0-0-0-0-0-0-23-23-N&level=" + level); status != http.StatusBadRequest || !strings.Contains(body, "the game is over") {
			t.Errorf("%s, when it is over: %d %s", level, status, body)
		}
	}
}

// TestClose ends the searches of a server.
func TestClose(t *testing.T) {
	s := serve(t, options())
	events := s.stream(t.Context(), endless)
	until(t, events, "update")
	s.Close()
	for range events { // it ends
	}
	if !s.idle() {
		t.Error("a search goes on")
	}
	if status, body := s.get("/api/moves"); status != http.StatusServiceUnavailable {
		t.Errorf("then it answers %d %s", status, body)
	}
}
