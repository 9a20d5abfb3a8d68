package artifact

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact/internal/encode"
	"github.com/extracteval/extracteval/report/artifact/internal/sound"
	"github.com/extracteval/extracteval/report/internal/lines"
)

// MaxLineBytes is the length of the longest line that a [Reader] takes, 64 MiB.
// A longer one is a bad line.
const MaxLineBytes = lines.Max

// SyntaxError is a line that holds no record. It stands where the record would
// be; reading goes on behind it.
type SyntaxError struct {
	File    string
	Line    int
	Message string
}

// Type returns "": no line has this type.
func (*SyntaxError) Type() string { return "" }

// Error returns "file:line: message".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message) }

// Reader reads records from JSON Lines, in the manner of [bufio.Scanner]:
//
//	r := artifact.NewReader(file, name)
//	for r.Scan() {
//		switch rec := r.Record().(type) {
//		case *report.Case:
//		case *artifact.SyntaxError:
//		}
//	}
//	err := r.Err()
//
// What is whole, partial or broken is for [Walk] to say.
//
// A bad line is a record, too, a [*SyntaxError] with file and line: one that is no
// JSON object with a type, a case that [DecodeCase] does not take, and one
// without id, trial or status or with a number out of its range. Empty lines and
// records of unknown types are skipped, and so are unknown keys and a byte order mark
// at the beginning. What follows a run record of a schema that is not [report.Schema] is
// skipped up to the next run. A last line without a line feed is taken when it is a
// whole record: only the line feed was lost.
type Reader struct {
	// Brief leaves Fields, Alignments, Pages, Truth and Answer of cases empty, which is several
	// times faster, and is all that a summarize.Summarizer needs.
	Brief bool
	// Glance takes ID and Trial of a case from its line and does not look at the rest,
	// which is several times faster than Brief. The line may hold no record: who
	// glances has to read it once more before relying on it.
	Glance bool

	in     *lines.Reader
	name   string
	line   int
	record report.Record
	brief  *report.Case // what records with Brief or Glance point to
	err    error

	foreign bool // in a section of another schema
	head    bool // the line was to be a run record
}

// NewReader returns a Reader of r; name stands for it in errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{in: lines.New(r), name: name, brief: new(report.Case)}
}

// Scan reads up to the next record. It returns false at the end or at an error
// of the source.
func (r *Reader) Scan() bool {
	for {
		line, last, ok := r.next()
		if !ok {
			r.record = nil
			return false
		}
		if record := r.decode(line, last); record != nil {
			r.record = record
			return true
		}
	}
}

// Record returns the record that Scan has read, a pointer to one of the record
// types. With Brief and Glance, a [*report.Case] is valid until the next Scan.
func (r *Reader) Record() report.Record { return r.record }

// Line returns the number of the line of the record, from 1.
func (r *Reader) Line() int { return r.line }

// Span returns where the line of the record stands in the source, in bytes: from its
// first one to behind its line feed.
func (r *Reader) Span() (start, end int64) {
	return r.in.Start(), r.in.Start() + int64(r.in.Size())
}

// Err returns the error of the source that ended Scan, nil at its end.
func (r *Reader) Err() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// next returns the next line, which is valid until the next call, and whether it is the last
// one and lacks its line feed.
func (r *Reader) next() (line []byte, last, ok bool) {
	if r.err != nil {
		return nil, false, false
	}
	line, err := r.in.Slice() // one that is too long is cut behind the limit
	line = bytes.TrimRight(line, "\r\n")
	if err != nil && err != io.EOF {
		err = fmt.Errorf("report: reading %s: %w", r.name, err)
	}
	r.err = err
	if err != nil && len(line) == 0 {
		return nil, false, false
	}
	r.line++
	return line, err != nil, true
}

// decode returns the record of a line, nil when the line is to be skipped.
func (r *Reader) decode(line []byte, last bool) report.Record {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return nil
	}
	if len(line) > MaxLineBytes {
		return r.reject(fmt.Errorf("line is longer than %d MiB", MaxLineBytes>>20))
	}
	if r.Glance && !r.foreign && glance(r.brief, line) {
		return r.brief
	}
	if !encode.Valid(line) {
		if last {
			return r.reject(errors.New("last line is cut off"))
		}
		return r.reject(notJSON(line))
	}
	top := objectOf(line) // the one copy of the line: strings of records point into it
	kind, err := top.kind()
	if err != nil {
		return r.reject(err)
	}
	if r.foreign && kind != "run" {
		return nil
	}
	var record report.Record
	switch kind {
	case "run":
		r.head = true
		record, err = r.run(line)
	case "dataset":
		record, err = datasetOf(line)
	case "case":
		record, err = r.caseOf(top)
	case "summary":
		record, err = decodeAs[report.Summary](line)
	case "gate":
		record, err = decodeAs[report.GateResult](line)
	case "end":
		record, err = decodeAs[report.End](line)
	default:
		return nil
	}
	if err != nil {
		return r.reject(err)
	}
	return record
}

func (r *Reader) reject(err error) report.Record {
	return &SyntaxError{File: r.name, Line: r.line, Message: err.Error()}
}

func (r *Reader) run(line []byte) (report.Record, error) {
	run, err := decodeAs[report.Run](line)
	r.foreign = err == nil && run.Schema != report.Schema
	if r.foreign {
		return nil, fmt.Errorf("schema %q cannot be read, want %q: this run is skipped", run.Schema, report.Schema)
	}
	return run, err
}

func datasetOf(line []byte) (report.Record, error) {
	ds, err := decodeAs[report.Dataset](line)
	if err != nil {
		return nil, err
	}
	if ds.Name == "" {
		return nil, errors.New("a data set has a name")
	}
	return ds, errors.Join(ds.Policy.Validate(), checkShard(ds))
}

func (r *Reader) caseOf(top object) (report.Record, error) {
	if r.Brief {
		*r.brief = report.Case{Line: string(top), Counts: r.brief.Counts[:0]}
		if err := top.briefCase(r.brief, false); err != nil {
			return nil, err
		}
		return r.brief, sound.Case(r.brief)
	}
	c := new(report.Case)
	if err := top.fullCase(c); err != nil {
		return nil, err
	}
	return c, sound.Case(c)
}

func decodeAs[T any](line []byte) (*T, error) {
	record := new(T)
	if err := json.Unmarshal(line, record); err != nil {
		return nil, plainJSON(err)
	}
	return record, nil
}

func notJSON(line []byte) error {
	var v any
	return plainJSON(json.Unmarshal(line, &v))
}

// plainJSON says in the words of the file what encoding/json says of Go types.
func plainJSON(err error) error {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("%s: a JSON %s does not fit", wrong.Field, wrong.Value)
	}
	if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("not JSON: %w", err)
	}
	return err
}
