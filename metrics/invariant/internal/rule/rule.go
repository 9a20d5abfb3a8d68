// Package rule reads rules, yes/no expressions over the values of one document, and says
// whether a document keeps them. What they may say is the doc comment of Rule in package
// invariant.
//
// The grammar is that of github.com/expr-lang/expr, see package syntax. What an expression means is decided
// here (compile.go, evaluate.go), as a rule needs what a general evaluator does not
// give: exact decimals and calendar dates as the comparators of a spec read them
// (value.go, arithmetic.go), an empty operand that makes a rule not applicable, the
// operands of a rule that is broken (explain.go), and a bound on the work.
package rule

import (
	"context"
	"errors"
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/invariant/internal/syntax"
)

// MaxLength is the length of the longest rule, in bytes.
const MaxLength = 4096

// MaxSteps is how much work a rule may take, beside one step for each byte of the
// document: a step is about what it takes to look at a value or to skip 64 bytes.
const MaxSteps = 1_000_000

// Error is what is wrong with the text of a rule.
type Error = syntax.Error

// Rule is the compiled form of a text. It does not change and is safe for concurrent use.
type Rule struct {
	root     *node
	places   []Place
	tolerant bool
}

// Place is a value that a rule names.
type Place struct {
	Attribute string // "vendor.name", "lines[].amount"
	Offset    int    // where the rule names it
}

// Places returns what the rule names, each attribute once, in the order of the text.
func (r *Rule) Places() []Place { return r.places }

// Tolerant reports whether a tolerance would change anything: whether the rule has ==,
// !=, <= or >=.
func (r *Rule) Tolerant() bool { return r.tolerant }

// Bound is a rule with the comparators of the values that it names.
type Bound struct {
	rule      *Rule
	fields    []compare.Comparator // by place
	tolerance *apd.Decimal         // nil for none
}

// Bind gives each value that the rule names its comparator: field returns that of an
// attribute, nil for one without. The tolerance is finite and not negative.
func (r *Rule) Bind(tolerance float64, field func(attribute string) compare.Comparator) (*Bound, error) {
	b := &Bound{rule: r, fields: make([]compare.Comparator, len(r.places))}
	if tolerance > 0 {
		// Its shortest text is what is meant: 0.1 is one tenth.
		d, _, err := apd.NewFromString(fmt.Sprint(tolerance))
		if err != nil {
			return nil, fmt.Errorf("tolerance %v: %w", tolerance, err)
		}
		b.tolerance = d
	}
	for i, p := range r.places {
		if field == nil {
			break
		}
		c := field(p.Attribute)
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

// State is what became of a rule. The names are those of package invariant.
type State string

const (
	Holds         State = "holds"
	Broken        State = "broken"
	NotApplicable State = "not_applicable"
	Errored       State = "errored"
)

// Outcome is what became of a rule on one document.
type Outcome struct {
	State State
	Note  string   // the operands, or what is wrong with one; empty for a rule that holds
	Paths []string // where they stand
}

// Check holds a document against the rule. It takes at most [MaxSteps] steps and one for
// each byte of the document, and as much again to say why a rule is broken; beyond, and when
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

// failure says what an error makes of a rule.
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
