package artifact

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact/internal/marker"
)

// Writer writes records as JSON Lines. Each call of a method writes its lines by one call of
// Write, so that they survive a crash and never mix with lines of concurrent calls. The methods
// may be called concurrently; a Writer has no goroutine.
//
// After an error a Writer writes no more: Write and End return the first error again. The methods
// of a nil Writer do nothing.
type Writer struct {
	mu      sync.Mutex
	w       io.Writer
	name    string // for errors
	err     error
	records int
	cases   int
	opened  time.Time
	ended   bool
	commit  func(partial bool) error // closes the file and gives it its final name
	abandon func()                   // closes a file that cannot be finished
}

// NewWriter returns a Writer to w, which errors call name. Use [Dir.Create] for the files of
// go test.
func NewWriter(w io.Writer, name string) *Writer {
	return &Writer{w: w, name: name, opened: marker.Now()}
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
		return cmp.Or(w.err, err) // err concerns this record alone: the file is as it was
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
	if kind == (report.Case{}).Type() {
		w.cases += whole
	}
	if err != nil {
		w.err = fmt.Errorf("report: writing record %d to %s: %w; the %d before it are kept", w.records+1, w.name, files.Cause(err), w.records)
		return w.err
	}
	return nil
}

// End writes the end record, closes the file and gives it its final name, or the name of a
// partial run. After an error it gives the file the name of a crashed run, and the last good file
// stays as it was. A second End returns the result of the first.
func (w *Writer) End(partial bool) error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return w.err
	}
	line, _ := AppendRecord(nil, report.End{Cases: w.cases, Partial: partial, Duration: marker.Now().Sub(w.opened)}) // no number that JSON cannot hold
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
