package main

import (
	"strings"
	"testing"

	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/search"
)

// leadsOf makes leads: a number is exact.
func leadsOf(values ...int) []annotation.Lead {
	leads := make([]annotation.Lead, len(values))
	for i, v := range values {
		leads[i] = annotation.Lead{Value: search.Value{Low: v, High: v}, Known: true}
	}
	return leads
}

func TestChart(t *testing.T) {
	leads := leadsOf(6, 6, -2, 0)
	leads = append(leads,
		annotation.Lead{Value: search.Value{Low: -48, High: 48, Estimate: 3.6, Estimated: true}, Known: true},
		annotation.Lead{Value: search.Value{Low: -48, High: 48}, Known: true},
		annotation.Lead{})
	const want = `  +6 |**
  +5 |
  +4 |    ~
  +3 |
  +2 |
  +1 |
   0 |---*-??
  -1 |
  -2 |  *
       1    3
`
	if got := (chart{leads, 40}).String(); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

// TestChartLimits: any number of moves and any lead fit, and where nothing is known
// nothing is drawn.
func TestChartLimits(t *testing.T) {
	var many []int
	for i := range 601 {
		many = append(many, (i*7)%97-48)
	}
	for _, width := range []int{8, 24, 40, 80} {
		got := chart{leadsOf(many...), width}.String()
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if len(lines) < chartRows-2 || len(lines) > chartRows+2 {
			t.Errorf("%d lines:\n%s", len(lines), got)
		}
		checkWidth(t, got, width)
		if !strings.Contains(got, "*") {
			t.Errorf("nothing is drawn:\n%s", got)
		}
	}
	for _, c := range []chart{{nil, 80}, {make([]annotation.Lead, 5), 80}, {leadsOf(1), 3}} {
		if got := c.String(); got != "" {
			t.Errorf("%+v:\n%s", c, got)
		}
	}
	if got, want := (chart{leadsOf(0), 80}).String(), "   0 |*\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
