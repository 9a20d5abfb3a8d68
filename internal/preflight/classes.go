package preflight

import (
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A field is recognised to have classes if at least leastRecognised truths have a value, 2 to maxRecognised different
// values occur, and each of them occurs in two or more truths. Copies of a truth count once. A field that is declared without names may have
// maxDeclared values. No value may be longer than maxClassName bytes.
const (
	maxRecognised   = 20
	leastRecognised = 30
	maxDeclared     = 200
	maxClassName    = 200
)

// Classes finds the fields whose truths have few values, and these values. It keeps at most maxDeclared values of a
// field. It is not safe for concurrent use.
type Classes struct {
	fields      []*field
	infers      bool // the spec names nothing
	byAttribute map[string]*classValues
	copies      dataset.CopiedTruths
}

// classValues holds the values of a field in truths.
type classValues struct {
	declared bool
	truths   int
	byText   map[string]*classValue // folded text -> value; nil if there are too many, or one cannot be a class
}

type classValue struct {
	name   string // the first of its spellings in alphabetical order
	truths int
}

// NewClasses returns the Classes of a spec that compiles.
func NewClasses(spec eval.Spec) *Classes {
	p := newPlan(spec, nil)
	return &Classes{infers: p.infers, byAttribute: map[string]*classValues{}, fields: prune(p.root, false, hasClasses)}
}

// hasClasses reports whether a field may have classes: a leaf outside of lists, if it is compared as a text, or a field with
// a [compare.Class] without names.
func hasClasses(f *field, inList bool) bool {
	switch f.match().(type) {
	case compare.Auto, compare.Exact, compare.Fuzzy:
		return !inList && f.Kind == "leaf"
	}
	return f.declared()
}

// declared reports whether the spec says that a field has classes, and names none.
func (f *field) declared() bool {
	class, declared := compare.AsClass(f.match())
	return declared && len(class.Classes) == 0
}

// Add adds a truth.
func (c *Classes) Add(truth document.Value) {
	if c.copies.Add(truth) {
		return
	}
	if c.infers {
		c.addAll("", truth)
		return
	}
	search(c.fields, truth, func(f *field, v document.Value) { c.value(f.ordered(), v, f.declared()) })
}

// addAll adds the values of a truth outside of lists.
func (c *Classes) addAll(prefix string, v document.Value) {
	if v.Kind() != document.Object {
		c.value(prefix, v, false)
		return
	}
	for key, member := range v.Members() {
		c.addAll(paths.Member(prefix, key), member)
	}
}

func (c *Classes) value(attribute string, v document.Value, declared bool) {
	if v.Empty() {
		return
	}
	values := c.byAttribute[attribute]
	if values == nil {
		if len(c.byAttribute) == maxDated {
			return
		}
		values = &classValues{declared: declared, byText: map[string]*classValue{}}
		c.byAttribute[attribute] = values
	}
	if values.byText == nil {
		return
	}
	text := v.Text()
	most := maxRecognised
	if declared {
		most = maxDeclared
	}
	if len(text) > maxClassName || text[0] == '(' || !declared && !readAsText(v) || declared && v.Kind() >= document.Array {
		values.byText = nil
		return
	}
	values.truths++
	folded := compare.Fold(text)
	value := values.byText[folded]
	if value == nil {
		if len(values.byText) == most {
			values.byText = nil
			return
		}
		value = &classValue{name: text}
		values.byText[folded] = value
	}
	value.name = min(value.name, text)
	value.truths++
}

// readAsText reports whether a value is a bool, or a text that compare.Auto takes as a text.
func readAsText(v document.Value) bool {
	switch v.Kind() {
	case document.Bool:
		return true
	case document.String:
		name := compare.Name(compare.Auto{}.For(v))
		return name == "exact" || name == "fuzzy"
	}
	return false
}

// Decide returns the spec with TruthClasses set to the values of the fields that have classes, and for packets to the classes that
// they declare, too.
func (c *Classes) Decide(spec eval.Spec) eval.Spec {
	spec.TruthClasses = nil
	for attribute, values := range c.byAttribute {
		if values.byText == nil || !values.declared && !values.recognised() {
			continue
		}
		if spec.TruthClasses == nil {
			spec.TruthClasses = map[string][]string{}
		}
		var names []string
		for value := range maps.Values(values.byText) {
			names = append(names, value.name)
		}
		slices.Sort(names)
		spec.TruthClasses[attribute] = names
	}
	for _, f := range spec.Fields {
		if f.Sections == nil {
			continue
		}
		attribute := paths.Join(f.Path+"[]", f.Sections.Named("")[0].Path)
		if names := spec.TruthClasses[attribute]; names != nil {
			names = addDeclared(names, f.Sections)
			spec.TruthClasses[attribute], spec.TruthClasses[paths.Join(f.Path, "pages")] = names, names
		}
	}
	return spec
}

// addDeclared adds the classes that a packet declares to the classes of its truths. An answer may have a class that no truth has.
func addDeclared(names []string, s *eval.Sections) []string {
	for class := range s.Classes {
		if !slices.ContainsFunc(names, func(name string) bool { return compare.Fold(name) == compare.Fold(class) }) {
			names = append(names, class)
		}
	}
	slices.Sort(names)
	return names
}

func (v *classValues) recognised() bool {
	if v.truths < leastRecognised || len(v.byText) < 2 {
		return false
	}
	for value := range maps.Values(v.byText) {
		if value.truths < 2 {
			return false
		}
	}
	return true
}
