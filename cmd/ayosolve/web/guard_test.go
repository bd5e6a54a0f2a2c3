package web_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestGuard has requests that a page elsewhere, or a name that was made to point here,
// can make a browser send.
func TestGuard(t *testing.T) {
	s := serve(t, options())
	host := strings.TrimPrefix(s.url, "http://")
	_, port, _ := strings.Cut(host, ":")
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	named := func(host string) func(*http.Request) { return func(r *http.Request) { r.Host = host } }
	for _, test := range []struct {
		what, method, path string
		edit               func(*http.Request)
		want               int
	}{
		{"no browser", "GET", "/api/moves", nil, 200},
		{"the page", "GET", "/api/moves", header("Sec-Fetch-Site", "same-origin"), 200},
		{"the address bar", "GET", "/api/moves", header("Sec-Fetch-Site", "none"), 200},
		{"the own origin", "GET", "/api/moves", header("Origin", s.url), 200},
		{"another name of this machine", "GET", "/api/moves", named("localhost:" + port), 200},
		{"another site", "GET", "/api/moves", header("Sec-Fetch-Site", "cross-site"), 403},
		{"another port", "GET", "/api/moves", header("Sec-Fetch-Site", "same-site"), 403},
		{"another origin", "GET", "/api/moves", header("Origin", "http://evil.example"), 403},
		{"an origin that hides", "GET", "/api/moves", header("Origin", "null"), 403},
		{"the own name as a part of another", "GET", "/api/moves", header("Origin", s.url+".evil.example"), 403},
		{"a record from another origin", "POST", "/api/record", header("Origin", "http://evil.example"), 403},
		{"a name that points here", "GET", "/api/moves", named("evil.example:" + port), 403},
		{"a name that points here, for the page", "GET", "/", named("evil.example"), 403},
		{"a wrong port", "GET", "/", named("127.0.0.1:1"), 403},
		{"a link on another site to the page", "GET", "/", header("Sec-Fetch-Site", "cross-site"), 200},
		{"a method that no call has", "DELETE", "/api/moves", nil, 405},
		{"a post to a question", "POST", "/api/analyze", nil, 405},
		{"no such call", "GET", "/api/nothing", nil, 404},
		{"a file of the machine", "GET", "/../../../../etc/passwd", nil, 404},
		{"a file of the program", "GET", "/assets/index.html", nil, 404},
	} {
		if got, body := s.call(test.method, test.path, "", test.edit); got != test.want {
			t.Errorf("%s: status %d, want %d: %s", test.what, got, test.want, body)
		}
	}
}

// TestHeaders has what every answer says about what a browser may do with it.
func TestHeaders(t *testing.T) {
	s := serve(t, options())
	for _, path := range []string{"/", "/main.js", "/api/moves", "/api/moves?rules=x", "/nothing"} {
		r, err := s.request(t.Context(), http.MethodGet, path, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		policy := r.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy has no %s: %s", path, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: %s", path, policy)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", path, r.Header)
		}
	}
}

// TestToken asks with and without the token of a server that has one.
func TestToken(t *testing.T) {
	const token = "abcdefgh12345678"
	o := options()
	o.Token = token
	s := serve(t, o)
	s.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	bearer := func(text string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+text) }
	}
	for _, test := range []struct {
		what, path string
		edit       func(*http.Request)
		want       int
	}{
		{"nothing", "/", nil, 403},
		{"nothing, for a call", "/api/moves", nil, 403},
		{"a wrong token", "/?token=abcdefgh12345679", nil, 403},
		{"a token in a call's query", "/api/moves?token=" + token, nil, 403},
		{"a wrong bearer", "/api/moves", bearer(token + "x"), 403},
		{"a bearer", "/api/moves", bearer(token), 200},
		{"a bearer under any name", "/api/moves", func(r *http.Request) { bearer(token)(r); r.Host = "board.example" }, 200},
		{"a bearer from another site", "/api/moves", func(r *http.Request) { bearer(token)(r); r.Header.Set("Origin", "http://evil.example") }, 403},
	} {
		if got, body := s.call(http.MethodGet, test.path, "", test.edit); got != test.want {
			t.Errorf("%s: status %d, want %d: %s", test.what, got, test.want, body)
		}
	}
	r, err := s.request(t.Context(), http.MethodGet, "/?token="+token, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "/" || len(r.Cookies()) != 1 {
		t.Fatalf("the token gets %d %v", r.StatusCode, r.Header)
	}
	cookie := r.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode {
		t.Errorf("%+v", cookie)
	}
	if got, _ := s.call(http.MethodGet, "/", "", func(r *http.Request) { r.AddCookie(cookie) }); got != http.StatusOK {
		t.Errorf("the cookie gets %d", got)
	}
}

// TestSizes has requests that are larger than any right one.
func TestSizes(t *testing.T) {
	s := serve(t, options())
	long := strings.Repeat("Ca", 1<<10)
	if got, body := s.get("/api/game?moves=" + long); got != http.StatusBadRequest {
		t.Errorf("a long game: %d %.200s", got, body)
	}
	if got, _ := s.get("/api/game?moves=" + strings.Repeat("Ca", 1<<15)); got != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a longer game: %d", got)
	}
	record := "[Variant \"Ayoayo\"]\n" + strings.Repeat("1. C a ", 1<<16)
	if got, body := s.call(http.MethodPost, "/api/record", record, nil); got != http.StatusRequestEntityTooLarge && got != http.StatusBadRequest {
		t.Errorf("a long record: %d %.200s", got, body)
	}
	comment := "[Variant \"Ayoayo\"]\n\n1. C { " + strings.Repeat("long ", 1<<17) + "}"
	if got, body := s.call(http.MethodPost, "/api/record", comment, nil); got != http.StatusRequestEntityTooLarge {
		t.Errorf("a long comment: %d %.200s", got, body)
	}
}

// TestAssets adds the page up.
func TestAssets(t *testing.T) {
	const most = 200_000 // bytes
	s := serve(t, options())
	files, err := os.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, file := range files {
		path := "/" + strings.TrimSuffix(file.Name(), "index.html")
		status, body := s.get(path)
		if status != http.StatusOK || body == "" {
			t.Errorf("%s: %d", path, status)
		}
		sum += len(body)
	}
	if sum > most {
		t.Errorf("the page has %d bytes", sum)
	}
	t.Logf("the page has %d bytes", sum)
	r, err := s.request(t.Context(), http.MethodGet, "/main.js", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	again, body := s.call(http.MethodGet, "/main.js", "", func(q *http.Request) { q.Header.Set("If-None-Match", r.Header.Get("ETag")) })
	if again != http.StatusNotModified || body != "" {
		t.Errorf("asked again: %d %.100s", again, body)
	}
}
