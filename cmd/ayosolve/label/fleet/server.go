package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server is a NATS server of one's own, with JetStream in a folder.
type Server struct{ *server.Server }

// ErrOpen reports an address that others can reach and no token to keep them out.
var ErrOpen = errors.New("a server that others can reach needs a token")

// Listen starts a server. The address is HOST:PORT, or PORT alone for one that only
// this machine can reach; port 0 is any that is free. Another host than this machine
// needs a token: ErrOpen.
func Listen(ctx context.Context, address, dir, token string) (*Server, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		host, text = "127.0.0.1", address
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("%q has no port", address)
	}
	if !loopback(host) && token == "" {
		return nil, fmt.Errorf("%w: %s", ErrOpen, address)
	}
	probe, err := net.Listen("tcp", net.JoinHostPort(host, text)) // the server says of a failure nothing
	if err != nil {
		return nil, err
	}
	if err := probe.Close(); err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: "ayosolve", Host: host, Port: int(port), Authorization: token,
		JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, DisableJetStreamBanner: true,
	}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	for begun := time.Now(); !s.ReadyForConnections(10 * time.Millisecond); {
		if ctx.Err() != nil || time.Since(begun) > 2*patience {
			s.Shutdown()
			s.WaitForShutdown()
			return nil, errors.Join(ctx.Err(), fmt.Errorf("no server can listen on %s", address))
		}
	}
	return &Server{s}, nil
}

// loopback reports whether a host is this machine alone.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// URL is where the server can be reached.
func (s *Server) URL() string { return s.ClientURL() }

// Close ends the server.
func (s *Server) Close() {
	s.Shutdown()
	s.WaitForShutdown()
}
