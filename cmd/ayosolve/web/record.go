package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ayosolve/cmd/ayosolve/ogn"
)

// Record is what /api/record answers about a game record that was sent to it.
type Record struct {
	Rules      string   `json:"rules"`
	Repetition string   `json:"repetition"`
	Position   string   `json:"position"` // the game begins in
	Tree       string   `json:"tree"`     // the moves, variations in parentheses after the move they stand for
	Players    string   `json:"players"`  // "South – North", "" if they have no names
	Warnings   []string `json:"warnings"` // what is doubtful in it
}

// readRecord reads the game record that is a call's body: the first game in it.
func (s *Server) readRecord(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(writeTime)) // a body comes at once or not at all
	games := ogn.NewReader(r.Body, ogn.Options{})
	game, err := games.Next()
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("a game record of more than %d bytes", long.Limit))
		return
	case errors.Is(err, io.EOF), err == nil && len(game.Moves) == 0 && len(game.Warnings) > 0: // text that just isn't one
		refuse(w, http.StatusBadRequest, "there is no game in it")
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	answer := Record{
		Rules: game.Rules.Name(), Repetition: game.Rules.Repetition.String(), Position: game.Start.String(),
		Tree: writeTree(game.Start.Turn, game.Line), Warnings: append([]string{}, game.Warnings...),
	}
	if south, north := game.Tag("South"), game.Tag("North"); south != "" && north != "" {
		answer.Players = south + " – " + north
	}
	if _, err := games.Next(); !errors.Is(err, io.EOF) {
		answer.Warnings = append(answer.Warnings, "this is the first of several games")
	}
	reply(w, answer)
}

// record answers with the record of a game. Its moves may have variations, as
// writeTree writes them.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	arguments, err := argumentsOf(r)
	text := ""
	if err == nil {
		text, err = s.writeRecord(arguments)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, text) // who has gone is not told
}

func (s *Server) writeRecord(arguments url.Values) (string, error) {
	tree := arguments.Get("moves")
	for i, text := range arguments["moves"] {
		arguments["moves"][i] = mainLine(text)
	}
	q, err := s.ask(arguments)
	if err != nil {
		return "", err
	}
	if len(tree) > mostMoves {
		return "", fmt.Errorf("%w: more than %d letters and parentheses", errCall, mostMoves)
	}
	game := ogn.New(q.game)
	if game.Line, err = readTree(game.Start.Turn, tree); err != nil {
		return "", err
	}
	var text strings.Builder
	err = game.Write(&text)
	return text.String(), err
}
