package dataset

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// isLong reports whether the rows of a table are single values: the columns are that of the id, field and value.
func isLong(header []string) bool {
	return len(header) == 3 && slices.Contains(header, "field") && slices.Contains(header, "value")
}

// longCase is a document of a long table.
type longCase struct {
	line           int // of the first row
	fields, values []string
	lines          map[string]int // by field
}

// fromLong writes the documents of a long table as JSON Lines, each on the line of its first row. The cells of field are the paths of
// values; the values are read as the cells of other tables.
func fromLong(name string, r *csv.Reader, header []string, w io.Writer) error {
	field, value := slices.Index(header, "field"), slices.Index(header, "value")
	id := 3 - field - value
	var order []*longCase
	cases := map[string]*longCase{}
	var wrong Problems
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			wrong.Add(csvError(name, err))
			break
		}
		line, _ := r.FieldPos(0)
		if err := checkRow(row, header); err != nil {
			wrong.Add(fmt.Errorf("%s:%d: %w", name, line, err))
			continue
		}
		c := cases[row[id]]
		if c == nil {
			c = &longCase{line: line, fields: []string{header[id]}, values: []string{row[id]}, lines: map[string]int{}}
			cases[row[id]] = c
			order = append(order, c)
		}
		if first, twice := c.lines[row[field]]; twice {
			wrong.Add(fmt.Errorf("%s:%d: %q has the field %q twice, first on line %d", name, line, row[id], row[field], first))
			continue
		}
		c.lines[row[field]] = line
		c.fields, c.values = append(c.fields, row[field]), append(c.values, row[value])
	}
	output := bufio.NewWriter(w)
	lines := 0
	for _, c := range order {
		root, err := columns(c.fields)
		if err != nil {
			wrong.Add(fmt.Errorf("%s:%d: the fields of %q: %w", name, c.line, c.values[0], err))
			continue
		}
		for ; lines < c.line-1; lines++ {
			output.WriteByte('\n') // Flush returns the same error
		}
		failed := slices.Index(c.fields, "error")
		text, _ := root.json(c.values, failed >= 0 && strings.TrimSpace(c.values[failed]) != "")
		output.WriteString(text + "\n")
		lines++
	}
	return cmp.Or(wrong.Err(), output.Flush())
}

// errLong is the error of a long table that is to be changed.
var errLong = errors.New("a table with a row for each field cannot be changed: write a row for each document")

// checkPython returns an error for a cell with a list or an object as Python prints it.
func checkPython(cell string) error {
	text := strings.TrimSpace(cell)
	for _, begin := range []string{"[{'", "{'", "['"} {
		if strings.HasPrefix(text, begin) && strings.ContainsAny(text[len(text)-1:], "]}") {
			return errors.New("a list or an object as Python prints it, want JSON: write json.dumps(value)")
		}
	}
	return nil
}
