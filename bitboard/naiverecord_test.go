package bitboard

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// naiveGame is a game played by the slow twin alone.
type naiveGame struct {
	rules  Rules
	board  naiveBoard // seen by the mover
	turn   int        // 0 for South
	stores [2]int
	before []naiveState // all states up to now
	moves  []naiveMove  // legal now, as far as the board is concerned
}

type naiveState struct {
	board naiveBoard
	turn  int
}

// newNaiveGame begins a game; the twelve pits are South's first, as records have them.
func newNaiveGame(r Rules, pits naiveBoard, stores [2]int, turn int) *naiveGame {
	g := &naiveGame{rules: r, board: pits, turn: turn, stores: stores}
	if turn == 1 {
		g.board = naiveTurn(pits)
	}
	g.enter()
	return g
}

// enter notes the state the game has come to.
func (g *naiveGame) enter() {
	g.before = append(g.before, naiveState{g.board, g.turn})
	g.moves = naiveMoves(g.rules, g.board)
}

// final returns twice what South and North hold at the end, and why the game is over,
// "" if it is not.
func (g *naiveGame) final() (doubled [2]int, why string) {
	doubled = [2]int{2 * g.stores[0], 2 * g.stores[1]}
	mover, other := g.turn, 1-g.turn
	own, opp := naiveRow(g.board, 0), naiveRow(g.board, 6)
	if g.stores[0] >= 25 || g.stores[1] >= 25 {
		return doubled, "majority"
	}
	if len(g.moves) == 0 {
		net := naiveEndNet(g.rules, g.board)
		doubled[mover] += own + opp + net
		doubled[other] += own + opp - net
		return doubled, "no moves"
	}
	for _, s := range g.before[:len(g.before)-1] {
		if s != (naiveState{g.board, g.turn}) {
			continue
		}
		if g.rules.Repetition == RepetitionOwner {
			doubled[mover] += 2 * own
			doubled[other] += 2 * opp
		} else {
			doubled[mover] += own + opp
			doubled[other] += own + opp
		}
		return doubled, "repetition"
	}
	return doubled, ""
}

// play makes the move of a letter and returns twice what its player holds more, with
// what the end of the game gives.
func (g *naiveGame) play(letter string) (gained int, err error) {
	if _, why := g.final(); why != "" {
		return 0, fmt.Errorf("%s after the end of the game, by %s", letter, why)
	}
	pit := strings.Index("ABCDEF", letter)
	if g.turn == 1 {
		pit = strings.Index("abcdef", letter)
	}
	for _, m := range g.moves {
		if m.pit != pit {
			continue
		}
		mover, held := g.turn, g.stores[g.turn]
		g.stores[mover] += m.captured
		g.board, g.turn = m.next, 1-g.turn
		g.enter()
		doubled, _ := g.final()
		return doubled[mover] - 2*held, nil
	}
	return 0, fmt.Errorf("%s is not legal", letter)
}

// halves writes half of a number of half seeds.
func halves(doubled int) string { return strconv.FormatFloat(float64(doubled)/2, 'f', -1, 64) }

// naiveRecord is a record as it is written: its tags and the words of its moves.
type naiveRecord struct {
	tags  map[string]string
	words []string
}

var (
	tagForm    = regexp.MustCompile(`^\[(\w+) "(.*)"\]$`)
	numberForm = regexp.MustCompile(`^(\d+)\.(\.\.)?$`)
	moveForm   = regexp.MustCompile(`^([A-Fa-f])(?:\+(\d+(?:\.5)?))?$`)
)

// readNaive cuts text into records. It knows no comments and no variations.
func readNaive(text string) []naiveRecord {
	var all []naiveRecord
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		tag := tagForm.FindStringSubmatch(line)
		switch {
		case tag == nil && len(all) == 0:
		case tag == nil:
			last := &all[len(all)-1]
			last.words = append(last.words, strings.Fields(line)...)
		default:
			if len(all) == 0 || len(all[len(all)-1].words) > 0 {
				all = append(all, naiveRecord{tags: map[string]string{}})
			}
			all[len(all)-1].tags[tag[1]] = tag[2]
		}
	}
	return all
}

// game begins the game of a record.
func (r naiveRecord) game() (*naiveGame, error) {
	preset := strings.ReplaceAll(strings.ToLower(r.tags["Variant"]), " ", "-")
	abapa := preset == "oware-abapa"
	if abapa {
		preset = "oware"
	}
	rules, err := Preset(preset)
	if err != nil {
		return nil, err
	}
	repetition := r.tags["Repetition"]
	if repetition == "owner" || repetition == "" && abapa {
		rules.Repetition = RepetitionOwner
	}
	fen := r.tags["FEN"]
	if fen == "" {
		fen = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
	}
	var pits naiveBoard
	var stores [2]int
	fields := strings.Split(fen, "-")
	if len(fields) != 15 {
		return nil, fmt.Errorf("FEN %q", fen)
	}
	for i, to := range []*int{
		&pits[0], &pits[1], &pits[2], &pits[3], &pits[4], &pits[5], &pits[6], &pits[7],
		&pits[8], &pits[9], &pits[10], &pits[11], &stores[0], &stores[1],
	} {
		if *to, err = strconv.Atoi(fields[i]); err != nil {
			return nil, err
		}
	}
	return newNaiveGame(rules, pits, stores, strings.Index("SN", fields[14])), nil
}

// check plays the game again: every move legal, every capture and the result as
// written, and the end where the rules have it. It returns why the game ended. An
// engine may have come too late, but not have moved against the rules.
func (r naiveRecord) check() (why string, err error) {
	forfeit := r.tags["Termination"]
	if strings.HasPrefix(forfeit, "illegal move") {
		return "", errors.New(forfeit)
	}
	g, err := r.game()
	if err != nil {
		return "", err
	}
	var gains []string // that the record tells
	var made []int     // twice what was gained
	result := ""
	for _, word := range r.words {
		move := moveForm.FindStringSubmatch(word)
		switch {
		case result != "":
			return "", fmt.Errorf("%s after the result", word)
		case move != nil:
			gained, err := g.play(move[1])
			if err != nil {
				return "", fmt.Errorf("move %d: %w", len(made)/2+1, err)
			}
			gains, made = append(gains, move[2]), append(made, gained)
		case !numberForm.MatchString(word):
			result = word
		}
	}
	for i, gained := range made {
		told := gains[i]
		if told == "" {
			told = "0"
		}
		if told != halves(gained) {
			return "", fmt.Errorf("move %d gains %s, said to be %s", i/2+1, halves(gained), told)
		}
	}
	doubled, why := g.final()
	if forfeit != "" {
		decided := result == "1-0" || result == "0-1"
		if why != "" || !decided || r.tags["Result"] != result {
			return "", fmt.Errorf("a game that is over (%q) or not decided (%q) is said to be lost: %s", why, result, forfeit)
		}
		return "forfeit", nil
	}
	if why == "" {
		return "", errors.New("the game goes on after its last move")
	}
	want := halves(doubled[0]) + "-" + halves(doubled[1])
	if result != want || r.tags["Result"] != want {
		return "", fmt.Errorf("the result is %s, said to be %q and %q", want, result, r.tags["Result"])
	}
	return why, nil
}
