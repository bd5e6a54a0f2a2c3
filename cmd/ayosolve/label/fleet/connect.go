package fleet

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options says how to reach a NATS server. Empty fields are left out.
type Options struct {
	URL   string // or several with commas between them; it may hold a user and password, or a token
	Creds string // file of credentials
	NKey  string // file of an nkey's seed
	Token string
	CA    string // file of the authorities a server's certificate is checked against
	Cert  string // files of the own certificate and its key
	Key   string
}

// Fleet is a connection to a NATS server with JetStream.
type Fleet struct {
	conn *nats.Conn
	js   jetstream.JetStream
	beat time.Duration // how often a coordinator writes a record and a worker looks for work
}

// heartbeat is the beat of a Fleet, tests apart.
const heartbeat = time.Second

// How long a connection is waited for, how long an answer of the server until it is
// asked again, and how long that takes.
const (
	patience = 5 * time.Second
	answered = 2 * time.Second
	pause    = 250 * time.Millisecond
)

// ErrServer reports a server that can't be reached, or has no JetStream.
var ErrServer = errors.New("no NATS server with JetStream")

// Connect connects to a server. A connection that is lost later is made again, however
// long it takes.
func Connect(ctx context.Context, o Options, name string) (*Fleet, error) {
	options, err := o.credentials()
	if err != nil {
		return nil, err
	}
	options = append(options,
		nats.Name(name), nats.Timeout(patience), nats.MaxReconnects(-1), nats.ReconnectWait(pause),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // not on standard error
	conn, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, o.explain(err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	asked, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := js.AccountInfo(asked); err != nil {
		conn.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, o.explain(err)
	}
	return &Fleet{conn, js, heartbeat}, nil
}

// withoutSecret returns URLs without what stands before an @.
func withoutSecret(urls string) string {
	var out []string
	for url := range strings.SplitSeq(urls, ",") {
		if scheme, rest, ok := strings.Cut(url, "://"); ok {
			url = scheme + "://" + rest[strings.LastIndex(rest, "@")+1:]
		} else {
			url = url[strings.LastIndex(url, "@")+1:]
		}
		out = append(out, url)
	}
	return strings.Join(out, ",")
}

// Close closes the connection.
func (f *Fleet) Close() { f.conn.Close() }

// Connected reports whether the server can be reached now.
func (f *Fleet) Connected() bool { return f.conn.IsConnected() }

// again does something until it succeeds or ctx is done, or until it fails in a way
// that trying again does not mend.
func again(ctx context.Context, do func(ctx context.Context) error) error {
	for {
		asked, cancel := context.WithTimeout(ctx, answered)
		err := do(asked)
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !passing(err):
			return err
		}
		if err := rest(ctx, pause); err != nil {
			return err
		}
	}
}

// passing reports whether an error comes of a server that is away for a while.
func passing(err error) bool {
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api jetstream.JetStreamError
	return errors.As(err, &api) && api.APIError() != nil && api.APIError().Code == 503 // it is starting
}

// rest waits.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
