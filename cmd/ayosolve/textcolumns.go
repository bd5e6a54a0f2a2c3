package main

import (
	"bytes"
	"strings"
)

// textColumns writes a table of right-aligned columns, headings first. Rows that
// are wider than width go on in further lines, which are set in.
func textColumns(w *bytes.Buffer, width int, rows [][]string) {
	const inset = 6 // of lines that go on
	widths := columnWidths(rows)
	for _, row := range rows {
		at := 0
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-len(cell))
			switch {
			case i == 0:
			case at+1+widths[i] > width:
				gap = "\n" + strings.Repeat(" ", inset) + gap
				at = inset
			default:
				gap = " " + gap
				at++
			}
			w.WriteString(gap + cell)
			at += widths[i]
		}
		w.WriteByte('\n')
	}
}

// columnWidths returns how wide each column of a table is.
func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	return widths
}

// textWidth returns how wide a table is if no row goes on in further lines.
func textWidth(rows [][]string) int {
	width := len(rows[0]) - 1
	for _, w := range columnWidths(rows) {
		width += w
	}
	return width
}
