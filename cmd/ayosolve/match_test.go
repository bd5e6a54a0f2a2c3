package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/match"
	"ayosolve/cmd/ayosolve/ogn"
)

// What --clock takes.
func TestClockFlag(t *testing.T) {
	for text, want := range map[string]string{
		"60s+1s": "1m0s+1s", "5m": "5m0s+0s", "1s+0": "1s+0s", "1s+0s": "1s+0s",
		"": "", "5": "", "1s+": "", "+1s": "", "-1s+1s": "", "1s+-1s": "", "1s+1s+1s": "",
	} {
		var c clockFlag
		err := c.Set(text)
		if c.String() != want || (err == nil) != (want != "") {
			t.Errorf("--clock %q = %q, %v, want %q", text, c.String(), err, want)
		}
	}
}

// What an ENGINE is started as.
func TestMatchCommand(t *testing.T) {
	rules, err := newRulesFlags().rules()
	if err != nil {
		t.Fatal(err)
	}
	o := matchOptions{place: place{rules: rules, dir: "/t", threads: 4}, concurrency: 2}
	for engine, want := range map[string]string{
		"ayosolve":              "ayosolve uci --rules ayoayo --repetition split --threads 2 --tables /t",
		"ayosolve --hash 1GiB":  "ayosolve uci --rules ayoayo --repetition split --threads 2 --tables /t --hash 1GiB",
		"ayosolve uci --hash 8": "ayosolve uci --rules ayoayo --repetition split --threads 2 --tables /t --hash 8",
		"java -jar 'A b.jar'":   "java -jar A b.jar",
		"./ayosolve uci":        "./ayosolve uci",
	} {
		got, err := o.command(engine)
		if err != nil || strings.Join(got.Args, " ") != want {
			t.Errorf("%s is started as %q, %v, want %q", engine, got.Args, err, want)
		}
	}
	o.concurrency = 16
	if got, err := o.command("ayosolve"); err != nil || !strings.Contains(strings.Join(got.Args, " "), "--threads 1 ") {
		t.Errorf("with more games than threads it is started as %q, %v", got.Args, err)
	}
}

// smallDisk is a file with room for so many bytes more.
type smallDisk struct {
	bytes.Buffer
	room int
}

func (d *smallDisk) Write(p []byte) (int, error) {
	n, err := len(p), error(nil)
	if n > d.room {
		n, err = d.room, errors.New("no space left")
	}
	d.room -= n
	d.Buffer.Write(p[:n])
	return n, err
}

func (d *smallDisk) Truncate(size int64) error {
	d.Buffer.Truncate(int(size))
	return nil
}

func (d *smallDisk) Close() error { return nil }

// Of the games of a match that a full disk has no room for none is there in part.
func TestMatchRecordsFullDisk(t *testing.T) {
	rules, _ := newRulesFlags().rules()
	r := match.Report{Names: [2]string{"a", "b"}}
	for i := range 5 {
		r.Games = append(r.Games, match.Game{
			Number: i + 1, Opening: match.Opening{Start: bitboard.StartPosition()}, Rules: rules, Moves: "Aa", Forfeit: "tired",
		})
	}
	var whole smallDisk
	whole.room = 1 << 20
	w := records{file: &whole}
	w.add(r.Games[0], r)
	if err := w.close(r); err != nil {
		t.Fatal(err)
	}
	games, err := ogn.Read(strings.NewReader(whole.String()), ogn.Options{Strict: true})
	if err != nil || len(games) != len(r.Games) || strings.Count(whole.String(), "\n\n[Variant") != len(r.Games)-1 {
		t.Fatalf("%d games, %v, of\n%s", len(games), err, whole.String())
	}
	most, length := 0, whole.Len()
	for room := range length {
		d := &smallDisk{room: room}
		w := records{file: d}
		for i := range r.Games {
			w.add(r.Games[i], match.Report{Names: r.Names, Games: r.Games[:i+1]})
		}
		err := w.close(r)
		n := strings.Count(d.String(), "[Variant")
		if want := fmt.Sprintf("no space left; it has the games before number %d", n+1); err == nil || err.Error() != want {
			t.Fatalf("with room for %d bytes of %d: %v, want %s", room, length, err, want)
		}
		if !strings.HasPrefix(whole.String(), d.String()) || n > 0 && !strings.HasSuffix(d.String(), " 0-1\n") && !strings.HasSuffix(d.String(), " 1-0\n") {
			t.Fatalf("with room for %d bytes it ends in a part of a game:\n%s", room, d.String())
		}
		most = max(most, n)
	}
	if most != len(r.Games)-1 {
		t.Errorf("at most %d games were kept, want %d", most, len(r.Games)-1)
	}
}

// A report without any game can be written.
func TestMatchEmptyReport(t *testing.T) {
	rules, _ := newRulesFlags().rules()
	o := matchOptions{place: place{rules: rules}, games: 4, control: match.Control{Nodes: 5}, width: 80}
	for _, o.json = range []bool{false, true} {
		var out strings.Builder
		if err := o.write(&out, match.Report{Names: [2]string{"a", "b"}}); err != nil || out.Len() == 0 {
			t.Errorf("an empty report: %v, %q", err, out.String())
		}
	}
}
