package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// Table is cells in columns. The first column has names and begins at the left, those under a
// title end at the right, and what stands behind the last title is a remark.
type Table struct {
	// Rows are visible texts, the titles first; one without cells is an empty line.
	Rows [][]string
	// Left are the titles of columns that begin at the left, too.
	Left []string
	// Spare are the titles of columns that a narrow page goes without, the first ones first.
	Spare [][]string
	// Indent is how many blanks each line begins with.
	Indent int
	// Paint says which colour a cell has, "" for none; nil for none at all.
	Paint func(row, column int) Colour
}

// Write prints a table and says which columns it had to leave out. Of the options NameWidth, Width
// and Colour count: names are cut to NameWidth, so that those of two rows still differ, and where the
// table is wider than Width, names become shorter, then the spare columns are left out,
// then each remark stands below the table with the rows that have it, and what is wider all the same is broken.
func (t Table) Write(b *strings.Builder, o Options) (leftOut []string) {
	if len(t.Rows) == 0 {
		return nil
	}
	o = o.withDefaults()
	titles := t.Rows[0]
	widths := make([]int, len(titles))
	for _, row := range t.Rows {
		for i, cell := range row[:min(len(row), len(titles))] {
			widths[i] = max(widths[i], words.Width(cell))
		}
	}
	names, nameWidth := t.names(o.NameWidth)
	kept := func(i int) bool { return !slices.Contains(leftOut, titles[i]) }
	if o.Width > 0 {
		room := o.Width - t.Indent
		for _, width := range widths[1:] {
			room -= 2 + width
		}
		for _, spare := range t.Spare {
			if room >= min(nameWidth, leastName) {
				break
			}
			for i := 1; i < len(titles); i++ {
				if slices.Contains(spare, titles[i]) {
					room += 2 + widths[i]
					leftOut = append(leftOut, titles[i])
				}
			}
		}
		for cells := min(o.NameWidth, room); nameWidth > room && cells >= 8; cells-- {
			names, nameWidth = t.names(cells)
		}
	}
	used, remark := t.Indent, 0
	for i, width := range widths[1:] {
		if kept(i + 1) {
			used += 2 + width
		}
	}
	for _, row := range t.Rows {
		for _, cell := range row[min(len(row), len(titles)):] {
			remark = max(remark, 2+words.Width(cell))
		}
	}
	if room := o.Width - used - remark; remark > 0 && nameWidth > room && room >= leastName {
		names, nameWidth = t.names(room)
	}
	widths[0] = nameWidth
	below := o.Width > 0 && remark > 0 && used+nameWidth+remark > o.Width
	var remarks []string
	of := map[string][]string{} // the rows of a remark
	for n, row := range t.Rows {
		line := strings.Repeat(" ", t.Indent)
		painted := line
		for i, cell := range row {
			if i > 0 && i < len(titles) && !kept(i) || i >= len(titles) && below {
				continue
			}
			before, behind := "", ""
			switch {
			case i == 0:
				cell = names[n]
				behind = strings.Repeat(" ", widths[0]-words.Width(cell))
			case i >= len(titles):
				before = "  "
			case slices.Contains(t.Left, titles[i]):
				before, behind = "  ", strings.Repeat(" ", widths[i]-words.Width(cell))
			default:
				before = "  " + strings.Repeat(" ", widths[i]-words.Width(cell))
			}
			line += before + cell + behind
			if o.Colour && t.Paint != nil && cell != "" {
				if colour := t.Paint(n, i); colour != "" {
					cell = colour.Paint(cell)
				}
			}
			painted += before + cell + behind
		}
		line = strings.TrimRight(line, " ")
		if o.Width > 0 && words.Width(line) > o.Width { // colours would be broken, too
			painted = Broken(line, o.Width)
		}
		b.WriteString(strings.TrimRight(painted, " ") + "\n")
		if below && len(row) > len(titles) {
			text := strings.Join(row[len(titles):], ", ")
			if of[text] == nil {
				remarks = append(remarks, text)
			}
			of[text] = append(of[text], names[n])
		}
	}
	for _, text := range remarks {
		b.WriteString(Broken(text+": "+strings.Join(of[text], ", "), o.Width) + "\n")
	}
	return leftOut
}

// names returns the first column, and its width: the title, and the names cut to a number of cells.
func (t Table) names(cells int) (names []string, width int) {
	for _, row := range t.Rows[1:] {
		name := ""
		if len(row) > 0 {
			name = row[0]
		}
		names = append(names, name)
	}
	names = append([]string{t.Rows[0][0]}, words.FitAll(names, cells)...)
	for _, name := range names {
		width = max(width, words.Width(name))
	}
	return names, width
}

// Aligned returns rows of visible texts as lines, their columns to the left: the last cell of a row makes no
// column wider.
func Aligned(rows [][]string) (lines []string) {
	var widths []int
	for _, row := range rows {
		for i := range max(len(row)-1, 0) {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], words.Width(row[i]))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			if i < len(row)-1 {
				cell = pad(cell, widths[i]+2)
			}
			b.WriteString(cell)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// LeftOut says which columns a page is too narrow for, "" for none.
func (o Options) LeftOut(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	return fmt.Sprintf("%d columns are too few for %s", o.Width, strings.Join(titles, ", "))
}
