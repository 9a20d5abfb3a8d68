package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// Table is a file of CSV or TSV in memory whose rows can be replaced.
type Table struct {
	comma rune
	root  *node
	data  []byte
	rows  map[int]*row // by their lines
	feeds bool         // some lines, as those within cells, end in a line feed alone
}

// row is a row of a table: its values, and its bytes.
type row struct {
	cells      []string
	start, end int // in the file
	text       []byte
}

// ReadTable reads a file of CSV or TSV. lines are its rows as JSON Lines, each on the line on which the row begins; see
// [Open].
func ReadTable(name string, data []byte) (t *Table, lines []byte, err error) {
	t = &Table{comma: separator(bytes.NewReader(data)), data: data, rows: map[int]*row{}}
	t.feeds = bytes.Count(data, []byte("\n")) > bytes.Count(data, []byte("\r\n"))
	mark := len(data) - len(bytes.TrimPrefix(data, []byte("\uFEFF")))
	starts := []int{0, 0} // of the lines, from 1
	for i, b := range data {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	var converted bytes.Buffer
	t.root, err = fromCSV(name, bytes.NewReader(data), t.comma, &converted, func(cells []string, line int, end int64) {
		r := &row{cells: cells, start: starts[line], end: mark + int(end)}
		r.text = data[r.start:r.end]
		t.rows[line] = r
	})
	if err != nil {
		return nil, nil, err
	}
	return t, converted.Bytes(), nil
}

// Set replaces the values of the row that begins on a line by the values of a JSON object. It is an error if the columns have no
// place for a value, or a cell would be read as another value.
func (t *Table) Set(line int, object []byte) error {
	row := t.rows[line]
	v, err := document.Parse(object)
	if err != nil || row == nil {
		return errors.Join(err, fmt.Errorf("no row begins on line %d", line))
	}
	cells := slices.Clone(row.cells)
	t.root.fill(v, cells)
	again, _ := t.root.json(cells, false)
	repeated, err := document.Parse([]byte(again))
	if err != nil {
		return err
	}
	if !sameValues(repeated, v) {
		return errors.New("no column of this CSV file has a place for the value, or its cell would be read as another, as a text of digits is as a number: add the column, or keep the data set as JSON Lines")
	}
	var output bytes.Buffer
	w := csv.NewWriter(&output)
	crlf := bytes.HasSuffix(row.text, []byte("\r\n"))
	// UseCRLF would drop "\r" in cells, and change the line feeds that spreadsheets write within them.
	w.Comma, w.UseCRLF = t.comma, crlf && !t.feeds && !strings.Contains(strings.Join(cells, ""), "\r")
	if err := w.Write(cells); err != nil {
		return err
	}
	w.Flush()
	text, end := bytes.TrimRight(output.Bytes(), "\r\n"), "\n"
	if crlf {
		end = "\r\n"
	}
	row.cells, row.text = cells, append(text, end...)
	if row.end == len(t.data) && !bytes.HasSuffix(t.data, []byte("\n")) {
		row.text = bytes.TrimRight(row.text, "\r\n")
	}
	return w.Error()
}

// Bytes returns the file. Rows that were not replaced have the bytes that they had.
func (t *Table) Bytes() (text []byte) {
	end := 0
	for _, line := range slices.Sorted(maps.Keys(t.rows)) {
		row := t.rows[line]
		text = append(append(text, t.data[end:row.start]...), row.text...)
		end = row.end
	}
	return append(text, t.data[end:]...)
}

// fill writes the values of v into the cells of its columns. A cell that is read as the value keeps its text.
func (n *node) fill(v document.Value, cells []string) {
	if n.column >= 0 {
		if old, err := document.Parse([]byte(valueOf(cells[n.column]))); err == nil && sameValues(old, v) {
			return
		}
		cells[n.column] = v.Text()
		if k := v.Kind(); k != document.String {
			cells[n.column] = strings.TrimPrefix(string(v.Raw()), "null")
		}
		return
	}
	for i, p := range n.parts {
		if n.list {
			p.fill(v.At(document.Path{{Bracket: true, Index: i}}), cells)
			continue
		}
		key, _ := document.Parse([]byte(p.key)) // quote has made it
		p.fill(v.Member(key.Text()), cells)
	}
}

// sameValues reports whether two values have the same leaves: null, a blank text, and a list or an object without a leaf are no
// values.
func sameValues(a, b document.Value) bool {
	texts, other := map[string]string{}, map[string]string{}
	addLeaves(a, nil, texts)
	addLeaves(b, nil, other)
	return maps.Equal(texts, other)
}

// addLeaves adds the leaves of a value that stands at path.
func addLeaves(v document.Value, path document.Path, target map[string]string) {
	for key, member := range v.Members() {
		addLeaves(member, append(path[:len(path):len(path)], document.Step{Key: key}), target)
	}
	for i, item := range v.Items() {
		addLeaves(item, append(path[:len(path):len(path)], document.Step{Bracket: true, Index: i}), target)
	}
	if k := v.Kind(); k != document.Object && k != document.Array && !v.Empty() {
		target[path.String()] = string(v.AppendCanonical(nil))
	}
}
