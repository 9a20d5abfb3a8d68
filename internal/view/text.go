package view

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
)

// Screen is a terminal, or a file, on which a text is printed.
type Screen struct {
	// Width is the width in cells: tables are made to fit, and longer lines are broken. Default: no limit.
	Width int
	// NameWidth is the most cells of a name in the first column. Longer names are cut in the middle; different names stay
	// different. Default 32.
	NameWidth int
	// Colour is for a terminal that understands colours.
	Colour bool
}

const (
	defaultNameWidth = 32
	leastName        = 20 // the width to which names are cut before columns are left out
	leastPart        = 60 // the width to which a table is split
)

// paints are the SGR parameters (ECMA-48) that a terminal is sent before a text of a tone.
var paints = map[Tone]string{Strong: "1", Bad: "31", Good: "32", Warning: "33"}

// Paint returns a text in the colour of a tone.
func (s Screen) Paint(text string, tone Tone) string {
	if code := paints[tone]; code != "" && s.Colour {
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	return text
}

// Break breaks a visible line that is wider than the screen.
func (s Screen) Break(line string) string {
	if s.Width <= 0 {
		return line
	}
	return strings.TrimSuffix(words.Wrap(line, s.Width), "\n")
}

// Text returns the page for a terminal. Widths are in cells. No line of a name can be taken for a line of go test.
func (p *Page) Text(s Screen) string {
	var b strings.Builder
	for _, block := range p.Blocks {
		switch block := block.(type) {
		case Sentence:
			b.WriteString(s.Paint(block.lines(s), block.Tone) + "\n")
		case Table:
			block.write(&b, s)
		case Heading:
			b.WriteByte('\n')
			if !block.Repeated {
				b.WriteString(s.Break(block.line()) + "\n")
			}
		case List:
			for _, item := range block.Items {
				b.WriteString(s.Break(cmp.Or(block.Mark, "-")+" "+item.String()) + "\n")
			}
		case Part:
			b.WriteString((&Page{append([]Block{block.Heading}, block.Blocks...)}).Text(s))
		case Fold:
			b.WriteString((&Page{append([]Block{Sentence{Text: block.Line()}}, block.Blocks...)}).Text(s))
		}
	}
	return b.String()
}

// line returns the heading in small letters, with its note after a comma.
func (h Heading) line() string {
	line := h.Text.String()
	if h.Level == 0 && !h.Text[0].Code {
		line = strings.ToLower(line[:1]) + line[1:]
	}
	if note := h.Note.String(); note != "" {
		line += ", " + note
	}
	return line
}

// Write writes the page for a terminal, see [Page.Text].
func (p *Page) Write(w io.Writer, s Screen) error {
	if _, err := io.WriteString(w, p.Text(s)); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return nil
}

// String returns the text for a terminal, without colours.
func (t Text) String() string {
	var parts []string
	for _, s := range t {
		if s.Code || s.Quote {
			s.Text = words.LineStart(s.Text)
		}
		if s.Tone == Mark && len(parts) > 0 {
			parts[len(parts)-1] += cmp.Or(s.Text, " ")
		} else if s.Text != "" {
			parts = append(parts, s.Text+s.Tail)
		}
	}
	return strings.Join(parts, " ")
}

// text returns a cell for a terminal.
func (c Cell) text() string {
	if c.Zero {
		return "·"
	}
	return c.String()
}

// layout is a table that is ready to print.
type layout struct {
	Table
	cells   [][]string // those of the titles first
	columns []columnLayout
	leftOut []string // titles
	lower   bool     // remarks stand below the table
	// covered is the number of columns that the sentences of rows cover, and sentence the width of these columns.
	covered, sentence int
}

type columnLayout struct {
	width int // in cells; negative where the column is left out
	left  bool
}

// fit lays a table out. Where it is wider than the screen, fit shortens names, leaves out spare columns, and moves remarks
// below the table.
func (t Table) fit(s Screen) *layout {
	if s.NameWidth <= 0 {
		s.NameWidth = defaultNameWidth
	}
	l := &layout{Table: t.Filled(false)}
	var titles []string
	for _, c := range l.Columns {
		titles = append(titles, c.Heading().String())
		l.columns = append(l.columns, columnLayout{left: !c.Number})
	}
	if !t.Untitled {
		l.cells = append(l.cells, titles)
	}
	remark := 0
	for _, row := range l.Rows {
		cells := arithmetic.Each(row.Cells, Cell.text)
		l.cells = append(l.cells, cells)
		if row.Remark != "" {
			remark = max(remark, 2+words.Width(row.Remark))
		}
	}
	if t.Untitled {
		l.align()
		return l
	}
	for _, cells := range l.cells {
		for i, cell := range cells {
			l.columns[i].width = max(l.columns[i].width, words.Width(cell))
		}
	}
	l.cut(s.NameWidth)
	if s.Width > 0 {
		l.narrow(s, remark)
	}
	l.cover()
	return l
}

// align lays out lines without titles. The last cell of a row does not widen its column, and an empty column takes no room.
func (l *layout) align() {
	for _, row := range l.cells {
		for i := range row {
			if i == len(l.columns) {
				l.columns = append(l.columns, columnLayout{left: true})
			}
			if i < len(row)-1 {
				l.columns[i].width = max(l.columns[i].width, words.Width(row[i]))
			}
		}
	}
}

// narrow makes a table fit the screen; remark is the width of the widest remark.
func (l *layout) narrow(s Screen, remark int) {
	room := s.Width - l.Indent // for names
	groups := 0
	for i, c := range l.columns {
		groups = max(groups, l.Columns[i].Spare)
		if i > 0 {
			room -= 2 + c.width
		}
	}
	for group := 1; group <= groups && room < min(l.columns[0].width, leastName); group++ {
		for i, c := range l.Columns {
			if i > 0 && c.Spare == group {
				room += 2 + l.columns[i].width
				l.columns[i].width, l.leftOut = -1, append(l.leftOut, c.Heading().String())
			}
		}
	}
	for cells := min(s.NameWidth, room); l.columns[0].width > room && cells >= 8; cells-- {
		l.cut(cells)
	}
	if remark > 0 {
		room -= remark
		if l.columns[0].width > room && room >= leastName {
			l.cut(room)
		}
		l.lower = l.columns[0].width > room
	}
}

// cut cuts the names to a number of cells.
func (l *layout) cut(cells int) {
	var names []string
	for _, row := range l.Rows {
		if !row.Sentence {
			names = append(names, row.name())
		}
	}
	names = words.FitAll(names, cells)
	l.columns[0].width = words.Width(l.cells[0][0])
	for i, row := range l.Rows {
		if !row.Sentence {
			if len(row.Cells) > 0 {
				l.cells[1+i][0] = names[0]
			}
			l.columns[0].width, names = max(l.columns[0].width, words.Width(names[0])), names[1:]
		}
	}
}

// name returns the whole name of a row, "" for an empty line.
func (r Row) name() string {
	if len(r.Cells) == 0 {
		return ""
	}
	return r.Cells[0].text()
}

// cover finds the columns that the sentences of rows cover, and shortens the sentences.
func (l *layout) cover() {
	l.covered, l.sentence = 1, l.columns[0].width
	for _, c := range l.columns[1:] {
		if c.width >= 0 {
			if slices.ContainsFunc(l.Rows, func(r Row) bool { return r.Sentence && r.Cells[l.covered].text() != "" }) {
				break
			}
			l.sentence += 2 + c.width
		}
		l.covered++
	}
	for i, row := range l.Rows {
		if row.Sentence && words.Width(l.cells[1+i][0]) > l.sentence {
			l.cells[1+i][0], _, _ = strings.Cut(l.cells[1+i][0], ":")
		}
	}
}

// write prints the table, the remarks that do not stand in it, and the titles of the columns that are left out.
func (t Table) write(b *strings.Builder, s Screen) {
	if len(t.Columns) == 0 && !t.Untitled {
		return
	}
	if t.Split > 0 {
		t.writeParts(b, s)
		return
	}
	l := t.fit(s)
	var remarks []string
	rows := map[string][]string{} // names, by the remark of their rows
	for n := range l.cells {
		line := l.line(n, Screen{})
		if s.Width > 0 && words.Width(line) > s.Width {
			line = s.Break(line) // without colours, which it would break
		} else if s.Colour {
			line = l.line(n, s)
		}
		b.WriteString(line + "\n")
		if row := l.row(n); l.lower && row.Remark != "" {
			if rows[row.Remark] == nil {
				remarks = append(remarks, row.Remark)
			}
			rows[row.Remark] = append(rows[row.Remark], l.cells[n][0])
		}
	}
	for _, remark := range remarks {
		b.WriteString(s.Break(remark+": "+strings.Join(rows[remark], ", ")) + "\n")
	}
	if text := s.TooNarrow(l.leftOut); text != "" && !t.Quiet {
		b.WriteString(s.Break(text) + "\n")
	}
}

// writeParts prints the table in parts that are not wider than t.Split, or than a narrower screen, with an empty line between
// them.
func (t Table) writeParts(b *strings.Builder, s Screen) {
	columns, width := t.fit(Screen{NameWidth: s.NameWidth}).columns, min(t.Split, max(cmp.Or(s.Width, t.Split), leastPart))
	for start := 1; start < len(columns); {
		end, used := start, columns[0].width
		for end < len(columns) && (end == start || used+2+columns[end].width <= width) {
			used += 2 + columns[end].width
			end++
		}
		if start > 1 {
			b.WriteByte('\n')
		}
		part := Table{Columns: slices.Concat(t.Columns[:1], t.Columns[start:end])}
		for _, row := range t.Rows {
			if len(row.Cells) > 0 {
				row.Cells = slices.Concat(row.Cells[:1], row.Cells[start:end])
			}
			part.Rows = append(part.Rows, row)
		}
		part.write(b, s)
		start = end
	}
}

// LeftOut returns the titles of the columns that a screen is too narrow for, and how it shows the names of the rows.
func (t Table) LeftOut(s Screen) (titles, names []string) {
	l := t.fit(s)
	for _, cells := range l.cells[1:] {
		names = append(names, strings.Join(cells[:min(len(cells), 1)], ""))
	}
	return l.leftOut, names
}

// TooNarrow names the columns for which a screen is too narrow, "" if it has all columns.
func (s Screen) TooNarrow(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	return fmt.Sprintf("%d columns are too few for %s", s.Width, strings.Join(titles, ", "))
}

// row returns the row of a line, an empty one for the titles.
func (l *layout) row(n int) Row {
	if titles := len(l.cells) - len(l.Rows); n >= titles {
		return l.Rows[n-titles]
	}
	return Row{}
}

// line returns a line of the layout, in the colours of a screen.
func (l *layout) line(n int, s Screen) string {
	var b strings.Builder
	row := l.row(n)
	blanks := l.Indent // before the next cell
	if row.Under {
		blanks += 2
	}
	for i, cell := range l.cells[n] {
		c := l.columns[i]
		switch {
		case row.Sentence && i == 0:
			c.width = l.sentence
		case row.Sentence && i < l.covered, c.width < 0, c.width == 0 && cell == "":
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
			if i < len(row.Cells) && len(row.Cells[i].Text) > 0 {
				cell = s.Paint(cell, row.Cells[i].Text[0].Tone)
			}
			b.WriteString(strings.Repeat(" ", blanks) + cell)
			blanks = 0
		}
		blanks += fill
	}
	if row.Remark != "" && !l.lower {
		for _, c := range l.columns[len(row.Cells):] { // the remarks of all rows begin at one place
			if c.width >= 0 {
				blanks += 2 + c.width
			}
		}
		b.WriteString(strings.Repeat(" ", blanks+2) + row.Remark)
	}
	return strings.TrimRight(b.String(), " ")
}
