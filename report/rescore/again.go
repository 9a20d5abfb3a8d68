package rescore

import (
	"context"
	"errors"

	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// again evaluates the cases of one section.
type again struct {
	evaluator *eval.Evaluator
	data      *Data // nil where it is not at hand
}

// Why a case cannot be evaluated again.
var (
	errNoAnswer = errors.New("the record has no answer")
	errNoText   = errors.New("the text of the document is not known")
)

func newAgain(s *artifact.Section, spec eval.Spec, data func(*artifact.Section) (*Data, error)) (*again, error) {
	if s.Dataset.Redaction().Active() {
		return nil, errors.New("values are redacted, and so records keep no answers; run the test under the new spec")
	}
	e, err := spec.Compile()
	if err != nil {
		return nil, err
	}
	a := &again{evaluator: e}
	if data != nil {
		a.data, err = data(s)
	}
	return a, err
}

// evaluated is a case that was evaluated again.
type evaluated struct {
	old    *report.Case
	truth  document.Value
	text   *source.Text
	given  string // the text
	answer document.Value
	failed error
	result eval.Result
}

// evaluate evaluates a case, whose extractor was asked.
func (a *again) evaluate(ctx context.Context, c *report.Case) (*evaluated, error) {
	one := &evaluated{old: c}
	var got any
	if c.Status == report.Error {
		one.failed = errors.New(c.Error)
		got = one.failed
	} else {
		var ok bool
		if got, ok = c.Kept(); !ok {
			return nil, errNoAnswer
		}
	}
	if c.TextHash != "" {
		if err := a.find(one); err != nil {
			return nil, err
		}
	}
	var err error
	if c.Unlabelled {
		one.result = a.evaluator.CheckText(ctx, got, one.text)
	} else {
		if one.truth, err = document.Parse(c.Truth); err != nil {
			return nil, errNoAnswer
		}
		one.result, err = a.evaluator.EvaluateText(ctx, got, one.truth, one.text)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	one.answer = one.result.Answer
	return one, err
}

// find finds the text of the document that was evaluated.
func (a *again) find(one *evaluated) error {
	texts, err := a.data.texts(one.old.ID)
	if err != nil {
		return err
	}
	for _, text := range texts {
		if report.NewCase(report.Observation{Text: text}, report.CaseOptions{}).TextHash == one.old.TextHash {
			one.given, one.text = text, source.New(text)
			return nil
		}
	}
	return errNoText
}

// record makes the record of the case.
func (one *evaluated) record() report.Case {
	old := one.old
	record := report.NewCase(report.Observation{
		ID: old.ID, Trial: old.Trial, Result: &one.result, Unlabelled: old.Unlabelled, Err: one.failed, Want: one.truth.Raw(), Text: one.given,
		Confidence: one.confidence(), Duration: old.Duration, Retries: old.Retries, TimedOut: old.TimedOut, Replayed: old.Replayed, Taken: old.Taken,
		Tags: old.Tags, Pages: old.Pages, Cost: old.Cost, Measures: old.Measures,
	}, report.CaseOptions{})
	record.DataHash, record.InputHash = old.DataHash, old.InputHash // of the documents as they were
	return record
}

// confidence returns what was recorded of the leaves, nil where the answer itself says it.
func (one *evaluated) confidence() func(path string) (float64, bool) {
	beside := report.ConfidenceBeside(one.answer)
	said := map[string]float64{}
	own := false
	for _, f := range one.old.Fields {
		leaf := eval.FieldResult{Path: f.Path, Attribute: f.Attribute, GotIndex: f.GotIndex, WantIndex: f.WantIndex}
		path, ok := leaf.GotPath()
		if !ok || !f.Confidence.Defined {
			continue
		}
		at := path.String()
		said[at] = f.Confidence.Value
		v, ok := beside(at)
		own = own || !ok || v != f.Confidence.Value
	}
	if !own {
		return nil
	}
	return func(path string) (float64, bool) {
		v, ok := said[path]
		return v, ok
	}
}
