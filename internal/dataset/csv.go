package dataset

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// separator returns the character between the columns: ',' in CSV, '\t' in TSV, ';' in the CSV of some spreadsheets. It guesses
// from the first line, and returns 0 if the file is none of them.
func separator(source io.Reader) rune {
	input := bufio.NewReaderSize(source, 64<<10)
	head, _ := input.Peek(64 << 10) // an error will come back when the file is read
	head = bytes.TrimSpace(files.WithoutMark(head))
	line, _, _ := bytes.Cut(head, []byte("\n"))
	switch {
	case len(line) == 0 || line[0] == '{' || line[0] == '[' || !utf8.Valid(line) || bytes.IndexByte(line, 0) >= 0:
		return 0
	case bytes.IndexByte(line, '\t') >= 0:
		return '\t'
	case bytes.Count(line, []byte(";")) > bytes.Count(line, []byte(",")):
		return ';'
	case bytes.IndexByte(line, ',') >= 0:
		return ','
	}
	return 0
}

// IsCSV reports whether [Open] reads a file as CSV or TSV.
func IsCSV(data []byte) bool { return separator(bytes.NewReader(data)) != 0 }

// maxMistakes is the largest number of bad rows that an error lists.
const maxMistakes = 5

// fromCSV writes the rows of a CSV file as JSON Lines: each row becomes an object, on the line on which the row begins.
// The names of the columns are the paths of the values: total, vendor.name, lines[0].amount. A cell that is a number,
// true or false, or a JSON list or object, becomes that JSON value, an empty cell becomes null, and every other cell a string. A list ends after
// its last cell with a value. If a row has a text in the column error, its empty cells are left out. The error lists
// the first maxMistakes bad rows and counts the others. root is the form of the rows. keep, if given, gets each row with its
// line and the offset of its end, both without a byte order mark. Tables of longColumns are read by fromLong.
func fromCSV(name string, source io.Reader, comma rune, w io.Writer, keep func(cells []string, line int, end int64)) (root *node, err error) {
	input := withoutMark(source)
	r := csv.NewReader(input)
	head, _ := input.Peek(input.Size()) // an error will come back
	switch {
	case bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head[:max(len(head)-1, 0)], '\r') >= 0:
		return nil, fmt.Errorf("%s: its lines end with a carriage return alone, as Excel writes them for Macintosh: tr '\\r' '\\n'", name)
	case bytes.Contains(head, []byte("\r\r\n")):
		if keep != nil {
			return nil, fmt.Errorf("%s: %w", name, errReturns)
		}
		r = csv.NewReader(singleReturns{input})
	}
	r.Comma, r.FieldsPerRecord = comma, -1
	header, err := r.Read()
	if err != nil {
		return nil, csvError(name, err)
	}
	if l := longColumns(header); l != nil && keep != nil {
		return nil, fmt.Errorf("%s: %w", name, errLong)
	} else if l != nil {
		return nil, fromLong(name, r, header, l, w)
	}
	position, _ := r.FieldPos(0)
	if root, err = columns(header); err != nil {
		return nil, fmt.Errorf("%s:%d: the header of this CSV file: %w", name, position, err)
	}
	failed := slices.Index(header, "error")
	output := bufio.NewWriter(w)
	var wrong []error
	more, lines := 0, 0
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			wrong = append(wrong, csvError(name, err))
			break
		}
		line, _ := r.FieldPos(0)
		if err := checkRow(row, header); err != nil {
			if len(wrong) < maxMistakes {
				wrong = append(wrong, fmt.Errorf("%s:%d: %w", name, line, err))
			} else {
				more++
			}
			continue
		}
		for ; lines < line-1; lines++ {
			output.WriteByte('\n') // Flush returns the same error
		}
		if keep != nil {
			keep(row, line, r.InputOffset())
		}
		text, _ := root.json(row, failed >= 0 && strings.TrimSpace(row[failed]) != "")
		output.WriteString(text + "\n")
		lines++
	}
	if more > 0 {
		wrong = append(wrong, fmt.Errorf("and %d more", more))
	}
	return root, errors.Join(append(wrong, output.Flush())...)
}

var errReturns = errors.New(`its lines end with two carriage returns, as Python writes them on Windows; write it by open(name, "w", newline="")`)

// singleReturns reads a text without the carriage returns before another one.
type singleReturns struct{ *bufio.Reader }

func (s singleReturns) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if p[n], err = s.ReadByte(); err != nil {
			break
		}
		if next, _ := s.Peek(1); p[n] != '\r' || string(next) != "\r" {
			n++
		}
	}
	return n, err
}

// csvError adds the file, the line and the column to an error of the reader.
func csvError(name string, err error) error {
	if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf(`%s:%d:%d: %w; put a value with quotes or separators in quotes, and double each quote in it: "8"" pipe"`, name, wrong.Line, wrong.Column, wrong.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// checkRow returns an error for a row that does not fit the header, or is not UTF-8.
func checkRow(row, header []string) error {
	if len(row) != len(header) {
		return fmt.Errorf(`the row has %s, and the header %d; put a value with separators in quotes: "1,234.50"`, words.Plural(len(row), "value"), len(header))
	}
	for i, text := range row {
		if err := words.CheckUTF8([]byte(text)); err != nil {
			return fmt.Errorf("column %q is not UTF-8: save the file as UTF-8", header[i])
		}
		if err := checkPython(text); err != nil {
			return fmt.Errorf("column %q has %w", header[i], err)
		}
	}
	return nil
}

// node is the form of a value in every row: an object, a list, or the text of a column.
type node struct {
	key    string // the key of a member, as JSON
	list   bool
	column int // from 0, -1 for an object or a list
	parts  []*node
}

// columns returns the object that the names of columns describe.
func columns(header []string) (*node, error) {
	root := &node{column: -1}
	index := map[string]int{}
	for i, name := range header {
		if strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("column %d has no name", i+1)
		}
		if first, twice := index[name]; twice {
			return nil, fmt.Errorf("%q appears twice, as columns %d and %d", name, first+1, i+1)
		}
		index[name] = i
		path, err := document.ParsePath(name)
		if err != nil {
			return nil, fmt.Errorf("column %d: %w", i+1, err)
		}
		if err := root.add(path, i); err != nil {
			return nil, fmt.Errorf("column %d, %q: %w", i+1, name, err)
		}
	}
	return root, nil
}

// add adds a column whose values stand at path.
func (n *node) add(path document.Path, column int) error {
	for i, step := range path {
		switch {
		case i == 0 && step.Bracket:
			return errors.New("want a name before the index")
		case i > 0 && (n.column >= 0 || len(n.parts) > 0 && n.list != step.Bracket):
			return errors.New("another column is the whole of this value, or gives it another form")
		case step.Bracket && step.Index > len(n.parts):
			return fmt.Errorf("no column before it has the index %d", step.Index-1)
		}
		n.list = step.Bracket
		n = n.part(step)
	}
	if n.column >= 0 || len(n.parts) > 0 {
		return errors.New("another column has a part of this value")
	}
	n.column = column
	return nil
}

// part returns the part that a step leads to, and adds it if there is none.
func (n *node) part(step document.Step) *node {
	if step.Bracket && step.Index < len(n.parts) {
		return n.parts[step.Index]
	}
	key := quote(step.Key)
	for _, p := range n.parts {
		if !n.list && p.key == key {
			return p
		}
	}
	p := &node{key: key, column: -1}
	n.parts = append(n.parts, p)
	return p
}

// json returns the JSON of a row, and whether the row has a value in n. If sparse is set, it leaves out members without a value.
func (n *node) json(row []string, sparse bool) (text string, some bool) {
	if n.column >= 0 {
		return valueOf(row[n.column]), strings.TrimSpace(row[n.column]) != ""
	}
	var parts []string
	kept := 0
	for _, p := range n.parts {
		text, present := p.json(row, sparse)
		if !n.list && sparse && !present {
			continue
		}
		if !n.list {
			text = p.key + ":" + text
		}
		parts = append(parts, text)
		if present || !n.list {
			kept = len(parts)
		}
		some = some || present
	}
	text = strings.Join(parts[:kept], ",")
	if n.list {
		return "[" + text + "]", some
	}
	return "{" + text + "}", some
}

// valueOf returns the JSON of a cell.
func valueOf(cell string) string {
	switch lower := strings.ToLower(cell); {
	case strings.TrimSpace(cell) == "":
		return "null"
	case lower == "true" || lower == "false":
		return lower
	case strings.Trim(cell, "-.0123456789") == "" && json.Valid([]byte(cell)): // a number without an exponent
		return cell
	}
	if text := strings.TrimSpace(cell); (text[0] == '[' || text[0] == '{') && json.Valid([]byte(text)) {
		return Compact([]byte(text))
	}
	return quote(cell)
}

func quote(text string) string {
	json, _ := json.Marshal(text) // a string always has a JSON form
	return string(json)
}

// long has the columns of a table whose rows are single values.
type long struct {
	id, field int
	values    []int
}

// longColumns returns the columns of a long table, nil for another table. It has a column for the id, a column named field, and a
// column named value. In place of value it may have a column for each side; one of these has a name in sides.
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
