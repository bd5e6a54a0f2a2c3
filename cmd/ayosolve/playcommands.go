package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/cmd/ayosolve/opponent"
	"ayosolve/cmd/ayosolve/textwrap"
	"ayosolve/search"
)

// playHelp is what can be said, and what it does.
var playHelp = [...][2]string{
	{"A ... F", "move; between two players several letters at once, as FaAb"},
	{"undo [N]", "take your last N moves back, and what was answered"},
	{"redo [N]", "make them again"},
	{"hint", "say what is best"},
	{"values", "the value of every move"},
	{"moves", "the game so far"},
	{"board", "draw the board"},
	{"laps on", "show every lap of a move; laps off: no more"},
	{"level N", "let the program play at level 1 to 10, or perfect"},
	{"save FILE", "write the game to a file, as OGN"},
	{"resign", "give up; undo takes that back"},
	{"quit", "leave"},
}

// showHelp lists the commands.
func (t *playTable) showHelp() {
	const name = 12 // columns
	for _, h := range playHelp {
		text := strings.TrimSuffix(textwrap.Lines(strings.Fields(h[1]), max(t.width-name, name)), "\n")
		t.say("%-*s%s\n", name, h[0], strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", name)))
	}
}

// command does what a line says. A line that makes no sense gets one line, and changes
// nothing.
func (t *playTable) command(ctx context.Context, line string) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if line == "" {
		return
	}
	if strings.Trim(line, "ABCDEFabcdef ") == "" {
		t.moves(line)
		return
	}
	word = strings.ToLower(word)
	takes := map[string]bool{"undo": true, "redo": true, "laps": true, "level": true, "save": true}
	if rest != "" && !takes[word] {
		t.note("%s takes nothing after it", quoted(word))
		return
	}
	switch word {
	case "undo":
		t.times(rest, "undo", t.undo, "there is nothing to take back")
	case "redo":
		t.times(rest, "redo", t.redo, "there is nothing to make again")
	case "hint", "values":
		t.advise(ctx, word == "values")
	case "moves":
		t.listMoves()
	case "board":
		t.showBoard()
	case "laps":
		if rest != "on" && rest != "off" {
			t.note("%s is neither on nor off; right is laps on", quoted(rest))
			return
		}
		t.laps = rest == "on"
		t.note("laps are %s", rest)
	case "level":
		level, err := opponent.ParseLevel(rest)
		if err != nil {
			t.note("%v", err)
			return
		}
		t.level = level
		t.note("level %v", level)
	case "save":
		t.save(ctx, rest)
	case "resign":
		t.resign()
	case "help", "?":
		t.showHelp()
	case "quit", "exit":
		t.left = true
	default:
		t.note("%s is no move and no command; right is %s, help lists all", quoted(line), strings.Join(append(legalLetters(t.game), "undo"), " "))
	}
}

// note says something in one line.
func (t *playTable) note(format string, args ...any) {
	t.say("%s\n", oneLine(fmt.Sprintf(format, args...)))
}

// moves makes the moves of a line, all or none. One letter may be of either case.
func (t *playTable) moves(line string) {
	side := t.game.Position().Turn
	letters := strings.ReplaceAll(line, " ", "")
	if len(letters) == 1 {
		letters = strings.ToUpper(letters)
		if side == bitboard.North {
			letters = strings.ToLower(letters)
		}
	} else if !t.people[bitboard.South] || !t.people[bitboard.North] {
		t.note("one move at a time, it is the program's turn then; right is one of %s", strings.Join(legalLetters(t.game), " "))
		return
	}
	if t.resigned {
		t.note("the game is over, %s has resigned; right is undo or quit", t.resigner.Name())
		return
	}
	pits, err := bitboard.ParseMoves(side, letters)
	if err != nil {
		t.note("%v", err)
		return
	}
	made := 0
	for _, pit := range pits {
		if _, err = t.game.Play(pit); err != nil {
			break
		}
		made++
	}
	for range made {
		t.game.Undo()
	}
	if err != nil {
		t.note("%v", err)
		return
	}
	t.undone = nil
	for _, pit := range pits {
		t.move(pit)
	}
	t.showBoard()
}

// times does something once, or as often as a number says, as long as it can be done.
func (t *playTable) times(count, name string, do func() bool, nothing string) {
	n := 1
	if count != "" {
		var err error
		if n, err = strconv.Atoi(count); err != nil || n < 1 {
			t.note("%s is not a number from 1 on; right is %s 2", quoted(count), name)
			return
		}
	}
	for i := range n {
		if !do() {
			if i == 0 {
				t.note("%s", nothing)
				return
			}
			break
		}
	}
	t.showBoard()
}

// undo goes back to where a player last had the move.
func (t *playTable) undo() bool {
	if t.resigned {
		t.resigned = false
		return true
	}
	positions := t.game.Positions()
	to := t.game.Plies() - 1
	for to >= 0 && !t.people[positions[to].Turn] {
		to--
	}
	if to < 0 {
		return false
	}
	for t.game.Plies() > to {
		t.undone = append(t.undone, int(t.game.Moves()[t.game.Plies()-1].Pit))
		t.game.Undo()
	}
	return true
}

// redo goes on to where a player next has the move.
func (t *playTable) redo() bool {
	if len(t.undone) == 0 || t.resigned {
		return false
	}
	for len(t.undone) > 0 {
		last := len(t.undone) - 1
		if _, err := t.game.Play(t.undone[last]); err != nil {
			panic(err) // it was made before
		}
		t.undone = t.undone[:last]
		if t.over() || t.people[t.game.Position().Turn] {
			break
		}
	}
	return true
}

// resign ends the game for the player who has the move, or who plays.
func (t *playTable) resign() {
	if t.over() {
		t.note("the game is over already; right is undo or quit")
		return
	}
	t.resigned, t.resigner = true, t.game.Position().Turn
	t.showBoard()
}

// listMoves lists the moves as a record has them.
func (t *playTable) listMoves() {
	_, moves, _ := strings.Cut(t.record().String(), "\n\n")
	t.sayWrapped(moves)
}

// advise analyses the position, and says what is best or the value of every move.
func (t *playTable) advise(ctx context.Context, all bool) {
	if t.over() {
		t.note("the game is over; right is undo or quit")
		return
	}
	if !t.needSolver(ctx) {
		return
	}
	var last atomic.Pointer[search.Result]
	stop := keepShowing(t.line, func(elapsed time.Duration) []string { return searchTexts(last.Load(), elapsed) })
	r, err := t.solver.Analyze(ctx, t.game.Position().Board, t.limits, func(r *search.Result) { last.Store(r) })
	stop()
	if err != nil {
		t.err = err
		return
	}
	a := analysisText{answer.Result(t.game, r, t.tables.reach)}
	if all {
		var text bytes.Buffer
		a.writeText(&text, t.game, analyzeOptions{width: t.width, hash: t.hash})
		t.say("%s", text.String())
		return
	}
	t.sayWrapped(a.conclusion(t.game.Position()) + " " + a.returns(t.game))
}

// record returns the game as a record.
func (t *playTable) record() *ogn.Record {
	r := ogn.New(t.game)
	for _, side := range []bitboard.Side{bitboard.South, bitboard.North} {
		if !t.people[side] {
			r.SetTag(side.Name(), "ayosolve, level "+t.level.String())
		}
	}
	r.SetTag("Date", t.now().Format("2006.01.02"))
	if t.resigned {
		r.Result = map[bitboard.Side]string{bitboard.South: "0-1", bitboard.North: "1-0"}[t.resigner]
		r.SetTag("Termination", t.resigner.Name()+" resigned")
	}
	return r
}

// save writes the game to a file.
func (t *playTable) save(ctx context.Context, file string) {
	if file == "" {
		t.note("the name of the file is missing; right is save game.ogn")
		return
	}
	again := file == t.saved
	if mayWrite(file, again, "") != nil {
		t.note("%s is there already, or is no file; right is another name", quoted(file))
		return
	}
	err := writeWhole(context.WithoutCancel(ctx), file, again, func(f *os.File) error { return t.record().Write(f) })
	if err != nil {
		t.note("%v", err)
		return
	}
	t.saved = file
	t.note("saved to %s", file)
}

// lapsText tells the laps of a move that was made in a position, the first and the last
// of them if there are many.
func lapsText(r bitboard.Rules, p bitboard.Position, pit, width int) string {
	const first, last = 12, 6
	laps, _ := r.Laps(p.Board, pit)
	letter := func(pit uint8) string {
		if pit < bitboard.RowPits {
			return bitboard.MoveLetter(p.Turn, int(pit))
		}
		return bitboard.MoveLetter(p.Turn.Other(), int(pit)-bitboard.RowPits)
	}
	var s strings.Builder
	for i, l := range laps {
		if hidden := len(laps) - first - last; hidden > 0 && i >= first && i < first+hidden {
			if i == first {
				fmt.Fprintf(&s, "   ... %d more laps ...\n", hidden)
			}
			continue
		}
		s.WriteString(cut(fmt.Sprintf("%4d  %s lifts %d, the last falls into %s", i+1, letter(l.Pit), l.Seeds, letter(l.Last)), width) + "\n")
	}
	return s.String()
}
