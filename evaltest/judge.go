package evaltest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// answer is an answer to be judged, and all that is known of its case.
type answer struct {
	seen     report.Observation
	got      any
	truth    document.Value // the missing Value if only invariants judge the answer
	failure  error          // the extractor's error: there is no answer then
	owner    Case[any]      // the case, for its measures
	warnings []string       // about the line of the case
	measures []Measure[any]
}

// judged is the evaluation of an answer, and its record.
type judged struct {
	result *eval.Result
	record *report.Case
}

// judge compares an answer with its truth, applies the measures, records the case, and, if the case does not pass,
// fails t or logs why.
func (d *dataset) judge(t TB, a answer) judged {
	if d.line == "" { // d.line has the position already, and Helper is slow
		t.Helper()
	}
	seen := &a.seen
	if a.failure != nil {
		a.got = a.failure
	}
	ctx, used := cases.Metered(contextOf(t)) // comparators and measures may call models, too
	doc := eval.Document{Got: a.got, Text: seen.Text}
	if seen.Unlabelled = !a.truth.Exists(); !seen.Unlabelled {
		doc.Want = spectext.Truth{Value: a.truth, Stated: a.owner.Want}
	}
	result, err := d.evaluator.EvaluateDocument(ctx, doc)
	if err != nil {
		d.fatal(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, seen.ID, terminal.Brief(err.Error(), terminal.TextRunes)))
		return judged{&eval.Result{}, &report.Case{}}
	}
	result.Warnings = append(result.Warnings, a.warnings...)
	d.examine(seen, a.truth, &result)
	a.failure, seen.Err = result.Failure, result.Failure
	seen.Result, seen.Want, seen.Stored = &result, a.truth.Raw(), cases.Stored(a.owner.Want)
	if len(a.measures) > 0 {
		var wrong []error
		seen.Measures, wrong = a.measure(ctx, &result, d.private())
		for _, err := range wrong {
			d.unmeasured(t, seen.ID, err)
		}
	}
	if costs, _ := used.Close(); len(costs) > 0 {
		seen.Cost = cases.SumUsage(seen.Cost, costs)
	}
	var confidence *cases.Confidence
	if seen.Confidence != nil {
		confidence = &cases.Confidence{Function: seen.Confidence}
		seen.Confidence = confidence.Get
	}
	record := report.NewCase(*seen, d.options)
	result.Verdict = record.Verdict
	if len(result.Misses) > 0 && cases.IsNil(a.got) {
		result.Reasoning += "; the answer is nil"
	}
	if confidence != nil && confidence.Err != nil {
		if d.private() {
			confidence.Err = cases.ErrWithheld
		}
		d.failWith(t, fmt.Sprintf("evaltest: data set %q, case %q: Confidence: %v", d.name, seen.ID, confidence.Err))
	}
	d.record(t, &record)
	d.reportCase(t, judged{&result, &record}, a.failure)
	return judged{&result, &record}
}

// reportCase fails the test of a case, or prints why the case did not pass.
func (d *dataset) reportCase(t TB, j judged, failure error) {
	if d.line == "" {
		t.Helper()
	}
	c, result := j.record, j.result
	switch {
	case failure != nil && d.cfg.Gate.MaxErrors == 0:
		d.failWith(t, d.describe(c, result))
	case c.Passes(), c.Unjudged(): // the subtest reports it after all trials
	case gotest.Benchmarks(t):
		missed(t, d.describe(c, result))
	case d.gated() && !d.gateLeftOut:
		if last, ok := d.mayPrintCase(); ok {
			d.logText(t, d.describe(c, result)+last)
		}
	default:
		if table := terminal.Misses(c, result, d.options); table != "" {
			if last, ok := d.mayPrintCase(); ok {
				gotest.Print(t, table+strings.TrimPrefix(last, "\n"))
			}
		}
		text := d.describe(c, result)
		if d.gateLeftOut {
			text += " (judged by itself, as the gate is not selected)"
		}
		d.failWith(t, text)
	}
	if failure != nil {
		d.trace(t, failure)
	}
}

// trace prints the stack of an extractor's panic.
func (d *dataset) trace(t TB, failure error) {
	var panicked *cases.Panic
	if errors.As(failure, &panicked) && !d.private() { // a stack has arguments
		gotest.Print(t, panicked.Trace())
	}
}

// maxPrinted is the number of cases of a data set whose mistakes are printed when they do not
// fail a test.
const maxPrinted = 100

// mayPrintCase reports whether the mistakes of one more case may be printed. last is the note to
// print after the last such case.
func (d *dataset) mayPrintCase() (last string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.casesPrinted++; d.casesPrinted == maxPrinted {
		last = fmt.Sprintf("\nevaltest: data set %q: the mistakes of %d cases were printed; the artifact has all", d.name, maxPrinted)
	}
	return last, d.casesPrinted <= maxPrinted
}

// describe returns the result of a case in one line, without redacted values.
func (d *dataset) describe(c *report.Case, r *eval.Result) string {
	location := fmt.Sprintf("evaltest: data set %q, case %q", d.name, c.ID)
	if d.head.Trials > 1 {
		location += fmt.Sprintf(", trial %d", c.Trial)
	}
	location += ": "
	switch {
	case c.Status == report.Error:
		location += "the extractor failed: " + terminal.Brief(c.Error, terminal.TextRunes)
	case r.Unreadable != "" && d.private():
		location += terminal.DescribeUnreadable(r)
	case c.Unlabelled:
		location += "it has no truth; " + terminal.DescribeInvariants(c)
	default:
		location += terminal.DescribeCase(r, c)
		if len(c.Broken()) > 0 {
			location += "; " + terminal.DescribeInvariants(c)
		}
	}
	return terminal.Visible(location)
}
