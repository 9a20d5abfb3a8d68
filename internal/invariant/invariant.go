// Package invariant checks the invariants of a spec: yes/no facts that must hold of every
// answer, with or without a truth. eval.Invariant documents their fields and the language of
// rules.
//
// The parser of github.com/expr-lang/expr reads the text of a rule (parse.go). This package
// gives the tree its meaning (compile.go, evaluate.go), since a rule needs more than a
// general evaluator has: exact decimals and calendar dates as the comparators of a spec read
// them (value.go, arithmetic.go), an empty operand that makes a rule not applicable, the
// operands of a broken rule in a note (explain.go), and a bound on the work.
// insource.go looks for values in the text of the document.
//
// A [Schema] validates documents against a JSON Schema, in bounded time. The library that validates,
// github.com/santhosh-tekuri/jsonschema, follows every reference: thirty definitions that each refer twice to the next
// one are 2 KB of schema and a billion evaluations. So [CompileSchema] refuses a schema whose evaluation could not end,
// and [Schema.Check] computes the work for a document before the library does it (work.go): it looks at each pair of
// a subschema and a value once, and counts it as often as the library would evaluate it.
//
// Schemas are of draft 2020-12 unless their $schema says another one. References lead to places of the schema itself;
// no other document is ever loaded. Regular expressions have Go's syntax (RE2), which takes linear time.
package invariant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Invariant is one named fact that must hold of every answer: see eval.Invariant, its name
// for users, for the fields and the language of rules.
type Invariant struct {
	Name      string                                                                  `json:"name"`
	Rule      string                                                                  `json:"rule,omitzero"`
	Tolerance float64                                                                 `json:"tolerance,omitzero"`
	Schema    json.RawMessage                                                         `json:"schema,omitempty"`
	InSource  bool                                                                    `json:"in_source,omitzero"`
	Paths     []string                                                                `json:"paths,omitempty"`
	Optional  bool                                                                    `json:"optional,omitzero"`
	Func      func(ctx context.Context, answer document.Value) (State, string, error) `json:"-"`
}

// RuleError is a mistake in the text of a Rule.
type RuleError struct {
	Offset  int // in code points from the beginning of the rule
	Problem string
}

// Error returns the column and the problem in one line.
func (e *RuleError) Error() string { return fmt.Sprintf("column %d: %s", e.Offset+1, e.Problem) }

// Validate checks one invariant. It is an error if the invariant has no name, or not exactly one of Rule, Schema,
// InSource and Func; if its Rule cannot be read (a [*RuleError]), its Schema is not a JSON Schema, or its Paths cannot
// be read or come without InSource; and if its Tolerance is negative, not finite, or comes without a Rule with ==, !=,
// <= or >=.
func (i Invariant) Validate() error {
	_, err := i.prepare(nil)
	return err
}

// State is the outcome of one invariant of one answer.
type State string

const (
	Holds         State = "holds"
	Broken        State = "broken"
	NotApplicable State = "not_applicable" // a value that it needs is empty
	Errored       State = "errored"        // it took too much work, a function failed, or ctx ended; outside of the rate
)

// Result is the outcome of one invariant of one answer, with its reason.
type Result struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// Note says why it is broken or errored, with the operands: "total 119.00, net + tax 118.00".
	Note string `json:"note,omitzero"`
	// Paths are the places of the operands in the answer, "lines[2].amount"; empty if unknown.
	Paths []string `json:"paths,omitempty"`
}

// Set is a list of invariants, ready for many answers. It does not change and is safe for
// concurrent use.
type Set struct {
	list []prepared
}

// prepared is an invariant that is ready for many answers.
type prepared struct {
	Invariant
	rule   *rule
	places []string // attributes that Rule or Paths name
	schema *Schema

	// For an invariant that is InSource:
	attributes []attribute
	readers    map[string]Reader // of attributes
	field      func(attribute string) Reader
}

// Compile checks a list of invariants and prepares it. field returns the Reader of an attribute such as "lines[].amount";
// it may be nil. The error joins all mistakes, each with the name and a hint.
func Compile(list []Invariant, field func(attribute string) Reader) (*Set, error) {
	var errs []error
	seen := make(map[string]int, len(list))
	s := &Set{}
	for i, invariant := range list {
		if strings.TrimSpace(invariant.Name) == "" {
			errs = append(errs, fmt.Errorf("invariant %d has no name; give it one, such as adds_up, for tables and gates", i+1))
			continue
		}
		if first, twice := seen[invariant.Name]; twice {
			errs = append(errs, fmt.Errorf("invariant %q: invariant %d has this name, too; give each one of its own", invariant.Name, first+1))
		}
		seen[invariant.Name] = i
		p, err := invariant.prepare(field)
		if err != nil {
			errs = append(errs, fmt.Errorf("invariant %q: %w", invariant.Name, err))
		}
		s.list = append(s.list, p)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s, nil
}

// Reader says how the values of an attribute are read. The zero Reader is of an attribute without a field.
type Reader struct {
	Match compare.Comparator
	Words *paths.AbsentWords // texts that stand for no value
}

func (i Invariant) prepare(field func(attribute string) Reader) (prepared, error) {
	p := prepared{Invariant: i}
	kinds := 0
	for _, given := range [...]bool{i.Rule != "", i.Schema != nil, i.InSource, i.Func != nil} {
		if given {
			kinds++
		}
	}
	t := i.Tolerance
	switch {
	case strings.TrimSpace(i.Name) == "":
		return p, errors.New("it has no name; give it one, such as adds_up, for tables and gates")
	case kinds == 0:
		return p, errors.New("it says nothing; give it a rule, a schema, in_source or, in Go, a Func")
	case kinds > 1:
		return p, errors.New("it has more than one of rule, schema, in_source and Func; make it several invariants")
	case !(t >= 0) || math.IsInf(t, 0):
		return p, fmt.Errorf("tolerance: got %v, want a number that is finite and not negative", t)
	case t > 0 && i.Rule == "":
		return p, errors.New("tolerance: only a rule uses it; leave it out")
	case len(i.Paths) > 0 && !i.InSource:
		return p, errors.New("paths: only in_source uses them; leave them out")
	}
	if i.InSource {
		var err error
		p.attributes, err = i.attributes()
		p.field, p.readers = field, make(map[string]Reader)
		for _, a := range p.attributes {
			if a.name == "" {
				continue
			}
			p.places = append(p.places, a.name)
			if field != nil {
				p.readers[a.path.String()] = field(a.name)
			}
		}
		return p, err
	}
	if i.Schema != nil {
		var err error
		if p.schema, err = CompileSchema(i.Schema); err != nil {
			return p, fmt.Errorf("schema: %w", err)
		}
	}
	if i.Rule == "" {
		return p, nil
	}
	r, err := parseRule(i.Rule)
	if err != nil {
		return p, fmt.Errorf("rule: %w", err)
	}
	if t > 0 && !r.tolerant {
		return p, errors.New("tolerance: the rule has no ==, !=, <= or >= that it could be for; leave it out")
	}
	if err := r.bindFields(t, field); err != nil {
		return p, fmt.Errorf("rule: %w", err)
	}
	p.rule, p.places = r, r.places
	return p, nil
}

// Place is a value that a rule or Paths name.
type Place struct {
	Invariant string // its name
	Attribute string // "lines[].amount"
}

// Places returns the values that rules and Paths name, in their order.
func (s *Set) Places() []Place {
	if s == nil {
		return nil
	}
	var places []Place
	for i := range s.list {
		for _, p := range s.list[i].places {
			places = append(places, Place{s.list[i].Name, p})
		}
	}
	return places
}

// Names returns the names in the order of the list.
func (s *Set) Names() []string {
	names := make([]string, len(s.list))
	for i := range s.list {
		names[i] = s.list[i].Name
	}
	return names
}

// Len returns the number of invariants, 0 for a nil Set.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.list)
}

// Check judges every invariant of one answer, in the order of the list. unreadable says why the answer cannot be used:
// it cannot be read, or it is of another kind than the fields need. Such an answer breaks every invariant. unreadable
// is "" for other answers. text is the text of the document, nil without one. If ctx ends, the remaining invariants are
// [Errored].
func (s *Set) Check(ctx context.Context, answer document.Value, unreadable string, text *source.Text) []Result {
	if s.Len() == 0 {
		return nil
	}
	results := make([]Result, len(s.list))
	for i := range s.list {
		r := &results[i]
		switch {
		case unreadable == "":
			*r = s.list[i].judge(ctx, answer, text)
		case answer.Exists():
			r.State, r.Note = Broken, "the answer is of another kind: "+unreadable
		default:
			r.State, r.Note = Broken, "the answer could not be read: "+unreadable
		}
		r.Name = s.list[i].Name
	}
	return results
}

func (p *prepared) judge(ctx context.Context, answer document.Value, text *source.Text) Result {
	switch {
	case p.rule != nil:
		return p.rule.check(ctx, answer)
	case p.schema != nil:
		return p.checkSchema(ctx, answer)
	case p.InSource:
		return p.stands(ctx, answer, text)
	}
	var r Result
	r.State, r.Note = p.evaluate(ctx, answer)
	return r
}

func (p *prepared) checkSchema(ctx context.Context, answer document.Value) Result {
	text := answer.Raw()
	if text == nil {
		text = json.RawMessage("null")
	}
	violations, err := p.schema.Check(ctx, text)
	switch {
	case err != nil:
		return Result{State: Errored, Note: err.Error()}
	case len(violations) == 0:
		return Result{State: Holds}
	}
	const shown, most = 3, 200 // characters of a path
	var notes, paths []string
	for _, v := range violations[:min(len(violations), shown)] {
		note := v.Problem
		if len(v.Path) > 0 {
			path := v.Path.String()
			note = words.Excerpt(path, most) + ": " + note
			if len(path) <= most {
				paths = append(paths, path)
			}
		}
		notes = append(notes, note)
	}
	if more := len(violations) - shown; more > 0 {
		notes = append(notes, fmt.Sprintf("and %d more", more))
	}
	return Result{State: Broken, Note: strings.Join(notes, "; "), Paths: paths}
}

// evaluate calls Func. A panic of Func makes the invariant Errored.
func (p *prepared) evaluate(ctx context.Context, answer document.Value) (state State, note string) {
	defer func() {
		if r := recover(); r != nil {
			state, note = Errored, fmt.Sprintf("the function panicked: %v", r)
		}
	}()
	state, note, err := p.Func(ctx, answer)
	switch {
	case err != nil:
		return Errored, err.Error()
	case state != Holds && state != Broken && state != NotApplicable:
		return Errored, fmt.Sprintf("the function returned the state %q; want %q, %q or %q", state, Holds, Broken, NotApplicable)
	}
	return state, note
}

// Holding returns the share of the applicable invariants of a case that hold. ok is false if none is broken or errored.
func Holding(results []Result) (share float64, ok bool) {
	hold, bad := 0, 0
	for _, r := range results {
		switch r.State {
		case Holds:
			hold++
		case Broken, Errored:
			bad++
		}
	}
	return float64(hold) / float64(max(hold+bad, 1)), bad > 0
}

// Worst returns the value by which the worst cases are sorted: the score of a case or, if invariants are broken, the
// lesser of the score and the share of its invariants that hold (see [Holding]). For a case without a truth with broken
// invariants it is that share.
func Worst(score float64, unlabelled bool, holding float64, broken bool) float64 {
	switch {
	case !broken:
		return score
	case unlabelled:
		return holding
	}
	return min(score, holding)
}
