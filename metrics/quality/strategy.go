package quality

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Strategy names how the two values of one key are compared.
//
//   - "EXACT" demands the same value; case, and whether a number is written as a text, make no
//     difference: [compare.Exact] with FoldCase and Loose.
//   - "FUZZY" demands a similarity of 0.85 from the Fuzzy judge.
//   - "SEMANTIC" demands a similarity of 0.80 from the Semantic judge.
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
	v, err := document.Parse(bytes.TrimPrefix(data, []byte("\ufeff")))
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
