package terminal

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// Table is cells in columns. The first column has names and begins at the left, cells under a
// title end at the right, and a cell after the last title is a remark.
type Table struct {
	// Rows are visible texts, the titles first; a row without cells is an empty line.
	Rows [][]string
	// Left are the titles of further columns that begin at the left.
	Left []string
	// Spare lists groups of columns by their titles. A page that is too narrow leaves out the first group first.
	Spare [][]string
	// Indent is the number of blanks at the beginning of each line.
	Indent int
	// Paint returns the colour of a cell, "" for none; a nil Paint colours nothing.
	Paint func(row, column int) Colour

	// averages is the number of rows at the end whose first cell is a sentence. It covers
	// the columns that all of these rows leave empty, and loses the part from its colon on
	// where they are too narrow.
	averages int
}

// leastName is the width to which names are cut before columns are left out, in cells.
const leastName = 20

// Write prints a table and returns the titles of the columns that it leaves out. It uses
// NameWidth, Width and Colour of the options. Names are cut to NameWidth so that different names
// stay different. Where the table is wider than Width, Write shortens names, then leaves out the
// spare columns, then prints each remark below the table with the rows that have it, and
// breaks the lines that are still wider.
func (t Table) Write(b *strings.Builder, o Options) (leftOut []string) {
	if len(t.Rows) == 0 {
		return nil
	}
	o = o.withDefaults()
	l := t.fit(o)
	l.write(b, o)
	return l.leftOut
}

// layout is a table that is ready to print.
type layout struct {
	Table
	names   []string // the first cell of each row, cut
	columns []column
	leftOut []string // titles
	below   bool     // remarks stand below the table
	// covered is the number of columns that the sentences of the averages cover,
	// and sentence the width of these columns.
	covered, sentence int
}

type column struct {
	width int // in cells; negative where the column is left out
	left  bool
}

// fit lays a table out for a page.
func (t Table) fit(o Options) *layout {
	l := &layout{Table: t, columns: make([]column, len(t.Rows[0]))}
	for i, title := range t.Rows[0] {
		l.columns[i].left = i == 0 || slices.Contains(t.Left, title)
	}
	remark := 0
	for _, row := range t.Rows {
		for i, cell := range row {
			if i < len(l.columns) {
				l.columns[i].width = max(l.columns[i].width, words.Width(cell))
			} else {
				remark = max(remark, 2+words.Width(cell))
			}
		}
	}
	l.cut(o.NameWidth)
	if o.Width > 0 {
		l.narrow(o, remark)
	}
	l.cover()
	return l
}

// narrow makes a table fit the width of a page; remark is the width of the widest remark.
func (l *layout) narrow(o Options, remark int) {
	room := o.Width - l.Indent // for names
	for _, c := range l.columns[1:] {
		room -= 2 + c.width
	}
	for _, spare := range l.Spare {
		if room >= min(l.columns[0].width, leastName) {
			break
		}
		for i, title := range l.Rows[0] {
			if i > 0 && slices.Contains(spare, title) {
				room += 2 + l.columns[i].width
				l.columns[i].width, l.leftOut = -1, append(l.leftOut, title)
			}
		}
	}
	for cells := min(o.NameWidth, room); l.columns[0].width > room && cells >= 8; cells-- {
		l.cut(cells)
	}
	if remark > 0 {
		room -= remark
		if l.columns[0].width > room && room >= leastName {
			l.cut(room)
		}
		l.below = l.columns[0].width > room
	}
}

// cut cuts the names to a number of cells.
func (l *layout) cut(cells int) {
	l.names = make([]string, len(l.Rows))
	for n, row := range l.Rows {
		l.names[n] = strings.Join(row[:min(len(row), 1)], "")
	}
	named := l.names[:len(l.names)-l.averages]
	copy(named[1:], words.FitAll(named[1:], cells))
	l.columns[0].width = 0
	for _, name := range named {
		l.columns[0].width = max(l.columns[0].width, words.Width(name))
	}
}

// cover finds the columns that the sentences of the averages cover, and shortens the sentences.
func (l *layout) cover() {
	first := len(l.Rows) - l.averages
	l.covered, l.sentence = 1, l.columns[0].width
	for _, c := range l.columns[1:] {
		if c.width >= 0 {
			if slices.ContainsFunc(l.Rows[first:], func(row []string) bool { return row[l.covered] != "" }) {
				break
			}
			l.sentence += 2 + c.width
		}
		l.covered++
	}
	for n := first; n < len(l.Rows); n++ {
		if words.Width(l.names[n]) > l.sentence {
			l.names[n], _, _ = strings.Cut(l.names[n], ":")
		}
	}
}

func (l *layout) write(b *strings.Builder, o Options) {
	var remarks []string
	rows := map[string][]string{} // names, by the remark of their rows
	for n, row := range l.Rows {
		line := l.line(n, nil)
		if o.Width > 0 && words.Width(line) > o.Width {
			line = Broken(line, o.Width) // without colours, which it would break
		} else if o.Colour && l.Paint != nil {
			line = l.line(n, l.Paint)
		}
		b.WriteString(line + "\n")
		if l.below && len(row) > len(l.columns) {
			remark := strings.Join(row[len(l.columns):], ", ")
			if rows[remark] == nil {
				remarks = append(remarks, remark)
			}
			rows[remark] = append(rows[remark], l.names[n])
		}
	}
	for _, remark := range remarks {
		b.WriteString(Broken(remark+": "+strings.Join(rows[remark], ", "), o.Width) + "\n")
	}
}

// line returns row n as a line, in colours where paint is not nil.
func (l *layout) line(n int, paint func(row, column int) Colour) string {
	var b strings.Builder
	average := n >= len(l.Rows)-l.averages
	blanks := l.Indent // before the next cell
	for i, cell := range l.Rows[n] {
		c := column{left: true} // of a remark
		if i < len(l.columns) {
			c = l.columns[i]
		} else if l.below {
			break
		}
		if i == 0 {
			cell = l.names[n]
		}
		switch {
		case average && i == 0:
			c.width = l.sentence
		case average && i < l.covered, c.width < 0, c.width == 0 && cell == "":
			continue
		}
		if i > 0 {
			blanks += 2
		}
		fill := max(c.width-words.Width(cell), 0)
		if !c.left {
			blanks, fill = blanks+fill, 0
		}
		if cell != "" {
			b.WriteString(strings.Repeat(" ", blanks))
			if blanks = 0; paint != nil {
				if colour := paint(n, i); colour != "" {
					cell = colour.Paint(cell)
				}
			}
			b.WriteString(cell)
		}
		blanks += fill
	}
	return strings.TrimRight(b.String(), " ")
}

// Aligned returns rows of visible texts as lines whose columns begin at the left. The last cell
// of a row does not widen its column, and an empty column takes no room.
func Aligned(rows [][]string) (lines []string) {
	l := layout{Table: Table{Rows: rows}}
	for _, row := range rows {
		l.names = append(l.names, strings.Join(row[:min(len(row), 1)], ""))
		for i := range max(len(row)-1, 0) {
			if i == len(l.columns) {
				l.columns = append(l.columns, column{left: true})
			}
			l.columns[i].width = max(l.columns[i].width, words.Width(row[i]))
		}
	}
	for n := range rows {
		lines = append(lines, l.line(n, nil))
	}
	return lines
}

// LeftOut says which columns a page is too narrow for, "" where it has them all.
func (o Options) LeftOut(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	return fmt.Sprintf("%d columns are too few for %s", o.Width, strings.Join(titles, ", "))
}

// Columns returns the width in the environment variable COLUMNS, 0 where it is not a number of
// at least 20. It is for output that does not go to a terminal.
func Columns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	return 0
}

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

// Broken breaks a visible line that is wider than a number of cells, as [WriteText] does. It
// breaks no line where cells is 0.
func Broken(line string, cells int) string {
	if cells <= 0 {
		return line
	}
	return strings.TrimSuffix(words.Wrap(line, cells), "\n")
}
