package view

import (
	"fmt"
	"slices"
	"strings"
)

// Table is cells in columns. Rows may have fewer cells than there are columns.
type Table struct {
	Columns []Column
	Rows    []Row
	// Indent is the number of blanks before each line on a terminal.
	Indent int
	// Untitled says that there are no titles: lines whose columns are aligned.
	Untitled bool
	// Quiet says that a terminal does not tell which columns it leaves out; the builder does.
	Quiet bool
	Class string // of HTML
	// Split is the width of a terminal, in cells, from which on the table goes on below, in further tables with the first
	// column. Default: it does not.
	Split int
	// Cards says that HTML shows each row as a card: a label, a value in large letters, and further cells in small ones.
	Cards bool
}

// Column is a column of a table.
type Column struct {
	// Name is the name by which a surface picks the column, and its title, unless Title is given.
	Name, Title string
	Code        bool // the title is a name that we did not write
	// Number says that the cells end at the right.
	Number bool
	// Spare is the group of columns that a narrow page leaves out together, the group 1 first; 0 is never left out.
	Spare int
	// Optional says that the column is left out where all of its cells are empty or 0.
	Optional bool
	Class    string // of HTML
	Unsorted bool   // a click on the heading does not sort
	Tip      string // what the title means, which HTML shows at the pointer
}

// Row is a row of a table. The zero Row is an empty line; in HTML another group of rows begins there, and a click sorts
// within each group.
type Row struct {
	Cells []Cell
	Tone  Tone
	// Remark stands behind the row.
	Remark string
	// Under says that the row belongs to the last row above it without Under. A terminal prints it under that row, further
	// to the right.
	Under bool
	// Sentence says that the first cell is a sentence about the row. On a terminal it covers the columns that all such rows
	// leave empty; such rows are the last ones. If these columns are too narrow, it loses the part from its colon on.
	Sentence bool
}

// TableOf returns a table of visible texts, the titles first. All columns but the first are numbers, and a cell after the
// last title is a remark. A row without cells is an empty line.
func TableOf(rows [][]string) (t Table) {
	if len(rows) == 0 {
		return t
	}
	for i, title := range rows[0] {
		t.Columns = append(t.Columns, Column{Name: title, Number: i > 0})
	}
	for _, row := range rows[1:] {
		n := min(len(row), len(t.Columns))
		t.Rows = append(t.Rows, Row{Cells: Cells(row[:n]...), Remark: strings.Join(row[n:], ", ")})
	}
	return t
}

// Left returns the table with columns, by their names, whose cells begin at the left.
func (t Table) Left(names ...string) Table {
	return t.change(func(c *Column) { c.Number = c.Number && !slices.Contains(names, c.Name) })
}

// Spared returns the table with groups of columns that a narrow page leaves out, the first group first.
func (t Table) Spared(groups ...[]string) Table {
	return t.change(func(c *Column) {
		c.Spare = 1 + slices.IndexFunc(groups, func(names []string) bool { return slices.Contains(names, c.Name) })
	})
}

// Unsorted returns the table with columns, by their numbers or from the end, that a click on the heading does not sort.
func (t Table) Unsorted(columns ...int) Table {
	t.Columns = slices.Clone(t.Columns)
	for _, i := range columns {
		t.Columns[(i+len(t.Columns))%len(t.Columns)].Unsorted = true
	}
	return t
}

func (t Table) change(column func(*Column)) Table {
	t.Columns = slices.Clone(t.Columns)
	for i := range t.Columns {
		column(&t.Columns[i])
	}
	return t
}

// AddColumn adds a column; cell returns the cell of a row by its number.
func (t *Table) AddColumn(c Column, cell func(row int) Cell) {
	t.Columns = append(t.Columns, c)
	for i := range t.Rows {
		t.Rows[i].Cells = append(t.Rows[i].Cells, cell(i))
	}
}

// Column returns the column of a name.
func (t Table) Column(name string) *Column {
	return &t.Columns[slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })]
}

// Cell returns the cell of a row in the column of a name.
func (t *Table) Cell(row int, name string) *Cell {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	return &t.Rows[row].Cells[i]
}

// Has reports whether the table has a column of a name with anything in it.
func (t Table) Has(name string) bool {
	return slices.ContainsFunc(t.Filled(true).Columns, func(c Column) bool { return c.Name == name })
}

// Choose returns the table with some of its rows, by their numbers.
func (t Table) Choose(rows []int) Table {
	all := t.Rows
	t.Rows = nil
	for _, i := range rows {
		t.Rows = append(t.Rows, all[i])
	}
	return t
}

// Pick returns the table with some of its columns, in the given order. Each is picked by its name: "precision". After "="
// stands a title of its own, "precision=P", and a "?" at the end leaves the column out where all of its cells are empty or
// 0, "limit?". Pick leaves out a name that the table does not have: a builder leaves out what there is not.
func (t Table) Pick(columns ...string) Table {
	picked := Table{Indent: t.Indent, Quiet: t.Quiet, Class: t.Class, Rows: slices.Clone(t.Rows)}
	for i := range picked.Rows {
		picked.Rows[i].Cells = nil
	}
	for _, column := range columns {
		column, optional := strings.CutSuffix(column, "?")
		name, title, titled := strings.Cut(column, "=")
		i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		if i < 0 {
			continue
		}
		c := t.Columns[i]
		c.Optional = c.Optional || optional
		if titled {
			c.Title = title
		}
		picked.AddColumn(c, func(row int) Cell {
			if cells := t.Rows[row].Cells; i < len(cells) {
				return cells[i]
			}
			return Cell{}
		})
	}
	return picked
}

// First returns the table with its first rows and, if there are more, a row that says how many.
func (t Table) First(most int) Table {
	if more := len(t.Rows) - most; more > 0 {
		t.Rows = append(slices.Clone(t.Rows[:most]), Row{Cells: Cells(fmt.Sprintf("and %d more", more))})
	}
	return t
}

// Remarked returns the table with the remarks of its rows in a column, if there are any.
func (t Table) Remarked() Table {
	if !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Remark != "" }) {
		return t
	}
	t.Columns, t.Rows = append(slices.Clone(t.Columns), Column{Name: "remark", Unsorted: true}), slices.Clone(t.Rows)
	for i, r := range t.Rows {
		if missing := len(t.Columns) - 1 - len(r.Cells); len(r.Cells) > 0 && missing >= 0 {
			remark := Text{{Text: r.Remark, Tone: r.Tone, Badge: r.Tone != ""}}
			t.Rows[i].Cells = slices.Concat(r.Cells, make([]Cell, missing), []Cell{{Text: remark}})
		}
	}
	return t
}

// Filled returns the table without the optional columns whose cells are all empty or 0, and with the columns was and change
// after a column whose cells have a Delta. A picture fills a cell of a surface that has pictures.
func (t Table) Filled(pictures bool) Table {
	if t.Untitled {
		return t
	}
	t = t.withDeltas()
	empty := func(k int) bool {
		return t.Columns[k].Optional && !slices.ContainsFunc(t.Rows, func(r Row) bool {
			return k < len(r.Cells) && !r.Cells[k].Zero && (pictures && (r.Cells[k].Figure != nil || r.Cells[k].Interval != nil) || !r.Cells[k].Empty())
		})
	}
	kept := t
	kept.Columns, kept.Rows = nil, slices.Clone(t.Rows)
	for i := range kept.Rows {
		kept.Rows[i].Cells = nil
	}
	for k, c := range t.Columns {
		if empty(k) {
			continue
		}
		kept.Columns = append(kept.Columns, c)
		for i, r := range t.Rows {
			if k < len(r.Cells) {
				kept.Rows[i].Cells = append(kept.Rows[i].Cells, r.Cells[k])
			}
		}
	}
	return kept
}

func (t Table) withDeltas() Table {
	t.Columns, t.Rows = slices.Clone(t.Columns), slices.Clone(t.Rows)
	for k := len(t.Columns) - 1; k >= 0; k-- {
		delta := func(r Row) bool { return k < len(r.Cells) && r.Cells[k].Delta != nil }
		if !slices.ContainsFunc(t.Rows, delta) {
			continue
		}
		t.Columns = slices.Insert(t.Columns, k+1, Column{Name: "was", Number: true}, Column{Name: "change", Number: true})
		for i, r := range t.Rows {
			if was := make([]Cell, 2); k < len(r.Cells) {
				if delta(r) {
					was[0].Text, was[1].Text = r.Cells[k].Delta.Was, r.Cells[k].Delta.Change
				}
				t.Rows[i].Cells = slices.Insert(slices.Clone(r.Cells), k+1, was...)
			}
		}
	}
	return t
}

// Heading returns the title of a column.
func (c Column) Heading() Text {
	if c.Title != "" {
		return Text{{Text: c.Title, Title: c.Tip}}
	}
	return Text{{Text: c.Name, Code: c.Code, Title: c.Tip}}
}
