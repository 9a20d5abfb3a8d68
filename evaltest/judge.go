package evaltest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/measures"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// judge compares one answer with its truth, records the case, and reports to t when it
// does not pass. If failure, the extractor's error, is set, there is no answer. If the
// truth is the missing Value, only the invariants are checked. The measures are
// applied in every case. The result is left in j.
func (d *dataset) judge(ctx context.Context, t TB, j *judged, seen *report.Observation, got any, truth document.Value, failure error, all []measures.Measure) {
	if d.line == "" { // d.line has the position already, and Helper is slow
		t.Helper()
	}
	if failure != nil {
		got, seen.Err = failure, failure
	}
	ctx, used := call.Metered(ctx) // comparators and measures may call models, too
	result, c := &j.result, &j.record
	of := eval.Document{Got: got, Text: seen.Text}
	if seen.Unlabelled = !truth.Exists(); !seen.Unlabelled {
		of.Want = truth
	}
	var err error
	if *result, err = d.evaluator.EvaluateDocument(ctx, of); err != nil {
		d.fatal(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, seen.ID, terminal.Brief(err.Error(), terminal.TextRunes)))
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
		seen.Cost = call.SumUsage(seen.Cost, judged)
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
	case c.Passes(), c.Unjudged(): // the subtest reports it after all trials
	case d.gated() && !d.alone:
		if last, ok := d.mayTell(); ok {
			d.log(t, d.describe(c, result)+last)
		}
	default:
		if table := terminal.Misses(c, result, d.options); table != "" {
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

// trace prints the stack of an extractor's panic.
func (d *dataset) trace(t TB, failure error) {
	var panicked *call.Panic
	if errors.As(failure, &panicked) && !d.private() { // a stack has arguments
		output(t, panicked.Trace())
	}
}

// judged is the evaluation of one answer and its record. The next answer reuses its memory.
type judged struct {
	result eval.Result
	record report.Case
}

// maxTold is the number of cases of a data set whose mistakes are printed when they do not
// fail a test.
const maxTold = 100

// mayTell reports whether the mistakes of one more case may be printed. last is the note to
// print after the last such case.
func (d *dataset) mayTell() (last string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.printed++; d.printed == maxTold {
		last = fmt.Sprintf("\nevaltest: data set %q: what is wrong with more cases than these %d is in the artifact alone", d.name, maxTold)
	}
	return last, d.printed <= maxTold
}

// confidenceGuard recovers a Confidence that panics on a hostile answer, which would
// end all tests. The case then has no further confidences.
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
			g.err, ok = fmt.Errorf("panic on %s: %s", terminal.Brief(path, terminal.PathRunes), terminal.Brief(fmt.Sprint(r), terminal.TextRunes)), false
		}
	}()
	return g.of(path)
}

// describe returns the result of a case in one line, without redacted values.
func (d *dataset) describe(c *report.Case, r *eval.Result) string {
	where := fmt.Sprintf("evaltest: data set %q, case %q", d.name, c.ID)
	if d.head.Trials > 1 {
		where += fmt.Sprintf(", trial %d", c.Trial)
	}
	where += ": "
	switch {
	case c.Status == report.Error:
		where += "the extractor failed: " + terminal.Brief(c.Error, terminal.TextRunes)
	case r.Unreadable != "" && d.private():
		where += "the answer cannot be read"
	case c.Unlabelled:
		where += "it has no truth; " + terminal.DescribeInvariants(c)
	default:
		where += terminal.DescribeCase(r, c)
		if len(c.Broken()) > 0 {
			where += "; " + terminal.DescribeInvariants(c)
		}
	}
	return terminal.Visible(where)
}
