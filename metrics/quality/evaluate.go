package quality

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Evaluate measures one answer against its truth, each given as [document.Of] takes
// it: JSON text ([]byte, json.RawMessage, string), a [document.Value], or a Go value.
//
// An error is a mistake in the test: in the configuration, or a truth that is nil, not JSON or,
// without Leaves, not an object. Every answer gives a Result. Where a judge or the Safety function
// fails or panics, the result says so.
//
// An answer is unreadable, and scores 0, when it is not JSON, is of another kind than the truth (a
// list, say, where the truth is an object) or is the error of an extractor that failed. Blank text,
// null, {} and the missing Value are readable: they are answers without any value.
func (c Config) Evaluate(ctx context.Context, got, want any) (Result, error) {
	if err := c.Validate(); err != nil {
		return Result{}, err
	}
	if want == nil {
		return Result{}, errors.New(`quality: want is nil; give json.RawMessage("null") for a truth without any value`)
	}
	truth, err := document.Of(want)
	if err != nil {
		return Result{}, fmt.Errorf("quality: reading the truth: %w", err)
	}
	if k := truth.Kind(); !c.Leaves && k != document.Object && k != document.Null {
		return Result{}, fmt.Errorf("quality: the truth is of type %s, want an object; set Leaves for other documents", k)
	}

	s := survey{ctx: ctx, config: c, result: Result{Weights: cmp.Or(c.Weights, DefaultWeights()), SafetyScore: 1}}
	answer, unreadable := readAnswer(got)
	if unreadable == "" {
		unreadable = otherKind(answer, truth)
	}
	s.result.Unreadable, s.result.noneIsZero = unreadable, c.NoneIsZero
	s.fuzzy, s.semantic = c.judges()
	if c.Leaves {
		if s.alignments, err = align(ctx, answer, truth); err != nil {
			return Result{}, fmt.Errorf("quality: %w", err)
		}
		s.addBoth(place{}, answer, truth)
	} else {
		s.topLevel(answer, truth)
	}
	s.safety(answer)
	return s.result, nil
}

// readAnswer returns an answer, or the missing Value and why it could not be read.
func readAnswer(got any) (answer document.Value, unreadable string) {
	switch got := got.(type) {
	case error:
		return document.Value{}, fmt.Sprintf("the extractor failed: %v", got) // also where its method panics
	case []byte:
		if len(bytes.TrimSpace(got)) == 0 {
			return document.Value{}, ""
		}
	case json.RawMessage:
		return readAnswer([]byte(got))
	case string:
		return readAnswer([]byte(got))
	}
	answer, err := document.Of(got)
	if err != nil {
		return document.Value{}, err.Error()
	}
	return answer, ""
}

// otherKind returns a message if the answer is of another kind than the truth, else "". If the truth has no value,
// every kind is right.
func otherKind(answer, truth document.Value) string {
	kind := func(v document.Value) string {
		if k := v.Kind(); k == document.Object || k == document.Array {
			return k.String()
		}
		return "single value"
	}
	got, want := kind(answer), kind(truth)
	none := answer.Blank() || answer.Kind() == document.Object && answer.Len() == 0
	if none || truth.Blank() || got == want {
		return ""
	}
	return fmt.Sprintf("it is of kind %s, and the truth of kind %s", got, want)
}

// align pairs the items of all lists as package eval does, and returns the pairs by
// the path of the list.
func align(ctx context.Context, answer, truth document.Value) (map[string]eval.Alignment, error) {
	evaluator, err := eval.Spec{}.Compile()
	if err != nil {
		return nil, err
	}
	r, err := evaluator.Evaluate(ctx, answer, truth)
	if err != nil {
		return nil, err
	}
	alignments := make(map[string]eval.Alignment, len(r.Alignments))
	for _, a := range r.Alignments {
		alignments[a.Path] = a
	}
	return alignments, nil
}

// survey is the state of one Evaluate.
type survey struct {
	ctx             context.Context
	config          Config
	fuzzy, semantic Judge
	alignments      map[string]eval.Alignment
	result          Result
}

func (s *survey) topLevel(answer, truth document.Value) {
	for key, want := range truth.LastMembers() {
		s.addKey(place{key, key}, answer.Member(key), want)
	}
	for key, got := range answer.LastMembers() {
		if !truth.Member(key).Exists() {
			s.addBucket(place{key, key}, extra, got, document.Value{})
		}
	}
	if k := answer.Kind(); k != document.Object && !answer.Blank() {
		s.addBucket(place{wholeDocument, wholeDocument}, extra, answer, document.Value{})
	}
}

// empty reports whether a value carries no information.
func (c Config) empty(v document.Value) bool {
	switch v.Kind() {
	case document.Array, document.Object:
		return v.Len() == 0 && (c.EmptyCollections || c.Leaves)
	}
	return v.Blank()
}

// addKey puts a key that the truth has into its bucket.
func (s *survey) addKey(position place, got, want document.Value) {
	switch gotEmpty, wantEmpty := s.config.empty(got), s.config.empty(want); {
	case gotEmpty && wantEmpty:
		s.addBucket(position, bothEmpty, got, want)
	case gotEmpty:
		s.addBucket(position, missing, got, want)
	case wantEmpty:
		s.addBucket(position, hallucinated, got, want)
	default:
		s.compare(position, got, want)
	}
}

// wholeDocument is printed for the empty path, as in package eval.
const wholeDocument = "(document)"

func (s *survey) addBucket(position place, b Bucket, got, want document.Value) *Key {
	k := Key{Path: position.path, Attribute: position.attribute, Bucket: b, Got: got.Raw(), Want: want.Raw()}
	if s.config.Leaves && position.path == "" {
		k.Path, k.Attribute = wholeDocument, wholeDocument
	}
	s.result.Keys = append(s.result.Keys, k)
	return &s.result.Keys[len(s.result.Keys)-1]
}

// compare compares two values under the strategy of their key.
func (s *survey) compare(position place, got, want document.Value) {
	k := s.addBucket(position, bothFilled, got, want)
	strategy, ok := s.config.Strategies[k.Attribute]
	if !ok {
		strategy = detect(want)
	}
	k.Strategy = strategy
	var rule compare.Comparator = compare.Exact{FoldCase: true, Loose: true}
	literal := want.Kind() == document.Number || want.Kind() == document.Bool
	switch strategy {
	case ignore:
		return
	case fuzzy:
		s.result.FuzzyJudge = s.fuzzy.Name
		if !literal {
			rule = s.fuzzy.comparator()
		}
	case semantic:
		s.result.SemanticJudge = s.semantic.Name
		if !literal {
			rule = s.semantic.comparator()
		}
	}
	c, err := rule.Compare(s.ctx, got, want)
	if err != nil {
		k.Error = err.Error()
		return
	}
	k.Match, k.Similarity, k.Note = c.Match, c.Similarity, c.Note
}

func (s *survey) safety(answer document.Value) {
	r := &s.result
	if s.config.Safety == nil {
		return
	}
	r.SafetyChecked = true
	score, err := guarded(s.ctx, s.config.Safety, answer)
	switch {
	case err != nil:
		r.SafetyScore, r.SafetyError = 0, err.Error()
	case !(score >= -compare.Slack && score <= 1+compare.Slack):
		r.SafetyScore, r.SafetyError = 0, fmt.Sprintf("the function returned %v, want a number in [0,1]", score)
	default:
		r.SafetyScore = clamp(score)
	}
}

func guarded(ctx context.Context, f func(context.Context, document.Value) (float64, error), v document.Value) (score float64, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the function panicked: %v", p)
		}
	}()
	return f(ctx, v)
}
