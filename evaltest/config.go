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

// Redaction says which values of documents no record, report or output shows. See
// [redact.Redaction] for what stays.
type Redaction = redact.Redaction

// Redact says what is kept of a value.
type Redact = redact.Mode

const (
	RedactNone = redact.None // the value
	RedactHash = redact.Hash // a keyed hash in place of it: equal values stay equal
	RedactOmit = redact.Omit // nothing
)

// Limit is what one number of a data set must keep, for Gate.Limits. See
// [report.Limit].
type Limit = report.Limit

// Config says how a data set is compared, reported and gated.
type Config struct {
	// Dataset names the data set in reports and artifacts. Default: the name of the
	// outermost test. Tests that record under one name share one data set.
	Dataset string
	// Spec says what is compared and how. Default: the eval tags of what is compared, see
	// [Collector.FieldAccuracy], else every leaf.
	Spec eval.Spec
	// Gate holds the limits of the data set.
	Gate Gate
	// Cases is how many cases are expected: len(tests). A Gate needs it, so as to see rows
	// that are skipped or filtered away: with fewer or more it is not evaluable.
	Cases int
	// MaxExamples bounds the misses that are listed per case. Default 10.
	MaxExamples int
	// Policy says how a wrong value counts. Default: as a false positive and a
	// false negative.
	Policy metrics.Policy
	// SkipUndefined leaves attributes with an undefined F1 out of macro averages.
	SkipUndefined bool
	// Cluster is a key of the truths whose values join rows: see [Suite].
	Cluster string
	// Confidence says how sure the extractor is of the value at a path of its answer,
	// such as "lines[2].amount": from 0 to 1, and ok is false where it does not say.
	// answer is what the assertion was given as got. Default: the number under the
	// key "confidence" beside the value, see confidence.Beside. Reports say
	// what confidences are worth, and above which one review can be skipped.
	Confidence func(answer any, path string) (confidence float64, ok bool)
	// Measures are further numbers of single answers, those of [Quality] and [Grounded] or
	// own ones with an Answer: their Case has ID and Want alone. Gate.Limits can limit them
	// as "measure NAME". They are for Collect.
	Measures []Measure[any]
	// Redaction keeps the values of documents out of the artifact and the report, all of
	// them or by rules for single attributes: Paths of {"vendor.iban": RedactOmit}, say, or
	// with a Mode {"total": RedactNone} to keep one. A rule for no attribute of the Spec is
	// an error, and with a Spec that does not say what it compares, one for nothing that
	// was compared. The default of its Key is EVALTEST_REDACT_KEY.
	Redaction Redaction
}

func (c Config) validate() error {
	var errs []error
	if c.Cases < 0 {
		errs = append(errs, fmt.Errorf("the number of Cases is %d, want 0 or more", c.Cases))
	}
	if err := c.Policy.Validate(); err != nil {
		errs = append(errs, err)
	}
	if err := c.Gate.Validate(); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// measures returns what is recorded of the Measures.
func (c Config) measures() ([]report.Measure, error) {
	all, err := declare(c.Measures)
	for _, m := range c.Measures {
		if m.Runs != nil {
			err = errors.Join(err, fmt.Errorf("measure %q: a table has one answer to each case, which no Runs can compare: want an Answer", m.Name))
		}
	}
	return all, err
}
