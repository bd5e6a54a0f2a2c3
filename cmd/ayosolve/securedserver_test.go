package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// secured starts a NATS server with JetStream that lets in whom its options name, and
// returns its URL.
func secured(t *testing.T, o *server.Options) (url string) {
	t.Helper()
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not start")
	}
	return s.ClientURL()
}

// keyPair returns a new key and its public half.
func keyPair(t *testing.T, create func() (nkeys.KeyPair, error)) (pair nkeys.KeyPair, public string) {
	t.Helper()
	pair, err := create()
	if err != nil {
		t.Fatal(err)
	}
	if public, err = pair.PublicKey(); err != nil {
		t.Fatal(err)
	}
	return pair, public
}

// seedFile writes the seed of a key into a file.
func seedFile(t *testing.T, pair nkeys.KeyPair) string {
	t.Helper()
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return secretFile(t, string(seed))
}

// secretFile writes something into a file of its own.
func secretFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// operator is who vouches for the accounts of a server, and the accounts for users.
type operator struct {
	pair   nkeys.KeyPair
	public string
}

func newOperator(t *testing.T) operator {
	pair, public := keyPair(t, nkeys.CreateOperator)
	return operator{pair, public}
}

// account makes an account with JetStream, or the one of the system, which has none.
func (o operator) account(t *testing.T, resolver server.AccountResolver, system bool) (pair nkeys.KeyPair, public string) {
	t.Helper()
	pair, public = keyPair(t, nkeys.CreateAccount)
	claims := jwt.NewAccountClaims(public)
	if !system {
		claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	}
	text, err := claims.Encode(o.pair)
	if err != nil {
		t.Fatal(err)
	}
	if err := resolver.Store(public, text); err != nil {
		t.Fatal(err)
	}
	return pair, public
}

// creds writes a file of credentials of a new user of an account, good until a time.
func creds(t *testing.T, account nkeys.KeyPair, until time.Time) string {
	t.Helper()
	pair, public := keyPair(t, nkeys.CreateUser)
	claims := jwt.NewUserClaims(public)
	claims.Expires = until.Unix()
	text, err := claims.Encode(account)
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file, err := jwt.FormatUserConfig(text, seed)
	if err != nil {
		t.Fatal(err)
	}
	return secretFile(t, string(file))
}

// authority signs certificates.
type authority struct {
	file string // of its own certificate
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	a := authority{}
	a.file, _, a.cert, a.key = a.sign(t, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	return a
}

// certificate makes a certificate for this machine and returns its files.
func (a authority) certificate(t *testing.T) (cert, key string) {
	t.Helper()
	cert, key, _, _ = a.sign(t, &x509.Certificate{
		KeyUsage: x509.KeyUsageDigitalSignature, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	})
	return cert, key
}

// sign makes a certificate like a template, signed by the authority or, before it has a
// key, by itself.
func (a authority) sign(t *testing.T, template *x509.Certificate) (certFile, keyFile string, cert *x509.Certificate, key *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template.SerialNumber, template.Subject = big.NewInt(time.Now().UnixNano()), pkix.Name{CommonName: "test"}
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	parent, signer := a.cert, a.key
	if signer == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	if cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file := func(kind string, data []byte) string {
		return secretFile(t, string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data})))
	}
	return file("CERTIFICATE", der), file("EC PRIVATE KEY", secret), cert, key
}

// serverTLS is that of a server with a certificate of the authority, which wants such
// ones of those who come if both.
func (a authority) serverTLS(t *testing.T, both bool) *tls.Config {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(a.certificate(t))
	if err != nil {
		t.Fatal(err)
	}
	c := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if both {
		c.ClientCAs, c.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
		c.ClientCAs.AddCert(a.cert)
	}
	return c
}
