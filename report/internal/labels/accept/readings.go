package accept

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Reading is one person's reading of a whole document.
type Reading struct {
	Case, Reviewer string
	Value          json.RawMessage // as an answer has it
	Blind          bool            // the person saw only the document
	Adjudicated    bool            // the person saw the readings of others
	Time           time.Time
	Where          string // "ann.jsonl:3"
	// Held identifies the truth, or without a truth the answer, that the document had when the person read it; see
	// [ReadingRules.Held]. It is "" if unknown. HeldBefore has the same for all decisions on the case, including replaced
	// and withdrawn ones.
	Held       string
	HeldBefore []string
}

// ReadingsOf returns the readings of the cases of a data set in decisions, in the order of the cases' first decisions, then of
// the names of the reviewers. If a reviewer read a case several times, ReadingsOf returns the last reading by time, then by
// position, or none if the reviewer took it back. A decision without the name of a data set is about any data set.
func ReadingsOf(dataset string, decisions []Decision) []Reading {
	byCase, order := arithmetic.Group(slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool {
		whole := d.Decision == Document || d.Decision == Open && d.Want == nil && d.WantHash == "" && d.Got == nil
		return !whole || d.Dataset != "" && d.Dataset != dataset
	}), func(d Decision) string { return d.Case })
	var all []Reading
	for _, id := range order {
		var held []string
		for _, d := range byCase[id] {
			if d.WantHash != "" && !slices.Contains(held, d.WantHash) {
				held = append(held, d.WantHash)
			}
		}
		latest := Latest(byCase[id])
		slices.SortFunc(latest, func(a, b Decision) int { return cmp.Compare(a.Reviewer, b.Reviewer) })
		for _, d := range latest {
			if d.Decision == Document {
				all = append(all, Reading{d.Case, d.Reviewer, d.Value, d.Blind, d.State == Adjudicated, d.Time, d.Where, d.WantHash, held})
			}
		}
	}
	return all
}

// Settle returns the valid reading of a case: the last adjudicated reading or, if no reading is adjudicated and all
// agree, the first. ok is false if there are no readings, or if the readings differ and no reading is adjudicated.
func (r *ReadingRules) Settle(readings []Reading) (_ Reading, ok bool) {
	if len(readings) == 0 {
		return Reading{}, false
	}
	var last *Reading
	for i := range readings {
		if readings[i].Adjudicated && (last == nil || !readings[i].Time.Before(last.Time)) {
			last = &readings[i]
		}
	}
	if last != nil {
		return *last, true
	}
	for _, other := range readings[1:] {
		if result, err := r.Between(other.Value, readings[0].Value); err != nil || len(Differing(result)) > 0 {
			return Reading{}, false
		}
	}
	return readings[0], true
}

// Answer returns the answer in the record of a case, as JSON: null for a blank text, nil for an answer that cannot be
// read, and nil if the extractor failed. kept is false if the record leaves the answer out.
func (r *ReadingRules) Answer(c *report.Case) (answer json.RawMessage, kept bool) {
	if c.Status != report.OK {
		return nil, true
	}
	given, ok := rescore.KeptAnswer(c)
	if !ok {
		return nil, false
	}
	text, isText := given.(string)
	v, _ := given.(document.Value)
	switch {
	case isText && strings.TrimSpace(text) == "":
		return json.RawMessage("null"), true
	case isText && r.Spec.Lenient:
		v, _, _ = document.ParseLenient([]byte(text))
	case isText:
		v, _ = document.Parse([]byte(text))
	}
	if !v.Exists() {
		return nil, true
	}
	return v.Raw(), true
}

// Accepted returns the document with which a case is accepted if nobody looks at it: its truth or, if it has none, its
// answer. See [ReadingRules.Answer].
func (r *ReadingRules) Accepted(c *report.Case) (accepted json.RawMessage, kept bool) {
	if c.Unlabelled {
		return r.Answer(c)
	}
	return c.Truth, len(c.Truth) > 0
}

// Held returns the hash of the document with which a case is accepted, for [accept.Decision].WantHash. kept is false if
// the record does not have that document.
func (r *ReadingRules) Held(c *report.Case) (hash string, kept bool) {
	accepted, kept := r.Accepted(c)
	if !kept {
		return "", false
	}
	return HashOf(accepted), true
}

// Departs returns the paths of the leaves in which a reading departs from the document with which a case is accepted.
// ok is false if the record does not have that document, or the reading cannot be compared with it.
func (r *ReadingRules) Departs(reading json.RawMessage, c *report.Case) (paths []string, ok bool) {
	accepted, _ := r.Accepted(c)
	if accepted == nil {
		return nil, false
	}
	compare := r.Against
	if c.Unlabelled {
		compare = r.Between
	}
	result, err := compare(reading, accepted)
	if err != nil {
		return nil, false
	}
	return arithmetic.Each(Differing(result), func(f eval.FieldResult) string { return f.Path }), true
}

// equal returns the function that reports whether two values of a field, as compact JSON, are equal by its comparator;
// "" equals only itself.
func (r *ReadingRules) equal(attribute string) (func(a, b string) bool, error) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "v", Match: comparatorOf(r.Spec, attribute)}}, EmptyCollections: r.Spec.EmptyCollections}
	if order := r.Spec.DateOrders[attribute]; order != "" {
		spec.DateOrders = map[string]string{"v": order}
	}
	e, err := spec.Compile()
	if err != nil {
		return nil, fmt.Errorf("field %q: %w", attribute, err)
	}
	return func(a, b string) bool {
		if a == b || a == "" || b == "" {
			return a == b
		}
		result, err := e.Evaluate(context.Background(), `{"v":`+a+"}", `{"v":`+b+"}")
		return err == nil && len(Differing(result)) == 0
	}, nil
}

// comparatorOf returns the comparator of an attribute, or [compare.Auto] if the spec names none.
func comparatorOf(spec eval.Spec, attribute string) compare.Comparator {
	for name, match := range spec.Leaves() {
		if name == attribute && match != nil {
			return match
		}
	}
	return compare.Auto{}
}

// ReadingRules compare documents by the spec of a data set.
type ReadingRules struct {
	// Spec is the spec by which readings are compared with each other: the spec of the data set, in which truths have
	// their values at the paths of answers, without invariants and without a threshold.
	Spec eval.Spec
	// Exact holds the sorted names of the comparators that are Go functions. Fields that use them are compared exactly.
	Exact []string

	readings, truths *eval.Evaluator
}

// NewReadingRules returns the rules of a data set. The error is about its recorded spec.
func NewReadingRules(ds report.Dataset) (*ReadingRules, error) {
	r := &ReadingRules{}
	custom := edlib.Custom()
	for _, name := range slices.Sorted(maps.Keys(rescore.Functions(ds.Spec))) {
		if _, found := custom[name]; found {
			continue
		}
		r.Exact = append(r.Exact, name)
		custom[name] = func(json.RawMessage) (compare.Comparator, error) {
			return compare.Func{Name: name, Judge: compare.Exact{NFC: true, TrimSpace: true}.Compare}, nil
		}
	}
	text, err := rescore.WithoutInvariants(ds.Spec)
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	spec, err := eval.ParseSpec(text, custom)
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	spec.Threshold = 0
	if r.truths, err = spec.Compile(); err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	spec.Fields = preflight.Changed(spec.Fields, func(f *eval.Field) string { return f.Path }, func(f *eval.Field, _ string) { f.WantPath = "" })
	r.Spec = spec
	if r.readings, err = spec.Compile(); err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	return r, nil
}

// Between evaluates got against want. Both are readings or answers.
func (r *ReadingRules) Between(got, want json.RawMessage) (eval.Result, error) {
	return evaluate(r.readings, got, want)
}

// Against evaluates got, a reading or an answer, against a truth.
func (r *ReadingRules) Against(got, truth json.RawMessage) (eval.Result, error) {
	return evaluate(r.truths, got, truth)
}

func evaluate(e *eval.Evaluator, got, want json.RawMessage) (eval.Result, error) {
	v, err := document.Parse(got)
	if err != nil {
		return eval.Result{}, err
	}
	w, err := document.Parse(want)
	if err != nil {
		return eval.Result{}, err
	}
	return e.Evaluate(context.Background(), v, w)
}

// Differing returns the leaves in which two documents differ, in the order of the spec. Two equal values do not differ,
// even if the comparator of the field accepts neither.
func Differing(r eval.Result) []eval.FieldResult {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f eval.FieldResult) bool {
		return f.Outcome.Hit() || f.Outcome == metrics.Wrong && bytes.Equal(f.Got, f.Want)
	})
}
