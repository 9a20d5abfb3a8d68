package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/examples/invoices"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/invariant"
)

// rules are what must hold of every invoice of the corpus: the rows are with or without tax.
var rules = []invariant.Invariant{
	{Name: "adds_up", Rule: "total == sum(lines, .amount) or total == sum(lines, .amount) + tax", Tolerance: 0.01},
	{Name: "due_later", Rule: "due_date >= date"},
	{Name: "tax_below", Rule: "abs(tax) < abs(total)"},
}

// inText is the check that values stand in the text.
const inText = "in source"

func ruleNames() (names []string) {
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return names
}

// finder is what is measured.
type finder struct {
	evaluator   *eval.Evaluator
	comparators map[string]compare.Comparator
	texts       map[string]*source.Text
}

func newFinder() (*finder, error) {
	spec, err := eval.SpecOf[invoices.Invoice]()
	if err != nil {
		return nil, err
	}
	spec.Invariants = rules
	f := &finder{comparators: map[string]compare.Comparator{}, texts: map[string]*source.Text{}}
	f.evaluator, err = spec.Compile()
	for _, field := range spec.Fields {
		if field.List == nil {
			f.comparators[field.Path] = field.Match
			continue
		}
		for _, of := range field.List.Fields {
			f.comparators[field.Path+"[]."+of.Path] = of.Match
		}
	}
	return f, err
}

func (f *finder) text(d *doc) *source.Text {
	if f.texts[d.name] == nil {
		f.texts[d.name] = source.New(d.text)
	}
	return f.texts[d.name]
}

// suspect is a finding about a truth.
type suspect struct {
	doc, check string
	about      []string // a path, or the attributes that a rule names
}

// isOf reports whether a finding is about a wrong label.
func (s suspect) isOf(e wrongLabel) bool {
	if s.doc != e.doc {
		return false
	}
	if s.check == inText {
		return s.about[0] == pathOf(e.leaf.path) && e.kind != leftOut
	}
	return slices.Contains(s.about, e.leaf.attribute)
}

func pathOf(path []any) string {
	var text strings.Builder
	for _, step := range path {
		switch step := step.(type) {
		case string:
			if text.Len() > 0 {
				text.WriteByte('.')
			}
			text.WriteString(step)
		case int:
			fmt.Fprintf(&text, "[%d]", step)
		}
	}
	return text.String()
}

// lint lists the truths that break a rule, and their values that stand nowhere.
func (f *finder) lint(truths []doc) ([]suspect, error) {
	set, err := invariant.Compile(rules, nil)
	if err != nil {
		return nil, err
	}
	names := map[string][]string{}
	for _, p := range set.Places() {
		names[p.Invariant] = append(names[p.Invariant], p.Attribute)
	}
	var suspects []suspect
	for i := range truths {
		d := &truths[i]
		for _, r := range f.evaluator.Check(context.Background(), encode(d.truth)).Invariants {
			if r.State == invariant.Broken {
				suspects = append(suspects, suspect{d.name, r.Name, names[r.Name]})
			}
		}
		for _, v := range leaves(d.truth) {
			if f.nowhere(d, v.attribute, v.value) {
				suspects = append(suspects, suspect{d.name, inText, []string{pathOf(v.path)}})
			}
		}
	}
	return suspects, nil
}

// nowhere reports whether a value stands nowhere in the text of a document.
func (f *finder) nowhere(d *doc, attribute string, value any) bool {
	_, standing := f.text(d).Find(f.comparators[attribute], valueOf(value))
	return standing == source.Nowhere
}

func (f *finder) origin(a answer) source.Origin {
	return f.text(a.doc).OriginOf(f.comparators[a.attribute], valueOf(a.got), valueOf(a.want))
}

// wrong reports whether the comparator of a field tells two values apart.
func (f *finder) wrong(attribute string, got, want any) bool {
	c, err := f.comparators[attribute].Compare(context.Background(), valueOf(got), valueOf(want))
	return err == nil && !c.Match
}

func valueOf(v any) document.Value {
	value, err := document.Parse(encode(v))
	if err != nil {
		panic(err) // it was encoded just now
	}
	return value
}
