package main

import (
	"context"
	"os"

	"ayosolve/cmd/ayosolve/label/fleet"

	"github.com/spf13/pflag"
)

// Environment variables that are used where the command line has no flag. The names
// are those of NATS's own tools.
const (
	natsURLVariable   = "NATS_URL"
	natsCredsVariable = "NATS_CREDS"
	natsTokenVariable = "NATS_TOKEN"
	natsCAVariable    = "NATS_CA"
)

// natsExample is the URL that help and errors show.
const natsExample = "nats://127.0.0.1:4222"

// natsFlags are the flags that say how a NATS server is reached.
type natsFlags struct{ fleet.Options }

func (f *natsFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.URL, "nats", "", "`URL` of a NATS server with JetStream, or "+natsURLVariable)
	flags.StringVar(&f.Creds, "nats-creds", "", "`FILE` of credentials, or "+natsCredsVariable)
	flags.StringVar(&f.NKey, "nats-nkey", "", "`FILE` of an nkey's seed")
	flags.StringVar(&f.Token, "nats-token", "", "`TOKEN`, better in "+natsTokenVariable)
	flags.StringVar(&f.CA, "nats-ca", "", "`FILE` of authorities to trust, or "+natsCAVariable)
	flags.StringVar(&f.Cert, "nats-cert", "", "`FILE` of the own certificate")
	flags.StringVar(&f.Key, "nats-key", "", "`FILE` of its key")
}

// fill takes from the environment what the command line does not say.
func (f *natsFlags) fill() {
	for _, v := range []struct {
		to   *string
		name string
	}{{&f.Creds, natsCredsVariable}, {&f.Token, natsTokenVariable}, {&f.CA, natsCAVariable}} {
		if *v.to == "" {
			*v.to = os.Getenv(v.name)
		}
	}
}

// validate returns errUsage if the flags do not go together.
func (f *natsFlags) validate(example string) error {
	if (f.Cert == "") != (f.Key == "") {
		return usagef(example+" --nats-cert own.pem --nats-key own.key", "--nats-cert and --nats-key go together")
	}
	return nil
}

// connect connects to the server; without a URL it is errUsage.
func (f *natsFlags) connect(ctx context.Context, example string) (*fleet.Fleet, error) {
	if f.URL == "" {
		f.URL = os.Getenv(natsURLVariable)
	}
	if f.URL == "" {
		return nil, usagef(example, "which NATS server is missing: neither --nats nor %s names one", natsURLVariable)
	}
	f.fill()
	if err := f.validate(example); err != nil {
		return nil, err
	}
	var made *fleet.Fleet
	err := interruptible(ctx, func(ctx context.Context) (err error) {
		made, err = fleet.Connect(ctx, f.Options, "ayosolve")
		return err
	})
	return made, err
}
