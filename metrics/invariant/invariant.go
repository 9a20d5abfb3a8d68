// Package invariant checks named yes/no facts that must hold of every answer, with or
// without a truth. An [Invariant] is a rule, a JSON Schema, the demand that values stand in
// the text of the document, or a function of yours.
//
// Each invariant of an answer [Holds], is [Broken], with the operands in the note, or is
// [NotApplicable] where a value that it needs is empty. It is [Errored] where it takes too
// much work, or the function returned an error or panicked. Invariants are counted apart
// from the outcomes of fields, and enter no precision, recall or F1.
//
// Package eval takes them as part of a spec and checks them beside the fields.
package invariant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/extracteval/extracteval/internal/schema"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/invariant/internal/rule"
)

// Invariant is one named fact that must hold of every answer. It has a name and one of
// Rule, Schema, InSource and Func.
type Invariant struct {
	// Name is its name in tables, records and gates, unique in its spec: "adds_up".
	Name string `json:"name"`
	// Rule is a yes/no expression over the values of the answer:
	//
	//	total == net + tax
	//	total == sum(lines, .amount)
	//	all(lines, .qty * .price == .amount)
	//	due_date >= date and due_date - date <= 30
	//	not has(vat_id) or vat(vat_id)
	//	currency in ["EUR", "USD"]
	//
	// The grammar is the grammar of github.com/expr-lang/expr, without clock, randomness, ranges,
	// powers and variables.
	//
	// Paths name values: total, vendor.name, lines[0].amount. In an expression about each row
	// of a list, .amount is a value of the row, # the row itself, and every other name still
	// a value of the document. A key that is not a name is written get("unit-price"), with
	// any path, get(#, "unit-price") in a row, or vendor["vat-id"].
	//
	// A value is read as the comparator of its field reads it; see [compare.ScalarOf]. One
	// without a field, or with auto, is a number where JSON has one, and a string is the
	// date or else the number that it is. A text is read as a number or a date by the
	// defaults where it is calculated or compared with one. Two texts are equal by code
	// point; only numbers and dates have an order. A text that the rule writes out is
	// compared with the text of the document, and with a date as a date by ISO 8601.
	//
	//	+ - * / %              exact decimals, of values with up to 100 digits; a quotient is
	//	                       rounded to 50. Dates: date - date is a number of days, date + 30
	//	                       a date. A month is its first day.
	//	== != < <= > >=        also chained: 0 < rate <= 1
	//	and or not             also && || !; from left to right, and no further than needed
	//	a ? b : c              b or c
	//	a ?? b                 a or, where something in a is empty, b
	//	in, not in             among the items of a list
	//	contains startsWith endsWith matches   texts; matches takes a regular expression (RE2)
	//	sum count all any none one filter map  of a list, with an expression about each row:
	//	                       sum(lines, .amount), count(lines, .qty > 1), sum(amounts)
	//	min max abs round len  round(x, 2), halves away from zero; max(a, b), max(list)
	//	has(x)                 x is not empty
	//	lower upper trim       texts
	//	date("2024-03-01")     a date
	//	iban luhn ean vat      the check digits of a code; see [compare.Code]
	//
	// The rule is not applicable when a value that it needs is empty: missing, null, blank,
	// [] or {}; a row may lack it, too. A value is not needed where and, or, ?: or an earlier
	// row has decided. len and count of an empty value are 0. The rule is broken when a value
	// is there and cannot be read, as "abc" where a number is needed, and when it divides by
	// zero.
	Rule string `json:"rule,omitzero"`
	// Tolerance is for the numbers of a Rule: == holds for numbers that differ by no more,
	// <= and >= for numbers that miss by no more, and != is the contrary of ==. It changes
	// neither < nor >, neither dates nor in. It is the decimal that it prints as: 0.1 is one
	// tenth.
	Tolerance float64 `json:"tolerance,omitzero"`
	// Schema is the text of a JSON Schema, of draft 2020-12 unless it names another one; see
	// package schema. The note of a violation has the first three places, nearest to the root
	// first. A missing answer violates it, as null does.
	Schema json.RawMessage `json:"schema,omitempty"`
	// InSource: each value stands in the text of the document that the answer was extracted
	// from, as the comparator of its field reads it; see package source. A value that no
	// document prints (a country by its code, a total that nobody added up) stands nowhere:
	// leave it out by Paths. A value that differs from the text by characters that OCR
	// confuses holds. Without a text, or without a value that a text could have, the
	// invariant is not applicable. The note names the first three values that stand nowhere.
	InSource bool `json:"in_source,omitzero"`
	// Paths are the attributes that InSource is about, with all that is below them: "iban",
	// "lines[].amount", "vendor". Default: all fields of the spec that are compared, and
	// every value of the answer where the spec names no field.
	Paths []string `json:"paths,omitempty"`
	// Optional: the invariant may apply to no case of a data set, such as a rule about
	// credit notes. Without it, such an invariant makes the data set not evaluable: a rule
	// that asks for the wrong name looks the same.
	Optional bool `json:"optional,omitzero"`
	// Func is a function of yours. It returns [Holds], [Broken] or [NotApplicable], and a
	// note that says why; an error says that it could not judge. A spec stores its name alone.
	Func func(ctx context.Context, answer document.Value) (State, string, error) `json:"-"`
}

// RuleError is a mistake in the text of a Rule.
type RuleError struct {
	Offset  int // where, in code points from its beginning
	Problem string
}

// Error returns the column and the problem in one line.
func (e *RuleError) Error() string { return fmt.Sprintf("column %d: %s", e.Offset+1, e.Problem) }

// Validate checks one invariant. It returns an error when the invariant has no name, not
// exactly one of Rule, Schema, InSource and Func, a Rule that cannot be read (a
// [*RuleError]), a Schema that is not one, Paths that cannot be read or without InSource, or
// a Tolerance that is negative, not finite, or without a number to compare.
func (one Invariant) Validate() error {
	_, err := one.prepare(nil)
	return err
}

// State is the outcome of one invariant of one answer.
type State string

const (
	Holds         State = "holds"
	Broken        State = "broken"
	NotApplicable State = "not_applicable" // a value that it needs is empty
	Errored       State = "errored"        // it could not be judged; outside of the rate
)

// Result is the outcome of one invariant of one answer, with its reason.
type Result struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// Note says why it is broken or could not be judged, with the operands:
	// "total 119.00, net + tax 118.00".
	Note string `json:"note,omitzero"`
	// Paths are the places of the operands in the answer, "lines[2].amount"; empty when they
	// are not known.
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
	rule   *rule.Bound
	places []string // attributes that Rule or Paths name
	schema *schema.Schema

	// Of one that is InSource.
	attributes  []attribute
	comparators map[string]compare.Comparator // of attributes
	field       func(attribute string) compare.Comparator
}

// Compile checks a list of invariants and prepares it. field returns the comparator of an
// attribute such as "lines[].amount", nil for an attribute without a field; it may be nil
// itself. The error joins all mistakes, each with the name and a hint.
func Compile(list []Invariant, field func(attribute string) compare.Comparator) (*Set, error) {
	var errs []error
	seen := make(map[string]int, len(list))
	s := &Set{}
	for i, one := range list {
		if strings.TrimSpace(one.Name) == "" {
			errs = append(errs, fmt.Errorf("invariant %d has no name; give it one, such as adds_up, for tables and gates", i+1))
			continue
		}
		if before, twice := seen[one.Name]; twice {
			errs = append(errs, fmt.Errorf("invariant %q: invariant %d has this name, too; give each one of its own", one.Name, before+1))
		}
		seen[one.Name] = i
		p, err := one.prepare(field)
		if err != nil {
			errs = append(errs, fmt.Errorf("invariant %q: %w", one.Name, err))
		}
		s.list = append(s.list, p)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s, nil
}

func (one Invariant) prepare(field func(attribute string) compare.Comparator) (prepared, error) {
	p := prepared{Invariant: one}
	kinds := 0
	for _, given := range [...]bool{one.Rule != "", one.Schema != nil, one.InSource, one.Func != nil} {
		if given {
			kinds++
		}
	}
	t := one.Tolerance
	switch {
	case strings.TrimSpace(one.Name) == "":
		return p, errors.New("it has no name; give it one, such as adds_up, for tables and gates")
	case kinds == 0:
		return p, errors.New("it says nothing; give it a rule, a schema, in_source or, in Go, a Func")
	case kinds > 1:
		return p, errors.New("it has more than one of rule, schema, in_source and Func; make it several invariants")
	case !(t >= 0) || math.IsInf(t, 0):
		return p, fmt.Errorf("tolerance: got %v, want a number that is finite and not negative", t)
	case t > 0 && one.Rule == "":
		return p, errors.New("tolerance: it is for rules alone; leave it out")
	case len(one.Paths) > 0 && !one.InSource:
		return p, errors.New("paths: they are for in_source alone; leave them out")
	}
	if one.InSource {
		var err error
		p.attributes, err = one.attributes()
		p.field, p.comparators = field, make(map[string]compare.Comparator)
		for _, a := range p.attributes {
			if a.name == "" {
				continue
			}
			p.places = append(p.places, a.name)
			if field != nil {
				p.comparators[a.path.String()] = field(a.name)
			}
		}
		return p, err
	}
	if one.Schema != nil {
		var err error
		if p.schema, err = schema.Compile(one.Schema); err != nil {
			return p, fmt.Errorf("schema: %w", err)
		}
	}
	if one.Rule == "" {
		return p, nil
	}
	r, err := rule.Parse(one.Rule)
	if e := (*rule.Error)(nil); errors.As(err, &e) {
		return p, fmt.Errorf("rule: %w", &RuleError{e.Offset, e.Problem})
	} else if err != nil {
		return p, fmt.Errorf("rule: %w", err)
	}
	if t > 0 && !r.Tolerant() {
		return p, errors.New("tolerance: the rule has no ==, !=, <= or >= that it could be for; leave it out")
	}
	if p.rule, err = r.Bind(t, field); err != nil {
		return p, fmt.Errorf("rule: %w", err)
	}
	p.places = r.Places()
	return p, nil
}

// Place is a value that a rule, or Paths, name.
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

// Len returns how many invariants there are; 0 for a nil Set.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.list)
}

// Check judges every invariant of one answer, in the order of the list. unreadable says
// why the answer could not be read, "" when it could: of an answer that cannot be read
// every invariant is broken. text is the text of the document, nil without one. When ctx
// ends, the invariants that are left are [Errored].
func (s *Set) Check(ctx context.Context, answer document.Value, unreadable string, text *source.Text) []Result {
	if s.Len() == 0 {
		return nil
	}
	results := make([]Result, len(s.list))
	for i := range s.list {
		r := &results[i]
		if unreadable != "" {
			r.State, r.Note = Broken, "the answer could not be read: "+unreadable
		} else {
			*r = s.list[i].judge(ctx, answer, text)
		}
		r.Name = s.list[i].Name
	}
	return results
}

func (p *prepared) judge(ctx context.Context, answer document.Value, text *source.Text) Result {
	switch {
	case p.rule != nil:
		o := p.rule.Check(ctx, answer)
		return Result{State: State(o.State), Note: o.Note, Paths: o.Paths}
	case p.schema != nil:
		return p.checkSchema(ctx, answer)
	case p.InSource:
		return p.stands(ctx, answer, text)
	}
	var r Result
	r.State, r.Note = p.ask(ctx, answer)
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
			if note = document.Excerpt(path, most) + ": " + note; len(path) <= most {
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

// ask calls the function, whose panics are errors of its own.
func (p *prepared) ask(ctx context.Context, answer document.Value) (state State, note string) {
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
