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
//   - "completeness", the share of what the truth has that the answer has, right or wrong;
//   - "hallucination", the share of keys that are made up: less is better;
//   - "accuracy", the share of what both sides have that agrees;
//   - "safety", where c has a Safety function.
//
// A document has one evaluation for all of them, so that a judge is asked once. Where the
// extractor fails, or an answer cannot be read or is of another kind than the truth, rqs,
// completeness and accuracy are 0: never above those of a wrong answer. Such an answer is left
// out of hallucination and safety, as there is nothing that it says. Keys that a judge could
// not judge fail the subtest of their case, and leave it out of rqs and accuracy.
//
// In is the input of the suite, any for [Config].Measures:
//
//	Measures: evaltest.Quality[Document](quality.Config{}),
//	Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
func Quality[In any](c quality.Config) []Measure[In] { return ready[In](measures.Quality(c)) }

// Grounded returns the rates of package grounding as measures, over all claims that the
// truths locate:
//
//   - "groundedValueRate", the share of them with the right value;
//   - "groundedPageRate", with the right value on the right page;
//   - "groundedBoxRate", with the right value in the right box of the right page.
//
// Where the extractor fails or an answer cannot be read, all claims of the document are
// wrong. One that could not be judged fails the subtest of its case and is left out. An
// interval takes claims of one document as the cluster that they are.
func Grounded[In any](s grounding.Spec) []Measure[In] { return ready[In](measures.Grounded(s)) }
