package client_test

import (
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/uci/client"
)

// FuzzParseInfo: of whatever an engine says after the word info, what counts something
// is never below 0, a main line is letters alone, and there is no score where none was
// said.
func FuzzParseInfo(f *testing.F) {
	f.Add("depth 3 multipv 2 score cp -150 lowerbound nodes 12 nps 99 time 4 hashfull 7 tbhits 1 pv A bC string exact 3")
	f.Add("score cp")
	f.Add("pv FaAb x score cp 9223372036854775808 cp 1")
	f.Add("depth -1 nodes -5 time 99999999999999999999 cp 0 string cp 5")
	f.Fuzz(func(t *testing.T, text string) {
		i, ok := client.ParseInfo(text)
		if i.Depth < 0 || i.MultiPV < 0 || i.Hashfull < 0 || i.Time < 0 || int64(i.Nodes) < 0 || int64(i.NPS) < 0 || int64(i.TBHits) < 0 {
			t.Errorf("less than nothing: %+v", i)
		}
		if strings.Trim(i.PV, "ABCDEFabcdef") != "" {
			t.Errorf("a main line %q", i.PV)
		}
		said, comment, _ := strings.Cut(" "+strings.Join(strings.Fields(text), " ")+" ", " string ")
		if ok && !strings.Contains(said, " cp ") {
			t.Errorf("a score %d", i.Score)
		}
		if comment = strings.TrimSuffix(comment, " "); i.Comment != "" && !strings.HasSuffix(comment, i.Comment) {
			t.Errorf("a comment %q of %q", i.Comment, comment)
		}
	})
}
