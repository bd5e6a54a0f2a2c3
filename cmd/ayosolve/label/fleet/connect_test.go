package fleet

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ayosolve/cmd/ayosolve/label"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
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
		if (err == nil) != ok || err != nil && (!errors.Is(err, ErrServer) || strings.Contains(err.Error(), "sesame")) {
			t.Errorf("token %q: %v", token, err)
		}
		if err == nil {
			f.Close()
		}
	}
}

// certificate makes a certificate for this machine, signed by itself, and returns its
// files.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestTLS connects to a server that wants certificates of both sides.
func TestTLS(t *testing.T) {
	cert, key := certificate(t)
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	authorities := x509.NewCertPool()
	data, err := os.ReadFile(cert)
	if err != nil || !authorities.AppendCertsFromPEM(data) {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: authorities, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS12},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not start")
	}
	for _, test := range []struct {
		Options
		ok bool
	}{{Options{}, false}, {Options{CA: cert}, false}, {Options{Cert: cert, Key: key}, false}, {Options{CA: cert, Cert: cert, Key: key}, true}} {
		test.URL = s.ClientURL()
		f, err := Connect(t.Context(), test.Options, "test")
		if (err == nil) != test.ok {
			t.Errorf("%+v: %v", test.Options, err)
		}
		if err == nil {
			f.Close()
		}
	}
}

// TestNKey proves who it is by a key.
func TestNKey(t *testing.T) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "user.nk")
	if err := os.WriteFile(file, secret, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		Nkeys: []*server.NkeyUser{{Nkey: public}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not start")
	}
	for key, ok := range map[string]bool{"": false, file: true, file + ".missing": false} {
		f, err := Connect(t.Context(), Options{URL: s.ClientURL(), NKey: key}, "test")
		if (err == nil) != ok {
			t.Errorf("key %q: %v", key, err)
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
