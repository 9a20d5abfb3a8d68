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

// long has the columns of a table whose rows are single values.
type long struct {
	id, field int
	values    []int
}

// longColumns returns the columns of a long table, nil for another table. It has a column for the id, one named field, and one named
// value; or in place of value one for each side, of which one has a name in sides.
func longColumns(header []string) *long {
	l := &long{id: slices.Index(header, "id"), field: slices.Index(header, "field")}
	value := slices.Index(header, "value")
	for i := range header {
		if i != l.field && i != value && l.id < 0 {
			l.id = i
		}
		if i != l.field && i != l.id {
			l.values = append(l.values, i)
		}
	}
	isSide := func(i int) bool { return slices.Contains(sides, strings.ToLower(header[i])) }
	switch {
	case l.field < 0 || l.id < 0:
	case len(header) == 3 && value >= 0, len(header) == 4 && slices.ContainsFunc(l.values, isSide):
		return l
	}
	return nil
}

// sides are names of columns with truths or with answers.
var sides = strings.Fields("want got truth prediction ground_truth gold expected actual reference predicted extracted answer output")

// longCase is a document of a long table.
type longCase struct {
	line           int // of the first row
	fields, values []string
	lines          map[string]int // by field
}

// fromLong writes the documents of a long table as JSON Lines, each on the line of its first row. The cells of field are the paths of
// values; the values are read as the cells of other tables. Of two columns of values each is a document under its name.
func fromLong(name string, r *csv.Reader, header []string, l *long, w io.Writer) error {
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
		c := cases[row[l.id]]
		if c == nil {
			c = &longCase{line: line, fields: []string{header[l.id]}, values: []string{row[l.id]}, lines: map[string]int{}}
			cases[row[l.id]] = c
			order = append(order, c)
		}
		if first, twice := c.lines[row[l.field]]; twice {
			wrong.Add(fmt.Errorf("%s:%d: %q has the field %q twice, first on line %d", name, line, row[l.id], row[l.field], first))
			continue
		}
		c.lines[row[l.field]] = line
		for _, value := range l.values {
			path := row[l.field]
			if len(l.values) > 1 {
				path = header[value] + "." + path
			}
			c.fields, c.values = append(c.fields, path), append(c.values, row[value])
		}
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
