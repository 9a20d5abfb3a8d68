package terminal

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
)

// Table is a table of visible texts as rows, for a [view.Table].
type Table struct {
	// Rows are visible texts, the titles first; a row without cells is an empty line.
	Rows [][]string
	// Left are the titles of further columns that begin at the left.
	Left []string
	// Spare lists groups of columns by their titles. A page that is too narrow leaves out the first group first.
	Spare [][]string
	// Paint returns the colour of a cell, "" for none; a nil Paint colours nothing.
	Paint func(row, column int) Colour
}

// Write prints a table and returns the titles of the columns that it leaves out.
func (t Table) Write(b *strings.Builder, o Options) (leftOut []string) {
	if len(t.Rows) == 0 {
		return nil
	}
	of := view.TableOf(t.Rows).Left(t.Left...).Spared(t.Spare...)
	of.Quiet = true
	for row := range of.Rows {
		for column := range of.Rows[row].Cells {
			if t.Paint != nil {
				of.Rows[row].Cells[column].Text[0].Tone = map[Colour]view.Tone{Red: view.Bad, Green: view.Good}[t.Paint(row+1, column)]
			}
		}
	}
	p := view.Page{Blocks: []view.Block{of}}
	b.WriteString(p.Text(o.Screen()))
	leftOut, _ = of.LeftOut(o.Screen())
	return leftOut
}

// Aligned is [view.Aligned].
func Aligned(rows [][]string) []string { return view.Aligned(rows) }

// Filled returns rows, the titles first, without the columns in mayGo whose cells are all empty or zero.
func Filled(rows [][]string, mayGo ...string) [][]string {
	for k := len(rows[0]) - 1; k >= 0; k-- {
		if slices.Contains(mayGo, rows[0][k]) && !slices.ContainsFunc(rows[1:], func(row []string) bool { return len(row) > k && row[k] != "" && row[k] != "·" }) {
			for i, row := range rows {
				if len(row) > k {
					rows[i] = slices.Delete(row, k, k+1)
				}
			}
		}
	}
	return rows
}

// LeftOut says which columns a page is too narrow for, "" where it has them all.
func (o Options) LeftOut(titles []string) string { return o.Screen().TooNarrow(titles) }

// Broken breaks a visible line that is wider than a number of cells. It breaks no line where cells is 0.
func Broken(line string, cells int) string { return view.Screen{Width: cells}.Break(line) }

// Colour is the SGR parameter (ECMA-48) that a terminal is sent before a text.
type Colour string

const (
	Bold   Colour = "1"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Paint returns a text in a colour.
func (c Colour) Paint(text string) string { return "\x1b[" + string(c) + "m" + text + "\x1b[0m" }
