package rescore

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Neighbourhood is what the neighbours of the rules of one data set would change.
type Neighbourhood struct {
	Package string `json:"package,omitzero"`
	Dataset string `json:"dataset"`
	// Answers is how many were evaluated, of all trials, and Left how many were not, as
	// their records have none, or there were more than MaxAnswers.
	Answers int `json:"answers"`
	Left    int `json:"left,omitzero"`
	// Tried is how many neighbouring rules there are, each of which was tried by itself.
	Tried int `json:"tried"`
	// Fields are the fields of which it is, in the order of the spec: attributes, and
	// "lines[]" for the pairing of a list.
	Fields []string `json:"fields,omitempty"`
	// Neighbours are those that change F1, the largest change first.
	Neighbours []Neighbour `json:"neighbours"`
	// Untried are fields whose rules have no neighbours, with the reason.
	Untried []string `json:"untried,omitempty"`
	// Why says why nothing was tried, "" where something was.
	Why string `json:"why,omitzero"`
}

// Neighbour is a rule beside that of the spec.
type Neighbour struct {
	// Attribute names the field, "lines[].amount"; of the pairing of a list, "lines[]".
	Attribute string `json:"attribute"`
	// Rule is what the spec would say of it: "threshold: 0.8 (now 0.85)".
	Rule string `json:"rule"`
	// Before and After are F1 of the attribute, of a pairing the micro F1 of the list, over
	// the same answers.
	Before report.Ratio `json:"before"`
	After  report.Ratio `json:"after"`
	// Better and Worse are the answers with fewer and with more mistakes.
	Better int `json:"better"`
	Worse  int `json:"worse"`
	// Examples are the first values that it would judge otherwise.
	Examples []Example `json:"examples"`
}

// Change is After less Before, where one that is undefined is 0.
func (n Neighbour) Change() float64 { return n.After.Value - n.Before.Value }

// Example is a value that is judged otherwise.
type Example struct {
	Case   string          `json:"case"`
	Path   string          `json:"path"`
	Before metrics.Outcome `json:"before"`
	After  metrics.Outcome `json:"after"`
	Got    json.RawMessage `json:"got,omitzero"`
	Want   json.RawMessage `json:"want,omitzero"`
}

// WhatIf bounds the search for neighbours. The zero value has the defaults.
type WhatIf struct {
	// MaxAnswers is how many answers are evaluated, the first of each artifact. Default
	// 10,000.
	MaxAnswers int
	// MaxExamples is how many examples a neighbour has. Default 3.
	MaxExamples int
}

// Try evaluates the answers of one artifact, each rule of the spec of their run by itself
// replaced by each of its neighbours: another tolerance, format, order of dates, folding or
// algorithm, a threshold .05 below and above, another field to pair items by. It says
// which are too strict or too lax to tell right from wrong, and not which is right: look at
// the examples. Rules that call functions of the user's have no neighbours. The result
// depends on the artifact alone.
func (w WhatIf) Try(ctx context.Context, from artifact.Source) ([]Neighbourhood, error) {
	w.MaxAnswers, w.MaxExamples = cmp.Or(max(w.MaxAnswers, 0), 10_000), cmp.Or(max(w.MaxExamples, 0), 3)
	var all []Neighbourhood
	var at *search
	var failed error
	_, err := artifact.Walk(from, artifact.Visitor{
		Begin: func(s *artifact.Section) {
			if failed == nil {
				at, failed = w.begin(s)
			}
		},
		Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
			if failed == nil {
				failed = at.add(ctx, c)
			}
			return nil
		},
		End: func(*artifact.Section) {
			if failed == nil {
				all = append(all, at.end())
			}
		},
	})
	return all, errors.Join(failed, err)
}

// search is the state of one data set.
type search struct {
	WhatIf
	found  Neighbourhood
	policy metrics.Policy
	tops   []top
	// base and one are results of one answer, whose memory is used again.
	base, one eval.Result
}

// top is a field of the spec by itself, and its variants.
type top struct {
	*again
	tries []*try
}

// try is one variant so far.
type try struct {
	variant
	*again
	before, after metrics.Counts
	Neighbour
}

func (w WhatIf) begin(s *artifact.Section) (*search, error) {
	to := &search{WhatIf: w, policy: s.Dataset.Policy, found: Neighbourhood{Package: s.Package, Dataset: s.Dataset.Name, Neighbours: []Neighbour{}}}
	if s.Dataset.Redaction().Active() {
		to.found.Why = "values are redacted, and so records keep no answers"
		return to, nil
	}
	spec, untried, err := triable(s.Dataset.Spec)
	if err != nil {
		return nil, fmt.Errorf("%s: data set %q: the spec of the run: %w", s.Source, s.Dataset.Name, err)
	}
	to.found.Untried = untried
	if len(spec.Fields) == 0 {
		to.found.Why = "the spec names no field whose rule could be replaced"
		return to, nil
	}
	for _, f := range spec.Fields {
		alone := spec
		alone.Fields = []eval.Field{f}
		base, err := newAgain(s, alone, nil)
		if err != nil {
			return nil, err
		}
		t := top{again: base}
		for _, v := range variants(f, "") {
			alone.Fields = []eval.Field{v.field}
			a, err := newAgain(s, alone, nil)
			if err != nil {
				continue // no such rule: a list cannot be paired by it
			}
			if !slices.Contains(to.found.Fields, v.attribute) {
				to.found.Fields = append(to.found.Fields, v.attribute)
			}
			t.tries = append(t.tries, &try{variant: v, again: a, Neighbour: Neighbour{Attribute: v.attribute, Rule: v.rule}})
		}
		to.found.Tried += len(t.tries)
		to.tops = append(to.tops, t)
	}
	return to, nil
}

// triable returns the recorded spec without fields that have no neighbours: those that call
// a function of the user's, which are named, and those that are ignored.
func triable(recorded json.RawMessage) (spec eval.Spec, untried []string, err error) {
	was, _, err := readRecorded(recorded)
	spec = eval.Spec{EmptyCollections: was.EmptyCollections, Lenient: was.Lenient, LenientPaths: was.LenientPaths, Unlabeled: was.Unlabeled, DateOrders: was.DateOrders}
	for _, f := range was.Fields {
		if called := calls(f); called != "" {
			untried = append(untried, fmt.Sprintf("%s is judged by %s, which is not called", f.Path, called))
		} else if f.Match == nil || compare.Name(f.Match) != "ignore" {
			spec.Fields = append(spec.Fields, f)
		}
	}
	return spec, untried, err
}

// calls returns the name of a comparator of the user's in a field, "" for none.
func calls(f eval.Field) (name string) {
	if f.Set != nil {
		f.Match = f.Set.Match
	}
	if of, ok := f.Match.(compare.OneOf); ok {
		f.Match = of.Each
	}
	if f.List != nil {
		for _, inner := range f.List.Fields {
			name = cmp.Or(name, calls(inner))
		}
	}
	if of, ok := f.Match.(*function); ok {
		return of.name
	}
	return name
}

func (s *search) add(ctx context.Context, c *report.Case) error {
	if c.Status != report.OK || c.Unlabelled || s.found.Why != "" {
		return nil // a call that failed is right under no rule
	}
	d, err := documentsOf(c, true)
	if err != nil || s.found.Answers == s.MaxAnswers {
		s.found.Left++
		return nil
	}
	for _, t := range s.tops {
		if err := t.evaluate(ctx, &s.base, d, nil); err != nil { // what a text says changes no count
			return fmt.Errorf("case %q: %w", c.ID, err)
		}
		for _, v := range t.tries {
			if err := v.evaluate(ctx, &s.one, d, nil); err != nil {
				return fmt.Errorf("case %q: %s: %s: %w", c.ID, v.Attribute, v.Rule, err)
			}
			s.compare(v, c, &s.base, &s.one)
		}
	}
	s.found.Answers++
	return nil
}

// counts adds up what a variant is about.
func (v *try) counts(r *eval.Result) (sum metrics.Counts) {
	for _, row := range r.Table.Attributes {
		if !row.Items && (v.list && strings.HasPrefix(row.Attribute, v.variant.attribute) || row.Attribute == v.variant.attribute) {
			sum = sum.Plus(row.Counts)
		}
	}
	return sum
}

func (s *search) compare(v *try, c *report.Case, before, after *eval.Result) {
	was, is := v.counts(before), v.counts(after)
	v.before, v.after = v.before.Plus(was), v.after.Plus(is)
	mistakes := func(c metrics.Counts) int {
		m := c.Confusion(s.policy)
		return m.FP + m.FN
	}
	switch a, b := mistakes(was), mistakes(is); {
	case b < a:
		v.Better++
	case b > a:
		v.Worse++
	}
	if len(v.Examples) < s.MaxExamples && was != is {
		if e, ok := v.example(before.Fields, after.Fields); ok {
			e.Case = c.ID
			v.Examples = append(v.Examples, e)
		}
	}
}

// example returns the first leaf that is judged otherwise, rather one that matches before
// or after.
func (v *try) example(before, after []eval.FieldResult) (found Example, ok bool) {
	type place struct {
		path    string
		invents bool // an index of got, not of want
	}
	of := func(f *eval.FieldResult) place { return place{f.Path, len(f.GotIndex) > 0 && len(f.WantIndex) == 0} }
	was := map[place]metrics.Outcome{}
	for i := range before {
		was[of(&before[i])] = before[i].Outcome
	}
	for i := range after {
		f := &after[i]
		o, known := was[of(f)]
		if !known || o == f.Outcome || !v.list && f.Attribute != v.variant.attribute {
			continue
		}
		if matches := o.Hit() || f.Outcome.Hit(); matches || !ok {
			found, ok = Example{Path: f.Path, Before: o, After: f.Outcome, Got: brief(f.Got), Want: brief(f.Want)}, true
			if matches {
				break
			}
		}
	}
	return found, ok
}

// brief bounds a value that is quoted, as a string where it is cut.
func brief(value json.RawMessage) json.RawMessage {
	const most = 200
	if len(value) <= most {
		return slices.Clone(value)
	}
	return gjson.AppendJSONString(nil, strings.ToValidUTF8(string(value[:most]), "")+"…")
}

func (s *search) end() Neighbourhood {
	if s.found.Why == "" && s.found.Answers == 0 {
		s.found.Why = "no record of an answer has it whole: it was made by an earlier version or with EVALTEST_ANSWERS=off, or answers are longer than 64 KiB; run the test again"
	}
	for _, t := range s.tops {
		for _, v := range t.tries {
			before, okBefore := v.before.Confusion(s.policy).F1()
			after, okAfter := v.after.Confusion(s.policy).F1()
			v.Before, v.After = report.RatioOf(before, okBefore), report.RatioOf(after, okAfter)
			if v.Before != v.After {
				s.found.Neighbours = append(s.found.Neighbours, v.Neighbour)
			}
		}
	}
	slices.SortStableFunc(s.found.Neighbours, func(a, b Neighbour) int {
		return cmp.Compare(math.Abs(b.Change()), math.Abs(a.Change()))
	})
	return s.found
}
