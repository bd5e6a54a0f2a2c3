package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/web"
	"ayosolve/search"
	"ayosolve/tt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// serveOptions are what "serve" is asked for.
type serveOptions struct {
	place
	host     string
	port     int
	token    string
	browser  bool // whether to open one
	hash     uint64
	searches int
	flags    *rulesFlags
	open     tableOpener
	errOut   io.Writer
}

// serveHash is the memory of a search's transposition table, in bytes: there may be
// several searches.
const serveHash = 64 << 20

// serveSearches is how many searches run at a time unless it is said.
const serveSearches = 8

// serveGarbage is how much memory may wait to be freed, in percent of what is in use.
// Nearly all of that are transposition tables, in which the collector has nothing to
// look for: that it comes often costs little, and the tables of a search that made room
// for one by other rules do not pile up.
const serveGarbage = 20

// shortestToken is how many characters a token has at least.
const shortestToken = 16

func newServeCommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	o := serveOptions{open: open, flags: rules}
	port := number{most: 65535, shown: true}
	searches := number{least: 1, most: 64, at: serveSearches, shown: true}
	hash := size{bytes: hashOf(serveHash, serveSearches), given: true}
	var quiet bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Open the analysis board in the browser",
		Long: `Open the analysis board in the browser: a local web page with the board, where
positions are played and set up, and under every pit the value of playing it.
The address of the page is printed. Ctrl-C ends it.

Only this machine can reach the page, unless --listen says otherwise, such as
0.0.0.0 for every network. Then whoever wants in needs the token that is part of
the address: a random one, or that of --token. On this machine alone there is
none unless --token names one. What is sent is not encrypted, so a network that
is not your own needs a tunnel around it.

Each open page has one search at a time, with a transposition table of --hash.
No more than --searches of them run at once, and others wait. All share the
endgame tables, which are made on the first run.

The page's calls are there for programs, too: /api/moves and /api/analyze answer
what moves --json and analyze --json do, with the flags as arguments:
/api/analyze?position=start&moves=FaAb&rules=oware&time=2s`,
		Example: `  ayosolve serve
  ayosolve serve --port 8080 --no-browser
  ayosolve serve --listen 0.0.0.0 --port 8080`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.place, err = tables.placeOrNone(rules); err != nil {
				return err
			}
			o.port, o.searches, o.hash, o.browser = port.at, searches.at, hash.bytes, !quiet
			o.errOut = cmd.ErrOrStderr()
			return runServe(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.host, "listen", "127.0.0.1", "listen at this `ADDRESS`")
	flags.Var(&port, "port", "listen at this port, 0 for a free one")
	flags.BoolVar(&quiet, "no-browser", false, "open no browser")
	flags.StringVar(&o.token, "token", "", "let in only who has this `WORD`")
	flags.Var(&hash, "hash", "most memory of each search")
	flags.Var(&searches, "searches", "searches at a time")
	withExample(flags, "port", "8080")
	withExample(flags, "hash", "64MiB")
	withExample(flags, "searches", "8")
	return cmd
}

// validate returns errUsage for options that do not go together.
func (o serveOptions) validate() error {
	switch {
	case o.token != "" && (len(o.token) < shortestToken || url.QueryEscape(o.token) != o.token):
		return usagef("ayosolve serve --token "+rand.Text(), "a token is %d letters and digits or more", shortestToken)
	case o.hash < tt.MinBytes:
		return usagef("ayosolve serve --hash 64MiB", "--hash is too small, at least %s is needed", sizeWords(tt.MinBytes))
	}
	if most := mostHash(); most > 0 && o.hash > most/uint64(o.searches) {
		return usagef("ayosolve serve --hash "+sizeFlag(hashOf(serveHash, o.searches)), "--hash is too much, this machine can give %s to each of %d searches", sizeWords(most/uint64(o.searches)), o.searches)
	}
	return o.rules.Validate()
}

// runServe serves the page until ctx is done.
func runServe(ctx context.Context, out io.Writer, o serveOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(serveGarbage))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(o.host, strconv.Itoa(o.port)))
	if err != nil {
		return fmt.Errorf("%w; another --port or --listen may do", err)
	}
	defer listener.Close()
	at, ok := listener.Addr().(*net.TCPAddr)
	if !ok {
		return errors.New("not an address of TCP")
	}
	if o.token == "" && !at.IP.IsLoopback() {
		o.token = rand.Text()
	}
	server, err := web.New(at, web.Options{
		Rules: o.arguments, Open: o.openTables, Threads: o.threads, Hash: int64(o.hash), Searches: o.searches,
		Token: o.token, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	address := o.address(at)
	if _, err := fmt.Fprintln(out, address); err != nil {
		return err
	}
	fmt.Fprintln(o.errOut, "the analysis board is there until Ctrl-C ends it")
	server.Warm(o.rules)
	if o.browser {
		if err := openBrowser(address); err != nil {
			fmt.Fprintln(o.errOut, "no browser could be opened; open the address in one")
		}
	}
	err = server.Serve(ctx, listener)
	return errors.Join(err, closeSoon(server))
}

// closeSoon closes a server that serves no more, but does not wait for long.
func closeSoon(server *web.Server) error {
	ended, end := context.WithCancel(context.Background())
	end()
	err := interruptible(ended, func(context.Context) error {
		server.Close()
		return nil
	})
	if errors.Is(err, context.Canceled) {
		return nil // what is left behind ends with the process
	}
	return err
}

// address returns the URL of the page.
func (o serveOptions) address(at *net.TCPAddr) string {
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "127.0.0.1" // from elsewhere it has the machine's name or number in its place
	}
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, strconv.Itoa(at.Port)), Path: "/"}
	if o.token != "" {
		u.RawQuery = url.Values{"token": {o.token}}.Encode()
	}
	return u.String()
}

// openTables opens the tables of some rules for the page, which is told how far that
// is. No set of rules takes the memory of the others.
func (o serveOptions) openTables(ctx context.Context, r bitboard.Rules, tell func(string)) (web.Tables, error) {
	line := newStatusLine(o.errOut)
	line.heard = tell
	p := o.place
	p.rules, p.memory = r, tableMemory()/web.MostRules
	t, err := openSoon(ctx, o.open, p, bitboard.MaxSeeds, line)
	return web.Tables{Prober: t.Prober, Reach: t.reach, Close: t.close}, err
}

// arguments reads the rules and limits of a call. Where it names no rules they are those
// of the command line.
func (o serveOptions) arguments(given url.Values) (r bitboard.Rules, l search.Limits, err error) {
	rules := *o.flags
	if given.Has("rules") {
		rules = *newRulesFlags()
	}
	var limits limitFlags
	flags := pflag.NewFlagSet("call", pflag.ContinueOnError)
	rules.register(flags)
	limits.register(flags)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		flag := flags.Lookup(name)
		if flag == nil {
			return r, l, usagef("position, moves, rules, time, nodes or depth", "%s is not an argument of this call", quoted(name))
		}
		if err := flag.Value.Set(given.Get(name)); err != nil {
			return r, l, usagef(name+"="+argumentExample(flag), "%s %s is %s", name, quoted(given.Get(name)), err)
		}
	}
	if r, err = rules.rules(); err != nil {
		return r, l, err
	}
	return r, limits.limits(r.Relay()), r.Validate()
}

// argumentExample returns a right value of a flag.
func argumentExample(flag *pflag.Flag) string {
	if words, ok := flag.Value.(*choice); ok {
		return words.words[0] // its example may be more than a value
	}
	if example := flag.Annotations[exampleNote]; len(example) == 1 {
		return example[0]
	}
	return flag.DefValue
}

// openBrowser opens an address in the user's browser.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // it may stay as long as the browser does
	return nil
}
