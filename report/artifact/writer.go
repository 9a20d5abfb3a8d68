package artifact

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// Writer writes records as JSON Lines. Each call of a method writes its lines by one call of
// Write, so that they survive a crash and never mix with lines of concurrent calls. The methods
// may be called concurrently; a Writer has no goroutine.
//
// After an error a Writer writes no more: Write and End return the first error again. The methods
// of a nil Writer do nothing.
type Writer struct {
	mu       sync.Mutex
	w        io.Writer
	name     string // for errors
	err      error
	records  int
	cases    int
	opened   time.Time
	ended    bool
	dataset  bool                     // the record of a data set was written
	commit   func(partial bool) error // closes the file and gives it its final name
	abandon  func()                   // closes a file that cannot be finished
	withdraw func() error             // removes a file without a data set
}

// NewWriter returns a Writer to w, which errors call name. Use [Dir.Create] for the files of
// go test.
func NewWriter(w io.Writer, name string) *Writer {
	return &Writer{w: w, name: name, opened: now()}
}

// Write appends one record.
func (w *Writer) Write(r report.Record) error {
	if w == nil {
		return nil
	}
	line, err := AppendRecord(nil, r) // outside the lock: cases finish in parallel
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		err = cmp.Or(w.err, err)
		if r.Type() == (report.Dataset{}).Type() { // without it the file is of no use
			w.err = err
		}
		return err // of another record alone: the file is as it was
	}
	return w.write(line, r.Type())
}

// WriteCases appends one or more cases, as lines that [AppendRecord] has made.
func (w *Writer) WriteCases(lines []byte) error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.write(lines, (report.Case{}).Type())
}

// write writes the lines of records of one kind.
func (w *Writer) write(lines []byte, kind string) error {
	switch {
	case w.err != nil:
		return w.err
	case w.ended:
		return fmt.Errorf("report: %s: %s record after the end", w.name, kind)
	}
	n, err := w.w.Write(lines)
	if err == nil && n < len(lines) {
		err = io.ErrShortWrite
	}
	whole := bytes.Count(lines[:max(n, 0)], []byte{'\n'})
	w.records += whole
	switch kind {
	case (report.Case{}).Type():
		w.cases += whole
	case (report.Dataset{}).Type():
		w.dataset = true
	}
	if err != nil {
		w.err = fmt.Errorf("report: writing record %d to %s: %w; the %d before it are kept", w.records+1, w.name, files.Cause(err), w.records)
		return w.err
	}
	return nil
}

// End writes the end record, closes the file and gives it its final name, or the name of a
// partial run. After an error it gives the file the name of a crashed run, and the last good file
// stays as it was. It removes a file of a [Dir] that has no data set yet. A second End returns the result of the first.
func (w *Writer) End(partial bool) error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return w.err
	}
	if w.err == nil && !w.dataset && w.withdraw != nil {
		w.ended, w.err = true, w.withdraw()
		return w.err
	}
	line, _ := AppendRecord(nil, report.End{Cases: w.cases, Partial: partial, Duration: now().Sub(w.opened)}) // no number that JSON cannot hold
	w.write(line, report.End{}.Type())
	w.ended = true
	if w.err != nil {
		if w.abandon != nil {
			w.abandon()
			w.err = fmt.Errorf("%w; the file is %s", w.err, w.name)
		}
		return w.err
	}
	if w.commit != nil {
		w.err = w.commit(partial)
	}
	return w.err
}

// Err returns the first error, nil as long as everything was written.
func (w *Writer) Err() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Name returns the present path of the file.
func (w *Writer) Name() string {
	if w == nil {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.name
}

// AppendRecord appends the line of r, "\n" included, to line. The key "type" comes first. JSON
// values of a case keep their text, less line breaks. Bytes that are not UTF-8 become U+FFFD.
// The only error is a value that JSON cannot hold; AppendRecord then returns line unchanged.
func AppendRecord(line []byte, r report.Record) ([]byte, error) {
	var kept []json.RawMessage
	switch c := r.(type) {
	case report.Case:
		r, kept = withMarks(c)
	case *report.Case:
		r, kept = withMarks(*c)
	}
	var result bytes.Buffer
	result.WriteString(`{"type":"` + r.Type() + `"`)
	comma := result.Len()
	enc := json.NewEncoder(&result)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return line, fmt.Errorf("report: %s record: %w", r.Type(), plainJSON(err))
	}
	text := result.Bytes()
	text[comma] = ',' // in the place of the bracket that opens r
	start := len(line)
	line = withValues(line, text, kept)
	if !utf8.Valid(line[start:]) {
		line = append(line[:start], bytes.ToValidUTF8(line[start:], []byte("\uFFFD"))...)
	}
	return line, nil
}

// mark takes the place of a value that is inserted after encoding. No other text of a line is equal to mark:
// encoding/json itself escapes no underscore, and withMarks marks each value with a backslash.
const mark = `"\u005f"`

// withMarks returns a case with mark in the place of values, and the replaced values in the order of their keys, each
// on one line: encoding/json would drop the blanks between their tokens. It does not replace a value without blanks and
// backslashes, nor a value that is not JSON, which encoding/json rejects.
func withMarks(c report.Case) (marked *report.Case, kept []json.RawMessage) {
	replace := func(value *json.RawMessage) {
		special := " \t\r\n\\"
		if bytes.HasPrefix(*value, []byte(`"`)) {
			special = "\\" // the blanks in a string stay
		}
		if !bytes.ContainsAny(*value, special) || !json.Valid(*value) {
			return
		}
		if bytes.ContainsAny(*value, "\r\n") {
			var compact bytes.Buffer
			_ = json.Compact(&compact, *value) // it is valid
			*value = compact.Bytes()
		}
		kept = append(kept, *value)
		*value = json.RawMessage(mark)
	}
	given := c.Fields
	for i, f := range given {
		count := len(kept)
		replace(&f.Got)
		replace(&f.Want)
		replace(&f.Details)
		if len(kept) == count {
			continue
		}
		if count == 0 {
			c.Fields = slices.Clone(given) // the caller's stay as they are
		}
		c.Fields[i] = f
	}
	replace(&c.Truth)
	replace(&c.Answer)
	return &c, kept
}

// withValues appends text to line, with a value in the place of each mark.
func withValues(line, text []byte, kept []json.RawMessage) []byte {
	for _, value := range kept {
		head, tail, _ := bytes.Cut(text, []byte(mark))
		line = append(append(line, head...), value...)
		text = tail
	}
	return append(line, text...)
}
