package evaltest

import (
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// Gate holds the limits that a data set must keep for its gate to pass. See
// [report.Gate].
type Gate = report.Gate

// Redaction keeps values of documents out of records, reports and output. See [redact.Redaction] for the parts that
// stay visible.
type Redaction = redact.Redaction

// Limit bounds one number of a data set, for Gate.Limits. See [report.Limit].
type Limit = report.Limit

// Config says how a data set is compared, reported and gated.
type Config struct {
	// Dataset names the data set in reports and artifacts. Default: the name of the
	// outermost test. Tests that record under one name share one data set.
	Dataset string
	// Spec lists the fields and how each is compared. Default: the eval tags of the
	// compared type, see [Collector.FieldAccuracy]; without tags, every leaf.
	Spec eval.Spec
	// Gate holds the limits of the data set.
	Gate Gate
	// Cases is the expected number of cases: len(tests). A Gate needs it to notice rows that were skipped or filtered
	// away: with fewer or more rows the gate is not evaluable.
	Cases int
	// MaxExamples bounds the misses listed per case. Default 10.
	MaxExamples int
	// Policy says how a wrong value counts. Default: as a false positive and a
	// false negative.
	Policy metrics.Policy
	// SkipUndefined leaves attributes with an undefined F1 out of macro averages.
	SkipUndefined bool
	// Cluster is a key of the truths whose values join rows: see [Suite].
	Cluster string
	// Confidence says how sure the extractor is of the value at a path of its answer, such as "lines[2].amount": from 0
	// to 1, with ok false when it does not say. answer is the assertion's got. Default: the number under the key
	// "confidence" beside the value. Reports show how well confidences predict correctness, and above which confidence
	// review can be skipped.
	Confidence func(answer any, path string) (confidence float64, ok bool)
	// Measures are further numbers of single answers: from packages evaltest/quality and evaltest/grounding, or your own
	// with an Answer, whose Case has only ID and Want. Gate.Limits can limit them as "measure NAME". Only Collect uses
	// them.
	Measures []Measure[any]
	// Redaction keeps the values of documents out of the artifact and the report. Its Mode is for all attributes, its
	// Paths for single ones: {"vendor.iban": redact.Omit} hides one attribute; with a Mode, {"total": redact.None}
	// shows only that attribute. A rule for an attribute that the Spec lacks is an error; if the Spec names no fields,
	// so is a rule that matched no compared attribute. The default Key is the value of EVALTEST_REDACT_KEY.
	Redaction Redaction
}

func (c Config) validate() error {
	var errs []error
	if c.Cases < 0 {
		errs = append(errs, fmt.Errorf("the number of Cases is %d, want 0 or more", c.Cases))
	}
	errs = append(errs, c.Policy.Validate(), c.Gate.Validate())
	if c.Gate.KeepAnswers && c.Redaction.Active() {
		errs = append(errs, errAnswers)
	}
	return errors.Join(errs...)
}

// measures returns the declarations of the Measures for the record.
func (c Config) measures() ([]report.Measure, error) {
	all, err := declare(c.Measures)
	for _, m := range c.Measures {
		if m.Runs != nil {
			err = errors.Join(err, fmt.Errorf("measure %q: a table has one answer to each case, so Runs has nothing to compare: set Answer", m.Name))
		}
	}
	return all, err
}
