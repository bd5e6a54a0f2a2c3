package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"ayosolve/bitboard"
	"ayosolve/search"
)

// Tables are endgame tables that searches read.
type Tables struct {
	search.Prober
	Reach int    // the most seeds of a board that a search looks up, -1 for none
	Close func() // gives their memory back
}

// Options is what a Server is made with.
type Options struct {
	// Rules reads rules and limits from the arguments of a call, by the names of the
	// command line's flags. Its errors are for whoever made the call.
	Rules func(arguments url.Values) (bitboard.Rules, search.Limits, error)
	// Open opens the tables of some rules, and makes them first if need be, which it
	// tells of in words now and then. It returns soon after ctx is done.
	Open func(ctx context.Context, r bitboard.Rules, tell func(text string)) (Tables, error)

	Threads  int   // goroutines a search
	Hash     int64 // bytes of a search's transposition table
	Searches int   // searches at a time; more wait
	// Token, if not empty, is asked of whoever calls, and then any host name will do.
	Token string
	Log   *slog.Logger
}

// MostRules is the sets of rules whose tables are open at a time.
const MostRules = 4

const (
	mostTime   = 10 * time.Minute // that a search may take
	idleSolver = 2 * time.Minute  // after which a solver that nobody uses is given up
	// writeTime is how long a client may take to receive what is written to it, or to
	// send what it has to.
	writeTime = 10 * time.Second
)

// Server answers the page and its calls.
type Server struct {
	options  Options
	hosts    map[string]bool // the Host headers that are answered, without a token
	engines  *engines
	choosing chan struct{} // has room for the choices of an opponent that may be made at a time
	pages    pages
	assets   map[string]asset
	handler  http.Handler
	ctx      context.Context // done when everything is to end
	stop     context.CancelFunc

	mu     sync.Mutex
	closed bool
	calls  sync.WaitGroup // those that are being answered; none is added once closed
}

// New returns a Server that will listen at an address.
func New(address net.Addr, o Options) (*Server, error) {
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{options: o, hosts: hostsOf(address), assets: assets, ctx: ctx, stop: stop}
	s.engines = newEngines(ctx, o)
	s.choosing = make(chan struct{}, o.Searches)
	s.handler = s.guard(s.routes())
	return s, nil
}

// routes tells which call is answered by what.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/moves", s.answered(s.moves))
	mux.HandleFunc("GET /api/game", s.answered(s.game))
	mux.HandleFunc("GET /api/analyze", s.searched(s.analyze))
	mux.HandleFunc("GET /api/annotate", s.searched(s.annotate))
	mux.HandleFunc("GET /api/play", s.searched(s.play))
	mux.HandleFunc("GET /api/record", s.record)
	mux.HandleFunc("POST /api/record", s.readRecord)
	mux.HandleFunc("GET /", s.asset)
	return mux
}

// Handler answers requests until Close.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		closed := s.closed
		if !closed {
			s.calls.Add(1)
		}
		s.mu.Unlock()
		if closed {
			refuse(w, http.StatusServiceUnavailable, "the server has been stopped")
			return
		}
		defer s.calls.Done()
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.ctx, cancel)()
		s.handler.ServeHTTP(w, r.WithContext(ctx))
	})
}

// Warm begins to open the tables of some rules.
func (s *Server) Warm(r bitboard.Rules) { s.engines.warm(r) }

// Serve answers what comes in until ctx is done; then it ends all calls and returns
// soon.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      writeTime, // streams set their own
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.stop() // before Shutdown, which waits for the calls
	const patience = 20 * time.Millisecond
	soon, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := server.Shutdown(soon); err != nil {
		server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Close ends all searches and gives the tables back. Calls that come later fail.
func (s *Server) Close() {
	s.stop()
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.calls.Wait()
	s.engines.close()
}
