package rescore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Judge judges the kept answers of a run by other truths, or under other rules. By truths it judges them as the run
// itself would: with the recorded results of its functions of Go, and with its recorded invariants, which depend only on
// answers. So only the truths differ.
type Judge struct {
	evaluation *evaluation
	classes    []report.ClassList
	record     report.Case
}

// Why a case cannot be judged again.
var (
	errNotKept = errors.New("their answers or truths were not kept")
	errUnknown = errors.New("a comparator that is a function of Go has not compared these values")
)

// NewJudge returns a judge of the answers of a data set by the truths of one run of it, under the rules of one. The
// error says why it refuses all answers: values are redacted, the recorded spec cannot be compiled for these answers, or
// the spec of a run ignores values that the rules compare, so that its records lack them.
func NewJudge(answers, truths, rules report.Dataset) (*Judge, error) {
	if answers.Redaction().Active() || truths.Redaction().Active() {
		return nil, errors.New("values are redacted, and so records keep neither answers nor truths")
	}
	text, err := withChangedInvariants(rules.Spec, answers.Spec)
	if err != nil {
		return nil, err
	}
	spec, err := eval.ParseSpec(text, Functions(answers.Spec))
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	own := IgnoredFields(rules)
	for _, ignored := range slices.Concat(IgnoredFields(truths), IgnoredFields(answers)) {
		if !slices.Contains(own, ignored) {
			return nil, fmt.Errorf("only one spec ignores %q, and its records lack these truths", ignored)
		}
	}
	a, err := newEvaluation(answers.Spec, spec)
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	return &Judge{evaluation: a, classes: rules.Classes}, nil
}

// Judge returns the record of a case as the run would have written it by a truth, which is JSON text. The record is
// valid until the next call. The error says that the record has no answer or truth is empty, that a function of Go has
// not compared these values, or what is wrong with the truth.
func (j *Judge) Judge(truth json.RawMessage, c *report.Case) (*report.Case, error) {
	if len(truth) == 0 {
		return nil, errNotKept
	}
	ctx, verdicts := j.evaluation.remember(context.Background(), c)
	changed := *c
	changed.Truth, changed.Unlabelled = truth, false
	e := evaluated{old: &changed, evaluation: j.evaluation}
	var err error
	if e.documents, err = documentsOf(&changed, true); err != nil {
		return nil, errNotKept
	}
	e.result, err = j.evaluation.evaluate(ctx, e.documents, "")
	switch {
	case verdicts.missing != "":
		return nil, errUnknown
	case err != nil:
		return nil, err
	}
	e.record(&j.record, j.evaluation.options(j.classes))
	j.record.Invariants = withNew(c.Invariants, j.record.Invariants)
	return &j.record, nil
}

// withNew returns the recorded results of invariants, with new results in place of those of the same name.
func withNew(recorded, results []invariant.Result) []invariant.Result {
	if len(results) == 0 {
		return recorded
	}
	return append(slices.DeleteFunc(slices.Clone(recorded), func(old invariant.Result) bool {
		return slices.ContainsFunc(results, func(r invariant.Result) bool { return r.Name == old.Name })
	}), results...)
}
