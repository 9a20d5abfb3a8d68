package rescore

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// evaluation evaluates the cases of one section.
type evaluation struct {
	evaluator   *eval.Evaluator
	data        *Data // nil if it is not at hand
	functions   map[string]function
	packets     []report.Measure // of the spec of the run
	sameReading bool             // Lenient is as in the run: an unreadable answer stays unreadable
}

// Why a case cannot be evaluated again.
var (
	errNoAnswer  = errors.New("the record has no answer")
	errNoText    = errors.New("the text of the document is not known")
	errNoVerdict = errors.New("the run has not compared these values")
)

// newEvaluation returns an evaluation under a spec, with the results of the functions of Go in the recorded spec of the run.
func newEvaluation(recorded json.RawMessage, spec eval.Spec) (*evaluation, error) {
	e, err := spec.Compile()
	if err != nil {
		return nil, err
	}
	a := &evaluation{evaluator: e}
	if former, _, err := readRecorded(recorded); err == nil {
		a.functions = comparing(former)
		a.packets = report.PacketMeasures(former)
		a.sameReading = spec.Lenient == former.Lenient
	}
	return a, nil
}

// evaluated is a case that was evaluated again.
type evaluated struct {
	documents
	old        *report.Case
	given      string // the text of the document
	result     eval.Result
	evaluation *evaluation
}

// measures returns the measures of the run, without those of its packets, which are computed anew.
func (e *evaluated) measures() []report.Measured {
	return slices.DeleteFunc(slices.Clone(e.old.Measures), func(m report.Measured) bool {
		return slices.ContainsFunc(e.evaluation.packets, func(p report.Measure) bool { return p.Name == m.Name })
	})
}

// documents are the truth and the answer in the record of a case.
type documents struct {
	got    any // the answer, or the error of an extractor that failed
	failed error
	truth  document.Value // the missing Value where the case has none
}

// documentsOf returns the documents in the record of a case whose extractor was asked. alike says that the spec reads
// answers as the spec of the run did.
func documentsOf(c *report.Case, sameReading bool) (d documents, err error) {
	if c.Status == report.Error {
		d.failed = errors.New(c.Error)
		d.got = d.failed
	} else {
		var ok bool
		d.got, ok = KeptAnswer(c)
		if _, unreadable := d.got.(words.Unreadable); !ok || unreadable && !sameReading {
			return d, errNoAnswer
		}
	}
	if !c.Unlabelled {
		if d.truth, err = document.Parse(c.Truth); err != nil {
			return d, errNoAnswer
		}
	}
	return d, nil
}

// evaluate evaluates a case. text is the text of the document, empty if it is not known.
func (a *evaluation) evaluate(ctx context.Context, d documents, text string) (eval.Result, error) {
	document := eval.Document{Got: d.got, Text: text}
	if d.truth.Exists() {
		document.Want = d.truth
	}
	r, err := a.evaluator.EvaluateDocument(ctx, document)
	return r, cmp.Or(ctx.Err(), err)
}

// textOf returns the text of the evaluated document, "" if it had none.
func (a *evaluation) textOf(c *report.Case) (string, error) {
	if c.TextHash == "" {
		return "", nil
	}
	for _, text := range a.data.texts(c.ID) {
		if report.Hash([]byte(text)) == c.TextHash {
			return text, nil
		}
	}
	return "", errNoText
}

// record sets *c to the new record of the case.
func (e *evaluated) record(c *report.Case, o report.CaseOptions) {
	old := e.old
	*c = report.NewCase(report.Observation{
		ID: old.ID, Trial: old.Trial, Result: &e.result, Unlabelled: old.Unlabelled, Err: e.failed, Want: e.truth.Raw(), Text: e.given,
		Confidence: e.confidence(), Duration: old.Duration, Retries: old.Retries, TimedOut: old.TimedOut, Replayed: old.Replayed, Taken: old.Taken,
		Tags: old.Tags, Pages: old.Pages, Cost: old.Cost, Measures: e.measures(),
	}, o)
	c.Shape = shapeOf(old, c.Shape)
	c.DataHash, c.InputHash = old.DataHash, old.InputHash // of the documents as they were
	c.Label, c.OwnDraft = old.Label, old.OwnDraft
	c.TruthHash, c.DocumentHash, c.ClusterHash = old.TruthHash, old.DocumentHash, old.ClusterHash
}

// shapeOf returns the shape of a case that was evaluated again. Layouts follow the present truth and spec. The rest is
// about the document and the answer, as recorded.
func shapeOf(old *report.Case, present report.Shape) report.Shape {
	s := old.Shape
	s.Numbers, s.Dates = present.Numbers, present.Dates
	if s.TextLength == 0 {
		s.TextLength, s.Script = present.TextLength, present.Script
	}
	return s
}

// options returns the options of the records, with the classes of a data set.
func (a *evaluation) options(classes []report.ClassList) report.CaseOptions {
	return report.CaseOptions{Classes: classes, Fields: a.evaluator.Spec().Plain()}
}

// confidence returns the recorded confidences of the leaves, nil if the answer itself has them.
func (e *evaluated) confidence() func(path string) (float64, bool) {
	answered := paths.ConfidenceBeside(e.result.Answer)
	recorded := KeptConfidences(e.old)
	own := false
	for path, confidence := range recorded {
		v, ok := answered(path)
		own = own || !ok || v != confidence
	}
	if !own {
		return nil
	}
	return func(path string) (float64, bool) {
		v, ok := recorded[path]
		return v, ok
	}
}

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

// withNew returns the recorded results of invariants, with new results in place of recorded ones with the same name.
func withNew(recorded, results []invariant.Result) []invariant.Result {
	if len(results) == 0 {
		return recorded
	}
	return append(slices.DeleteFunc(slices.Clone(recorded), func(old invariant.Result) bool {
		return slices.ContainsFunc(results, func(r invariant.Result) bool { return r.Name == old.Name })
	}), results...)
}
