package preflight

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/gotype"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/nearest"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// rules records the names in invariants that neither the spec nor the type of the answers has.
func (c *Check) rules(list []eval.Invariant, answers reflect.Type) error {
	set, err := invariant.Compile(list, nil)
	if err != nil {
		return err
	}
	for _, name := range set.Names() {
		c.evidence.Invariants = append(c.evidence.Invariants, Invariant{Name: name})
	}
	for _, p := range set.Places() {
		path, err := paths.ParseAttribute(p.Attribute)
		if err != nil || c.hasField(c.root, p.Attribute) || c.ignores(p.Attribute) {
			continue
		}
		v := &c.evidence.Invariants[slices.Index(set.Names(), p.Invariant)]
		if answers != nil {
			switch in, beside := gotype.PlaceOf(answers, path); in {
			case gotype.PlaceKnown:
				continue
			case gotype.PlaceNone:
				if v.Impossible == nil {
					v.Impossible = map[string]string{}
				}
				v.Impossible[p.Attribute], _ = nearest.Name(p.Attribute, beside)
				continue
			}
		}
		count(&v.Names, p.Attribute, 0)
		c.places = append(c.places, place{slices.Index(set.Names(), p.Invariant), p.Attribute, path, map[string]bool{}})
	}
	return nil
}

// ignores reports whether an attribute belongs to a field with match: ignore, or lies below one:
// the spec knows it and does not compare it.
func (c *Check) ignores(attribute string) bool {
	return slices.ContainsFunc(c.ignored, func(name string) bool {
		rest, ok := strings.CutPrefix(attribute, name)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// place is a value that a rule names and no field of the spec.
type place struct {
	invariant int
	attribute string
	path      document.Path
	seen      map[string]bool // names that documents have in its place
}

// hasField reports whether a field is at an attribute, or below it. Truths decide about attributes
// below a field that the spec does not name.
func (c *Check) hasField(fields []*field, attribute string) bool {
	return slices.ContainsFunc(fields, func(f *field) bool {
		if f.Kind == "list" && strings.HasPrefix(attribute, f.Attribute+"[].") {
			return c.hasField(f.items, attribute)
		}
		rest, ok := strings.CutPrefix(f.Attribute, attribute)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// answered looks in an answer for the names in rules.
func (c *Check) answered(answer document.Value) {
	if len(c.places) == 0 || !answer.Exists() {
		return
	}
	c.evidence.Answers++
	for i := range c.places {
		p := &c.places[i]
		v := &c.evidence.Invariants[p.invariant]
		if has(answer, p.path) {
			count(&v.Answers, p.attribute, 1)
		} else if v.Answers[p.attribute] == 0 {
			c.beside(p, answer)
		}
	}
}

// beside notes the most similar of the names that a document has where it lacks a value. Of data
// that may not be quoted it notes none.
func (c *Check) beside(p *place, in document.Value) {
	const most = 1000 // names that are looked at
	if c.evidence.Redacted {
		return
	}
	names(in, p.path, "", func(name string) {
		if len(p.seen) < most && !p.seen[name] {
			p.seen[name] = true
			c.evidence.Invariants[p.invariant].near(p.attribute, name)
		}
	})
}

// near records a name that may be meant by an unknown one, if it is more similar than the one
// recorded before; of equally similar ones the first in alphabetical order.
func (v *Invariant) near(name, other string) {
	best, ok := nearest.Name(name, sortedPair(v.Near[name], other))
	if !ok {
		return
	}
	if v.Near == nil {
		v.Near = map[string]string{}
	}
	if _, known := v.Near[name]; known || len(v.Near) < maxOptions {
		v.Near[name] = best
	}
}

func sortedPair(a, b string) []string { return []string{min(a, b), max(a, b)} }

// names calls tell with the names that a document has where it leaves a path.
func names(v document.Value, path document.Path, at string, tell func(string)) {
	for i, step := range path {
		if step.AllItems() {
			for _, item := range v.Items() {
				names(item, path[i+1:], at+"[]", tell)
			}
			return
		}
		next := v.Step(step)
		if !next.Exists() {
			for key := range v.Members() {
				tell(paths.Join(at, document.Path{{Key: key, Index: -1}}.String()))
			}
			return
		}
		v, at = next, paths.Join(at, document.Path{step}.String())
	}
}

// has reports whether a document has a value at an attribute.
func has(v document.Value, path document.Path) bool {
	for i, step := range path {
		if step.AllItems() {
			for _, item := range v.Items() {
				if has(item, path[i+1:]) {
					return true
				}
			}
			return false
		}
		v = v.Step(step)
	}
	return v.Exists()
}

// namesNothing returns the finding for an unknown name. It is an error where the whole data set was
// examined and the name is a typing slip for a known one: any other may be a value that only
// answers have.
func (e Evidence) namesNothing(invariant, name, near string) Finding {
	who := "nor any truth has"
	switch {
	case e.Truths == 0:
		who = "nor any answer has"
	case e.Answers > 0:
		who = "nor any truth or answer has"
	}
	text := fmt.Sprintf("the invariant %q names %q, which neither the spec %s", invariant, name, who)
	known := []string{near}
	for i := range e.Fields {
		known = append(known, e.Fields[i].Attribute)
	}
	near, similar := nearest.Name(name, known)
	if similar {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	wrong := similar && e.Whole() && slips(name, near)
	switch {
	case !e.Whole() && e.Truths > 0:
		text += fmt.Sprintf(" (%s seen)", words.Plural(e.Truths, "truth"))
	case !e.Whole():
		text += fmt.Sprintf(" (%s seen)", words.Plural(e.Answers, "answer"))
	case wrong && e.Answers == 0:
		text += " (where answers alone have it, add a field with match: ignore)"
	}
	return Finding{Text: text, Invariant: invariant, Error: wrong}
}

// slips reports whether one name is the other with a slip of the finger, two in a long one: a letter
// too few, too many, another one, or two swapped; upper and lower case are one. Names that differ in
// digits are two names.
func slips(name, meant string) bool {
	const long = 10
	name, meant = strings.ToLower(name), strings.ToLower(meant)
	digits := func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}
	if name != meant && strings.Map(digits, name) == strings.Map(digits, meant) {
		return false
	}
	n := max(utf8.RuneCountInString(name), utf8.RuneCountInString(meant))
	distance := math.Round((1 - similarity.Damerau(name, meant)) * float64(n))
	return distance <= 1 || distance <= 2 && n >= long
}
