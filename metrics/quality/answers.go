package quality

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Answers holds the scores of several answers to one document, from several models or several runs
// of one model. [Config.EvaluateAll] returns it.
type Answers struct {
	// Results are in the order of the answers.
	Results []Result
	// Ranking lists the indices of the answers, the best first: by RQS, then by accuracy, completeness and, the least
	// first, hallucination; equal answers keep their order. Numbers are compared after rounding to multiples of 1e-9.
	// Answers whose RQS is undefined come last.
	Ranking []int
	// Scored is the number of answers whose RQS is defined; Mean and Variance are over these. Variance
	// is the population variance.
	Scored         int
	Mean, Variance float64
	// Consistency returns how far the answers agree among themselves, right or wrong, in [0,1]. For each key that an
	// answer or the truth has, it computes the share of pairs of answers that have the same value. The result is the
	// mean over the keys. It is 1 for a single answer, and without keys. Values are the same if they are the same JSON;
	// all empty values are the same.
	Consistency float64
}

// EvaluateAll measures several answers against one truth. It returns the errors of
// [Config.Evaluate], and an error when there are no answers.
func (c Config) EvaluateAll(ctx context.Context, answers []any, want any) (Answers, error) {
	if len(answers) == 0 {
		return Answers{}, fmt.Errorf("quality: no answers to compare")
	}
	var a Answers
	var scores []float64
	for i, got := range answers {
		r, err := c.Evaluate(ctx, got, want)
		if err != nil {
			return Answers{}, err
		}
		a.Results = append(a.Results, r)
		a.Ranking = append(a.Ranking, i)
		if score, ok := r.RQS(); ok {
			scores = append(scores, score)
		}
	}
	a.Scored = len(scores)
	if d, ok := stats.Describe(scores); ok {
		a.Mean, a.Variance = d.Mean, d.StdDev*d.StdDev
	}
	slices.SortStableFunc(a.Ranking, func(i, j int) int { return better(&a.Results[i], &a.Results[j]) })
	a.Consistency = c.consistency(a.Results)
	return a, nil
}

// better is negative when r ranks before s.
func better(r, s *Result) int {
	return cmp.Or(
		-compareRatio(r.RQS, s.RQS),
		-compareRatio(r.Accuracy, s.Accuracy),
		-cmp.Compare(rounded(r.Completeness()), rounded(s.Completeness())),
		cmp.Compare(rounded(r.Hallucination()), rounded(s.Hallucination())),
	)
}

// compareRatio orders undefined ratios below all others.
func compareRatio(a, b func() (float64, bool)) int {
	value := func(ratio func() (float64, bool)) float64 {
		if v, ok := ratio(); ok {
			return rounded(v)
		}
		return -1
	}
	return cmp.Compare(value(a), value(b))
}

// rounded rounds a score, so that the order of answers does not depend on the last digits of a sum. Unlike a slack
// between two numbers it keeps the order transitive.
func rounded(v float64) float64 { return math.Round(v * 1e9) }

func (c Config) consistency(results []Result) float64 {
	answered := make(map[string][]string)
	for i := range results {
		for k := range results[i].Keys {
			key := &results[i].Keys[k]
			// An item that only the answer has may have the path of one that only the
			// truth has.
			name := key.Path
			if key.Bucket == extra {
				name += " (extra)"
			}
			if answered[name] == nil {
				answered[name] = make([]string, len(results))
			}
			answered[name][i] = c.canonical(key.Got)
		}
	}
	cases := make([][]string, 0, len(answered))
	for _, answers := range answered {
		cases = append(cases, answers)
	}
	// The mean is over exact fractions of small integers; sorting the cases keeps its
	// last digits the same in every run.
	slices.SortFunc(cases, slices.Compare)
	if rate, ok := stats.Agreement(cases); ok {
		return rate
	}
	return 1
}

// canonical returns a text that is the same for equal values, "" for an empty one.
func (c Config) canonical(raw []byte) string {
	v, err := document.Of(raw)
	if err != nil || c.empty(v) {
		return ""
	}
	return string(v.AppendCanonical(nil))
}
