package dataset

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/metrics/document"
)

// Form says how a file is read. The zero Form is the Form of truths.
type Form struct {
	Answers bool // documents without a line of their own are answers, and stand under got
	// Rows is the path of a list in each object of the file, "results" for "results.#.id": each item is a line. It is "" for none.
	Rows string
	// ByLine says that each object of the file is a document; without it one object may have a document for each id.
	ByLine bool
}

// place is where a line stands in a file of another form.
type place struct{ line, item int }

// Piece is the text of a JSON value in a file of several. ID is its key in an object that has a document for each id, else "".
type Piece struct {
	ID         string
	Start, End int64 // without a byte order mark
	Line       int   // of its beginning, from 1
	Item       int   // from 1; 0 for a value outside of an array that begins on a line of its own
}

// formOfJSON reports whether a text is a JSON array, or begins with an object that continues on further lines. A line that is a
// bracket alone begins such an object, whatever follows.
func formOfJSON(source func() io.Reader) (array, several bool) {
	head, _ := bufio.NewReaderSize(withoutMark(source()), 64<<10).Peek(64 << 10) // an error will come back when the file is read
	text := bytes.TrimLeft(head, " \t\r\n")
	first, _, more := bytes.Cut(text, []byte("\n"))
	if bytes.HasPrefix(text, []byte("[")) {
		return true, true
	}
	if !more || !bytes.HasPrefix(text, []byte("{")) || json.Valid(first) {
		return false, false
	} else if string(bytes.TrimSpace(first)) == "{" {
		return false, true
	}
	d := json.NewDecoder(withoutMark(source()))
	err := d.Decode(new(json.RawMessage))
	return false, err == nil && d.InputOffset() > int64(len(head)-len(text)+len(first))
}

// readItems calls use with each item of an array, or with each of several JSON values. Errors name the file and the line.
func readItems(name string, source io.Reader, array bool, use func(text []byte, p Piece)) error {
	starts := &lineStarts{reader: withoutMark(source)}
	d := json.NewDecoder(starts)
	var invalid *json.SyntaxError
	fail := func(err error) error {
		rest, _ := io.ReadAll(d.Buffered())
		item := bytes.TrimLeft(rest, " \t\r\n,")
		offset := d.InputOffset() + int64(len(rest)-len(item))
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			offset, err = starts.read, errors.New("the JSON has no end: the file is cut off")
		} else if errors.As(err, &invalid) {
			bad := (*document.SyntaxError)(nil) // it knows what Python writes
			if _, wrong := document.Parse(item); errors.As(wrong, &bad) {
				offset, err = offset+max(bad.Offset-1, 0), errors.New(bad.Problem)
			}
		}
		return fmt.Errorf("%s:%d: %w", name, starts.line(offset), files.Cause(err))
	}
	if array {
		if _, err := d.Token(); err != nil {
			return fail(err)
		}
	}
	last := 0
	for n := 1; !array || d.More(); n++ {
		var item json.RawMessage
		if err := d.Decode(&item); err == io.EOF && !array {
			return nil
		} else if err != nil {
			return fail(err)
		}
		p := Piece{Start: d.InputOffset() - int64(len(item)), End: d.InputOffset()}
		p.Line = starts.line(p.Start)
		if array || p.Line == last {
			p.Item = n
		}
		last = p.Line
		use(item, p)
	}
	if _, err := d.Token(); err != nil {
		return fail(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fail(errors.New("there is more after the JSON array; " + Want + ", or one array"))
	}
	return nil
}

// Pieces returns the documents of a file that is a JSON array, an object with a document for each id, or objects that
// continue on further lines, in their order. It returns nil for JSON Lines.
func Pieces(name string, data []byte) (pieces []Piece, err error) {
	array, several := formOfJSON(func() io.Reader { return bytes.NewReader(data) })
	data = files.WithoutMark(data)
	if several {
		if err := readItems(name, bytes.NewReader(data), array, func(_ []byte, p Piece) { pieces = append(pieces, p) }); err != nil {
			return nil, err
		}
	}
	if array || len(pieces) > 1 || !hasIDs(data) {
		return pieces, nil
	}
	pieces = nil
	gjson.ParseBytes(data).ForEach(func(key, value gjson.Result) bool {
		start := int64(value.Index)
		pieces = append(pieces, Piece{key.Str, start, start + int64(len(value.Raw)), 1 + bytes.Count(data[:start], []byte("\n")), 0})
		return true
	})
	return pieces, nil
}

// reshape makes lines of another form of JSON. A file that begins with a part of an object and is not JSON stays as it is: each
// line then has a message of its own. After an error the file is closed.
func (f *File) reshape(form Form) error {
	if array, several := formOfJSON(f.Reader); several {
		err := f.relay(func(add func(text string, p place)) error {
			return readItems(f.name, f.Reader(), array, func(text []byte, p Piece) { add(Compact(text), place{p.Line, p.Item}) })
		})
		if err != nil {
			return err
		}
	}
	switch {
	case form.Rows != "":
		return f.relay(func(add func(string, place)) error { return f.rows(form.Rows, add) })
	case form.ByLine:
		return nil
	}
	lines := f.Lines()
	line, err := lines.Next()
	columns := err == nil && hasColumns(line.Text)
	if err != nil || !columns && !hasIDs(line.Text) {
		return nil // the reader of the file says so
	}
	if _, err := lines.Next(); err != io.EOF {
		return nil
	}
	if columns {
		return errors.Join(fmt.Errorf(`%s has columns, as pandas writes them; %s: to_json(orient="records", lines=True)`, f.name, Want), f.Close())
	}
	return f.relay(func(add func(string, place)) error {
		n := 0
		gjson.ParseBytes(line.Text).ForEach(func(key, value gjson.Result) bool {
			n++
			add(lineOf(key.Str, value.Raw, form.Answers), place{line.Number, n})
			return true
		})
		return nil
	})
}

// relay replaces the lines of the file by those that write adds.
func (f *File) relay(write func(add func(text string, p place)) error) error {
	var places []place
	err := f.replace(func(w io.Writer) error {
		output := bufio.NewWriter(w)
		err := write(func(text string, p place) {
			places = append(places, p)
			output.WriteString(text + "\n") // Flush returns the same error
		})
		return cmp.Or(err, output.Flush())
	})
	f.places = places
	return err
}

// withoutMark returns a reader without a byte order mark.
func withoutMark(source io.Reader) *bufio.Reader {
	input := bufio.NewReader(source)
	if mark, _ := input.Peek(3); string(mark) == "\uFEFF" {
		_, _ = input.Discard(3)
	}
	return input
}

// lineStarts counts the lines of what is read through it.
type lineStarts struct {
	reader io.Reader
	read   int64
	feeds  []int64 // the offsets of line feeds
}

func (s *lineStarts) Read(p []byte) (int, error) {
	n, err := s.reader.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			s.feeds = append(s.feeds, s.read+int64(i))
		}
	}
	s.read += int64(n)
	return n, err
}

// line returns the number of the line of an offset, from 1.
func (s *lineStarts) line(offset int64) int {
	i, _ := slices.BinarySearch(s.feeds, offset)
	return i + 1
}

// rows adds each item of the list that the objects of the file have at a path. Their numbers go on from object to object.
func (f *File) rows(path string, add func(text string, p place)) error {
	lines, n := f.Lines(), 0
	for line, err := range lines.All() {
		if err != nil {
			return err
		}
		list := Held(Lookup(line.Text, path))
		if !list.IsArray() {
			return fmt.Errorf("%s: there is no list at %q, of which # would be the items%s", lines.Where(line), path, listsIn(line.Text))
		}
		for _, item := range list.Array() {
			n++
			add(Compact([]byte(item.Raw)), place{line.Number, n})
		}
	}
	return lines.Nothing()
}

// TakeRows makes the items of the list that the objects of the file have at a path its lines.
func (f *File) TakeRows(path string) error { return f.reshape(Form{Rows: path}) }

// ListsIn returns the paths of the lists of objects in a line, at most five.
func ListsIn(line []byte) (paths []string) {
	var add func(prefix string, v gjson.Result, depth int)
	add = func(prefix string, v gjson.Result, depth int) {
		v.ForEach(func(key, value gjson.Result) bool {
			path := prefix + key.Str
			if value.IsArray() && value.Get("0").IsObject() {
				paths = append(paths, path)
			} else if value.IsObject() && depth > 0 {
				add(path+".", value, depth-1)
			}
			return len(paths) < 5
		})
	}
	add("", gjson.ParseBytes(line), 3)
	return paths
}

// listsIn names the lists of objects in a line.
func listsIn(line []byte) string {
	paths := ListsIn(line)
	if len(paths) == 0 {
		return ""
	}
	for i, path := range paths {
		paths[i] = fmt.Sprintf("%q", path+".#")
	}
	return "; there is one at " + strings.Join(paths, ", ")
}

// Compact returns a JSON text without blanks between its parts.
func Compact(text []byte) string {
	var buffer bytes.Buffer
	if json.Compact(&buffer, text) != nil {
		return OneLine(text)
	}
	return buffer.String()
}

// hasIDs reports whether a text is one object with a document for each id.
func hasIDs(text []byte) bool {
	if text = bytes.TrimSpace(text); len(text) == 0 || text[0] != '{' || !gjson.ValidBytes(text) {
		return false
	}
	documents, all := 0, true
	gjson.ParseBytes(text).ForEach(func(key, value gjson.Result) bool {
		documents++
		all = Held(value).IsObject() && !slices.Contains([]string{"id", "want", "got", "input"}, key.Str)
		return all
	})
	return all && documents > 0
}

// hasColumns reports whether a text is an object of columns, whose values are numbered from "0".
func hasColumns(text []byte) bool {
	columns, all := 0, true
	gjson.ParseBytes(text).ForEach(func(key, column gjson.Result) bool {
		columns++
		rows := 0
		column.ForEach(func(row, _ gjson.Result) bool {
			all = all && row.Str == strconv.Itoa(rows)
			rows++
			return all
		})
		all = all && column.IsObject() && rows > 0 && !slices.Contains([]string{"want", "got", "input"}, key.Str)
		return all
	})
	return all && columns > 0
}

// lineOf returns the line of a document that another place names. If the document is an object with the key want, got or
// error, the line has its members, except the id. Any other document stands under want or got.
func lineOf(id, document string, answers bool) string {
	document = Compact([]byte(document))
	value, key := gjson.Parse(document), "want"
	line := value.Get(key).Exists()
	if answers {
		key = "got"
		line = value.Get(key).Exists() || value.Get("error").Exists()
	}
	if value.IsObject() && line {
		text := `{"id":` + quote(id)
		value.ForEach(func(key, member gjson.Result) bool {
			if key.Str != "id" {
				text += "," + key.Raw + ":" + member.Raw
			}
			return true
		})
		return text + "}"
	}
	return `{"id":` + quote(id) + `,"` + key + `":` + document + "}"
}
