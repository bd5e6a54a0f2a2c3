package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/opponent"
	"ayosolve/search"
)

// question is what a call asks about.
type question struct {
	game   *bitboard.History
	limits search.Limits
	page   string // "" if it names none
	level  opponent.Level
	seed   uint64 // of what the opponent chooses
}

const mostMoves = 2000 // letters of a game

var pageID = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// errCall reports a call that asks nothing that can be answered.
var errCall = errors.New("bad call")

// argumentsOf returns the arguments of a call. None is left out, as URL.Query does with
// what it can't read: the answer would be about another position.
func argumentsOf(r *http.Request) (url.Values, error) {
	arguments, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fmt.Errorf("%w: the query can't be read: %w", errCall, err)
	}
	return arguments, nil
}

// askedBy reads the question of a call, as ask does.
func (s *Server) askedBy(r *http.Request) (question, error) {
	arguments, err := argumentsOf(r)
	if err != nil {
		return question{}, err
	}
	return s.ask(arguments)
}

// ask reads a call's question. Its errors are for whoever made the call.
func (s *Server) ask(arguments url.Values) (question, error) {
	for name, values := range arguments {
		if len(values) != 1 {
			return question{}, fmt.Errorf("%w: %q is there more than once", errCall, name)
		}
	}
	var q question
	if q.page = arguments.Get("page"); q.page != "" && !pageID.MatchString(q.page) {
		return q, fmt.Errorf("%w: page is up to 64 letters, digits and -", errCall)
	}
	var err error
	if q.level, err = opponent.ParseLevel(cmp.Or(arguments.Get("level"), opponent.Perfect.String())); err != nil {
		return q, err
	}
	q.seed = rand.Uint64()
	if text := arguments.Get("seed"); text != "" {
		if q.seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return q, fmt.Errorf("%w: seed is a number from 0 on", errCall)
		}
	}
	position, moves := arguments.Get("position"), arguments.Get("moves")
	for _, name := range []string{"page", "position", "moves", "level", "seed"} {
		arguments.Del(name)
	}
	rules, limits, err := s.options.Rules(arguments)
	if err != nil {
		return q, err
	}
	q.limits = limits
	if q.limits.Time == 0 || q.limits.Time > mostTime {
		q.limits.Time = mostTime
	}
	if len(moves) > mostMoves {
		return q, fmt.Errorf("%w: more than %d moves", errCall, mostMoves)
	}
	start := bitboard.StartPosition()
	if position != "" {
		if start, err = bitboard.ParsePosition(position); err != nil {
			return q, err
		}
	}
	q.game, err = bitboard.PlayMoves(rules, start, moves)
	return q, err
}

// statusOf returns the HTTP status that says what an error is.
func statusOf(err error) int {
	switch {
	case errors.Is(err, errBusy), errors.Is(err, errRules), errors.Is(err, errEnded), errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
	case errors.Is(err, opponent.ErrOver):
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// answered makes a handler of what answers a question at once.
func (s *Server) answered(answer func(question) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q, err := s.askedBy(r)
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		reply(w, answer(q))
	}
}

// searched makes a handler of what takes its time to answer. It is the page's one
// search until it ends.
func (s *Server) searched(answer func(context.Context, question, *stream) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q, err := s.askedBy(r)
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		ctx, ended := s.pages.begin(r.Context(), q.page)
		defer ended()
		out := newStream(w, r)
		out.patience()
		v, err := answer(ctx, q, out)
		out.end(v, err)
	}
}
