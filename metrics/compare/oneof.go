package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// OneOf accepts any of several values, which the comparator Each compares with the answer. If the truth is an array,
// each of its items that is not empty is an accepted value; otherwise the truth is the only accepted value.
//
//	"currency": ["EUR", "€"]
//
// Null among the accepted values, or another empty value, means that absence is right: an
// empty answer then counts as a correct absence.
//
// The best accepted value counts: a match before a miss, then the higher score, then the higher similarity, then the
// first in the array. The note says which value it is, if it is not the first. An error of Each counts only if no
// accepted value matches.
type OneOf struct {
	// Each judges got against one accepted value. Default: [Exact].
	Each Comparator `json:"each,omitzero"`
	// Aliases says which values mean the same wherever they are the truth: each key and the texts of its list match one
	// another, whatever Each says. A key may be a number or a bool.
	//
	//	{"EUR": ["€", "Euro"], "true": ["yes", "x"], "1": ["one"]}
	//
	// Truth and answer are looked up, texts after [Fold]: "euro" matches EUR, and "Yes" matches true. Values of two lists
	// never match. Each compares an answer in no list with each text of the truth's list. A text must not be in two lists.
	Aliases map[string][]string `json:"aliases,omitzero"`
}

func (OneOf) name() string { return "one_of" }

// pairing is at least PairByMatch: only Each can say whether an array of accepted values contains got, and Each may be
// costly.
func (o OneOf) pairing() Pairing { return max(PairingOf(o.Each), PairByMatch) }

func (o OneOf) sentence() string {
	text := "one of the accepted values: " + Sentence(o.Each)
	if len(o.Aliases) > 0 {
		text += "; aliases of " + strings.Join(slices.Sorted(maps.Keys(o.Aliases)), ", ")
	}
	return text
}

// validate returns the error of Each.
func (o OneOf) validate() error {
	_, err := o.prepare()
	return err
}

// MarshalJSON writes {"each": …, "aliases": …} with the name of the inner comparator
// and its options, the form that [Parse] reads.
func (o OneOf) MarshalJSON() ([]byte, error) {
	var written struct {
		Each    json.RawMessage     `json:"each,omitzero"`
		Aliases map[string][]string `json:"aliases,omitempty"`
	}
	written.Aliases = o.Aliases
	if o.Each != nil {
		name, options, err := Describe(o.Each)
		if err != nil {
			return nil, err
		}
		written.Each = kind.JoinMatch(keyMatch, name, options)
	}
	return gojson.Marshal(written)
}

// decode reads a OneOf for Parse. It takes custom since Each may be a comparator of the user's.
func (OneOf) decode(object document.Value, custom map[string]func(json.RawMessage) (Comparator, error)) (Comparator, error) {
	var o OneOf
	o.Aliases = kind.ListsOf(object.Member("aliases"))
	if each := object.Member("each"); each.Exists() {
		name, options, ok := kind.SplitMatch(each, keyMatch)
		if !ok {
			return nil, optionErrorf("one_of", "each", `it has no "match", the name of a comparator`)
		}
		var err error
		if o.Each, err = Parse(name, options, custom); err != nil {
			return nil, withinEach(err)
		}
	}
	if err := o.validate(); err != nil {
		return nil, err
	}
	return o, nil
}

// withinEach says of errors of the inner comparator that they are.
func withinEach(err error) error {
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		errs := arithmetic.Each(e.Unwrap(), withinEach)
		return errors.Join(errs...)
	case *OptionError:
		problem := e.Problem
		if e.Example != "" {
			problem += fmt.Sprintf("; give one, such as %q", e.Example)
		}
		return &OptionError{Comparator: "one_of", Key: strings.TrimSuffix("each."+e.Key, "."), Problem: problem}
	}
	return fmt.Errorf("compare: one_of: each: %w", err)
}

// Compare implements [Comparator].
func (o OneOf) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, o, got, want)
}

type preparedOneOf struct {
	each    Comparator
	aliases kind.Groups
}

func (o OneOf) prepare() (Comparator, error) { return o.compile() }

func (o OneOf) compile() (p preparedOneOf, err error) {
	if Name(o.Each) == (Ignore{}).name() {
		return p, optionErrorf("one_of", "each", "ignore judges nothing; give the field itself the match ignore")
	}
	each, err := Prepare(o.Each)
	if err != nil {
		return p, withinEach(err)
	}
	groups, err := kind.NewGroups(o.Aliases)
	if err != nil {
		return p, optionErrorf("one_of", "aliases", "%v", err)
	}
	return preparedOneOf{each, groups}, nil
}

func (o preparedOneOf) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	s := search{each: o.each, group: o.aliases.Of(got)}
	if want.Kind() != document.Array {
		o.tryAliases(ctx, &s, 0, got, want)
		return s.result(1)
	}
	spent := 0 // since the last check of the context
	for i, accepted := range want.Items() {
		if accepted.Blank() {
			continue
		}
		// A list may be very long, and long texts take time.
		const often, cells = 256, 1 << 12
		if spent += 1 + int(min(int64(len(got.RawText()))*int64(len(accepted.RawText()))/cells, often)); spent > often && i > 0 {
			if err := ctx.Err(); err != nil {
				return Comparison{}, err
			}
			spent = 0
		}
		o.tryAliases(ctx, &s, i, got, accepted)
		if s.finished() {
			break
		}
	}
	if !s.compared && s.failed == nil {
		return Comparison{Note: noAcceptedValue}, nil
	}
	return s.result(want.Len())
}

const noAcceptedValue = "the truth lists no accepted value"

// tryAliases tries an accepted value, and its aliases.
func (o preparedOneOf) tryAliases(ctx context.Context, s *search, position int, got, accepted document.Value) {
	group := o.aliases.Of(accepted)
	if group != nil && s.group != nil {
		same := group == s.group
		alias := accepted
		if same {
			alias = got
		}
		s.offer(Binary(same), position, accepted, alias)
		return
	}
	s.tryValue(ctx, position, got, accepted, accepted)
	if group == nil {
		return
	}
	for _, value := range group.Values {
		if value.RawText() != accepted.RawText() && !s.finished() {
			s.tryValue(ctx, position, got, accepted, value)
		}
	}
}

// search looks for the accepted value that is nearest to got.
type search struct {
	each     Comparator
	group    *kind.Group // of got
	best     Comparison
	compared bool // best is set, and so are position, accepted and alias
	mixed    bool // the misses have different tags
	position int
	accepted document.Value
	alias    document.Value // accepted itself, or one of its aliases
	failed   error
}

func (s *search) finished() bool { return s.best.Match && s.best.Score >= 1 }

func (s *search) tryValue(ctx context.Context, position int, got, accepted, alias document.Value) {
	// Where package eval collects the questions of a case, the context holds their collection.
	questions, collects := ctx.Value((*Asker)(nil)).(interface {
		Note(c Comparator, got, want document.Value) bool
	})
	if collects && questions.Note(s.each, got, alias) {
		return
	}
	c, err := s.each.Compare(ctx, got, alias)
	if err != nil {
		s.failed = cmp.Or(s.failed, err)
		return
	}
	s.offer(c, position, accepted, alias)
}

// offer takes the comparison of got with an accepted value, or with one of its aliases, if it is the best so far.
func (s *search) offer(c Comparison, position int, accepted, alias document.Value) {
	s.mixed = s.mixed || s.compared && c.Tag != s.best.Tag
	if !s.compared || better(c, s.best) {
		s.best, s.compared = c, true
		s.position, s.accepted, s.alias = position, accepted, alias
	}
}

func (s *search) result(values int) (Comparison, error) {
	if s.mixed { // no tag is true of every accepted value
		s.best.Tag = ""
	}
	switch {
	case !s.best.Match && s.failed != nil:
		return Comparison{}, s.failed
	case s.alias.RawText() != s.accepted.RawText():
		s.best.Note = joinNotes(meansSame(s.alias, s.accepted), s.best.Note)
	case s.position > 0:
		s.best.Note = joinNotes("accepted value "+strconv.Itoa(s.position+1)+" of "+strconv.Itoa(values), s.best.Note)
	}
	return s.best, nil
}

// Read returns the reading of a truth for the function [Read]. It is the reading of the first accepted value that the
// inner comparator cannot read. If it can read all, it is the reading of the first ambiguous one, or else of the first.
func (o preparedOneOf) Read(want document.Value) (worst Reading, ok bool) {
	switch {
	case want.Kind() != document.Array:
		return o.readOne(want)
	case want.Len() == 0:
		return Reading{Why: noAcceptedValue}, true
	}
	for _, accepted := range want.Items() {
		r, reads := o.readOne(accepted)
		if reads && (!ok || worst.OK && (!r.OK || r.Ambiguous && !worst.Ambiguous)) {
			worst, ok = r, true
		}
	}
	return worst, ok
}

// readOne reads an accepted value. One that has aliases needs no reading.
func (o preparedOneOf) readOne(accepted document.Value) (r Reading, ok bool) {
	if r, ok = Read(o.each, accepted); ok && !r.OK && o.aliases.Of(accepted) != nil {
		return Reading{OK: true}, true
	}
	return r, ok
}

func meansSame(alias, value document.Value) string {
	quoted := func(v document.Value) string {
		if v.Kind() == document.String {
			return strconv.Quote(shorten(v.Text()))
		}
		return shorten(v.RawText())
	}
	return quoted(alias) + " means the same as " + quoted(value)
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
