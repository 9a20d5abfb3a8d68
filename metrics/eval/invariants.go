package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// invariants returns the invariants of the spec. An InSource without Paths names all fields.
func (s Spec) invariants() []Invariant {
	list := slices.Clone(s.Invariants)
	for i := range list {
		if one := &list[i]; one.InSource && len(one.Paths) == 0 {
			one.Paths = s.compared()
		}
	}
	return list
}

// compared returns the attributes of the fields that are compared. A name that cannot be read as an
// attribute is left out.
func (s Spec) compared() (names []string) {
	for name, f := range each(s.Fields, "", inGot) {
		match := f.Match
		switch {
		case f.List != nil && len(f.List.Fields) > 0:
			continue
		case f.List != nil:
			name += "[]"
		case f.Set != nil:
			match, name = f.Set.Match, name+"[]"
		}
		if _, err := document.ParseAttribute(name); err == nil && (match == nil || compare.Name(match) != "ignore") {
			names = append(names, name)
		}
	}
	return names
}

// comparatorOf returns the comparator of an attribute of the spec, nil without one. Rules read
// values by it.
func (s Spec) comparatorOf(attribute string) compare.Comparator {
	for name, f := range each(s.Fields, "", inGot) {
		switch {
		case f.List != nil:
		case f.Set != nil && name+"[]" == attribute:
			return compare.InOrder(f.Set.Match, s.DateOrders[attribute])
		case f.Set == nil && name == attribute && f.Match != nil && compare.Name(f.Match) != "ignore":
			return compare.InOrder(f.Match, s.DateOrders[attribute])
		}
	}
	if order := s.DateOrders[attribute]; order != "" {
		return compare.InOrder(compare.Auto{}, order)
	}
	return nil
}

// invariantText is the form of an [Invariant] in a spec file.
type invariantText struct {
	Invariant
	Func bool `json:"func,omitzero"`
}

func writeInvariants(list []Invariant) []invariantText {
	texts := make([]invariantText, len(list))
	for i, one := range list {
		texts[i] = invariantText{one, one.Func != nil}
	}
	return texts
}

// invariants reads a list of invariants.
func (p *parser) invariants(list spectext.Member) []Invariant {
	var invariants []Invariant
	seen := make(map[string]spectext.Position)
	for i := range list.Value.Items {
		v := &list.Value.Items[i]
		if v.Kind != document.Object {
			if v.Kind != document.Missing {
				p.Errorf(v.At, "", "%s: got %s, want an object with a name, and a rule, a schema or in_source", list.As, v.Brief())
			}
			continue
		}
		one, at := p.invariant(v)
		if first, twice := seen[one.Name]; twice && one.Name != "" {
			p.Errorf(at, fmt.Sprintf("invariant %q", spectext.Shorten(one.Name)), "the name is also at %d:%d; give each one of its own", first.Line, first.Column)
		}
		seen[one.Name] = at
		invariants = append(invariants, one)
	}
	return invariants
}

func (p *parser) invariant(v *spectext.Value) (one Invariant, at spectext.Position) {
	e := spectext.NewEntry(&p.Problems, "an invariant", v)
	at = v.At
	before := len(p.Found)
	name, named := e.Typed("name", document.String)
	if named {
		at, one.Name = name.Value.At, name.Value.Text
		e.Where = fmt.Sprintf("invariant %q", spectext.Shorten(one.Name))
	}
	p.noteRule(one.Name, e)
	rule, ruled := e.Typed("rule", document.String)
	if ruled {
		one.Rule = rule.Value.Text
		if one.Rule == "" {
			e.MemberErrorf(&rule, "the rule is empty")
		}
	}
	tolerance, toleranceAt, _ := e.Number("tolerance")
	one.Tolerance = tolerance
	if m := e.Take("schema"); m != nil {
		one.Schema = p.schema(e, m)
	}
	one.InSource, one.Paths = e.Flag("in_source"), e.Texts("paths")
	one.Optional = e.Flag("optional")
	if m := e.Take("func"); m != nil {
		e.MemberErrorf(m, "a function cannot be read from a file; set Func of the invariant in Go, or write a rule")
	}
	e.RefuseRest()
	if len(p.Found) > before {
		return one, at
	}
	err := one.Validate()
	var wrong *invariant.RuleError
	switch {
	case err == nil:
	case errors.As(err, &wrong):
		problem := wrong.Problem
		place, exact := spectext.Inside(p.data, rule.Value, wrong.Offset)
		if !exact {
			problem = fmt.Sprintf("column %d of the rule: %s", wrong.Offset+1, problem)
		}
		p.Errorf(place, e.Where, "rule: %s", problem)
	case one.Tolerance < 0:
		p.Errorf(toleranceAt.Value.At, e.Where, "%v", err)
	default:
		p.Errorf(at, e.Where, "%v", err)
	}
	return one, at
}

// noteRule records the line on which an invariant names its values: the line of its rule, or of its
// paths.
func (p *parser) noteRule(name string, e *spectext.Entry) {
	if p.rules == nil || p.rules[name] != 0 {
		return
	}
	p.rules[name] = e.At.Line
	for _, m := range e.Left {
		if m.Key == "rule" || m.Key == "paths" {
			p.rules[name] = m.At.Line
		}
	}
}

// schema reads a schema, which is written out or named by its file.
func (p *parser) schema(e *spectext.Entry, m *spectext.Member) json.RawMessage {
	switch m.Value.Kind {
	case document.Object, document.Bool:
		return m.Value.AppendJSON(nil)
	case document.Missing:
		return nil
	case document.String:
	default:
		e.MemberErrorf(m, "got %s, want the name of a file, or the schema itself", m.Value.Brief())
		return nil
	}
	if p.dir == "" {
		e.MemberErrorf(m, "this spec is not read from a file, so that %q is nowhere; write the schema itself", spectext.Shorten(m.Value.Text))
		return nil
	}
	text, err := readSchema(filepath.Join(p.dir, filepath.FromSlash(m.Value.Text)))
	if err != nil {
		e.MemberErrorf(m, "%v", err)
		return nil
	}
	return text
}

// readSchema reads a file that is not too large to be a part of a spec. That it is a
// schema is for Validate to say.
func readSchema(path string) (json.RawMessage, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, spectext.MaxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > spectext.MaxSize:
		return nil, fmt.Errorf("%s has more than %d bytes", path, spectext.MaxSize)
	case !json.Valid(text):
		return nil, fmt.Errorf("%s is not JSON", path)
	}
	return text, nil
}
