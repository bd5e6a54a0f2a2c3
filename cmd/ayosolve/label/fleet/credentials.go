package fleet

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ErrDenied reports a server that does not let this program in.
var ErrDenied = errors.New("the NATS server wants another user, token, key or credentials")

// credentials returns the options of a connection that say who comes and whom it trusts.
// The files are read once before any server is asked, so that what is wrong with one is
// told with its name.
func (o *Options) credentials() (options []nats.Option, err error) {
	if o.Creds != "" {
		if err := o.readCreds(); err != nil {
			return nil, err
		}
		options = append(options, nats.UserCredentials(o.Creds))
	}
	if o.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(o.NKey)
		if err != nil {
			return nil, fmt.Errorf("the nkey in %s: %w", o.NKey, err)
		}
		options = append(options, key)
	}
	if o.Token != "" {
		options = append(options, nats.Token(o.Token))
	}
	if o.CA != "" {
		data, err := os.ReadFile(o.CA)
		if err != nil {
			return nil, err
		}
		if !x509.NewCertPool().AppendCertsFromPEM(data) {
			return nil, fmt.Errorf("%s holds no certificate", o.CA)
		}
		options = append(options, nats.RootCAs(o.CA))
	}
	if o.Cert != "" {
		if _, err := tls.LoadX509KeyPair(o.Cert, o.Key); err != nil {
			return nil, fmt.Errorf("the certificate in %s and the key in %s: %w", o.Cert, o.Key, err)
		}
		options = append(options, nats.ClientCert(o.Cert, o.Key))
	}
	return options, nil
}

// readCreds returns an error if the file of credentials has none.
func (o *Options) readCreds() error {
	data, err := os.ReadFile(o.Creds)
	if err != nil {
		return err
	}
	key, err := nkeys.ParseDecoratedUserNKey(data)
	if err != nil {
		return fmt.Errorf("the credentials in %s: %w", o.Creds, err)
	}
	key.Wipe()
	return nil
}

// explain words why there is no connection to a server: ErrDenied or ErrServer. What
// lies beneath is told and not wrapped, for a broken pipe of a connection is none of
// standard output.
func (o *Options) explain(err error) error {
	at := withoutSecret(o.URL)
	text := strings.ToLower(err.Error())
	var op *net.OpError
	switch {
	case strings.Contains(text, "authorization"), strings.Contains(text, "authentication"):
		return fmt.Errorf("%w, at %s: %v", ErrDenied, at, err)
	case errors.Is(err, io.EOF), errors.As(err, &op) && (op.Op == "read" || op.Op == "write"):
		return fmt.Errorf("%w at %s: it hung up, maybe for want of a certificate that it trusts: %v", ErrServer, at, err)
	}
	return fmt.Errorf("%w at %s: %v", ErrServer, at, err)
}
