package uci_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/uci"
	"ayosolve/cmd/ayosolve/uci/client"
)

// checkInfo checks that the main line of an info can be played from where a game
// stands.
func checkInfo(t *testing.T, game *bitboard.History, i client.Info) {
	t.Helper()
	if i.PV == "" {
		t.Errorf("an info without a main line: %+v", i)
		return
	}
	line, err := bitboard.PlayMoves(game.Rules(), game.Position(), i.PV)
	if err != nil {
		t.Errorf("the main line %s after %s: %v", i.PV, game, err)
		return
	}
	if line.Plies() != len(i.PV) {
		t.Errorf("of the main line %s %d moves are played", i.PV, line.Plies())
	}
}

// readAnswer reads the lines that answer a go, and checks them.
func readAnswer(t *testing.T, game *bitboard.History, lines []string) client.Answer {
	t.Helper()
	_, over := game.Over()
	for _, line := range lines {
		if i, ok := client.ParseInfo(strings.TrimPrefix(line, "info ")); ok && !over {
			checkInfo(t, game, i)
		}
	}
	var a client.Answer
	words := strings.Fields(lines[len(lines)-1])
	a.Move = words[1]
	if len(words) > 3 && words[2] == "ponder" {
		a.Ponder = words[3]
	}
	return a
}

// A whole game over the protocol, of each of the two games: every move is legal, the
// end is told by 0000, and so is it by the rules.
func TestWholeGames(t *testing.T) {
	for _, rules := range []string{"ayoayo", "oware"} {
		t.Run(rules, func(t *testing.T) {
			s := begin(t, smallConfig())
			s.send("setoption name Rules value "+rules, "ucinewgame")
			if err := s.Ready(t.Context()); err != nil {
				t.Fatal(err)
			}
			game := bitboard.NewHistory(preset(rules), bitboard.StartPosition())
			for ply := 0; ; ply++ {
				text := "position startpos"
				if ply > 0 {
					text += " moves " + game.String()
				}
				s.send(text)
				s.send("go nodes 1500")
				lines := s.until("bestmove")
				t.Logf("> %s\n> go nodes 1500\n< %s", text, strings.Join(lines, "\n< "))
				a := readAnswer(t, game, lines)
				_, over := game.Over()
				if over != (a.Move == "0000") {
					t.Fatalf("after %s the answer is %s, the game is over: %v", game, a.Move, over)
				}
				if over {
					break
				}
				turn := game.Position().Turn
				pits, err := bitboard.ParseMoves(turn, a.Move+a.Ponder)
				if err != nil {
					t.Fatalf("after %s: %v", game, err)
				}
				if _, err := game.Play(pits[0]); err != nil {
					t.Fatalf("after %s: %v", game, err)
				}
				if len(pits) > 1 {
					if _, err := game.Play(pits[1]); err != nil {
						t.Fatalf("what is to be pondered on: %v", err)
					}
					game.Undo()
				}
				if ply > 2000 {
					t.Fatal("the game has no end")
				}
			}
			t.Logf("%s, %d plies: %s", rules, game.Plies(), game)
		})
	}
}

// Values are exact where the search knows them, and then say so.
func TestExact(t *testing.T) {
	tests := []struct{ rules, position, score, comment, best string }{
		{"ayoayo", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", "score cp 200 ", "exact value 2", "bestmove E"},
		{"oware", "0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", "score cp -200 ", "exact value -2", "bestmove F"},
		{"ayoayo", "1-0-0-0-0-0-0-0-0-0-0-1-23-23-S", "score cp ", "exact value ", "bestmove A"},
		{"ayoayo", "0-0-0-0-1-1-0-0-0-0-0-0-20-26-S", "score cp -600 ", "exact value 0", "bestmove 0000"},
		{"ayoayo", "0-0-0-0-1-1-0-0-0-0-0-0-22-24-S", "score cp 0 ", "exact value 2", "bestmove E"},
		{"ayoayo", "0-0-0-0-1-1-0-0-0-0-0-0-S", "score cp 200 ", "exact value 2", "bestmove E"},
		{"ayoayo", "0-0-0-0-0-0-0-0-0-0-1-1-23-23-N", "score cp 200 ", "exact value 2", "bestmove e"},
	}
	for _, tt := range tests {
		lines := converse(t, smallConfig(), "setoption name Rules value "+tt.rules, "position fen "+tt.position, "go depth 20")
		if len(lines) < 2 {
			t.Fatalf("%s %s is answered by %q", tt.rules, tt.position, lines)
		}
		info, best := lines[len(lines)-2], lines[len(lines)-1]
		if !strings.Contains(info, tt.score) || !strings.Contains(info, " string "+tt.comment) || !strings.HasPrefix(best, tt.best) {
			t.Errorf("%s %s is answered by %q, %q, want %s, %s, %s", tt.rules, tt.position, info, best, tt.score, tt.comment, tt.best)
		}
	}
}

// An estimate says that it is one.
func TestEstimate(t *testing.T) {
	lines := converse(t, smallConfig(), "setoption name Rules value oware", "go depth 5")
	info := lines[len(lines)-2]
	if !strings.HasPrefix(info, "info depth 5 multipv 1 score cp ") || !strings.Contains(info, "string estimate from -48 to 48") || strings.Contains(info, "bound ") {
		t.Errorf("go depth 5 in oware is answered by %q", info)
	}
}

func TestMultiPV(t *testing.T) {
	lines := converse(t, smallConfig(), "setoption name MultiPV value 6", "setoption name Rules value oware", "position startpos moves F", "go depth 4")
	var scores []int
	moves := map[string]bool{}
	for _, line := range lines[len(lines)-7 : len(lines)-1] {
		i, ok := client.ParseInfo(strings.TrimPrefix(line, "info "))
		if !ok || i.MultiPV != len(scores)+1 {
			t.Fatalf("line %d is %q", len(scores)+1, line)
		}
		if n := len(scores); n > 0 && scores[n-1] < i.Score {
			t.Errorf("scores %v go up to %d", scores, i.Score)
		}
		scores = append(scores, i.Score)
		moves[i.PV[:1]] = true
	}
	if len(moves) != 6 {
		t.Errorf("the lines are of the moves %v", moves)
	}
}

// An endless search says nothing of a move before it is told to, though all be
// known, and then answers once.
func TestInfinite(t *testing.T) {
	for _, position := range []string{
		"position startpos",
		"position fen 0-0-0-0-1-1-0-0-0-0-0-0-23-23-S", // exact at once
		"position fen 0-0-0-0-0-1-0-0-0-0-0-0-22-25-S", // over
		"position fen 1",                               // bad
	} {
		for _, way := range []string{"infinite", "ponder", "ponder wtime 1000 btime 1000"} {
			s := begin(t, smallConfig())
			s.send("setoption name Rules value oware", position, "go "+way, "isready")
			before := s.until("readyok")
			s.send("isready")
			before = append(before, s.until("readyok")...)
			s.send("stop", "quit")
			after := s.rest()
			if counted(before, "bestmove") != 0 || counted(after, "bestmove") != 1 {
				t.Errorf("%s, %s: before stop %q, after it %q", position, way, before, after)
			}
			if bad := strings.HasSuffix(position, "1") || strings.Contains(position, "25"); bad != (counted(after, "bestmove 0000") == 1) {
				t.Errorf("%s, %s: after stop %q", position, way, after)
			}
		}
	}
}

func TestPonderHit(t *testing.T) {
	s := begin(t, smallConfig())
	s.send("setoption name Rules value oware", "position startpos moves F", "go ponder wtime 2000 btime 100", "isready")
	before := s.until("readyok")
	s.send("ponderhit")
	after := s.until("bestmove")
	if counted(before, "bestmove") != 0 || counted(after, "bestmove 0000") != 0 {
		t.Errorf("before ponderhit %q, after it %q", before, after)
	}
	s.send("ponderhit")
	if got := s.until("info string error"); len(got) != 1 {
		t.Errorf("a second ponderhit is answered by %q", got)
	}
}

// At the end of the input, what was pondered on and has been played is a search in
// hand as any other.
func TestPonderHitAtTheEnd(t *testing.T) {
	lines := converse(t, smallConfig(), "setoption name Rules value oware", "position startpos moves F", "go ponder depth 7", "ponderhit")
	if counted(lines, "bestmove") != 1 || !strings.HasPrefix(lines[len(lines)-2], "info depth 7 ") {
		t.Errorf("the answer is %q, want one of depth 7", lines)
	}
}

// As many answers as questions, whatever order they come in.
func TestOneAnswerEach(t *testing.T) {
	s := begin(t, smallConfig())
	s.send("setoption name Rules value oware", "go infinite", "go ponder", "position startpos moves F", "go depth 3", "position x", "go depth 3", "go nodes 50", "stop", "stop")
	if err := s.input.Close(); err != nil {
		t.Fatal(err)
	}
	lines := s.rest()
	if got := counted(lines, "bestmove"); got != 5 {
		t.Errorf("5 times go are answered by %d bestmoves: %q", got, lines)
	}
	if got := counted(lines, "bestmove 0000"); got != 2 {
		t.Errorf("%d of the answers are 0000, want those after the bad position: %q", got, lines)
	}
}

// The end of the input finishes the search in hand, or ends one that has no end.
func TestEndOfInput(t *testing.T) {
	for _, limits := range []string{"nodes 20000", "depth 6", "infinite", "ponder", "movetime 50"} {
		lines := converse(t, smallConfig(), "setoption name Rules value oware", "isready", "go "+limits)
		if counted(lines, "bestmove") != 1 || counted(lines, "bestmove 0000") != 0 || counted(lines, "readyok") != 1 {
			t.Errorf("go %s at the end of the input is answered by %q", limits, lines)
		}
		if limits == "depth 6" && !strings.HasPrefix(lines[len(lines)-2], "info depth 6 ") {
			t.Errorf("go depth 6 at the end of the input is cut short: %q", lines)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := begin(t, smallConfig())
	s.Close()
	var out strings.Builder
	cancel()
	err := uci.Run(ctx, blocked{t.Context()}, &out, smallConfig())
	if err == nil {
		t.Error("an interrupt is not told")
	}
}

// blocked is an input that never comes.
type blocked struct{ ctx context.Context }

func (b blocked) Read([]byte) (int, error) {
	<-b.ctx.Done()
	return 0, b.ctx.Err()
}

// While tables are opened, stop is answered, and by a legal move.
func TestStopWhileOpening(t *testing.T) {
	c := smallConfig()
	c.Open = func(ctx context.Context, _ bitboard.Rules, _ string, _ int, _ func(string)) (uci.Tables, error) {
		<-ctx.Done()
		return uci.Tables{}, ctx.Err()
	}
	for _, commands := range [][]string{{"go infinite", "stop"}, {"isready", "go movetime 60000", "stop"}, {"go movetime 20"}} {
		s := begin(t, c)
		s.send("position startpos moves F")
		s.send(commands...)
		lines := s.until("bestmove")
		if best := lines[len(lines)-1]; counted(lines, "bestmove 0000") != 0 || len(best) < len("bestmove a") || !strings.Contains("abcdef", best[9:10]) {
			t.Errorf("%q is answered by %q", commands, lines)
		}
		s.send("quit")
		s.rest()
	}
}

// Without tables it says so, once, and plays.
func TestNoTables(t *testing.T) {
	lines := converse(t, smallConfig(), "setoption name Tables value missing", "isready", "go depth 3", "go depth 3")
	if counted(lines, "info string error the tables can't be used: no such folder") != 1 || counted(lines, "bestmove 0000") != 0 || counted(lines, "bestmove") != 2 {
		t.Errorf("the answers are %q", lines)
	}
}

// fuzzTime is how long an input may be worked on, at most.
const fuzzTime = 100 * time.Millisecond

// Any text is answered by whole lines of the protocol, and no more bestmoves than
// there was go.
func FuzzRun(f *testing.F) {
	f.Add("uci\nisready\nposition startpos moves FaAb\ngo depth 2\nquit\n")
	f.Add("setoption name Rules value oware\nposition fen 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\ngo nodes 10\nstop\nponderhit\n")
	f.Add("go perft 2\ndebug on\ngo wtime 1 btime -1 winc 0 movestogo 1\n\x00\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithTimeout(t.Context(), fuzzTime)
		defer cancel()
		c := smallConfig()
		c.Open = func(context.Context, bitboard.Rules, string, int, func(string)) (uci.Tables, error) {
			return uci.Tables{}, nil
		}
		c.Count = func(context.Context, bitboard.Rules, bitboard.Position, int, int) []bitboard.PathCount { return nil }
		var out strings.Builder
		_ = uci.Run(ctx, strings.NewReader(text), &out, c)
		best := 0
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			switch word {
			case "bestmove":
				best++
			case "id", "option", "uciok", "readyok", "info", "Nodes":
			default:
				t.Errorf("a line %q", line)
			}
		}
		if asked := strings.Count(text, "go"); best > asked {
			t.Errorf("%d times go, %d answers", asked, best)
		}
	})
}
