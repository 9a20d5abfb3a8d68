package rescore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// Job evaluates the answers of artifacts under another spec.
type Job struct {
	Spec eval.Spec
	// Data returns the data set of the cases of a section, nil if it is not at hand. Data may be nil.
	Data func(*artifact.Section) (*Data, error)
	// Note is called with a line about each number that may differ in a run under the spec. It may be nil.
	Note func(text string)
}

func (j *Job) writeNote(ds report.Dataset, format string, args ...any) {
	if j.Note != nil {
		j.Note(fmt.Sprintf("data set %q: ", ds.Name) + fmt.Sprintf(format, args...))
	}
}

// Write evaluates the answers of one artifact and writes a new one, section by section: records of cases in the same
// order, the verdict of the gate, a summary, and an end record if there was one. A run under the spec would write the
// same bytes, except for the record of the run, times and, if more than 10 of a kind were recorded, the number of
// examples. If the fields of the run came from a Go type, and the spec has no other fields, the new artifact also says
// so.
//
// The error is an error of the source or of w, or says why a data set cannot be evaluated again.
func (j *Job) Write(ctx context.Context, w *artifact.Writer, source artifact.Source) error {
	var current *section
	var failed error
	try := func(f func() error) {
		if failed == nil {
			failed = f()
		}
	}
	_, err := artifact.Walk(source, artifact.Visitor{
		Begin: func(s *artifact.Section) {
			try(func() (err error) {
				current, err = j.begin(s, w)
				return err
			})
		},
		Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
			try(func() error { return current.addCase(ctx, c) })
			return nil
		},
		Summary: func(_ *artifact.Section, s *report.Summary) {
			try(func() error { current.old = s; return nil })
		},
		End: func(*artifact.Section) { try(func() error { return current.writeEnd() }) },
	})
	return errors.Join(failed, err)
}

// section is a section of the new artifact.
type section struct {
	*evaluation
	job      *Job
	w        *artifact.Writer
	recorded *artifact.Section
	head     report.Dataset
	sum      *summarize.Summarizer
	check    *preflight.Check
	runs     *Totals // nil if trials are not compared
	waiting  map[string][]Attempt
	left     map[string]int // case -> the number of its trials that are still to come
	old      *report.Summary
	lost     lost
	record   report.Case // reused for each case
}

// lost counts cases that cannot be evaluated again, by the reason.
type lost struct {
	answers, texts, verdicts []string
	function                 string // the function without a verdict on these values
}

func (j *Job) begin(s *artifact.Section, w *artifact.Writer) (*section, error) {
	refuse := func(err error) error { return fmt.Errorf("%s: data set %q: %w", s.Source, s.Dataset.Name, err) }
	if s.Dataset.Redaction().Active() {
		return nil, refuse(errors.New("values are redacted, and so records keep no answers; run the test under the new spec"))
	}
	a, err := newEvaluation(s.Dataset.Spec, j.Spec)
	if err == nil && j.Data != nil {
		a.data, err = j.Data(s)
	}
	if err != nil {
		return nil, refuse(err)
	}
	for _, ignored := range IgnoredFields(s.Dataset) {
		if !slices.Contains(a.evaluator.Spec().Ignored(), ignored) {
			return nil, refuse(fmt.Errorf("the spec does not ignore %q, and that of the run does: records do not keep its values; run the test again", ignored))
		}
	}
	next := &section{evaluation: a, job: j, w: w, recorded: s, head: s.Dataset, waiting: map[string][]Attempt{}, left: map[string]int{}}
	next.head.Measures = slices.DeleteFunc(slices.Clone(next.head.Measures), func(m report.Measure) bool {
		return slices.ContainsFunc(a.packets, func(p report.Measure) bool { return p.Name == m.Name })
	})
	if _, err := next.head.SetSpec(j.Spec); err != nil {
		return nil, refuse(err)
	}
	_, called, _ := readRecorded(next.head.Spec)
	for i, f := range called {
		if !slices.ContainsFunc(called[:i], func(g function) bool { return f.name == g.name }) {
			j.writeNote(next.head, "%s is a function of Go: what it says is as in the run; where it has changed, run %s", f.name, next.resume())
		}
	}
	if next.check, err = preflight.New(a.evaluator, preflight.Options{}); err != nil {
		return nil, refuse(err)
	}
	next.sum = summarize.New(summarize.OptionsOf(&next.head))
	if g := next.head.Gate; next.head.Trials > 1 || len(next.head.Measures) > 0 || g != nil && !g.OfCases() {
		next.runs = NewTotals(max(next.head.Trials, 1), nil)
	}
	run := s.Run
	run.Rescored = s.Dataset.SpecHash
	if err := w.Write(run); err != nil {
		return nil, err
	}
	return next, w.Write(next.head)
}

func (s *section) addCase(ctx context.Context, c *report.Case) error {
	if c.Status == report.Skipped {
		return s.write(c)
	}
	e := evaluated{old: c, evaluation: s.evaluation}
	var err error
	if e.documents, err = documentsOf(c, s.sameReading); err == nil {
		e.given, err = s.textOf(c)
	}
	if err == nil {
		ctx, verdicts := s.remember(ctx, c)
		if e.result, err = s.evaluate(ctx, e.documents, e.given); err == nil && verdicts.missing != "" {
			s.lost.function, err = verdicts.missing, errNoVerdict
		}
	}
	switch {
	case errors.Is(err, errNoAnswer):
		s.lost.answers = append(s.lost.answers, c.ID)
		return nil
	case errors.Is(err, errNoText):
		s.lost.texts = append(s.lost.texts, c.ID)
		return nil
	case errors.Is(err, errNoVerdict):
		s.lost.verdicts = append(s.lost.verdicts, c.ID)
		return nil
	case err != nil:
		return fmt.Errorf("%s: data set %q, case %q: %w", s.recorded.Source, s.head.Name, c.ID, err)
	}
	if c.Trial == 1 {
		place := s.data.where(c.ID)
		if e.truth.Exists() {
			s.check.Add(place, e.truth) // Evaluate has taken it
		}
		if s.head.Test != "" {
			place = c.ID // tests name a text by its case
		}
		s.check.Text(place, e.truth, e.given)
		s.check.Answered(e.truth, &e.result)
	}
	e.record(&s.record, s.options(s.head.Classes))
	s.compare(&s.record, e.result)
	return s.write(&s.record)
}

// compare compares the trials of a case, once all of them are there.
func (s *section) compare(c *report.Case, result eval.Result) {
	if s.runs == nil {
		return
	}
	n := max(s.head.Trials, 1)
	if s.waiting[c.ID] == nil {
		s.waiting[c.ID], s.left[c.ID] = make([]Attempt, n), n
	}
	if c.Trial > n {
		return
	}
	s.waiting[c.ID][c.Trial-1] = Attempt{Result: result, Passed: c.Status == report.OK && c.Verdict == eval.Pass}
	if s.left[c.ID]--; s.left[c.ID] == 0 {
		s.runs.Add(c.ID, s.waiting[c.ID], nil)
		delete(s.waiting, c.ID)
		delete(s.left, c.ID)
	}
}

func (s *section) write(c *report.Case) error {
	if err := s.sum.Add(c); err != nil {
		return err
	}
	return s.w.Write(c)
}

// resume returns the command that evaluates answers where functions of Go can be called.
func (s *section) resume() string {
	return strings.TrimSpace("EVALTEST_RESUME=DIR go test -count=1 "+s.recorded.Package) + ", which takes the answers that are there"
}

// writeEnd writes the records after the cases.
func (s *section) writeEnd() error {
	refuse := func(all []string, problem, remedy string) error {
		return fmt.Errorf("%s: data set %q: %d of %s %s (%q first); %s", s.recorded.Source, s.head.Name, len(all), words.Plural(s.recorded.Cases, "case"), problem, all[0], remedy)
	}
	switch {
	case len(s.lost.answers) > 0:
		return refuse(s.lost.answers, "have no answer in the record: they were recorded by an earlier version or with EVALTEST_ANSWERS=off, are longer than 64 KiB, or could not be read under another lenient",
			"change the test, and run "+s.resume())
	case len(s.lost.verdicts) > 0:
		return refuse(s.lost.verdicts, fmt.Sprintf("have values that %s, a function of Go, has not compared in the run", s.lost.function), "change the test, and run "+s.resume())
	case len(s.lost.texts) > 0 && s.data == nil:
		return refuse(s.lost.texts, "have a text of their document, which records do not keep", fmt.Sprintf("name the data set, with -data %s", s.head.Source))
	case len(s.lost.texts) > 0:
		return refuse(s.lost.texts, "had another text of their document than the data set has", "where Suite.Text says it, or the data set has changed, change the test, and run "+s.resume())
	}
	sum := s.summary()
	wrong := func(m *report.Summary) bool { return len(preflight.Errors(m.Findings())) > 0 }
	if wrong(&sum) && (s.old == nil || !wrong(s.old)) {
		return fmt.Errorf("%s: data set %q: a test under this spec would not run: %s", s.recorded.Source, s.head.Name, sum.Nonsense())
	}
	if g := s.recorded.Gate; g != nil && s.head.Gate != nil {
		result := *g
		if g.NotEvaluable == "" {
			var err error
			if result, err = s.head.Gate.Check(sum); err != nil {
				result = report.GateResult{Dataset: g.Dataset, Cases: g.Cases, Trials: g.Trials, NotEvaluable: words.GateProblems(err)}
			}
		}
		if err := s.w.Write(result); err != nil {
			return err
		}
	}
	if s.old != nil {
		if err := s.w.Write(sum); err != nil {
			return err
		}
	}
	if s.recorded.End == nil {
		return nil
	}
	return s.w.Write(*s.recorded.End)
}

func (s *section) summary() report.Summary {
	sum := s.sum.Summary()
	if s.old == nil {
		return sum
	}
	if s.runs != nil && s.old.Stability != nil {
		for _, m := range s.head.Measures {
			if n := s.old.Number("measure " + m.Name); m.OverTrials && n.Name != "" {
				sum.Put(n) // it is about answers, not about the spec
			}
		}
		s.runs.Complete(&sum)
	}
	if former := s.old.Preflight; former != nil {
		e := s.check.Evidence()
		e.Parts, e.Of = former.Parts, former.Of
		e.OfType = former.OfType && !slices.ContainsFunc(s.head.Attributes, func(name string) bool { return !slices.Contains(s.recorded.Dataset.Attributes, name) })
		if e.Truths+e.Answers > 0 {
			sum.SetPreflight(e)
		}
		written := e
		written.OfType = false
		if wrong := preflight.Errors(written.Findings()); e.OfType && len(wrong) > 0 {
			s.job.writeNote(s.head, "its fields are those of a Go type, which may lack a truth; a test whose Spec is written, as this one, would not run: %s", wrong[0].Text)
		}
	}
	return sum
}
