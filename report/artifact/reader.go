package artifact

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
)

// SyntaxError is a bad line. A [Reader] returns it in place of a record, and continues.
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
// [Walk] decides whether a data set is whole, partial or broken.
//
// A line is bad, and its record is a [*SyntaxError], if it is longer than 64 MiB, is not a JSON object with a type, or
// has a record that cannot be used: [DecodeCase] rejects the case; the case lacks id, trial or status or has a number
// out of range; the data set has no name, or an invalid policy or shard; or the run has another schema than
// [report.Schema]. After such a run a Reader skips the lines up to the next run. The line of a case in a baseline, see
// package baseline, has all of its trials: a Reader returns a record for each. It also skips empty lines, records of
// unknown types, unknown keys, and a byte order mark at the beginning. It accepts a last line without a line feed if
// the line is a whole record.
type Reader struct {
	// Brief leaves Fields, Alignments, Pages, Truth and Answer of cases empty, which is twice as
	// fast, and sets Line. A summarize.Summarizer needs no more.
	Brief bool

	lines  *files.Lines
	name   string
	line   int
	record report.Record
	more   []report.Case // of the line of record: the trials after it
	parser verdict.OutcomesParser
	err    error

	foreign bool // in a section of another schema
}

// NewReader returns a Reader of r; errors call it name.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{lines: files.NewLines(r), name: name}
}

// Scan reads up to the next record. It returns false at the end or at an error
// of the source.
func (r *Reader) Scan() bool {
	if len(r.more) > 0 {
		r.record, r.more = &r.more[0], r.more[1:]
		return true
	}
	for {
		line, last, ok := r.nextLine()
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
// types.
func (r *Reader) Record() report.Record { return r.record }

// Line returns the number of the line of the record, from 1.
func (r *Reader) Line() int { return r.line }

// place returns where the line of the record stands in the source.
func (r *Reader) place() Place {
	return Place{r.line, r.lines.Start(), r.lines.Start() + int64(r.lines.Size())}
}

// Err returns the error of the source that ended Scan, nil at its end.
func (r *Reader) Err() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// nextLine returns the next line, which is valid until the next call. last reports whether the line
// is the last one and lacks its line feed.
func (r *Reader) nextLine() (line []byte, last, ok bool) {
	if r.err != nil {
		return nil, false, false
	}
	line, err := r.lines.Slice() // one that is too long is cut after the limit
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

// decode returns the record of a line, nil for a line that it skips.
func (r *Reader) decode(line []byte, last bool) report.Record {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return nil
	}
	if len(line) > files.MaxLine {
		return r.reject(fmt.Errorf("line is longer than %d MiB", files.MaxLine>>20))
	}
	if !json.Valid(line) {
		if last {
			return r.reject(errors.New("last line is cut off"))
		}
		return r.reject(notJSON(line))
	}
	text := textOf(line)
	kind, err := kindOf(text)
	if err != nil {
		return r.reject(err)
	}
	if r.foreign && kind != "run" {
		return nil
	}
	var record report.Record
	switch kind {
	case "run":
		record, err = r.readRun(line)
	case "dataset":
		record, err = datasetOf(line)
	case "case":
		record, err = r.caseOf(text)
	case verdict.OutcomesType:
		record, err = r.outcomesOf(text)
	case "summary":
		record, err = summaryOf(line)
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

func (r *Reader) readRun(line []byte) (report.Record, error) {
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

// summaryOf refuses a summary without the list of its numbers.
func summaryOf(line []byte) (report.Record, error) {
	if !bytes.Contains(line, []byte(`"numbers":`)) {
		return nil, errors.New("the summary has no numbers: it is of a version before the first release, whose form was another; run the tests or evalreport score again")
	}
	return decodeAs[report.Summary](line)
}

func (r *Reader) caseOf(line string) (report.Record, error) {
	c := new(report.Case)
	if err := decodeCase(line, c, r.Brief); err != nil {
		return nil, err
	}
	return c, checkCase(c)
}

// outcomesOf returns the record of the first trial of a case in a baseline, and keeps the others for Scan.
func (r *Reader) outcomesOf(line string) (report.Record, error) {
	trials, err := r.parser.Parse([]byte(line))
	if err != nil {
		return nil, plainJSON(err)
	}
	for i := range trials {
		if err := checkCase(&trials[i]); err != nil {
			return nil, err
		}
	}
	r.more = trials[1:]
	return &trials[0], nil
}

// Source is one artifact that can be opened, more than once if the function that takes it says so.
type Source struct {
	// Name is the name of the source in problems.
	Name string
	Open func() (io.ReadCloser, error)
	// Watch, if not nil, visits each record that [Walk] reads from the source, before the visitor of Walk does. Walk
	// calls only Begin, Case and End of Watch, and cases may be brief.
	Watch *Visitor

	markers func() []runMarker // of its directory, nil for none
	// evidence is the data set of a source whose run goes on or broke off, else nil. It is Broken when the source holds
	// no data set.
	evidence *Key
	doubt    error // why its data sets are not evaluable, in addition to the reasons in the markers
}

// File returns the source of a file, plain or compressed by gzip. The markers in its directory apply to it, see
// [Dir.Begin].
func File(path string) Source {
	return Source{
		Name: path, Open: func() (io.ReadCloser, error) { return Open(path) },
		markers: func() []runMarker { return readMarkers(filepath.Dir(path)) },
	}
}

// doubts returns the reasons why a data set of the source is not evaluable.
func (s *Source) doubts(markers []runMarker, section *Section) []error {
	var all []error
	if s.doubt != nil {
		all = append(all, s.doubt)
	}
	for i := range markers {
		if reason := markers[i].Doubt(&section.Run, &section.Dataset); reason != "" {
			return append(all, fmt.Errorf("%s: %s", s.Name, reason))
		}
	}
	return all
}

// Open opens an artifact for a [Reader]: a file of JSON Lines, plain or compressed by gzip, whatever its name is. A
// plain file is also an [io.Seeker], if the system can seek in it.
func Open(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("report: opening %s: %w", path, files.Cause(err))
	}
	source, err := files.Decompress(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("report: opening %s: %w", path, files.Cause(err))
	}
	if _, packed := source.(*gzip.Reader); !packed {
		if _, err := f.Seek(0, io.SeekStart); err == nil {
			return f, nil
		}
	}
	return opened{source, f}, nil
}

type opened struct {
	io.Reader
	io.Closer
}
