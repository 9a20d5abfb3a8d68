// Package rule reads rules, yes/no expressions over the values of one document, and checks
// documents against them. The field Rule of invariant.Invariant documents the language.
//
// The parser of github.com/expr-lang/expr reads the text (parse.go). This package gives the
// tree its meaning (compile.go, evaluate.go), since a rule needs more than a general
// evaluator has: exact decimals and calendar dates as the comparators of a spec read them
// (value.go, arithmetic.go), an empty operand that makes a rule not applicable, the
// operands of a broken rule in a note (explain.go), and a bound on the work.
package rule

import (
	"context"
	"errors"
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// MaxSteps bounds the work of a rule, beside one step for each byte of the document. In one
// step a rule looks at a value or skips 64 bytes.
const MaxSteps = 1_000_000

// Rule is the compiled form of a text. It does not change and is safe for concurrent use.
type Rule struct {
	root     *node
	places   []string
	tolerant bool
}

// Places returns the attributes that the rule names ("vendor.name", "lines[].amount"), each
// once, in the order of the text.
func (r *Rule) Places() []string { return r.places }

// Tolerant reports whether a tolerance would change anything: whether the rule has ==,
// !=, <= or >=.
func (r *Rule) Tolerant() bool { return r.tolerant }

// Bound is a rule with the comparators of the values that it names.
type Bound struct {
	rule      *Rule
	fields    []compare.Comparator // by place
	tolerance *apd.Decimal         // nil without one
}

// Bind gives each value that the rule names its comparator: field returns the comparator of
// an attribute, nil for an attribute without a field. The tolerance is finite and not
// negative.
func (r *Rule) Bind(tolerance float64, field func(attribute string) compare.Comparator) (*Bound, error) {
	b := &Bound{rule: r, fields: make([]compare.Comparator, len(r.places))}
	if tolerance > 0 {
		// The author meant its shortest text: 0.1 is one tenth.
		d, _, err := apd.NewFromString(fmt.Sprint(tolerance))
		if err != nil {
			return nil, fmt.Errorf("tolerance %v: %w", tolerance, err)
		}
		b.tolerance = d
	}
	for i, attribute := range r.places {
		if field == nil {
			break
		}
		c := field(attribute)
		if c == nil || compare.Name(c) == "auto" {
			continue
		}
		prepared, err := compare.Prepare(c)
		if err != nil {
			return nil, err
		}
		b.fields[i] = prepared
	}
	return b, nil
}

// State is the outcome of a rule; package invariant has the same names.
type State string

const (
	Holds         State = "holds"
	Broken        State = "broken"
	NotApplicable State = "not_applicable"
	Errored       State = "errored"
)

// Outcome is the result of a rule on one document.
type Outcome struct {
	State State
	Note  string   // the operands, or the fault of one; empty for a rule that holds
	Paths []string // the places of the operands
}

// Check checks a document against the rule. It takes at most [MaxSteps] steps and one for
// each byte of the document, and as many again to explain a broken rule. Beyond, and when
// ctx ends, the outcome is [Errored].
func (b *Bound) Check(ctx context.Context, doc document.Value) Outcome {
	m := newMachine(ctx, b, doc)
	v, err := m.evalYesNo(b.rule.root)
	if err == nil && v {
		return Outcome{State: Holds}
	}
	if err != nil {
		return failure(err)
	}
	m = newMachine(ctx, b, doc)
	m.watch = true
	note := m.why(b.rule.root, false)
	return Outcome{State: Broken, Note: note, Paths: m.seen}
}

// failure returns the outcome of an error.
func failure(err error) Outcome {
	var e *emptyError
	var u *unreadError
	switch {
	case errors.As(err, &e):
		return outcome(NotApplicable, e.Error(), e.path)
	case errors.As(err, &u):
		return outcome(Broken, u.note, u.path)
	}
	return outcome(Errored, err.Error(), "")
}

func outcome(s State, note, path string) Outcome {
	o := Outcome{State: s, Note: note}
	if path != "" {
		o.Paths = []string{path}
	}
	return o
}
