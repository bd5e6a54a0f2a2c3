package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
)

// reply answers with one line of JSON.
func reply(w http.ResponseWriter, v any) {
	var line bytes.Buffer
	if err := encode(&line, v); err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(line.Bytes()) // who has gone is not told
}

// encode writes v as one line of JSON, characters such as < as they are.
func encode(to *bytes.Buffer, v any) error {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// stream is the answer to a call that takes its time: events as they come, or for a
// client that does not want those the last one alone.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	events  bool // whether the client wants them
	begun   bool
}

func newStream(w http.ResponseWriter, r *http.Request) *stream {
	return &stream{w: w, control: http.NewResponseController(w), events: strings.Contains(r.Header.Get("Accept"), "text/event-stream")}
}

// patience lets the answer take as long as it does.
func (s *stream) patience() { _ = s.control.SetWriteDeadline(time.Time{}) } // a test's writer has none

// send sends an event, unless the client wants none. Its error is that the client has
// gone.
func (s *stream) send(event string, v any) error {
	if !s.events {
		return nil
	}
	if !s.begun {
		s.begun = true
		s.w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	}
	var text bytes.Buffer
	text.WriteString("event: " + event + "\ndata: ")
	if err := encode(&text, v); err != nil {
		return err
	}
	text.WriteByte('\n')
	_ = s.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := s.w.Write(text.Bytes()); err != nil {
		return err
	}
	if err := s.control.Flush(); err != nil {
		return err
	}
	s.patience()
	return nil
}

// tell sends what is waited for.
func (s *stream) tell(text string) {
	_ = s.send("waiting", struct {
		Text string `json:"text"`
	}{text}) // the context of a client that has gone ends
}

// errEnded reports a search that was ended before it had an answer: by a new one of the
// same page, or with the server.
var errEnded = errors.New("the search was ended")

// end answers at last, with v or with an error.
func (s *stream) end(v any, err error) {
	_ = s.control.SetWriteDeadline(time.Now().Add(writeTime))
	if errors.Is(err, context.Canceled) {
		err = errEnded
	}
	switch {
	case err != nil && s.begun:
		_ = s.send("failed", problem{err.Error()})
	case err != nil:
		refuse(s.w, statusOf(err), err.Error())
	case s.events:
		_ = s.send("done", v)
	default:
		reply(s.w, v)
	}
}
