package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// OneOf accepts any of several values: where the truth is an array, each of its
// items that is not empty is an accepted value, under the comparator Each; a truth
// that is not an array is the only accepted value.
//
//	"currency": ["EUR", "€"]
//
// The best counts: a match before none, then the higher score, the higher
// similarity, the one that stands first. A note says which value it was when it
// was not the first. An error of Each counts only where nothing else matches.
type OneOf struct {
	// Each judges got against one accepted value. Default: [Exact].
	Each Comparator `json:"each,omitzero"`
}

func (OneOf) name() string { return "one_of" }

// Whether an array of accepted values has got is a question for Each, which may be
// costly.
func (o OneOf) pairing() Pairing { return max(PairingOf(o.Each), PairByMatch) }

// Validate returns what is wrong with Each.
func (o OneOf) Validate() error {
	_, err := o.prepare()
	return err
}

// MarshalJSON writes {"each": …} with the name of the inner comparator and its
// options, the form that [Parse] reads.
func (o OneOf) MarshalJSON() ([]byte, error) {
	if o.Each == nil {
		return []byte("{}"), nil
	}
	name, options, err := Describe(o.Each)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(name)
	if err != nil {
		return nil, err
	}
	out := append([]byte(`{"each":{"match":`), text...)
	if inner := bytes.TrimSpace(options[1:]); inner[0] != '}' {
		out = append(out, ',')
	}
	return append(append(out, options[1:]...), '}'), nil
}

// decode is that of Parse, as Each may be a comparator of the user's.
func (OneOf) decode(object document.Value, custom map[string]func(json.RawMessage) (Comparator, error)) (Comparator, error) {
	each := object.Member("each")
	if !each.Exists() {
		return OneOf{}, nil
	}
	name, options, err := splitMatch(each)
	if err != nil {
		return nil, err
	}
	c, err := Parse(name, options, custom)
	if err != nil {
		return nil, withinEach(err)
	}
	return OneOf{Each: c}, nil
}

// splitMatch takes a comparator in a spec apart: "fuzzy", or
// {"match": "fuzzy", "threshold": 0.9}.
func splitMatch(each document.Value) (name string, options json.RawMessage, err error) {
	if each.Kind() == document.String {
		return each.Text(), nil, nil
	}
	match := each.Member(keyMatch)
	if match.Kind() != document.String {
		return "", nil, optionErrorf("one_of", "each", `it has no "match", the name of a comparator`)
	}
	options = append(options, '{')
	for key, value := range each.Members() {
		if key == keyMatch {
			continue
		}
		if len(options) > 1 {
			options = append(options, ',')
		}
		quoted, err := json.Marshal(key)
		if err != nil {
			return "", nil, err
		}
		options = append(append(append(options, quoted...), ':'), value.Raw()...)
	}
	return match.Text(), append(options, '}'), nil
}

// withinEach says of errors of the inner comparator that they are.
func withinEach(err error) error {
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		var errs []error
		for _, inner := range e.Unwrap() {
			errs = append(errs, withinEach(inner))
		}
		return errors.Join(errs...)
	case *OptionError:
		return &OptionError{Comparator: "one_of", Key: strings.TrimSuffix("each."+e.Key, "."), Problem: e.Problem}
	}
	return fmt.Errorf("compare: one_of: each: %w", err)
}

// Compare implements [Comparator].
func (o OneOf) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	p, err := o.prepare()
	if err != nil {
		return Comparison{}, err
	}
	return p.Compare(ctx, got, want)
}

type preparedOneOf struct{ each Comparator }

func (o OneOf) prepare() (Comparator, error) {
	each, err := Prepare(o.Each)
	if err != nil {
		return nil, withinEach(err)
	}
	return preparedOneOf{each}, nil
}

func (o preparedOneOf) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	if want.Kind() != document.Array {
		return o.each.Compare(ctx, got, want)
	}
	var best Comparison
	var failed error
	position := -1
	for i, accepted := range want.Items() {
		if accepted.Empty() {
			continue
		}
		c, err := o.each.Compare(ctx, got, accepted)
		if err != nil {
			if failed == nil {
				failed = err
			}
			continue
		}
		if position < 0 || better(c, best) {
			best, position = c, i
		}
		if best.Match && best.Score >= 1 {
			break
		}
	}
	switch {
	case !best.Match && failed != nil:
		return Comparison{}, failed
	case position < 0:
		return Comparison{Note: "the truth lists no accepted value"}, nil
	case position > 0:
		best.Note = joinNotes(fmt.Sprintf("accepted value %d of %d", position+1, want.Len()), best.Note)
	}
	return best, nil
}

func better(a, b Comparison) bool {
	if a.Match != b.Match {
		return a.Match
	}
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	return a.Similarity > b.Similarity
}
