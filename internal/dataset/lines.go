package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Want is the end of messages about a file in another form.
const Want = "want one JSON object per line, UTF-8"

// Line is a line that is not blank.
type Line struct {
	Number int    // from 1
	Item   int    // from 1, of an array or an object of several documents; 0 for none
	Start  int64  // its place in the file, in bytes
	Size   int    // its length in the file, with its line feed
	Text   []byte // without blanks around it and without a byte order mark
}

// Name returns the id of a line that has none: line-3, or item-3 for an item of an array or another that may share its line.
func (l Line) Name() string {
	if l.Item > 0 {
		return fmt.Sprintf("item-%d", l.Item)
	}
	return fmt.Sprintf("line-%d", l.Number)
}

// Reader reads the lines of a file that are not blank.
type Reader struct {
	name  string
	lines *files.Lines
	file  *File // nil for a reader of something else
	count int   // the lines that Next has returned
}

// NewReader returns a Reader of lines; name is the name of their file in errors.
func NewReader(name string, source io.Reader) *Reader {
	return &Reader{name: name, lines: files.NewLines(source)}
}

// Next returns the next line. The error is io.EOF after the last line. Other errors have the name of the file: it cannot be
// read, or its first line shows another form.
func (r *Reader) Next() (Line, error) {
	for {
		text, err := r.lines.Next()
		if err == io.EOF {
			return Line{}, err
		} else if err != nil {
			return Line{}, fmt.Errorf("%s:%d: %w", r.name, r.lines.Number()+1, files.Cause(err))
		}
		raw := text
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		if form := formOf(raw); r.count == 0 && form != "" {
			return Line{}, fmt.Errorf("%s:%d: %s", r.name, r.lines.Number(), form)
		}
		r.count++
		line := Line{Number: r.lines.Number(), Start: r.lines.Start(), Size: r.lines.Size(), Text: bytes.Clone(text)}
		if r.file != nil && r.file.places != nil {
			p := r.file.places[line.Number-1]
			line.Number, line.Item = p.line, p.item
		}
		return line, nil
	}
}

// All yields the lines that are left, and the error that ends them before the end of the file.
func (r *Reader) All() iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for {
			if line, err := r.Next(); err == io.EOF || !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// Count returns the number of lines that Next has returned.
func (r *Reader) Count() int { return r.count }

// Where returns the place of a line, FILE:LINE, or the file of a pair.
func (r *Reader) Where(line Line) string {
	if r.file != nil && line.Number > 0 && line.Number <= len(r.file.pairs) {
		return r.file.pairs[line.Number-1].Where()
	}
	return line.Where(r.name)
}

// Where returns the place of the line in a file of a name: FILE:LINE, or FILE:LINE, item N.
func (l Line) Where(file string) string {
	if l.Item > 0 {
		return fmt.Sprintf("%s:%d, item %d", file, l.Number, l.Item)
	}
	return fmt.Sprintf("%s:%d", file, l.Number)
}

// Again returns a line of a [File] whose text was dropped.
func (r *Reader) Again(line Line) (Line, error) {
	text, err := files.LineAgain(r.file.file, line.Start, line.Size)
	if err != nil {
		return line, fmt.Errorf("%s: reading it again: %w", r.Where(line), files.Cause(err))
	}
	line.Text = bytes.TrimSpace(text)
	return line, nil
}

// Nothing returns an error if the file had no line. It is valid after Next has returned io.EOF.
func (r *Reader) Nothing() error {
	switch {
	case r.count > 0:
		return nil
	case r.lines.Number() == 0:
		return fmt.Errorf("%s is empty; %s", r.name, Want)
	}
	return fmt.Errorf("%s has only blank lines; %s", r.name, Want)
}

// formOf guesses the form of a file from its first line that is not blank. It returns "" for JSON Lines, and for an unknown
// form.
func formOf(line []byte) string {
	text := bytes.TrimSpace(line)
	switch {
	case len(line) > files.MaxLine:
		return fmt.Sprintf("the line is longer than %d MiB", files.MaxLine>>20)
	case bytes.HasPrefix(line, []byte("PK\x03\x04")):
		return "the file is a zip archive, as .xlsx files are; " + Want + ", or CSV: unpack it, or save the sheet as CSV"
	case bytes.HasPrefix(line, []byte("PAR1")):
		return "the file is Parquet; " + Want + ": duckdb -c \"COPY 'FILE.parquet' TO 'FILE.jsonl'\""
	case bytes.HasPrefix(line, []byte("version https://git-lfs.github.com/spec/")):
		return "the file is a pointer to a file in Git LFS: git lfs pull fetches it, and lfs: true of actions/checkout"
	case bytes.HasPrefix(line, []byte("\x28\xb5\x2f\xfd")):
		return "the file is compressed by zstd; want gzip or none: zstd -d"
	case bytes.HasPrefix(line, []byte("BZh")):
		return "the file is compressed by bzip2; want gzip or none: bunzip2"
	case bytes.HasPrefix(line, []byte("\xfd7zXZ")):
		return "the file is compressed by xz; want gzip or none: unxz"
	case bytes.HasPrefix(line, []byte("%PDF-")):
		return "the file is a PDF; " + Want
	case bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff")) || 3*bytes.Count(line, []byte{0}) >= len(line):
		return "the file is UTF-16; want UTF-8: iconv -f UTF-16 -t UTF-8"
	case bytes.IndexByte(line, 0) >= 0:
		return "the file is not text; " + Want
	case bytes.HasPrefix(text, []byte("[")):
		return "the file is a JSON array; " + Want + ": jq -c '.[]'"
	case bytes.HasPrefix(text, []byte("{")) && !bytes.HasSuffix(text, []byte("}")) && !bytes.HasSuffix(text, []byte("},")):
		return "the JSON object continues on the next line; " + Want + ": jq -c ."
	case !bytes.HasPrefix(text, []byte("{")) && bytes.ContainsAny(text, ",;\t"):
		return "the file looks like CSV; " + Want
	}
	return ""
}

// CheckUTF8 returns an error with the remedy for a line that is not UTF-8.
func CheckUTF8(line []byte) error {
	if err := words.CheckUTF8(line); err != nil {
		return fmt.Errorf("%w: write the file as UTF-8, in Python by open(name, \"w\", encoding=\"utf-8\")", err)
	}
	return nil
}

// Parse parses a line, a JSON object in UTF-8. Its errors do not say which line it is.
func Parse(line []byte) (document.Value, error) {
	if len(line) > files.MaxLine {
		return document.Value{}, fmt.Errorf("it is longer than %d MiB", files.MaxLine>>20)
	}
	v, err := document.Parse(line)
	if err == nil {
		err = CheckUTF8(line)
	}
	if err == nil && v.Kind() != document.Object {
		err = fmt.Errorf("it is a JSON %s, want one JSON object per line", v.Kind())
	}
	if err == nil {
		return v, nil
	}
	if object, comma := bytes.CutSuffix(bytes.TrimSpace(line), []byte(",")); comma {
		if v, wrong := document.Parse(object); wrong == nil && v.Kind() == document.Object {
			err = errors.New("there is a comma after the object; " + Want)
		}
	}
	return document.Value{}, err
}
