package uci_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/uci"
	"ayosolve/cmd/ayosolve/uci/client"
	"ayosolve/egdb"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// smallSeeds is how far the tables of the tests reach.
const smallSeeds = 8

// built holds tables by the name of their rules. They are made once.
var built sync.Map

// openSmall is the opener of the tests.
func openSmall(_ context.Context, r bitboard.Rules, folder string, _ int, say func(string)) (uci.Tables, error) {
	if folder == "missing" {
		return uci.Tables{}, errors.New("no such folder")
	}
	r.Repetition = bitboard.RepetitionSplit
	build, _ := built.LoadOrStore(r.Name(), sync.OnceValues(func() (*egdb.DB, error) {
		return egdb.Build(context.Background(), r, egdb.BuildOptions{Seeds: smallSeeds, Bounds: true, Workers: 2})
	}))
	db, err := build.(func() (*egdb.DB, error))()
	say("tables are open")
	return uci.Tables{Prober: db}, err
}

// count counts paths.
func count(_ context.Context, r bitboard.Rules, p bitboard.Position, depth, _ int) []bitboard.PathCount {
	if depth == 0 {
		return nil
	}
	return r.PerftDivide(p, depth)
}

func smallConfig() uci.Config {
	return uci.Config{
		Name: "ayosolve", Author: "its authors", Rules: preset("ayoayo"), Tables: "tables", Threads: 2, Hash: 16 << 20, MaxHash: 64 << 20,
		Open: openSmall, Count: count,
	}
}

func preset(name string) bitboard.Rules {
	r, err := bitboard.Preset(name)
	if err != nil {
		panic(err)
	}
	return r
}

// session is an engine in this process and a client of it.
type session struct {
	*client.Engine
	t     *testing.T
	input io.Closer
	ended chan error
}

// begin starts an engine. It ends with the test.
func begin(t *testing.T, c uci.Config) *session {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	s := &session{t: t, input: inWrite, ended: make(chan error, 1)}
	go func() {
		s.ended <- uci.Run(context.Background(), inRead, outWrite, c)
		outWrite.Close()
	}()
	s.Engine = client.Connect(inWrite, outRead)
	t.Cleanup(s.Close)
	return s
}

// send sends commands.
func (s *session) send(commands ...string) {
	s.t.Helper()
	for _, c := range commands {
		if err := s.Send(s.t.Context(), "%s", c); err != nil {
			s.t.Fatalf("%s: %v", c, err)
		}
	}
}

// until returns the lines up to the first that begins so.
func (s *session) until(prefix string) []string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	var lines []string
	for {
		line, err := s.Line(ctx)
		if err != nil {
			s.t.Fatalf("waiting for %q after %q: %v", prefix, lines, err)
		}
		lines = append(lines, line)
		if strings.HasPrefix(line, prefix) {
			return lines
		}
	}
}

// rest returns all the lines that are left, of an engine that is about to end.
func (s *session) rest() []string {
	s.t.Helper()
	var lines []string
	for {
		line, err := s.Line(s.t.Context())
		if err != nil {
			if err := <-s.ended; err != nil {
				s.t.Errorf("the engine ended with %v", err)
			}
			return lines
		}
		lines = append(lines, line)
	}
}

// counted returns how many lines begin so.
func counted(lines []string, prefix string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}

// converse runs an engine over commands that are all there from the start, and
// returns its lines.
func converse(t *testing.T, c uci.Config, commands ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := uci.Run(t.Context(), strings.NewReader(strings.Join(commands, "\n")), &out, c); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestIdentity(t *testing.T) {
	s := begin(t, smallConfig())
	got, err := s.Identify(t.Context())
	if err != nil || got.Name != "ayosolve" || got.Author != "its authors" {
		t.Errorf("Identify() = %+v, %v", got, err)
	}
	for _, name := range []string{"Rules", "Repetition", "Threads", "Hash", "MultiPV", "Tables", "Ponder"} {
		if !got.Has(name) {
			t.Errorf("there is no option %s in %q", name, got.Options)
		}
	}
}

// What is wrong is said in one line each, and the engine goes on.
func TestBadCommands(t *testing.T) {
	tests := []struct {
		name    string
		command string
		says    string
	}{
		{"unknown", "hello", `"hello" is no command`},
		{"escape", "\x1b[2J", "is no command"},
		{"position alone", "position", "startpos or fen is missing"},
		{"position word", "position here", `"here" is not startpos or fen`},
		{"fen alone", "position fen", "the position after fen is missing"},
		{"fen moves", "position fen moves A", "the position after fen is missing"},
		{"thirteen fields", "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-S", "not a position"},
		{"sum 47", "position fen 4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "not a position"},
		{"turn x", "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-x", "not a position"},
		{"no word moves", "position startpos FaAb", `"FaAb" is not moves`},
		{"illegal move", "position startpos moves FF", "not a legal move"},
		{"move after the end", "position fen 0-0-0-0-0-1-0-0-0-0-0-0-24-23-S moves FA", "not a legal move"},
		{"setoption alone", "setoption", "name is missing"},
		{"no option", "setoption name Contempt value 3", `there is no option "Contempt"`},
		{"no name", "setoption name value 3", "name is missing"},
		{"rules", "setoption name Rules value chess", "is not one of"},
		{"repetition", "setoption name Repetition value never", "is not one of"},
		{"hash 0", "setoption name Hash value 0", "is not a number from"},
		{"hash negative", "setoption name Hash value -1", "is not a number from"},
		{"hash huge", "setoption name Hash value 99999999999999999999", "is not a number from"},
		{"threads", "setoption name Threads", "is not a number from"},
		{"ponder", "setoption name Ponder value yes", "is not true or false"},
		{"ponderhit", "ponderhit", "nothing is pondered on"},
		{"debug", "debug maybe", "is not on or off"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := converse(t, smallConfig(), tt.command)
			if len(lines) != 1 || !strings.HasPrefix(lines[0], "info string error ") || !strings.Contains(lines[0], tt.says) || !strings.Contains(lines[0], "; right is ") {
				t.Errorf("%q is answered by %q, want an error that says %q", tt.command, lines, tt.says)
			}
		})
	}
}

// A go that can't be understood is answered, and not by a search.
func TestBadGo(t *testing.T) {
	for _, command := range []string{
		"go fast", "go depth", "go depth 0", "go depth -1", "go depth x", "go nodes 1.5", "go movetime 99999999999", "go perft", "go perft 3 infinite",
		"go depth 99999999999999999999",
	} {
		lines := converse(t, smallConfig(), command)
		if len(lines) != 2 || !strings.HasPrefix(lines[0], "info string error go: ") || lines[1] != "bestmove 0000" {
			t.Errorf("%q is answered by %q", command, lines)
		}
	}
}

// After a bad position no go answers for the one before.
func TestStalePosition(t *testing.T) {
	for _, bad := range []string{"position startpos moves Z", "position fen 1-2-3", "position", "position startpos moves FF"} {
		lines := converse(t, smallConfig(), "position startpos moves F", bad, "go nodes 100", "go perft 2", "position startpos", "go perft 1")
		if got := counted(lines, "info string error "); got != 3 {
			t.Errorf("after %q there are %d errors in %q, want 3", bad, got, lines)
		}
		if counted(lines, "bestmove 0000") != 2 || counted(lines, "bestmove") != 2 {
			t.Errorf("after %q go is not answered by 0000: %q", bad, lines)
		}
		if lines[len(lines)-1] != "Nodes searched: 6" {
			t.Errorf("after %q a good position is not taken: %q", bad, lines)
		}
	}
}

// Moves that new rules do not allow make the position a bad one.
func TestRulesChange(t *testing.T) {
	const only = "position fen 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S moves D" // in oware it is over before
	lines := converse(t, smallConfig(), only, "setoption name rules value oware", "go nodes 100", "setoption name Rules value ayoayo", only, "go")
	if counted(lines, "info string error not a legal move") != 1 || counted(lines, "bestmove 0000") != 1 || counted(lines, "bestmove") != 2 {
		t.Errorf("the answers are %q", lines)
	}
}

func TestFinishedGame(t *testing.T) {
	tests := []struct {
		name     string
		commands []string
		want     string
	}{
		{"no moves", []string{"setoption name Rules value oware", "position fen 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S"}, "info depth 0 score cp 200 string exact value 2, the game is over: no_moves"},
		{"majority", []string{"position fen 0-0-0-0-0-1-0-0-0-0-0-0-22-25-S"}, "info depth 0 score cp -300 string exact value 0, the game is over: majority"},
		{"majority, North", []string{"position fen 0-0-0-0-0-1-0-0-0-0-0-0-22-25-N"}, "info depth 0 score cp 300 string exact value 0, the game is over: majority"},
		{"repetition", []string{
			"setoption name Rules value oware", "position fen 1-0-0-0-0-1-0-0-0-0-0-0-23-23-S moves FaAbBcCdDeEfF",
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := converse(t, smallConfig(), append(tt.commands, "go movetime 10000")...)
			if tt.want != "" && !strings.Contains(strings.Join(lines, "\n"), tt.want) {
				t.Errorf("the answer is %q, want %q in it", lines, tt.want)
			}
			if last := lines[len(lines)-1]; last != "bestmove 0000" {
				t.Errorf("the last line is %q of %q", last, lines)
			}
		})
	}
}

// Blanks, tabs and the line ends of Windows do not matter.
func TestBlanks(t *testing.T) {
	lines := converse(t, smallConfig(), "  position\tfen  4-4-4-4-4-4-4-4-4-4-4-4-0-0-S   moves  F  \r", "\r", "go\tperft 1 \r")
	if counted(lines, "info string error") != 0 || lines[0] != "a: 1" {
		t.Errorf("the answers are %q", lines)
	}
}

func TestLongLine(t *testing.T) {
	lines := converse(t, smallConfig(), "position startpos moves "+strings.Repeat("F", 1<<20), "go perft 1")
	if len(lines) < 2 || !strings.Contains(lines[0], "too long") || lines[len(lines)-1] != "Nodes searched: 6" {
		t.Errorf("the answers are %.300q", lines)
	}
}

func TestPerft(t *testing.T) {
	lines := converse(t, smallConfig(), "go perft 6")
	want := "A: 1802 B: 1973 C: 1639 D: 1751 E: 2924 F: 2952 Nodes searched: 13041"
	if got := strings.Join(lines, " "); got != want {
		t.Errorf("go perft 6 answers %q, want %q", got, want)
	}
	if lines := converse(t, smallConfig(), "go perft 0"); lines[0] != "Nodes searched: 1" {
		t.Errorf("go perft 0 answers %q", lines)
	}
}

// failingWriter fails after a number of writes.
type failingWriter struct{ left int }

func (w *failingWriter) Write(text []byte) (int, error) {
	if w.left == 0 {
		return 0, io.ErrClosedPipe
	}
	w.left--
	return len(text), nil
}

func TestWriteError(t *testing.T) {
	inRead, inWrite := io.Pipe()
	defer inWrite.Close()
	ended := make(chan error)
	go func() { ended <- uci.Run(t.Context(), inRead, &failingWriter{2}, smallConfig()) }()
	_, _ = io.WriteString(inWrite, "uci\n")
	if err := <-ended; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Run() = %v, want the error of writing", err)
	}
}
