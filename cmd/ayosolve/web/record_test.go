package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/web"
)

// TestRecord writes games as records and reads them back.
func TestRecord(t *testing.T) {
	s := serve(t, options())
	for _, test := range []struct{ rules, repetition, position, moves string }{
		{"ayoayo", "split", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", ""},
		{"ayoayo", "split", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "CaDd"},
		{"ayoayo-left", "split", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "Ca(d)(c)D"},
		{"oware", "owner", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "Fc(dE(De)f)B(C)f"},
		{"oware", "split", "0-2-0-1-0-3-1-0-2-0-1-3-18-17-N", "aF(Bf)e"},
	} {
		query := url.Values{"rules": {test.rules}, "repetition": {test.repetition}, "position": {test.position}, "moves": {test.moves}}
		status, text := s.get("/api/record?" + query.Encode())
		if status != http.StatusOK || !strings.HasPrefix(text, "[Variant ") {
			t.Errorf("%+v: %d %s", test, status, text)
			continue
		}
		status, body := s.call(http.MethodPost, "/api/record", text, nil)
		var r web.Record
		if err := json.Unmarshal([]byte(body), &r); err != nil || status != http.StatusOK {
			t.Errorf("%+v: %d %s", test, status, body)
		}
		if r.Rules != test.rules || r.Repetition != test.repetition || r.Position != test.position || r.Tree != test.moves || len(r.Warnings) != 0 {
			t.Errorf("%+v came back as %+v from\n%s", test, r, text)
		}
	}
}

// TestBadRecords has what is no record, and moves that are no tree.
func TestBadRecords(t *testing.T) {
	s := serve(t, options())
	for _, text := range []string{"", "\n\n", "{\"error\":1}", "[Variant \"Chess\"]\n\n1. e4 *", "[Variant \"Ayoayo\"]\n\n1. C C"} {
		if status, body := s.call(http.MethodPost, "/api/record", text, nil); status != http.StatusBadRequest || !strings.Contains(body, "error") {
			t.Errorf("%q: %d %s", text, status, body)
		}
	}
	for _, moves := range []string{"Ca(", "Ca)", "(C)", "C()", "Ca(b))", "Ca(B)", "C" + strings.Repeat("(D", 40), "Ca(f)" + strings.Repeat(")", 9), "Ca(bb)"} {
		if status, body := s.get("/api/record?moves=" + url.QueryEscape(moves)); status != http.StatusBadRequest {
			t.Errorf("%q: %d %s", moves, status, body)
		}
	}
}
