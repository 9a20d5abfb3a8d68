package regression

import (
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/spans"
)

// Outcome is what came of one response.
type Outcome struct {
	// Kind is what the response is.
	Kind EmptyKind
	// Failure says why it is empty by failure, "" when it is not: "provider: ",
	// "unreadable: " or "schema: " and the cause.
	Failure string
	// Answer is the JSON value that was read, missing where there was none.
	Answer document.Value
	// Extractions are those of an answer that keeps its schema.
	Extractions []spans.Extraction
}

// Judge classifies a response to a record: the text, or the error of the provider.
// extractions says what the extractions of an answer are, nil stands for the method
// of spans.Layout{}. The error is about the record's schema.
func (r Record) Judge(response string, failure error, extractions func(document.Value) []spans.Extraction) (Outcome, error) {
	if r.schema == nil {
		var err error
		if r.schema, err = compileSchema(r.TargetSchema); err != nil {
			return Outcome{}, fmt.Errorf("regression: case %q: targetSchema: %w", r.CaseID, err)
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
	if err := validate(r.schema, answer.Raw()); err != nil {
		o.Kind, o.Failure = EmptyByFailure, "schema: "+err.Error()
		return o, nil
	}
	if o.Extractions = extractions(answer); len(o.Extractions) == 0 {
		o.Kind = EmptyByEvidence
	}
	return o, nil
}

// Right reports whether the outcome is as expected.
func (e Expected) Right(o Outcome) bool {
	n := len(o.Extractions)
	return o.Kind == e.EmptyResultKind && n >= e.MinExtractions && n <= e.MaxExtractions
}

// verdict is an outcome in the form that the suite compares: the first three
// members with those of the truth.
type verdict struct {
	Response    string          `json:"response,omitempty"`
	Kind        EmptyKind       `json:"emptyResultKind"`
	Extractions int             `json:"extractions"`
	Answer      json.RawMessage `json:"answer,omitempty"`
	Valid       bool            `json:"valid"`
}

const validResponse = "valid"

func (r Record) verdict(o Outcome) verdict {
	v := verdict{Response: validResponse, Kind: o.Kind, Extractions: len(o.Extractions), Answer: o.Answer.Raw(), Valid: o.Failure == ""}
	if o.Failure != "" {
		v.Response = o.Failure
	}
	if r.Expected.EmptyResultKind == EmptyByFailure {
		v.Response = "" // any failure will do
	}
	return v
}

// truth is what a verdict is compared with.
type truth struct {
	Response    string    `json:"response,omitempty"`
	Kind        EmptyKind `json:"emptyResultKind"`
	Extractions string    `json:"extractions"`
}

func (e Expected) truth() truth {
	t := truth{Response: validResponse, Kind: e.EmptyResultKind, Extractions: fmt.Sprintf(bounds, e.MinExtractions, e.MaxExtractions)}
	if e.EmptyResultKind == EmptyByFailure {
		t.Response = ""
	}
	return t
}

// bounds is how a truth says how many extractions are wanted.
const bounds = "%d to %d"
