package evaltest

import (
	"github.com/extracteval/extracteval/evaltest/internal/measures"
	"github.com/extracteval/extracteval/metrics/grounding"
	"github.com/extracteval/extracteval/metrics/quality"
)

// Quality returns the document quality of package quality as measures, means over the
// documents that have a truth:
//
//   - "rqs", the response quality score. Reports show the score of a perfect document
//     beside it, [quality.Weights.Attainable]: 0.85 with the default weights;
//   - "completeness", the share of the truth's values that the answer also has, right or
//     wrong;
//   - "hallucination", the share of the answer's keys that are made up: less is
//     better;
//   - "accuracy", the share of right values among those that both sides have;
//   - "safety", if c has a Safety function.
//
// Each document is evaluated once for all of these measures, so that a judge is called once.
// If the extractor fails, or an answer cannot be read or is of another kind than the truth,
// rqs, completeness and accuracy are 0, so that they are never above a wrong answer's. Such an
// answer is left out of hallucination and safety, since it states no values. If a judge could
// not judge a key, the subtest of the case fails, and the case is left out of rqs and
// accuracy.
//
// In is the input of the suite, any for [Config].Measures:
//
//	Measures: evaltest.Quality[Document](quality.Config{}),
//	Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
func Quality[In any](c quality.Config) []Measure[In] { return ready[In](measures.Quality(c)) }

// Grounded returns the rates of package grounding as measures, over all claims that the
// truths locate:
//
//   - "groundedValueRate", the share of claims with the right value;
//   - "groundedPageRate", with the right value on the right page;
//   - "groundedBoxRate", with the right value in the right box of the right page.
//
// If the extractor fails or an answer cannot be read, all claims of the document are
// wrong. A claim that could not be judged fails the subtest of its case and is left
// out. Intervals treat the claims of one document as a cluster.
func Grounded[In any](s grounding.Spec) []Measure[In] { return ready[In](measures.Grounded(s)) }
