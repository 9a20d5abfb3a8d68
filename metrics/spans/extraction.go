package spans

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// maxQuoted is how many characters of a text a message shows.
const maxQuoted = 40

// Extraction is one quote that an extractor returned, or that a person marked.
type Extraction struct {
	Class string
	// Start and End are offsets into the document's text, half open.
	Start, End int
	Quote      string
	// Problem says why Class, Start, End and Quote could not all be read from Record,
	// "" when they could. Such an extraction violates the quote invariant, and has no
	// place that could overlap a gold span.
	Problem string
	// Record is the JSON value that was read, missing when there was none.
	Record document.Value
}

// Key returns a text that is the same for equal extractions only: class|start|end|quote, with class and quote quoted as
// Go strings. The key of a record in which not all of these could be read is its canonical JSON.
func (e Extraction) Key() string {
	if e.Problem != "" && e.Record.Exists() {
		return string(e.Record.AppendCanonical(nil))
	}
	return strconv.Quote(e.Class) + "|" + strconv.Itoa(e.Start) + "|" + strconv.Itoa(e.End) + "|" + strconv.Quote(e.Quote)
}

// Layout says where an answer keeps its extractions. The zero value reads
//
//	{"extractions": [{"class": "person", "start": 0, "end": 4, "quote": "Anna"}]}
//
// and an array of such records without an object around it. All fields are paths as
// [document.ParsePath] reads them; Class, Start, End and Quote start at the record. A field that is
// "" has its default.
type Layout struct {
	Items string // default: "extractions", or the answer itself when that is an array
	Class string // default "class"
	Start string // default "start"
	End   string // default "end"
	Quote string // default "quote"
}

// Validate returns an error that joins one for each path that cannot be read.
func (l Layout) Validate() error {
	var errs []error
	for _, f := range []struct{ name, path string }{
		{"Items", l.Items}, {"Class", l.Class}, {"Start", l.Start}, {"End", l.End}, {"Quote", l.Quote},
	} {
		if f.path == "" {
			continue
		}
		if _, err := document.ParsePath(f.path); err != nil {
			errs = append(errs, fmt.Errorf("spans: layout: %s %q: %w", f.name, f.path, err))
		}
	}
	return errors.Join(errs...)
}

// records returns the records of an answer. Each is one extraction, whatever it contains. An answer
// without the array has no records.
func (l Layout) records(answer document.Value) []document.Value {
	array := answer
	switch {
	case l.Items != "":
		array = answer.Get(l.Items)
	case answer.Kind() == document.Object:
		array = answer.Member("extractions")
	}
	if array.Kind() != document.Array {
		return nil
	}
	records := make([]document.Value, 0, array.Len())
	for _, record := range array.Items() {
		records = append(records, record)
	}
	return records
}

// Extractions reads every record of an answer. A record in which something is
// missing or of the wrong type is an Extraction with a Problem: it counts.
func (l Layout) Extractions(answer document.Value) []Extraction {
	class, start, end, quote := parsePath(l.Class, "class"), parsePath(l.Start, "start"), parsePath(l.End, "end"), parsePath(l.Quote, "quote")
	records := l.records(answer)
	if len(records) == 0 {
		return nil
	}
	extractions := make([]Extraction, len(records))
	for i, record := range records {
		r := reader{record: record}
		extractions[i] = Extraction{
			Class: r.readText(class), Start: r.offset(start), End: r.offset(end), Quote: r.readText(quote),
			Record: record, Problem: r.problem,
		}
	}
	return extractions
}

func parsePath(s, otherwise string) document.Path {
	s = cmp.Or(s, otherwise)
	p, err := document.ParsePath(s)
	if err != nil {
		return document.Path{document.Key(s)} // Validate says so; here it leads nowhere
	}
	return p
}

// reader reads the parts of one record and keeps the first problem.
type reader struct {
	record  document.Value
	problem string
}

func (r *reader) refuse(problem string) {
	r.problem = cmp.Or(r.problem, problem)
}

func (r *reader) readText(p document.Path) string {
	v := r.record.At(p)
	switch v.Kind() {
	case document.String:
		return v.Text()
	case document.Missing:
		r.refuse(fmt.Sprintf("no %s", p))
	default:
		r.refuse(fmt.Sprintf("%s is of type %s, want a string", p, v.Kind()))
	}
	return ""
}

func (r *reader) offset(p document.Path) int {
	v := r.record.At(p)
	switch v.Kind() {
	case document.Number:
		if n, ok := integer(v.RawText()); ok {
			return n
		}
		r.refuse(fmt.Sprintf("%s is %s, want a whole number", p, words.Excerpt(v.RawText(), maxQuoted)))
	case document.Missing:
		r.refuse(fmt.Sprintf("no %s", p))
	default:
		r.refuse(fmt.Sprintf("%s is of type %s, want a whole number", p, v.Kind()))
	}
	return 0
}

// integer reads the text of a JSON number: 12, 12.0 and 1.2e1 are 12.
func integer(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int(f), true
}
