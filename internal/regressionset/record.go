package regressionset

import (
	"encoding/json"

	"github.com/extracteval/extracteval/internal/invariant"
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
