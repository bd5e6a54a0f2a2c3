package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net"
	"net/http"
	"strings"
)

// policy lets the page load what this server has, and nothing else: no script or style
// inside the page, nothing from elsewhere, no frames, no forms that go somewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// mostBody is how many bytes the body of a call may have.
const mostBody = 256 << 10

// cookie holds the token of a browser that has shown it once. Its name has the port:
// browsers send cookies to all ports of a host.
const cookie = "ayosolve_token"

// guard refuses what may not be asked. A web page elsewhere can make a browser send
// requests here. Under this server's own name they bear the mark of where they come
// from; under a name that the page's owner has made to point here (DNS rebinding) they
// do not, but then the name is not one that the server is known by.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		api := strings.HasPrefix(r.URL.Path, "/api/")
		switch {
		case s.options.Token == "" && !s.hosts[r.Host]:
			refuse(w, http.StatusForbidden, "this server is not known by that host name; right is the address that ayosolve serve has printed")
		case (api || r.Method != http.MethodGet && r.Method != http.MethodHead) && foreign(r):
			refuse(w, http.StatusForbidden, "a call from another site")
		case s.options.Token != "" && !s.admitted(w, r):
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// foreign reports whether a browser says that a request comes from another site's page.
// What is no browser says nothing.
func foreign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return true
	}
	origin := r.Header.Get("Origin")
	_, host, _ := strings.Cut(origin, "://")
	return origin != "" && host != r.Host
}

// admitted reports whether a request has the token: in its cookie, or as a bearer's.
// Shown in the query, it goes into a cookie and out of sight. It answers what is not
// admitted.
func (s *Server) admitted(w http.ResponseWriter, r *http.Request) bool {
	_, port, _ := net.SplitHostPort(r.Host)
	name := cookie + port
	if given := r.URL.Query().Get("token"); given != "" && r.URL.Path == "/" && s.isToken(given) {
		http.SetCookie(w, &http.Cookie{Name: name, Value: given, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return false
	}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && s.isToken(bearer) {
		return true
	}
	if c, err := r.Cookie(name); err == nil && s.isToken(c.Value) {
		return true
	}
	refuse(w, http.StatusForbidden, "the token is missing or wrong; right is the address that ayosolve serve has printed")
	return false
}

// isToken compares without telling by its time how much was right.
func (s *Server) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.options.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// hostsOf returns the Host headers of requests to an address. Those to every address
// of the machine are known by the names of this machine alone.
func hostsOf(address net.Addr) map[string]bool {
	host, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return nil
	}
	hosts := map[string]bool{}
	for _, name := range []string{host, "localhost", "127.0.0.1", "::1"} {
		joined := net.JoinHostPort(name, port)
		hosts[joined] = true
		if port == "80" {
			hosts[strings.TrimSuffix(joined, ":80")] = true
		}
	}
	return hosts
}

// problem is the answer to a call that has none.
type problem struct {
	Error string `json:"error"`
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	body, err := json.Marshal(problem{text})
	if err != nil {
		return
	}
	_, _ = w.Write(append(body, '\n')) // who has gone is not told
}
