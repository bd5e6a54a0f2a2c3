package match_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/uci/client"

	"go.uber.org/goleak"
)

// fakeVariable makes the test binary an engine; its value says what is wrong with it.
const fakeVariable = "AYOSOLVE_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if fault, ok := os.LookupEnv(fakeVariable); ok {
		fakeEngine(fault)
		return
	}
	goleak.VerifyTestMain(m)
}

// fake returns a command for an engine with a fault, "" for none.
func fake(t *testing.T, fault string) client.Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return client.Command{Path: self, Args: []string{"fake"}, Env: append(os.Environ(), fakeVariable+"="+fault)}
}

// fakeEngine plays the first legal move, by the rules of its option Rules, unless it
// has a fault.
func fakeEngine(fault string) {
	fault, file, _ := strings.Cut(fault, ":")
	rules, _ := bitboard.Preset("ayoayo")
	var game *bitboard.History
	switch fault {
	case "exit":
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(3)
	case "mute":
		hang()
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "uci":
			fmt.Println("id name fake", fault)
			fmt.Println("option name Rules type combo default ayoayo")
			fmt.Println("uciok")
		case "isready":
			if fault == "slow start" {
				time.Sleep(100 * time.Millisecond)
			}
			fmt.Println("readyok")
		case "setoption":
			rules, _ = bitboard.Preset(words[len(words)-1])
		case "position":
			start, moves := bitboard.StartPosition(), ""
			if words[1] == "fen" {
				start, _ = bitboard.ParsePosition(words[2])
			}
			if i := strings.Index(in.Text(), " moves "); i >= 0 {
				moves = in.Text()[i+len(" moves "):]
			}
			game, _ = bitboard.PlayMoves(rules, start, moves)
		case "go":
			misbehave(fault, file)
			fmt.Println("info depth 1 score cp 5")
			fmt.Println("bestmove", first(game))
		case "quit":
			if fault == "stays" {
				hang()
			}
			return
		}
	}
	if fault == "stays" {
		hang()
	}
}

// first returns the first legal move of a game.
func first(game *bitboard.History) string {
	var moves [bitboard.MaxMoves]bitboard.Child
	p := game.Position()
	if p.Moves(game.Rules(), &moves) == 0 {
		return "0000"
	}
	return bitboard.MoveLetter(p.Turn, int(moves[0].Pit))
}

// misbehave does what a fault makes an engine do in place of a search.
func misbehave(fault, file string) {
	switch fault {
	case "hang":
		hang()
	case "crash":
		fmt.Fprintln(os.Stderr, "panic: at the disco")
		os.Exit(2)
	case "crash once":
		if os.Remove(file) == nil {
			os.Exit(2)
		}
	case "closes":
		os.Stdout.Close()
		hang()
	case "no move":
		fmt.Println("bestmove 0000")
		hang()
	case "empty move":
		fmt.Println("bestmove")
		hang()
	case "two moves":
		fmt.Println("bestmove Aa")
		hang()
	case "illegal move":
		fmt.Println("bestmove x")
		hang()
	case "garbage":
		for {
			fmt.Print("info string bestmove A \x00\xff")
		}
	case "chatter":
		for {
			fmt.Println("info depth 1")
		}
	case "noise":
		fmt.Print("\n\r\n\xff\xfe\nhello\n" + strings.Repeat("z", 1<<18) + "\n")
	}
}

// hang waits, not for ever only because Go takes that for a deadlock.
func hang() { time.Sleep(time.Hour) }
