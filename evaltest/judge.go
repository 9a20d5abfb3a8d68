package evaltest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/casetext"
	"github.com/extracteval/extracteval/evaltest/internal/measures"
	"github.com/extracteval/extracteval/evaltest/internal/meter"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// judge compares one answer with its truth, records what was found, and tells t
// when it is not good enough. failure is the extractor's error; there is no
// answer then. Where the truth is the missing Value, the invariants alone are checked.
// All measure the answer. What was found is in j.
func (d *dataset) judge(ctx context.Context, t TB, j *judged, seen *report.Observation, got any, truth document.Value, failure error, all []measures.Measure) {
	if d.line == "" { // else that says where, and Helper takes as long as a good part of the record
		t.Helper()
	}
	if failure != nil {
		got, seen.Err = failure, failure
	}
	ctx, used := meter.With(ctx) // comparators and measures may ask models, too
	result, c := &j.result, &j.record
	of := eval.Document{Got: got, Text: seen.Text}
	if seen.Unlabelled = !truth.Exists(); !seen.Unlabelled {
		of.Want = truth
	}
	var err error
	if *result, err = d.evaluator.EvaluateDocument(ctx, of); err != nil {
		d.fatal(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, seen.ID, casetext.Brief(err.Error(), casetext.TextRunes)))
		return
	}
	d.row(seen, truth)
	d.stands(seen, truth)
	d.paired(seen, truth, result)
	seen.Result, seen.Want = result, truth.Raw()
	if len(all) > 0 {
		var wrong []error
		seen.Measures, wrong = measures.Of(ctx, all, measures.Answer{Truth: truth, Result: result, Failed: failure != nil}, d.private())
		for _, err := range wrong {
			d.unmeasured(t, seen.ID, err)
		}
	}
	if judged, _ := used.Close(); len(judged) > 0 {
		seen.Cost = meter.Sum(seen.Cost, judged)
	}
	var confidence *confidenceGuard
	if seen.Confidence != nil {
		confidence = &confidenceGuard{of: seen.Confidence}
		seen.Confidence = confidence.get
	}
	c.Observe(seen, d.options)
	result.Verdict = c.Verdict
	if confidence != nil && confidence.err != nil {
		if d.private() {
			confidence.err = cases.ErrWithheld
		}
		d.fail(t, fmt.Sprintf("evaltest: data set %q, case %q: Confidence: %v", d.name, seen.ID, confidence.err))
	}
	d.record(t, c)
	switch {
	case failure != nil && d.cfg.Gate.MaxErrors == 0:
		d.fail(t, d.describe(c, result))
	case c.Passes(), c.Unjudged(): // its test says so, when all of its trials are
	case d.gated() && !d.alone:
		if last, ok := d.mayTell(); ok {
			d.log(t, d.describe(c, result)+last)
		}
	default:
		if table := casetext.Misses(c, result, d.options); table != "" {
			if last, ok := d.mayTell(); ok {
				output(t, table+strings.TrimPrefix(last, "\n"))
			}
		}
		text := d.describe(c, result)
		if d.alone {
			text += " (judged by itself, as the gate is not selected)"
		}
		d.fail(t, text)
	}
	if failure != nil {
		d.trace(t, failure)
	}
}

// trace prints where an extractor panicked.
func (d *dataset) trace(t TB, failure error) {
	var panicked *call.Panic
	if errors.As(failure, &panicked) && !d.private() { // a stack has arguments
		output(t, panicked.Trace())
	}
}

// judged is the evaluation of one answer, and its record, whose memory is used again for the
// next one.
type judged struct {
	result eval.Result
	record report.Case
}

// maxTold is of how many cases of a data set what is wrong is printed, where that does not
// fail a test.
const maxTold = 100

// mayTell reports whether what is wrong with one more case is to be printed, and what is to
// be said behind the last of them.
func (d *dataset) mayTell() (last string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.printed++; d.printed == maxTold {
		last = fmt.Sprintf("\nevaltest: data set %q: what is wrong with more cases than these %d is in the artifact alone", d.name, maxTold)
	}
	return last, d.printed <= maxTold
}

// confidenceGuard keeps a Confidence that panics on a hostile answer from ending all
// tests: that case has no more confidences then.
type confidenceGuard struct {
	of  func(path string) (confidence float64, ok bool)
	err error
}

func (g *confidenceGuard) get(path string) (confidence float64, ok bool) {
	if g.err != nil {
		return 0, false
	}
	defer func() {
		if r := recover(); r != nil {
			g.err, ok = fmt.Errorf("panic on %s: %s", casetext.Brief(path, casetext.PathRunes), casetext.Brief(fmt.Sprint(r), casetext.TextRunes)), false
		}
	}()
	return g.of(path)
}

// describe says in one line how a case went, with nothing that is redacted.
func (d *dataset) describe(c *report.Case, r *eval.Result) string {
	where := fmt.Sprintf("evaltest: data set %q, case %q", d.name, c.ID)
	if d.head.Trials > 1 {
		where += fmt.Sprintf(", trial %d", c.Trial)
	}
	where += ": "
	switch {
	case c.Status == report.Error:
		where += "the extractor failed: " + casetext.Brief(c.Error, casetext.TextRunes)
	case r.Unreadable != "" && d.private():
		where += "the answer cannot be read"
	case c.Unlabelled:
		where += "it has no truth; " + casetext.DescribeInvariants(c)
	default:
		where += casetext.Describe(r, c)
		if len(c.Broken()) > 0 {
			where += "; " + casetext.DescribeInvariants(c)
		}
	}
	return terminal.Visible(where)
}
