package main

import (
	"context"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// freePort returns a port that nobody listens at on this machine.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// TestReadmeFleet runs the README's commands of labels on many machines, which run
// beside each other, in this process and at a port of its own.
func TestReadmeFleet(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv(tablesVariable, testTables(t, "ayoayo", 8, true))
	var positions strings.Builder
	for _, pits := range []string{"0-2-0-1-0-3-1-0-2-0-1-3", "1-0-0-1-0-0-0-0-2-0-1-0", "0-0-0-0-1-1-0-0-0-0-0-0"} {
		positions.WriteString(pits + "-S\n" + pits + "-N\n")
	}
	if err := os.WriteFile("positions.txt", []byte(positions.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	commands := map[string][]string{}
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		for line := range strings.Lines(block[1]) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
			args, ok := strings.CutPrefix(strings.ReplaceAll(line, "4222", port), "ayosolve ")
			if !ok {
				t.Errorf("nothing tests %s", line)
			}
			verb := regexp.MustCompile(`^[a-z ]*`).FindString(args)
			commands[strings.TrimSpace(verb)] = append(commands[strings.TrimSpace(verb)], args)
		}
	}
	for _, verb := range []string{"label", "worker", "label status", "tables publish"} {
		if len(commands[verb]) != 1 || len(commands) != 4 {
			t.Fatalf("the commands of the README: %q", commands)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begin := func(verb string) <-chan ended {
		done := make(chan ended, 1)
		go func() { done <- runArgs(ctx, strings.Fields(commands[verb][0]), strings.NewReader("")) }()
		return done
	}
	labelled := begin("label")
	for {
		if got := run(t, commands["label status"][0], ""); got.status == statusDone && strings.Contains(got.out, "6 positions") {
			break
		}
		select {
		case got := <-labelled:
			t.Fatalf("no worker was there: %+v", got)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if got := run(t, commands["tables publish"][0], ""); got.status != statusDone || got.errOut != "" {
		t.Errorf("%+v", got)
	}
	worked := begin("worker")
	got := <-labelled
	if got.status != statusDone || !strings.Contains(got.out, "6 positions in labels.parquet") ||
		got.errOut != "ayosolve: workers join with: ayosolve worker --nats nats://127.0.0.1:"+port+"\n" {
		t.Errorf("%+v", got)
	}
	cancel()
	if got := <-worked; !strings.HasSuffix(got.errOut, "\nayosolve: interrupted\n") {
		t.Errorf("%+v", got)
	}
}
