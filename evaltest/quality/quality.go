// Package quality has the document quality of package metrics/quality as a measure of a suite. Package metrics/quality
// measures single documents, without a test.
package quality

import (
	"context"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/internal/documentquality"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
)

// The types of package metrics/quality that a configuration names.
type (
	// Config says how the quality of a document is measured.
	Config = quality.Config
	// Strategy names how the two values of one key are compared: "EXACT", "FUZZY", "SEMANTIC" or "IGNORE".
	Strategy = quality.Strategy
	// Judge is a function that says how alike two texts are, with its name.
	Judge = quality.Judge
)

// Measure returns the document quality of package metrics/quality as a measure with several numbers, means over the
// documents that have a truth:
//
//   - "rqs", the response quality score. Reports show the score of a perfect document
//     beside it, [quality.Weights.Attainable]: 0.85 with the default weights;
//   - "completeness", the share of the truth's values that the answer also has, right or
//     wrong;
//   - "hallucination", the share of the keys of both sides that the answer made
//     up: less is better;
//   - "accuracy", the share of right values among those that both sides have;
//   - "safety", if c has a Safety function.
//
// Each document is evaluated once for all of these numbers, so that a judge is called once. If the extractor fails, or
// an answer cannot be read or is of another kind than the truth, rqs, completeness and accuracy are 0, so that a wrong
// answer never scores lower. Hallucination and safety leave such an answer out, since it states no values. If a judge
// could not judge a key, the subtest of the case fails, and the case is left out of rqs and accuracy.
//
// In is the input type of the suite; it is any for evaltest.Config.Measures:
//
//	Measures: []evaltest.Measure[Document]{quality.Measure[Document](quality.Config{})},
//	Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
func Measure[In any](c Config) evaltest.Measure[In] {
	numbers := documentquality.Numbers(c)
	joint := func(ctx context.Context, _ evaltest.Case[In], truth document.Value, result eval.Result) ([]report.Measured, error) {
		return documentquality.Contributions(ctx, c, truth, result)
	}
	return evaltest.Measure[In]{Joint: joint, Numbers: numbers, Invalid: c.Validate()}
}
