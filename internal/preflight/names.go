package preflight

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// rules records the names in invariants that neither the spec nor the type of the answers has.
func (c *Check) rules(list []eval.Invariant, answers reflect.Type) error {
	set, err := invariant.Compile(list, nil)
	if err != nil {
		return err
	}
	c.evidence.Invariants = arithmetic.Each(list, func(inv eval.Invariant) Invariant { return Invariant{Name: inv.Name, Optional: inv.Optional} })
	for _, p := range set.Places() {
		path, err := paths.ParseAttribute(p.Attribute)
		if err != nil || c.hasField(c.root, p.Attribute) || c.ignores(p.Attribute) {
			continue
		}
		v := &c.evidence.Invariants[slices.Index(set.Names(), p.Invariant)]
		if answers != nil {
			switch place, neighbours := spectext.PlaceOf(answers, path); place {
			case spectext.PlaceKnown:
				continue
			case spectext.PlaceNone:
				arithmetic.Map(&v.Impossible)[p.Attribute], _ = words.Nearest(p.Attribute, neighbours)
				continue
			}
		}
		count(&v.Names, p.Attribute, 0)
		c.places = append(c.places, place{slices.Index(set.Names(), p.Invariant), p.Attribute, path, map[string]bool{}})
	}
	return nil
}

// ignores reports whether an attribute is a field with match: ignore, or is below one: the spec knows it and does not
// compare it.
func (c *Check) ignores(attribute string) bool {
	return slices.ContainsFunc(c.ignored, func(name string) bool {
		return paths.Covers(name, attribute)
	})
}

// place is a value that a rule names and no field of the spec has.
type place struct {
	invariant int
	attribute string
	path      document.Path
	seen      map[string]bool // names that documents have in its place
}

// hasField reports whether a field is at an attribute, or below it. It is false for an attribute that lies below a
// field and is not in the spec: the truths show whether it exists.
func (c *Check) hasField(fields []*field, attribute string) bool {
	return slices.ContainsFunc(fields, func(f *field) bool {
		if len(f.items) > 0 && f.Kind != "leaf" && strings.HasPrefix(attribute, f.gotPlace+f.suffix()+".") {
			return c.hasField(f.items, attribute)
		}
		return paths.Covers(attribute, f.gotPlace)
	})
}

// answered looks in an answer for the names in rules.
func (c *Check) answered(answer document.Value) {
	if len(c.places) == 0 || !answer.Exists() {
		return
	}
	c.evidence.Answers++
	c.countNames(answer, func(v *Invariant) *map[string]int { return &v.Answers })
}

// countNames counts the names in rules that a document has. For a name that no document has had so far, it notes
// similar names.
func (c *Check) countNames(answer document.Value, counts func(*Invariant) *map[string]int) {
	for i := range c.places {
		p := &c.places[i]
		n := counts(&c.evidence.Invariants[p.invariant])
		if paths.Leads(answer, p.path, "", nil) {
			count(n, p.attribute, 1)
		} else if (*n)[p.attribute] == 0 {
			c.beside(p, answer)
		}
	}
}

// beside notes the most similar name that a document has in place of a missing value. It notes none for data that may
// not be quoted.
func (c *Check) beside(p *place, answer document.Value) {
	const most = 1000 // the most names compared
	if c.evidence.Redacted {
		return
	}
	paths.Leads(answer, p.path, "", func(name string) {
		if len(p.seen) < most && !p.seen[name] {
			p.seen[name] = true
			c.evidence.Invariants[p.invariant].addNear(p.attribute, name)
		}
	})
}

// addNear records other as the meaning of an unknown name, if it is more similar than the name recorded before. Of equally
// similar names it keeps the first in alphabetical order.
func (v *Invariant) addNear(name, other string) {
	best, ok := words.Nearest(name, []string{min(v.Near[name], other), max(v.Near[name], other)})
	if !ok {
		return
	}
	if _, found := v.Near[name]; found || len(v.Near) < maxOptions {
		arithmetic.Map(&v.Near)[name] = best
	}
}

// unknownName returns the finding for a name in an invariant that the spec and the truths lack, or the answers where no
// case has a truth. An optional invariant may name a value that only answers have, so its finding is not an error.
// Before there are answers, it has a finding only if the name is similar to a known one.
func (e Evidence) unknownName(v *Invariant, name string) (Finding, bool) {
	wrong := e.Whole() && !v.Optional
	excused := v.Answers[name] > 0 && (e.Truths == 0 || !wrong)
	if v.Names[name] > 0 || excused || e.Truths+e.Answers == 0 {
		return Finding{}, false
	}
	names := []string{v.Near[name]}
	for i := range e.Fields {
		names = append(names, e.Fields[i].Attribute)
	}
	suggestion, similar := words.Nearest(name, names)
	if v.Optional && e.Answers == 0 && !similar {
		return Finding{}, false
	}
	documents, n, remedy := "truth", e.Truths, "if only answers have it"
	if e.Truths == 0 {
		documents, n, remedy = "answer", e.Answers, "if answers may lack it"
	}
	text := fmt.Sprintf("the invariant %q names %q, which neither the spec nor any %s has", v.Name, name, documents)
	if similar {
		text += fmt.Sprintf("; did you mean %q?", suggestion)
	}
	if wrong {
		text += " (mark the invariant " + e.optionalRule() + " " + remedy + ")"
	} else if !e.Whole() {
		text += fmt.Sprintf(" (%s seen)", words.Plural(n, documents))
	}
	return Finding{Text: text, Invariant: v.Name, Error: wrong}, true
}
