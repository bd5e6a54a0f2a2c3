package bitboard

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// recordsVariable names a file of games, such as match --out writes, that
// TestRecordsFile plays again by the slow twin.
const recordsVariable = "AYOSOLVE_RECORDS"

// recordOf writes a game as records are written, from what the fast code says.
func recordOf(h *History, variant string) string {
	var words []string
	for i, c := range h.Moves() {
		if i%2 == 0 {
			words = append(words, fmt.Sprintf("%d.", i/2+1))
		}
		at := h.Positions()[i]
		word, gained := MoveLetter(at.Turn, int(c.Pit)), 2*int(c.Captured)
		if final, over := h.FinalStores(); over && i == h.Plies()-1 {
			gained = int(2*final[at.Turn]) - 2*at.Stores[at.Turn]
		}
		if gained > 0 {
			word += "+" + halves(gained)
		}
		words = append(words, word)
	}
	final, _ := h.FinalStores()
	result := halves(int(2*final[South])) + "-" + halves(int(2*final[North]))
	return fmt.Sprintf("[Variant \"%s\"]\n[Result \"%s\"]\n[Repetition \"%s\"]\n\n%s %s\n",
		variant, result, h.Rules().Repetition, strings.Join(words, " "), result)
}

// playRandomly plays a game at random to its end.
func playRandomly(t *testing.T, r Rules, rng *rand.Rand) *History {
	t.Helper()
	h := NewHistory(r, StartPosition())
	for {
		if _, over := h.Over(); over {
			return h
		}
		var moves [MaxMoves]Child
		if _, err := h.Play(int(moves[rng.IntN(h.Position().Moves(r, &moves))].Pit)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRecordsPlayed plays games at random and has the slow twin play them again.
func TestRecordsPlayed(t *testing.T) {
	const games = 4
	ends := map[string]int{}
	rng := seededRand(9)
	for _, named := range []struct{ variant, preset string }{
		{"Ayoayo", "ayoayo"}, {"Ayoayo Pratt", "ayoayo-pratt"}, {"Oware Abapa", "oware"}, {"Oware Illegal", "oware-illegal"}, {"Awari", "awari"},
	} {
		for _, repetition := range []Repetition{RepetitionSplit, RepetitionOwner} {
			for range games {
				r := mustPreset(t, named.preset)
				r.Repetition = repetition
				text := recordOf(playRandomly(t, r, rng), named.variant)
				why, err := readNaive(text)[0].check()
				if err != nil {
					t.Errorf("%v of\n%s", err, text)
				}
				ends[why]++
			}
		}
	}
	if ends["majority"] == 0 || ends["no moves"] == 0 {
		t.Errorf("not all ends were met: %v", ends)
	}
}

// TestRecordsRefused tests that the twin finds what is wrong with a record, and nothing
// wrong with the right one: games that match wrote, one for each way to end.
func TestRecordsRefused(t *testing.T) {
	text, err := os.ReadFile("testdata/games.ogn")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"majority", "no moves", "repetition"} {
		r := readNaive(string(text))[i]
		if why, err := r.check(); why != want || err != nil {
			t.Errorf("game %d: ended by %q, %v, want %s", i+1, why, err, want)
		}
		for at, word := range r.words {
			move := moveForm.FindStringSubmatch(word)
			if move == nil {
				continue
			}
			bad := naiveRecord{r.tags, append([]string{}, r.words...)}
			bad.words[at] = move[1] + "+47"
			if _, err := bad.check(); err == nil {
				t.Errorf("game %d, move %s: a wrong capture is not found", i+1, word)
			}
			bad.words[at] = strings.ToLower(move[1]) + strings.TrimPrefix(word, move[1])
			if bad.words[at] == word {
				bad.words[at] = strings.ToUpper(move[1]) + strings.TrimPrefix(word, move[1])
			}
			if _, err := bad.check(); err == nil {
				t.Errorf("game %d, move %s: a move of the other side is not found", i+1, word)
			}
		}
		for name, words := range map[string][]string{
			"a result":  append(append([]string{}, r.words[:len(r.words)-1]...), "25-23.5"),
			"an end":    append(append([]string{}, r.words[:len(r.words)-3]...), r.words[len(r.words)-1]),
			"no result": r.words[:len(r.words)-1],
		} {
			if _, err := (naiveRecord{r.tags, words}).check(); err == nil {
				t.Errorf("game %d: %s that is wrong is not found", i+1, name)
			}
		}
	}
}

// TestRecordsFile plays all games of a file again by the slow twin.
func TestRecordsFile(t *testing.T) {
	name := os.Getenv(recordsVariable)
	if name == "" {
		t.Skip(recordsVariable + " names no file of games")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	records := readNaive(string(text))
	if len(records) == 0 {
		t.Fatal("no game")
	}
	ends, moves := map[string]int{}, 0
	for i, r := range records {
		why, err := r.check()
		if err != nil {
			t.Errorf("game %d, round %s: %v", i+1, r.tags["Round"], err)
		}
		ends[why]++
		for _, word := range r.words {
			if moveForm.MatchString(word) {
				moves++
			}
		}
	}
	t.Logf("%d games, %d moves, ended by %v", len(records), moves, ends)
}
