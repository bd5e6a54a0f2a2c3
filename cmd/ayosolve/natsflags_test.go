package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// way is one to reach a server: flags, a variable of the environment, words of the
// error.
type way struct{ flags, variable, words string }

// TestSecuredServers reaches servers that want to know who comes: what is right works,
// and everything else is one line that says so and tells no secret.
func TestSecuredServers(t *testing.T) {
	const denied = "the NATS server wants another user, token, key or credentials"
	with := func(url, who string) string { return strings.Replace(url, "://", "://"+who+"@", 1) }
	check := func(name, url string, right, wrong []way) {
		t.Helper()
		for i, w := range append(right, wrong...) {
			for _, v := range []string{natsCredsVariable, natsTokenVariable, natsCAVariable} {
				t.Setenv(v, "")
			}
			if k, v, ok := strings.Cut(w.variable, "="); ok {
				t.Setenv(k, v)
			}
			line := "label status " + w.flags
			if !strings.Contains(w.flags, "--nats ") {
				line += " --nats " + url
			}
			got := run(t, line, "")
			if i >= len(right) {
				checkFailed(t, name+": "+line+" "+w.variable, got, w.words)
				t.Log(strings.TrimSpace(got.errOut))
			} else if got.status != statusDone || got.out != "no jobs\nno workers\n" {
				t.Errorf("%s: %s %s: %+v", name, line, w.variable, got)
			}
			if strings.Contains(got.errOut, "s3cret") {
				t.Errorf("%s: a secret is told: %s", name, got.errOut)
			}
		}
	}

	url := secured(t, &server.Options{Authorization: "s3cret"})
	check("token", url, []way{{flags: "--nats-token s3cret"}, {variable: natsTokenVariable + "=s3cret"}, {flags: "--nats " + with(url, "s3cret")}},
		[]way{{words: denied}, {flags: "--nats-token s3cret2", words: denied}, {variable: natsTokenVariable + "=other", words: denied}})

	url = secured(t, &server.Options{Username: "ama", Password: "s3cret"})
	check("user", url, []way{{flags: "--nats " + with(url, "ama:s3cret")}},
		[]way{{words: denied}, {flags: "--nats " + with(url, "ama:s3cret2"), words: denied}, {flags: "--nats-token s3cret", words: denied}})

	pair, public := keyPair(t, nkeys.CreateUser)
	other, _ := keyPair(t, nkeys.CreateUser)
	url = secured(t, &server.Options{Nkeys: []*server.NkeyUser{{Nkey: public}}})
	check("nkey", url, []way{{flags: "--nats-nkey " + seedFile(t, pair)}},
		[]way{
			{words: denied}, {flags: "--nats-nkey " + seedFile(t, other), words: denied}, {flags: "--nats-nkey missing.nk", words: "missing.nk"},
			{flags: "--nats-nkey " + secretFile(t, "s3cret"), words: "secret"},
		})

	op, resolver := newOperator(t), &server.MemAccResolver{}
	account, _ := op.account(t, resolver, false)
	_, system := op.account(t, resolver, true)
	url = secured(t, &server.Options{TrustedKeys: []string{op.public}, AccountResolver: resolver, SystemAccount: system})
	stranger, _ := newOperator(t).account(t, &server.MemAccResolver{}, false)
	good := creds(t, account, time.Now().Add(time.Hour))
	check("creds", url, []way{{flags: "--nats-creds " + good}, {variable: natsCredsVariable + "=" + good}},
		[]way{
			{words: denied}, {flags: "--nats-creds " + creds(t, stranger, time.Now().Add(time.Hour)), words: denied},
			{flags: "--nats-creds " + creds(t, account, time.Now().Add(-time.Hour)), words: denied},
			{flags: "--nats-creds missing.creds", words: "missing.creds"}, {flags: "--nats-creds " + secretFile(t, "s3cret"), words: "secret"},
		})

	ca, strange := newAuthority(t), newAuthority(t)
	url = secured(t, &server.Options{TLSConfig: ca.serverTLS(t, false)})
	trust := "--nats-ca " + ca.file
	check("TLS", url, []way{{flags: trust}, {variable: natsCAVariable + "=" + ca.file}, {flags: trust + " --nats " + strings.Replace(url, "nats:", "tls:", 1)}},
		[]way{
			{words: "certificate"}, {flags: "--nats-ca " + strange.file, words: "certificate"},
			{flags: "--nats-ca missing.pem", words: "missing.pem"}, {flags: "--nats-ca " + secretFile(t, "s3cret"), words: "secret"},
		})

	url = secured(t, &server.Options{TLSConfig: ca.serverTLS(t, true)})
	cert, key := ca.certificate(t)
	otherCert, otherKey := strange.certificate(t)
	check("both certificates", url, []way{{flags: trust + " --nats-cert " + cert + " --nats-key " + key}},
		[]way{
			{flags: trust, words: "certificate"}, {flags: trust + " --nats-cert " + otherCert + " --nats-key " + otherKey, words: "certificate"}, // an alert, or no answer
			{flags: trust + " --nats-cert " + cert + " --nats-key " + otherKey, words: "private key"},
			{flags: trust + " --nats-cert missing.pem --nats-key " + key, words: "missing.pem"},
		})
}

// TestSecuredJob has a job done over TLS, with a token that only the environment tells.
func TestSecuredJob(t *testing.T) {
	t.Chdir(t.TempDir())
	ca := newAuthority(t)
	url := secured(t, &server.Options{TLSConfig: ca.serverTLS(t, false), Authorization: "s3cret"})
	t.Setenv(natsURLVariable, url)
	t.Setenv(natsTokenVariable, "s3cret")
	t.Setenv(natsCAVariable, ca.file)
	t.Setenv(tablesVariable, testTables(t, "ayoayo", 8, true))
	if got := run(t, "tables publish --seeds 3", ""); got.status != statusDone {
		t.Fatalf("%+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	worked := make(chan ended, 1)
	go func() { worked <- runArgs(ctx, []string{"worker"}, strings.NewReader("")) }()
	got := run(t, "label "+endgameText+" --random 20 --plies 0..6 --chunk 8 --out out.csv --nats "+url, "")
	if got.status != statusDone || !strings.Contains(got.out, "20 positions in out.csv") {
		t.Errorf("%+v", got)
	}
	cancel()
	if got := <-worked; !strings.HasSuffix(got.errOut, "ayosolve: interrupted\n") {
		t.Errorf("%+v", got)
	}
}
