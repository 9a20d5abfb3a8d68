package score

import (
	"context"
	"strings"

	"github.com/extracteval/extracteval/internal/documentquality"
	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
)

// DocumentQuality is the document quality of package metrics/quality, measured for each document beside its fields.
type DocumentQuality struct {
	config  quality.Config
	numbers []report.Measure
}

// NewDocumentQuality reads strategies; see [quality.ParseStrategies]. If a key is a path of several steps, as in "lines[].amount", the
// leaves of the documents are compared.
func NewDocumentQuality(strategies []byte) (*DocumentQuality, error) {
	parsed, err := quality.ParseStrategies(strategies)
	q := &DocumentQuality{config: quality.Config{Strategies: parsed}}
	for key := range parsed {
		q.config.Leaves = q.config.Leaves || strings.ContainsAny(key, ".[")
	}
	q.numbers = documentquality.Numbers(q.config)
	return q, err
}

// Numbers declares the measures for the record of the data set.
func (q *DocumentQuality) Numbers() []report.Measure { return q.numbers }

// measure adds the contributions of a document to an observation. A document without a truth contributes nothing.
func (q *DocumentQuality) measure(ctx context.Context, seen *Evaluated) {
	if q == nil || seen.Unlabelled {
		return
	}
	all, err := documentquality.Contributions(ctx, q.config, seen.Truth, *seen.Result)
	if err != nil {
		seen.Result.Warnings = append(seen.Result.Warnings, "document quality: "+err.Error())
	}
	for i, number := range q.numbers[:len(all)] {
		if all[i].Name = number.Name; all[i].Weight != 0 {
			seen.Measures = append(seen.Measures, all[i])
		}
	}
}
