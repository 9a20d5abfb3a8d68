package view

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
)

// CSV writes a table as data, row by row: cells are given by the names of their columns. No cell is a formula to a
// spreadsheet: a text that begins with a character that starts one has an apostrophe in front.
type CSV struct {
	*csv.Writer
	columns []string
	data    []string // columns of numbers and JSON texts, in which a minus starts no formula
}

// NewCSV writes the first row, the names of the columns.
func NewCSV(w io.Writer, columns string, data ...string) *CSV {
	c := &CSV{csv.NewWriter(w), strings.Split(columns, ","), data}
	c.Write(c.columns)
	return c
}

// Row writes a row. A cell has the first value for its column that is not empty; other cells are empty. An error appears
// when the table is ended.
func (c *CSV) Row(values ...map[string]string) {
	row := make([]string, len(c.columns))
	for i, name := range c.columns {
		for _, some := range values {
			row[i] = cmp.Or(row[i], some[name])
		}
		if !slices.Contains(c.data, name) {
			row[i] = harmless(row[i])
		}
	}
	c.Write(row)
}

// End writes the rows that are still in memory.
func (c *CSV) End() error {
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("render: CSV: %w", err)
	}
	return nil
}

// harmless returns a text that a spreadsheet does not take for a formula.
func harmless(text string) string {
	text = words.Visible(text)
	switch first, _ := utf8.DecodeRuneInString(text); first {
	case '=', '+', '-', '@', '＝', '＋', '－', '＠':
		return "'" + text
	}
	return text
}
