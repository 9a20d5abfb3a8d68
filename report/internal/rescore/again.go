package rescore

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/trials"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// again evaluates the cases of one section.
type again struct {
	evaluator *eval.Evaluator
	data      *Data // nil if it is not at hand
	functions map[string]function
	packets   []report.Measure // of the spec of the run
	alike     bool             // Lenient is as in the run: an unreadable answer stays unreadable
}

// Why a case cannot be evaluated again.
var (
	errNoAnswer  = errors.New("the record has no answer")
	errNoText    = errors.New("the text of the document is not known")
	errNoVerdict = errors.New("the run has not compared these values")
)

// newAgain returns an evaluation under a spec, with the results of the functions of Go in the recorded spec of the run.
func newAgain(recorded json.RawMessage, spec eval.Spec) (*again, error) {
	e, err := spec.Compile()
	if err != nil {
		return nil, err
	}
	a := &again{evaluator: e}
	if was, _, err := readRecorded(recorded); err == nil {
		a.functions = comparing(was)
		a.packets = report.PacketMeasures(was)
		a.alike = spec.Lenient == was.Lenient
	}
	return a, nil
}

// evaluated is a case that was evaluated again.
type evaluated struct {
	documents
	old    *report.Case
	given  string // the text of the document
	result eval.Result
	again  *again
}

// measures returns the measures of the run, without those of its packets, which are computed anew.
func (one *evaluated) measures() []report.Measured {
	return slices.DeleteFunc(slices.Clone(one.old.Measures), func(m report.Measured) bool {
		return slices.ContainsFunc(one.again.packets, func(p report.Measure) bool { return p.Name == m.Name })
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
func documentsOf(c *report.Case, alike bool) (d documents, err error) {
	if c.Status == report.Error {
		d.failed = errors.New(c.Error)
		d.got = d.failed
	} else {
		var ok bool
		d.got, ok = trials.KeptAnswer(c)
		if _, unreadable := d.got.(words.Unreadable); !ok || unreadable && !alike {
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
func (a *again) evaluate(ctx context.Context, d documents, text string) (eval.Result, error) {
	of := eval.Document{Got: d.got, Text: text}
	if d.truth.Exists() {
		of.Want = d.truth
	}
	r, err := a.evaluator.EvaluateDocument(ctx, of)
	return r, cmp.Or(ctx.Err(), err)
}

// textOf returns the text of the evaluated document, "" if it had none.
func (a *again) textOf(c *report.Case) (string, error) {
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
func (one *evaluated) record(c *report.Case, o report.CaseOptions) {
	old := one.old
	*c = report.NewCase(report.Observation{
		ID: old.ID, Trial: old.Trial, Result: &one.result, Unlabelled: old.Unlabelled, Err: one.failed, Want: one.truth.Raw(), Text: one.given,
		Confidence: one.confidence(), Duration: old.Duration, Retries: old.Retries, TimedOut: old.TimedOut, Replayed: old.Replayed, Taken: old.Taken,
		Tags: old.Tags, Pages: old.Pages, Cost: old.Cost, Measures: one.measures(),
	}, o)
	c.Shape = shapeOf(old, c.Shape)
	c.DataHash, c.InputHash = old.DataHash, old.InputHash // of the documents as they were
	c.Label, c.OwnDraft = old.Label, old.OwnDraft
	c.TruthHash, c.DocumentHash, c.ClusterHash = old.TruthHash, old.DocumentHash, old.ClusterHash
}

// shapeOf returns the shape of a case that was evaluated again. Layouts follow the present truth and spec. The rest is
// about the document and the answer, as recorded.
func shapeOf(old *report.Case, now report.Shape) report.Shape {
	s := old.Shape
	s.Numbers, s.Dates = now.Numbers, now.Dates
	if s.TextLength == 0 {
		s.TextLength, s.Script = now.TextLength, now.Script
	}
	return s
}

// options returns the options of the records, with the classes of a data set.
func (a *again) options(classes []report.ClassList) report.CaseOptions {
	return report.CaseOptions{Classes: classes, Fields: a.evaluator.Spec().Plain()}
}

// confidence returns the recorded confidences of the leaves, nil if the answer itself has them.
func (one *evaluated) confidence() func(path string) (float64, bool) {
	beside := paths.ConfidenceBeside(one.result.Answer)
	said := trials.KeptConfidences(one.old)
	own := false
	for path, confidence := range said {
		v, ok := beside(path)
		own = own || !ok || v != confidence
	}
	if !own {
		return nil
	}
	return func(path string) (float64, bool) {
		v, ok := said[path]
		return v, ok
	}
}
