package quality

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Config says how the quality of a document is measured. The zero value compares top-level keys, detects strategies,
// uses the built-in judges and DefaultWeights, and takes every answer as safe.
type Config struct {
	// Strategies maps keys to their strategies. A key that is not in the map has the strategy "SEMANTIC" if
	// [compare.Auto] would compare its truth by similarity, else "EXACT", as for numbers, dates, e-mail addresses,
	// codes and other text with digits. With Leaves a key is an attribute, the path of a leaf without indices:
	// "vendor.name", "lines[].amount", "tags[]".
	Strategies map[string]Strategy
	// Leaves compares all leaves of the documents in place of their top-level keys. The items of lists are paired
	// first, as in package eval for a spec without fields. Items without any value are left out.
	Leaves bool
	// EmptyCollections takes [] and {} as empty values of a key, like null and "". With
	// Leaves they always are.
	EmptyCollections bool
	// Fuzzy and Semantic are the judges of the strategies FUZZY and SEMANTIC. A Judge without a function means the
	// built-in judge, with Threshold if that is set.
	Fuzzy, Semantic Judge
	// Safety returns the safety of an answer, in [0,1]: 1 for an answer without, say, personal data or instructions to
	// the reader. Without the function the safety is 1. An answer that is not JSON is the missing Value.
	Safety func(ctx context.Context, answer document.Value) (float64, error)
	// NoneIsZero sets the accuracy of an answer to 0 if the truth has values and the answer has a value for none of
	// them. By the formula the accuracy of an answer without any value is 1, since it states no wrong value, and its
	// RQS is 0.60 with DefaultWeights: more than the 0.40 of an answer with only wrong values.
	NoneIsZero bool
	// Weights are the weights of the score. The zero value means DefaultWeights.
	Weights Weights
}

// Weights are the factors of the score: it adds accuracy, completeness and safety, and subtracts hallucination.
type Weights struct {
	Accuracy      float64 `json:"accuracy"`
	Completeness  float64 `json:"completeness"`
	Safety        float64 `json:"safety"`
	Hallucination float64 `json:"hallucination"`
}

// DefaultWeights returns 0.45, 0.25, 0.15 and 0.15. A perfect document reaches 0.85
// with them.
func DefaultWeights() Weights {
	return Weights{Accuracy: 0.45, Completeness: 0.25, Safety: 0.15, Hallucination: 0.15}
}

// Attainable returns the score of a perfect document: the sum of the weights of
// accuracy, completeness and safety, at most 1.
func (w Weights) Attainable() float64 {
	return clamp(w.Accuracy + w.Completeness + w.Safety)
}

// score returns the score by its formula, clamped to [0,1].
func (w Weights) score(accuracy, completeness, safety, hallucination float64) float64 {
	return clamp(w.Accuracy*accuracy + w.Completeness*completeness + w.Safety*safety - w.Hallucination*hallucination)
}

func clamp(x float64) float64 { return min(max(x, 0), 1) }

// Validate returns an error that joins all mistakes in c.
func (c Config) Validate() error {
	errs := []error{c.Fuzzy.validate("Fuzzy"), c.Semantic.validate("Semantic")}
	for _, key := range slices.Sorted(maps.Keys(c.Strategies)) {
		errs = append(errs, c.Strategies[key].validate(key))
	}
	for _, w := range []struct {
		name  string
		value float64
	}{
		{"Accuracy", c.Weights.Accuracy}, {"Completeness", c.Weights.Completeness},
		{"Safety", c.Weights.Safety}, {"Hallucination", c.Weights.Hallucination},
	} {
		if !(w.value >= 0) || math.IsInf(w.value, 0) {
			errs = append(errs, fmt.Errorf("quality: weight %s is %v, want a number that is not negative", w.name, w.value))
		}
	}
	return errors.Join(errs...)
}

// judges returns the judges, with the built-in ones filled in.
func (c Config) judges() (fuzzy, semantic Judge) {
	fuzzy = c.Fuzzy.merge(Judge{Name: nameLevenshtein, Similarity: levenshtein, Threshold: compare.DefaultFuzzyThreshold})
	semantic = c.Semantic.merge(Judge{Name: nameLexical, Similarity: Lexical, Threshold: compare.DefaultSemanticThreshold})
	return fuzzy, semantic
}

// Strategy names how the two values of one key are compared.
//
//   - "EXACT" demands the same value; case, and whether a number is written as a text, make no
//     difference: [compare.Exact] with FoldCase and Loose.
//   - "FUZZY" demands the Threshold of the Fuzzy judge, 0.85 by default.
//   - "SEMANTIC" demands the Threshold of the Semantic judge, 0.80 by default.
//   - "IGNORE" leaves the key out of the accuracy, and of nothing else.
type Strategy string

const (
	exact    Strategy = "EXACT"
	fuzzy    Strategy = "FUZZY"
	semantic Strategy = "SEMANTIC"
	ignore   Strategy = "IGNORE"
)

var strategies = []Strategy{exact, fuzzy, semantic, ignore}

func (s Strategy) validate(key string) error {
	if !slices.Contains(strategies, s) {
		return fmt.Errorf("quality: key %q: unknown strategy %q, want one of %q", key, string(s), strategies)
	}
	return nil
}

// detect returns the strategy of a key that Strategies does not name, by the kind of its truth.
func detect(want document.Value) Strategy {
	if compare.Name(compare.Auto{}.For(want)) == compare.Name(compare.Fuzzy{}) {
		return semantic
	}
	return exact
}

// ParseStrategies reads strategies from a JSON object, such as a file beside the test:
//
//	{"name": "FUZZY", "bio": "SEMANTIC", "lines[].note": "IGNORE"}
//
// The keys have the form of [Config.Strategies]. The error joins all mistakes: an unknown strategy,
// a value that is not a string, a key that appears twice.
func ParseStrategies(data []byte) (map[string]Strategy, error) {
	v, err := document.Parse(files.WithoutMark(data))
	if err != nil {
		return nil, fmt.Errorf("quality: strategies: %w", err)
	}
	if v.Kind() != document.Object {
		return nil, fmt.Errorf(`quality: strategies: got a JSON value of type %s, want an object such as {"name": "FUZZY"}`, v.Kind())
	}
	parsed := make(map[string]Strategy, v.Len())
	var errs []error
	for key, value := range v.Members() {
		if _, ok := parsed[key]; ok {
			errs = append(errs, fmt.Errorf("quality: key %q appears twice", key))
		}
		s := Strategy(value.Text())
		if value.Kind() != document.String {
			errs = append(errs, fmt.Errorf("quality: key %q: got %s, want one of %q", key, words.Excerpt(value.RawText(), 60), strategies))
		} else if err := s.validate(key); err != nil {
			errs = append(errs, err)
		}
		parsed[key] = s
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return parsed, nil
}
