package runs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// Records visits the kept part of the records of a case, by its number, in all of its trials that were not skipped.
// This is enough for a summarize.Summarizer: status, verdict (pass or else fail), counts, invariants, the numbers of
// each declared class (not which classes are confused), measures, spending, and whether the case was taken from an
// earlier run. A record is valid until visit returns. Records stops at the first error of visit and returns it. Records
// of one data set share their memory: Records must not be called concurrently on the same Cases.
func (c *Cases) Records(number int32, visit func(*report.Case) error) error {
	for i := range c.Entries(number) {
		c.restore(number, &c.cases[number].entries[i])
		if err := visit(&c.record); err != nil {
			return err
		}
	}
	return nil
}

// Summarize adds up some cases of the data set, by their numbers, as they are judged now. prepare gets each record before it
// is added. If a case cannot be added, the summary is of the cases before it.
func (c *Cases) Summarize(o summarize.Options, numbers []int32, prepare func(number int32, record *report.Case)) (report.Summary, error) {
	s := summarize.New(o)
	for _, n := range numbers {
		if err := c.Records(n, func(record *report.Case) error {
			prepare(n, record)
			return s.Add(record)
		}); err != nil {
			return s.Summary(), err
		}
	}
	return s.Summary(), nil
}

// earlier replaces the name of the file of an earlier run, which is not kept.
const earlier = "an earlier run"

// restore makes the record of an entry.
func (c *Cases) restore(number int32, e *Entry) {
	record := &c.record
	*record = report.Case{
		ID: c.Name(number), Trial: int(e.Trial), Status: report.OK, Verdict: eval.Fail, Unlabelled: e.Unlabelled, Replayed: e.replayed,
		Classes: record.Classes[:0], Counts: record.Counts[:0], Invariants: record.Invariants[:0], Measures: record.Measures[:0], Cost: map[string]float64{},
	}
	if e.Passed {
		record.Verdict = eval.Pass
	}
	if e.Failed {
		record.Status = report.Error
	}
	if e.taken {
		record.Taken = earlier
	}
	for a, counts := range c.Ledger.Counts(e.Row) {
		switch a := &c.Ledger.Attributes[a]; a.Kind {
		case report.KindClass:
			record.Classes = appendClass(record.Classes, a.class, counts)
		case report.KindInvariant:
			record.Invariants = append(record.Invariants, invariant.Result{Name: strings.TrimPrefix(a.Name, report.RuleMetric("")), State: stateOf(counts)})
		default:
			record.Counts = append(record.Counts, metrics.Row{Attribute: a.Name, Items: a.Items, Counts: counts})
		}
	}
	for i, measured := range e.extra.measures {
		if measured.Weight >= 0 {
			record.Measures = append(record.Measures, report.Measured{Name: c.measures[i], Sum: measured.Sum, Weight: measured.Weight})
		}
	}
	for i, v := range e.extra.spent {
		if v = max(v, -v); v == 0 {
			continue
		}
		switch took := Quantities[i].Amount(float64(v - 1)); Quantities[i].Quantity {
		case usage.Cost:
			record.Cost[usage.Cost.Unit()] = took
		case usage.Tokens:
			record.Cost[usage.InputTokens.Unit()] = took
		case usage.Latency:
			record.Duration = time.Duration(took * float64(time.Second))
			record.Cost[usage.StatedLatency] = took * 1000
		}
	}
	record.TimedOut = e.Failed && record.Duration > 0 // other failures have no time
}

// appendClass appends the pairs of one class. The other class of a confusion is not kept: it is [report.ClassOther].
func appendClass(all []report.ClassPair, class report.ClassPair, n metrics.Counts) []report.ClassPair {
	for _, p := range []report.ClassPair{
		{Attribute: class.Attribute, Want: class.Want, Got: class.Want, Values: float64(n.Match)},
		{Attribute: class.Attribute, Want: class.Want, Got: report.ClassOther, Values: float64(n.Missing)},
		{Attribute: class.Attribute, Want: report.ClassOther, Got: class.Want, Values: float64(n.Hallucinated)},
	} {
		if p.Values > 0 {
			all = append(all, p)
		}
	}
	return all
}

// stateOf is the inverse of outcomeOf.
func stateOf(c metrics.Counts) invariant.State {
	switch {
	case c.Wrong > 0:
		return invariant.Broken
	case c.Errored > 0:
		return invariant.Errored
	}
	return invariant.Holds
}

// Wanted is a record to read again: of one case in one trial.
type Wanted struct {
	Of     *Cases
	Number int32
	Entry  *Entry
	Take   func(*report.Case) // it is valid until Take returns
}

// Fetch reads the sources of one run again for some of its records, in their order. It yields an error for each source
// that cannot be read as far as the last of its wanted records.
func Fetch(all []Wanted) iter.Seq[error] {
	slices.SortStableFunc(all, func(a, b Wanted) int {
		return cmp.Or(cmp.Compare(a.Entry.file, b.Entry.file), cmp.Compare(a.Entry.line, b.Entry.line))
	})
	return func(yield func(error) bool) {
		for rest := all; len(rest) > 0; {
			file := rest[0].Entry.file
			n := slices.IndexFunc(rest, func(w Wanted) bool { return w.Entry.file != file })
			if n < 0 {
				n = len(rest)
			}
			s := rest[0].Of.sources[file]
			if err := fetch(s, rest[:n]); err != nil && !yield(fmt.Errorf("values of %s are not shown: %w", s.Name, err)) {
				return
			}
			rest = rest[n:]
		}
	}
}

// fetch reads the wanted records of one source, in order of their lines.
func fetch(s artifact.Source, all []Wanted) (err error) {
	f, err := s.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := files.NewLines(f)
	var text []byte
	for _, w := range all {
		line := int(w.Entry.line)
		if lines.Number() < line { // several may want one record
			text, err = lines.At(line)
		}
		switch {
		case err == io.EOF:
			return errors.New("it became shorter while it was read")
		case err != nil:
			return err
		case lines.Size() > files.MaxLine:
			return fmt.Errorf("line is longer than %d MiB", files.MaxLine>>20)
		}
		c := readCase(text, w.Of.Name(w.Number), int(w.Of.ownTrial(w.Entry)))
		if c == nil {
			return errors.New("it has changed while it was read")
		}
		w.Take(c)
	}
	return nil
}

// readCase returns the record of a case in a trial from a line, which may have several trials. It is nil if the line has
// no such record.
func readCase(line []byte, id string, trial int) *report.Case {
	for r := artifact.NewReader(bytes.NewReader(line), ""); r.Scan(); {
		if c, ok := r.Record().(*report.Case); ok && c.ID == id && c.Trial == trial {
			return c
		}
	}
	return nil
}
