package regressionset

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/spans"
)

// Record is one line of a regression set.
type Record struct {
	CaseID               string          `json:"caseId"`
	Category             string          `json:"category"`
	DocumentText         string          `json:"documentText"`
	Instructions         string          `json:"instructions"`
	TargetSchema         json.RawMessage `json:"targetSchema"`
	ProviderResponseText string          `json:"providerResponseText"`
	Expected             Expected        `json:"expected"`
	SourceURL            string          `json:"sourceUrl"`
	PackID               string          `json:"packId"`

	schema *invariant.Schema // TargetSchema, compiled
}

// Expected says which response a record expects.
type Expected struct {
	EmptyResultKind EmptyKind `json:"emptyResultKind"`
	// MinExtractions and MaxExtractions bound the number of extractions, both
	// included.
	MinExtractions int `json:"minExtractions"`
	MaxExtractions int `json:"maxExtractions"`
	// Extractions are the gold spans in the form that spans.Layout{} reads, nil if unknown.
	Extractions json.RawMessage `json:"extractions,omitempty"`
}

// EmptyKind says whether a response has extractions, and why not.
type EmptyKind string

const (
	NonEmpty        EmptyKind = "non_empty"
	EmptyByEvidence EmptyKind = "empty_by_evidence" // a good answer: the document has nothing to extract
	EmptyByFailure  EmptyKind = "empty_by_failure"  // no usable answer
)

// Request is the request to a provider for a record.
type Request struct {
	DocumentText string          `json:"documentText"`
	Instructions string          `json:"instructions"`
	TargetSchema json.RawMessage `json:"targetSchema"`
}

// Request returns the request to a provider.
func (r Record) Request() Request {
	return Request{DocumentText: r.DocumentText, Instructions: r.Instructions, TargetSchema: r.TargetSchema}
}

// Breadth says how much a regression set covers.
type Breadth struct {
	Cases      int // records
	Categories int // distinct ones
	Packs      int
}

// BreadthOf returns the breadth of records.
func BreadthOf(records []Record) Breadth {
	categories, packs := map[string]bool{}, map[string]bool{}
	for _, r := range records {
		categories[r.Category], packs[r.PackID] = true, true
	}
	return Breadth{len(records), len(categories), len(packs)}
}

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
