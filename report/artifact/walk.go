package artifact

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Key tells the data sets of a run apart.
type Key struct {
	Package, Dataset string
	Repetition       int
}

// Compare orders keys by package, name and repetition.
func (k Key) Compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Package, o.Package), cmp.Compare(k.Dataset, o.Dataset), cmp.Compare(k.Repetition, o.Repetition))
}

// State says how much of a data set is there.
type State uint8

const (
	Whole   State = iota // all that was to be recorded
	Partial              // the records are sound, and say that not all cases were scored
	Broken               // a run broke off, or records are lost or contradict each other
)

func (s State) String() string { return [...]string{"whole", "partial", "broken"}[s] }

// Section is one data set in one source: a run record, a dataset record, cases, and an end record
// that counts the cases.
type Section struct {
	Key
	Run     report.Run
	Dataset report.Dataset
	Source  string // the name of the source
	Number  int    // of the section in its source, from 0
	Cases   int    // how many records of cases were read
	Gate    *report.GateResult
	End     *report.End
	// Moved are the truths that have changed since the run, if a Watch of the source looks for them. It is complete at
	// the end.
	Moved dataset.Moved
	// Problems say why the section is Broken. They are complete when [Walk] has returned.
	Problems Problems
	// Set is the data set that the section is a part of, when a [Joiner] reads it.
	Set *Set
}

// State is final when [Walk] has returned.
func (s *Section) State() State {
	switch {
	case s.End == nil || s.Problems.Len() > 0:
		return Broken
	case s.End.Partial:
		return Partial
	}
	return Whole
}

// Problems are the first errors of many, and how many more there are.
type Problems struct {
	First []error
	More  int
}

const maxProblems = 20

// Len returns how many there are.
func (p *Problems) Len() int { return len(p.First) + p.More }

func (p *Problems) append(errs ...error) {
	for _, err := range errs {
		if len(p.First) == maxProblems {
			p.More++
			continue
		}
		p.First = append(p.First, err)
	}
}

func (p *Problems) addAll(o Problems) {
	p.append(o.First...)
	p.More += o.More
}

// Place is the position of a record in its source.
type Place struct {
	Line       int   // from 1
	Start, End int64 // in bytes; End lies after the line feed
}

// Visitor has functions that [Walk] calls in the order of the lines of a source. Each may be nil.
type Visitor struct {
	// Brief is [Reader].Brief.
	Brief bool
	Begin func(*Section)
	// Case is called for each case of the section that has begun. Its error becomes a problem of
	// the section, with file and line.
	Case    func(*Section, *report.Case, Place) error
	Summary func(*Section, *report.Summary)
	// End is called after the last record of a section, with or without an end record.
	End func(*Section)
}

// after returns a visitor that calls each function of first before the same function of v. It is as brief as v.
func (v Visitor) after(first *Visitor) Visitor {
	if first == nil {
		return v
	}
	section := func(a, b func(*Section)) func(*Section) {
		return func(s *Section) {
			if a != nil {
				a(s)
			}
			if b != nil {
				b(s)
			}
		}
	}
	both := v
	both.Begin, both.End = section(first.Begin, v.Begin), section(first.End, v.End)
	both.Case = func(s *Section, c *report.Case, place Place) (err error) {
		if first.Case != nil {
			err = first.Case(s, c, place)
		}
		if v.Case != nil {
			err = errors.Join(err, v.Case(s, c, place))
		}
		return err
	}
	return both
}

// Walk reads a source and returns its sections in their order. Only Walk decides whether a section is whole: a section
// is Broken if it lacks its run record or its end record, if one of its lines is bad, if its end record does not have
// the number of cases that were read, or if Visitor.Case returned an error. A bad line or a case outside of all
// sections breaks every section of the source, since it may belong to any.
//
// The error is an error of the source, or says that the source holds no data set.
func Walk(source Source, v Visitor) ([]*Section, error) {
	f, err := source.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := NewReader(f, source.Name)
	r.Brief = v.Brief
	w := walk{Visitor: v.after(source.Watch), name: source.Name}
	for r.Scan() {
		w.record(r.Record(), r.place())
	}
	w.leave()
	w.unused()
	switch {
	case r.Err() != nil:
		return w.sections, r.Err()
	case len(w.sections) > 0:
		for _, s := range w.sections {
			s.Problems.addAll(w.outside)
		}
		return w.sections, nil
	case w.outside.Len() > 0:
		err := w.outside.First[0]
		if bad := (*SyntaxError)(nil); errors.As(err, &bad) {
			err = fmt.Errorf("%w; an artifact is written by evalreport score TRUTHS ANSWERS, or by go test", err)
		}
		return nil, &noDataSet{err}
	}
	return nil, &noDataSet{fmt.Errorf("report: %s holds no data set", source.Name)}
}

// noDataSet is the error of a source without a data set.
type noDataSet struct{ error }

func (e *noDataSet) Unwrap() error { return e.error }

type walk struct {
	Visitor
	name     string
	sections []*Section
	run      report.Run
	headed   bool     // run is of the section that begins next
	open     *Section // that has begun and not ended
	outside  Problems // outside of all sections
}

func (w *walk) record(record report.Record, place Place) {
	switch rec := record.(type) {
	case *SyntaxError:
		w.problem(rec)
	case *report.Run:
		w.leave()
		w.unused()
		w.run, w.headed = *rec, true
	case *report.Dataset:
		w.leave()
		w.begin(rec, place)
	case *report.Case:
		w.visit(rec, place)
	case *report.Summary:
		if w.open != nil && w.Summary != nil {
			w.Summary(w.open, rec)
		}
	case *report.GateResult:
		if w.open != nil && (w.open.Gate == nil || w.open.Gate.Passed) { // no later record takes a failure back
			w.open.Gate = rec
		}
	case *report.End:
		w.endSection(rec, place)
	}
}

// unused notes a run record that no data set follows: its artifact was cut off.
func (w *walk) unused() {
	if w.headed && len(w.sections) > 0 {
		w.outside.append(fmt.Errorf("%s: a run record has no data set after it: its run broke off", w.name))
	}
}

func (w *walk) problem(err error) {
	if w.open == nil {
		w.outside.append(err)
		return
	}
	w.open.Problems.append(err)
}

func (w *walk) problemf(place Place, format string, args ...any) {
	w.problem(fmt.Errorf("%s:%d: %w", w.name, place.Line, fmt.Errorf(format, args...)))
}

func (w *walk) begin(ds *report.Dataset, place Place) {
	w.open = &Section{
		Key: Key{w.run.Package, ds.Name, w.run.Repetition},
		Run: w.run, Dataset: *ds, Source: w.name, Number: len(w.sections),
	}
	w.sections = append(w.sections, w.open)
	if !w.headed {
		w.problemf(place, "data set %q has no run record before it", ds.Name)
	}
	w.headed = false
	if w.Begin != nil {
		w.Begin(w.open)
	}
}

func (w *walk) visit(c *report.Case, place Place) {
	if w.open == nil {
		w.problemf(place, "case %q before its data set", c.ID)
		return
	}
	w.open.Cases++
	if w.Case == nil {
		return
	}
	if err := w.Case(w.open, c, place); err != nil {
		w.problemf(place, "%w", err)
	}
}

func (w *walk) endSection(end *report.End, place Place) {
	if w.open == nil {
		return
	}
	w.open.End = end
	if end.Cases != w.open.Cases {
		w.problemf(place, "%d of %s could be read", w.open.Cases, words.Plural(end.Cases, "case"))
	}
	w.leave()
}

// leave ends the section that has begun, if any.
func (w *walk) leave() {
	if w.open == nil {
		return
	}
	if w.open.End == nil {
		w.problem(fmt.Errorf("%s: data set %q has no end record: its run broke off", w.name, w.open.Dataset.Name))
	}
	if w.End != nil {
		w.End(w.open)
	}
	w.open = nil
}
