package fleet

import (
	"errors"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ayosolve/cmd/ayosolve/label"

	"github.com/nats-io/nats-server/v2/server"
)

func TestWithoutSecret(t *testing.T) {
	for url, want := range map[string]string{
		"nats://127.0.0.1:4222":                         "nats://127.0.0.1:4222",
		"nats://user:secret@host:1,tls://t0ken@other:2": "nats://host:1,tls://other:2",
		"secret@host:4222":                              "host:4222",
		"nats://a:p@ss@host":                            "nats://host",
	} {
		if got := withoutSecret(url); got != want {
			t.Errorf("%s became %s", url, got)
		}
	}
}

func TestListen(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "[::]:0"} {
		if s, err := Listen(t.Context(), address, t.TempDir(), ""); !errors.Is(err, ErrOpen) {
			t.Errorf("%s: %v, %v", address, s, err)
		}
	}
	for _, address := range []string{"", "x", "127.0.0.1", "99999"} {
		if s, err := Listen(t.Context(), address, t.TempDir(), ""); err == nil {
			t.Errorf("%q: %v", address, s.URL())
		}
	}
	s := testServer(t, "0", t.TempDir())
	host, port, err := net.SplitHostPort(strings.TrimPrefix(s.URL(), "nats://"))
	if err != nil || host != "127.0.0.1" {
		t.Errorf("it listens on %s", s.URL())
	}
	if s, err := Listen(t.Context(), port, t.TempDir(), ""); err == nil {
		t.Errorf("two servers listen on %s", s.URL())
	}
}

// TestToken opens a server to others, with a token.
func TestToken(t *testing.T) {
	s, err := Listen(t.Context(), "0.0.0.0:0", t.TempDir(), "open sesame")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.URL(), "nats://"))
	url := "nats://127.0.0.1:" + port
	for token, ok := range map[string]bool{"": false, "wrong": false, "open sesame": true} {
		f, err := Connect(t.Context(), Options{URL: url, Token: token}, "test")
		if (err == nil) != ok || err != nil && (!errors.Is(err, ErrDenied) || strings.Contains(err.Error(), "sesame")) {
			t.Errorf("token %q: %v", token, err)
		}
		if err == nil {
			f.Close()
		}
	}
}

// TestNoServer finds nobody, or a server without JetStream.
func TestNoServer(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not start")
	}
	if _, err := Connect(t.Context(), Options{URL: s.ClientURL()}, "test"); !errors.Is(err, ErrServer) {
		t.Errorf("no JetStream: %v", err)
	}
	s.Shutdown()
	s.WaitForShutdown()
	if _, err := Connect(t.Context(), Options{URL: s.ClientURL()}, "test"); !errors.Is(err, ErrServer) {
		t.Errorf("nobody: %v", err)
	}
}

func TestWorkMessage(t *testing.T) {
	keys := []label.Key{{1, 2, 3}, {4, 5, 6}}
	i, got, err := readWork(writeWork(77, keys))
	if err != nil || i != 77 || !slices.Equal(got, keys) {
		t.Errorf("%d, %v, %v", i, got, err)
	}
	for _, data := range [][]byte{nil, make([]byte, 7), make([]byte, 9), make([]byte, 8+15*(label.MaxChunk+1))} {
		if _, _, err := readWork(data); err == nil {
			t.Errorf("%d bytes are a message", len(data))
		}
	}
}

func FuzzReadWork(f *testing.F) {
	f.Add(writeWork(3, []label.Key{{1}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if i, keys, err := readWork(data); err == nil && len(keys) > 0 {
			if again := writeWork(i, keys); len(again) != len(data) {
				t.Errorf("%d bytes became %d", len(data), len(again))
			}
			_, _ = keys[0].Position()
		}
	})
}

// TestHangUp meets somebody who closes every connection: it is told, and it is no error
// of a pipe that the program writes to.
func TestHangUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	defer func() { l.Close(); <-done }()
	_, err = Connect(t.Context(), Options{URL: "nats://" + l.Addr().String()}, "test")
	if !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "it hung up") || errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
}
