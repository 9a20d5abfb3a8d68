package rescore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/trials"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Judge judges the kept answers of a run by the truths of another run over the same cases. It judges them as the run
// itself would have: under its own spec, with the recorded results of its functions of Go, and with the invariants
// that it has recorded, which look at answers alone. So only the truths differ. It is not safe for concurrent use.
type Judge struct {
	again  *again
	record report.Case
}

// Why a case cannot be judged by another truth.
var (
	ErrNoAnswer  = errors.New("their answers or truths were not kept")
	ErrNoVerdict = errors.New("a comparator that is a function of Go has not compared these values")
	ErrOtherwise = errors.New("rules have changed: by their own truths, too, they would be judged otherwise today")
)

// NewJudge returns a judge of the answers of a data set by the truths of another run of it. The error says why all of
// them are refused: values are redacted, the recorded spec cannot be compiled, or the spec of the other run ignores
// values that this one compares, so that its records lack them.
func NewJudge(of, truths report.Dataset) (*Judge, error) {
	if of.Redaction().Active() || truths.Redaction().Active() {
		return nil, errors.New("values are redacted, and so records keep neither answers nor truths")
	}
	text, err := withoutInvariants(of.Spec)
	if err != nil {
		return nil, err
	}
	spec, err := eval.ParseSpec(text, Functions(of.Spec))
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	own := trials.IgnoredFields(of)
	for _, ignored := range trials.IgnoredFields(truths) {
		if !slices.Contains(own, ignored) {
			return nil, fmt.Errorf("only one spec ignores %q, and its records lack these truths", ignored)
		}
	}
	j := &Judge{again: &again{alike: true}}
	if j.again.evaluator, err = spec.Compile(); err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	was, _, err := readRecorded(of.Spec)
	if err != nil {
		return nil, err
	}
	j.again.functions = comparing(was.Fields, "", map[string]function{})
	return j, nil
}

// Again returns the record of a case as the run would have written it by another truth, as JSON text. It is valid
// until the next call. The error is [ErrNoAnswer] where the record has no answer or truth is empty, [ErrNoVerdict],
// or an error in the truth.
func (j *Judge) Again(ctx context.Context, c *report.Case, truth json.RawMessage) (*report.Case, error) {
	if len(truth) == 0 {
		return nil, ErrNoAnswer
	}
	ctx, verdicts := j.again.remember(ctx, c)
	by := *c
	by.Truth, by.Unlabelled = truth, false
	one := evaluated{old: &by}
	var err error
	if one.documents, err = documentsOf(&by, true); err != nil {
		return nil, ErrNoAnswer
	}
	one.result, err = j.again.evaluate(ctx, one.documents, "")
	switch {
	case verdicts.missing != "":
		return nil, ErrNoVerdict
	case err != nil:
		return nil, err
	}
	one.record(&j.record)
	j.record.Invariants = c.Invariants
	return &j.record, nil
}
