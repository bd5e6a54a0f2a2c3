package match

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ayosolve/bitboard"
)

func TestSplitCommand(t *testing.T) {
	tests := []struct {
		text string
		want []string // nil for ErrCommand
	}{
		{"engine", []string{"engine"}},
		{"  java -jar\tAalina.jar ", []string{"java", "-jar", "Aalina.jar"}},
		{`"/a b/c" 'd "e' f\ g`, []string{"/a b/c", `d "e`, "f g"}},
		{`x"y"'z' ""`, []string{"xyz", ""}},
		{`"a\"b\\c\d"`, []string{`a"b\c\d`}},
		{`'a\b'`, []string{`a\b`}},
		{"", nil}, {"  ", nil}, {`"a`, nil}, {`'a`, nil}, {`a\`, nil},
	}
	for _, tt := range tests {
		got, err := SplitCommand(tt.text)
		if !slices.Equal(got, tt.want) || (tt.want == nil) != errors.Is(err, ErrCommand) {
			t.Errorf("SplitCommand(%q) = %q, %v, want %q", tt.text, got, err, tt.want)
		}
	}
}

func TestRandomOpenings(t *testing.T) {
	oware, _ := bitboard.Preset("oware")
	a, err := RandomOpenings(oware, 50, 6, 7)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := RandomOpenings(oware, 50, 6, 7)
	c, _ := RandomOpenings(oware, 50, 6, 8)
	if !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Error("the openings do not go by the seed")
	}
	known := map[string]bool{}
	for _, o := range a {
		game, err := o.game(oware)
		if err != nil || game.Plies() != 6 {
			t.Errorf("%s: %v", o, err)
		}
		known[o.Moves] = true
	}
	if len(known) != 50 {
		t.Errorf("of 50 openings %d differ", len(known))
	}
	if all, err := RandomOpenings(oware, 9, 1, 1); err != nil || len(all) != 9 {
		t.Errorf("nine openings of one move: %d, %v", len(all), err)
	}
	if _, err := RandomOpenings(oware, 1, 100_000, 1); !errors.Is(err, ErrOpenings) {
		t.Errorf("openings beyond every end: %v, want ErrOpenings", err)
	}
}

func TestReadOpenings(t *testing.T) {
	oware, _ := bitboard.Preset("oware")
	const text = "# comment\n\nFaA\r\nF a A b # the same and one more\n" +
		"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves B\nstart\n0-0-0-0-1-1-0-0-0-1-0-0-22-23-S\n"
	got, err := ReadOpenings(strings.NewReader(text), oware)
	var lines []string
	for _, o := range got {
		lines = append(lines, o.String())
	}
	const start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
	want := []string{start + " FaA", start + " FaAb", start + " B", start, "0-0-0-0-1-1-0-0-0-1-0-0-22-23-S"}
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("ReadOpenings() = %q, %v, want %q", lines, err, want)
	}
	for text, says := range map[string]string{
		"": "there is none", "\n#\n": "there is none", "F\nFF\n": "line 2: not a legal move", "1-2-3\n": "line 1: not a position",
		"0-0-0-1-1-0-0-0-0-0-0-0-23-23-S\n": "line 1: the game is over (no_moves)",
	} {
		if _, err := ReadOpenings(strings.NewReader(text), oware); !errors.Is(err, ErrOpenings) || !strings.Contains(err.Error(), says) {
			t.Errorf("ReadOpenings(%q): %v, want %q", text, err, says)
		}
	}
}

func TestClocks(t *testing.T) {
	c := Control{Clock: time.Minute, Increment: time.Second, Margin: 2 * time.Second}.start()
	c.spend(bitboard.South, 10*time.Second)
	c.spend(bitboard.North, 61*time.Second) // within the margin, and all is gone
	if got, want := c.limits(), "wtime 51000 btime 1000 winc 1000 binc 1000"; got != want {
		t.Errorf("limits = %q, want %q", got, want)
	}
	if c.allowed(bitboard.South) != 53*time.Second || c.allowed(bitboard.North) != 3*time.Second {
		t.Errorf("allowed are %v and %v", c.allowed(bitboard.South), c.allowed(bitboard.North))
	}
	m := Control{MoveTime: 100 * time.Millisecond, Margin: time.Second}.start()
	m.spend(bitboard.South, time.Second)
	if m.limits() != "movetime 100" || m.allowed(bitboard.South) != 1100*time.Millisecond {
		t.Errorf("limits %q, allowed %v", m.limits(), m.allowed(bitboard.South))
	}
	n := Control{Nodes: 7, Hang: time.Hour}.start()
	if n.limits() != "nodes 7" || n.allowed(bitboard.North) != time.Hour {
		t.Errorf("limits %q, allowed %v", n.limits(), n.allowed(bitboard.North))
	}
}

// near compares with as many digits as tables of the intervals give.
func near(a, b float64) bool { return a == b || math.Abs(a-b) < 5e-4 }

func TestScore(t *testing.T) {
	tests := []struct {
		t              Tally
		p, low, high   float64
		elo, from, to2 float64
	}{
		{Tally{10, 0, 0}, 1, 0.7225, 1, math.Inf(1), 166.2, math.Inf(1)},
		{Tally{0, 0, 10}, 0, 0, 0.2775, math.Inf(-1), math.Inf(-1), -166.2},
		{Tally{4, 2, 4}, 0.5, 0.2366, 0.7634, 0, -203.5, 203.5},
		{Tally{81, 0, 182}, 81.0 / 263, 0.2553, 0.3662, -140.6, -186.0, -95.3}, // Newcombe's example
		{Tally{}, 0.5, 0, 1, 0, math.Inf(-1), math.Inf(1)},
	}
	for _, tt := range tests {
		s, e := tt.t.Score(), tt.t.Elo()
		if !near(s.Value, tt.p) || !near(s.Low, tt.low) || !near(s.High, tt.high) {
			t.Errorf("%+v: score %+v, want %v from %v to %v", tt.t, s, tt.p, tt.low, tt.high)
		}
		for _, pair := range [][2]float64{{e.Value, tt.elo}, {e.Low, tt.from}, {e.High, tt.to2}} {
			if pair[0] != pair[1] && !(math.Abs(pair[0]-pair[1]) < 0.5) {
				t.Errorf("%+v: Elo %+v, want %v from %v to %v", tt.t, e, tt.elo, tt.from, tt.to2)
			}
		}
	}
}

func TestMean(t *testing.T) {
	if m := mean([]float64{1, 2, 3, 4}); !near(m.Value, 2.5) || !near(m.High-m.Value, 1.95996*math.Sqrt(5.0/3/4)) || !near(m.Value-m.Low, m.High-m.Value) {
		t.Errorf("mean of 1 to 4 = %+v", m)
	}
	if m := mean([]float64{3}); m.Value != 3 || !math.IsInf(m.High, 1) {
		t.Errorf("mean of one number = %+v", m)
	}
	if m := mean(nil); !math.IsNaN(m.Value) {
		t.Errorf("mean of nothing = %+v", m)
	}
}
