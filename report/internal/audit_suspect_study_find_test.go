package internal_test

import (
	"context"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/examples/invoices"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// rules are the invariants of all invoices of the corpus, whose rows include tax or not.
var studyRules = []invariant.Invariant{
	{Name: "adds_up", Rule: "total == sum(lines, .amount) or total == sum(lines, .amount) + tax", Tolerance: 0.01},
	{Name: "due_later", Rule: "due_date >= date"},
	{Name: "tax_below", Rule: "abs(tax) < abs(total)"},
}

// finder runs the code under study.
type finder struct {
	evaluator   *eval.Evaluator
	comparators map[string]compare.Comparator
	texts       map[string]*source.Text
	operands    map[string][]string // the attributes that a rule names
}

func newFinder() (*finder, error) {
	spec, err := eval.SpecOf[invoices.Invoice]()
	if err != nil {
		return nil, err
	}
	spec.Invariants = studyRules
	f := &finder{comparators: map[string]compare.Comparator{}, texts: map[string]*source.Text{}, operands: map[string][]string{}}
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
	if err != nil {
		return nil, err
	}
	set, err := invariant.Compile(studyRules, nil)
	for _, p := range set.Places() {
		f.operands[p.Invariant] = append(f.operands[p.Invariant], p.Attribute)
	}
	return f, err
}

func (f *finder) text(d *studied) *source.Text {
	if f.texts[d.name] == nil {
		f.texts[d.name] = source.New(d.text)
	}
	return f.texts[d.name]
}

// saysNowhere reports whether l suspects the wrong label e because the document
// does not contain it.
func saysNowhere(l audit.SuspectLabel, e wrongLabel) bool {
	return l.ID == e.doc && e.kind != leftOut && l.Path == e.leaf.path.String() && has(l, audit.Nowhere)
}

// saysBroken reports whether l suspects a label by a broken rule with the wrong label e as an
// operand. A row that was left out is an operand of its sum.
func (f *finder) saysBroken(l audit.SuspectLabel, e wrongLabel) bool {
	return l.ID == e.doc && slices.ContainsFunc(l.Evidence, func(by audit.Evidence) bool {
		_, name, _ := strings.Cut(by.Text, `it breaks "`)
		name, _, _ = strings.Cut(name, `"`)
		return by.Kind == audit.Invariant && slices.Contains(f.operands[name], e.leaf.attribute)
	})
}

func (f *finder) says(l audit.SuspectLabel, e wrongLabel) bool {
	return saysNowhere(l, e) || f.saysBroken(l, e)
}

// has reports whether l has evidence of a kind.
func has(l audit.SuspectLabel, kind audit.EvidenceKind) bool {
	return slices.ContainsFunc(l.Evidence, func(e audit.Evidence) bool { return e.Kind == kind })
}

// lint lists the suspect labels as evalreport lint does.
func (f *finder) lint(truths []studied) ([]audit.SuspectLabel, error) {
	labels, err := audit.NewFinder(f.evaluator)
	if err != nil {
		return nil, err
	}
	var documents []audit.Labelled
	for _, d := range truths {
		documents = append(documents, audit.Labelled{Where: d.name, ID: d.name, Truth: valueOf(d.truth), Text: d.text})
	}
	for _, d := range documents {
		labels.Count(d)
	}
	for _, d := range documents {
		if err := labels.Add(d); err != nil {
			return nil, err
		}
	}
	return labels.Labels(), nil
}

// nowhere reports whether the text of a document does not contain a value.
func (f *finder) nowhere(d *studied, attribute string, value any) bool {
	_, standing := f.text(d).Find(f.comparators[attribute], valueOf(value))
	return standing == source.Nowhere
}

func (f *finder) origin(a planted) source.Origin {
	return f.text(a.doc).OriginOf(f.comparators[a.attribute], valueOf(a.got), valueOf(a.want))
}

// wrong reports whether the comparator of a field finds two values different.
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
