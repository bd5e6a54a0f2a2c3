package label

import (
	"strconv"
	"strings"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/answer"
	"ayosolve/search"
)

// Row is a label as it is put out. Values are for the player to move, in seeds out of
// those on the board; nil, null in JSON and Parquet and nothing in CSV, is what is not
// proven or does not exist. The pits of the columns from value_a on are those of the
// player to move, from the left: A to F for South, a to f for North.
type Row struct {
	Position   string  `parquet:"position" json:"position"`
	Rules      string  `parquet:"rules,dict" json:"rules"`
	Repetition string  `parquet:"repetition,dict" json:"repetition"`
	Seeds      int32   `parquet:"seeds,dict" json:"seeds"`              // on the board
	Status     string  `parquet:"status,dict" json:"status"`            // exact or bounds
	Value      *int32  `parquet:"value,optional,dict" json:"value"`     // nil if the status is bounds
	Lower      int32   `parquet:"lower,dict" json:"lower"`              // the value is proven to be so much or more
	Upper      int32   `parquet:"upper,dict" json:"upper"`              // and no more than this
	Outcome    *string `parquet:"outcome,optional,dict" json:"outcome"` // win, draw or loss; nil if it isn't certain
	// What both sides hold in the end; without stores, of the seeds on the board.
	FinalSouth *float64 `parquet:"final_south,optional,dict" json:"final_south"`
	FinalNorth *float64 `parquet:"final_north,optional,dict" json:"final_north"`
	// Termination is why the game is over: majority or no_moves; nil if it goes on.
	Termination   *string `parquet:"termination,optional,dict" json:"termination"`
	LegalMoves    string  `parquet:"legal_moves,dict" json:"legal_moves"`        // letters, such as ABDF
	BestMoves     *string `parquet:"best_moves,optional,dict" json:"best_moves"` // letters of the moves proven to be worth the value; nil if it isn't known
	ValueA        *int32  `parquet:"value_a,optional,dict" json:"value_a"`       // of the move of the first pit; nil if it isn't legal or not exact
	ValueB        *int32  `parquet:"value_b,optional,dict" json:"value_b"`
	ValueC        *int32  `parquet:"value_c,optional,dict" json:"value_c"`
	ValueD        *int32  `parquet:"value_d,optional,dict" json:"value_d"`
	ValueE        *int32  `parquet:"value_e,optional,dict" json:"value_e"`
	ValueF        *int32  `parquet:"value_f,optional,dict" json:"value_f"`
	AnyRepetition *bool   `parquet:"any_repetition,optional" json:"any_repetition"` // whether the value holds under any repetition rule; nil if it isn't known
	Nodes         int64   `parquet:"nodes" json:"nodes"`                            // that the search took
}

// Row returns a label as it is put out.
func (p *Params) Row(l *Label) Row {
	pos := l.Position
	r := Row{
		Position: pos.String(), Rules: p.Rules, Repetition: p.Repetition, Seeds: int32(pos.Board.Seeds()),
		Status: search.Bounds.String(), Lower: int32(l.Low), Upper: int32(l.High), Nodes: int64(l.Nodes),
	}
	low, high := answer.ScoreOf(pos, l.Low), answer.ScoreOf(pos, l.High)
	if l.Termination == bitboard.ByMajority { // the seeds on the board count no more
		low = answer.Score{South: float64(pos.Stores[bitboard.South]), North: float64(pos.Stores[bitboard.North])}
		high = low
	}
	if o := low.Outcome(pos.Turn); o == high.Outcome(pos.Turn) {
		r.Outcome = &o
	}
	exact := l.Low == l.High
	if exact {
		r.Status, r.Value = search.Exact.String(), &r.Lower
		r.FinalSouth, r.FinalNorth = &low.South, &low.North
	}
	if l.Termination != bitboard.NotOver {
		why := l.Termination.String()
		r.Termination = &why
	}
	if l.AnyRepetition != search.Unknown {
		any := l.AnyRepetition == search.True
		r.AnyRepetition = &any
	}
	var legal, best strings.Builder
	values := [bitboard.MaxMoves]**int32{&r.ValueA, &r.ValueB, &r.ValueC, &r.ValueD, &r.ValueE, &r.ValueF}
	for pit, m := range l.Moves {
		if !m.Legal {
			continue
		}
		letter := bitboard.MoveLetter(pos.Turn, pit)
		legal.WriteString(letter)
		if m.Low != m.High {
			continue
		}
		v := int32(m.Low)
		*values[pit] = &v
		if exact && m.Low == l.Low {
			best.WriteString(letter)
		}
	}
	r.LegalMoves = legal.String()
	if exact {
		letters := best.String()
		r.BestMoves = &letters
	}
	return r
}

// columns are the names of a row's columns, in order.
var columns = []string{
	"position", "rules", "repetition", "seeds", "status", "value", "lower", "upper", "outcome", "final_south", "final_north", "termination",
	"legal_moves", "best_moves", "value_a", "value_b", "value_c", "value_d", "value_e", "value_f", "any_repetition", "nodes",
}

// appendCSV appends the row's columns.
func (r *Row) appendCSV(dst []byte) []byte {
	text := func(s string) { dst = append(append(dst, s...), ',') } // none needs quotes
	number := func(n int32) { dst = append(strconv.AppendInt(dst, int64(n), 10), ',') }
	optional := func(n *int32) {
		if n != nil {
			number(*n)
			return
		}
		text("")
	}
	word := func(s *string) {
		if s != nil {
			text(*s)
			return
		}
		text("")
	}
	seeds := func(f *float64) {
		if f != nil {
			dst = strconv.AppendFloat(dst, *f, 'f', -1, 64)
		}
		text("")
	}
	text(r.Position)
	text(r.Rules)
	text(r.Repetition)
	number(r.Seeds)
	text(r.Status)
	optional(r.Value)
	number(r.Lower)
	number(r.Upper)
	word(r.Outcome)
	seeds(r.FinalSouth)
	seeds(r.FinalNorth)
	word(r.Termination)
	text(r.LegalMoves)
	word(r.BestMoves)
	for _, v := range []*int32{r.ValueA, r.ValueB, r.ValueC, r.ValueD, r.ValueE, r.ValueF} {
		optional(v)
	}
	if r.AnyRepetition != nil {
		dst = strconv.AppendBool(dst, *r.AnyRepetition)
	}
	text("")
	return append(strconv.AppendInt(dst, r.Nodes, 10), '\n')
}
