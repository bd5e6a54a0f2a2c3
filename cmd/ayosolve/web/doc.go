// Package web is the analysis board in the browser: a page, and the small JSON API
// that it asks. It holds no game logic; bitboard has the rules, search the values,
// and package answer the form of what is said about a position.
//
// # The API
//
// Every call takes its arguments from the query. All have the rules, by the names of
// the command line's flags: rules, capturing-seed, remainder, grand-slam, repetition;
// what is left out is what the server was started with. And all have a game:
//
//	position  in notation, "start" by default
//	moves     letters played from there, such as FaAb
//
//	call                answers
//	GET  /api/moves     the answer of "ayosolve moves --json"
//	GET  /api/analyze   the answer of "ayosolve analyze --json"; time, nodes and depth limit it as the flags do
//	GET  /api/annotate  what each move was worth: annotation.Report; limits are for each position
//	GET  /api/play      a move: see Chosen; level is 1 to 10 or perfect, seed makes the choice repeatable
//	GET  /api/game      the game so far: see Game
//	GET  /api/record    the game in OGN; its moves may have variations, as in Ca(bC)Dd
//	POST /api/record    what the game record is that is the body: see Record
//
// What is wrong with a call is {"error":"…"}, one line, with status 400 for a bad
// question, 403 for one that may not be asked, 503 if too many are asked at once.
//
// # Streams
//
// With "Accept: text/event-stream" analyze, annotate and play answer by server-sent events, each with
// a line of JSON:
//
//	event    data
//	waiting  {"text":"…"}: for what it waits, such as tables that are being built
//	update   what analyze knows so far; "stopped" is empty
//	done     the answer; the stream ends
//	failed   {"error":"…"}; the stream ends
//
// A call may name the page it comes from, page=ID. A page has one search at a time:
// a new one ends the one before. A search ends as soon as its connection does.
//
// # Who may ask
//
// The server answers only for the host names it is known by, and only calls that do
// not come from the pages of others: see guard. Beyond this machine it listens only with a
// token, which is asked of everyone. It reads no file for the page and writes none.
package web
