package regressionset

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/spans"
)

// Outcome is the classification of one response.
type Outcome struct {
	// Kind is the kind of the response.
	Kind EmptyKind
	// Failure says why the response is empty by failure: "provider: ", "unreadable: " or "schema: " and the cause. It
	// is "" for other kinds.
	Failure string
	// Answer is the JSON value of the response, the missing Value without one.
	Answer document.Value
	// Extractions are the extractions of an answer that satisfies its schema.
	Extractions []spans.Extraction
}

// Judge classifies a response to a record: its text or, if failure is not nil, the error of the provider. extractions
// returns the extractions of an answer; nil means the method of spans.Layout{}. It is an error if the record's schema
// is invalid, or if the check of the answer would take too long.
func (r Record) Judge(response string, failure error, extractions func(document.Value) []spans.Extraction) (Outcome, error) {
	if r.schema == nil {
		var err error
		if r.schema, err = invariant.CompileSchema(r.TargetSchema); err != nil {
			return Outcome{}, fmt.Errorf("regressionset: case %q: targetSchema: %w", r.CaseID, err)
		}
	}
	if extractions == nil {
		extractions = spans.Layout{}.Extractions
	}
	if failure != nil {
		return Outcome{Kind: EmptyByFailure, Failure: "provider: " + failure.Error()}, nil
	}
	answer, _, err := document.ParseLenient([]byte(response))
	if err != nil {
		return Outcome{Kind: EmptyByFailure, Failure: "unreadable: " + err.Error()}, nil
	}
	o := Outcome{Kind: NonEmpty, Answer: answer}
	violations, err := r.schema.Check(context.Background(), answer.Raw())
	if err != nil {
		return Outcome{}, fmt.Errorf("regressionset: case %q: targetSchema: %w", r.CaseID, err)
	}
	if len(violations) > 0 {
		o.Kind, o.Failure = EmptyByFailure, "schema: "+invariant.ViolationText(violations)
		return o, nil
	}
	if o.Extractions = extractions(answer); len(o.Extractions) == 0 {
		o.Kind = EmptyByEvidence
	}
	return o, nil
}
