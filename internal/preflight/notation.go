package preflight

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// NotationOf returns the notation of a spec of a Go program: YAML if it was read from a file, Tags if its fields come from
// a Go type, and Go otherwise. If answers, the Go type of answers or nil, has no struct, nobody can write tags: the
// fields come from a schema.
func NotationOf(spec eval.Spec, answers reflect.Type, source eval.SpecSource) spectext.Notation {
	switch {
	case source.Name != "":
		return spectext.YAML
	case spec.OfType && (answers == nil || hasStruct(answers)):
		return spectext.Tags
	}
	return spectext.Go
}

func hasStruct(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		if t == t.Elem() {
			return false
		}
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Interface
}

// write returns an option of a field's comparator, or another comparator ("match: date"), in the notation of the spec.
// A nil field is compared by [compare.Auto].
func (e Evidence) write(f *Field, option string) string {
	match, kind := compare.Name(compare.Auto{}), ""
	if f != nil {
		match, kind = f.Match, f.Kind
	}
	key, name, _ := strings.Cut(option, ": ")
	owner := ownerOf(key, match)
	switch {
	case key+": " == orderOfSpec && e.Notation != spectext.YAML:
		return "DateOrders: map[string]string" + name
	case key == "match" && (kind == spectext.MatchSet || kind == spectext.MatchMap):
		return e.Notation.WriteAlone(kind, "each: "+name)
	case key == "match":
		return e.Notation.Write(option)
	case (kind == spectext.MatchSet || kind == spectext.MatchMap) && owner != "":
		return e.Notation.WriteAlone(kind, "each: {match: "+owner+", "+option+"}")
	case match == compare.Name(compare.OneOf{}) && owner != "" && owner != match:
		return e.Notation.WriteAlone(match, "each: {match: "+owner+", "+option+"}")
	case owner != match && owner != "":
		return e.Notation.Write("match: " + owner + ", " + option)
	}
	return e.Notation.WriteAlone(match, option)
}

// order names an order of dates in the notation of the spec.
func (e Evidence) order(order string) string { return e.Notation.Name("order: " + order) }

// writeMatch names the match fields of a list, "sku, lot", in the notation of the spec.
func (e Evidence) writeMatch(fields string) string { return e.Notation.Name("by: [" + fields + "]") }

// writeBy returns the rule of a list that is matched by one field.
func (e Evidence) writeBy(field string) string {
	return e.Notation.WriteAlone(spectext.MatchList, "by: ["+field+"]")
}

// optionalRule returns the option of an optional invariant. A tag of its own says it for a rule in a struct.
func (e Evidence) optionalRule() string {
	if e.Notation == spectext.Tags {
		return `optional:"true"`
	}
	return e.Notation.Write("optional: true")
}

// ownerOf returns the comparator that has an option: match if it has the option, else date or numeric. It returns ""
// for an option of a comparator that is not in package compare.
func ownerOf(key, match string) string {
	for _, name := range []string{match, compare.Name(compare.Date{}), compare.Name(compare.Numeric{})} {
		options, _ := compare.Options(name)
		if slices.ContainsFunc(options, func(o compare.Option) bool { return o.Key == key }) {
			return name
		}
	}
	return ""
}

// fieldOf returns the field whose values have an attribute, nil for an attribute that the spec does not name.
func (e Evidence) fieldOf(attribute string) *Field {
	for i := range e.Fields {
		if e.Fields[i].ordered() == attribute {
			return &e.Fields[i]
		}
	}
	return nil
}

// alike returns the finding that a comparator cannot tell the truths of an attribute apart.
func (e Evidence) alike(c strictness.Counts) (Finding, bool) {
	f := cmp.Or(e.fieldOf(c.Attribute), &Field{Attribute: c.Attribute, Match: c.Match})
	text, option := c.Finding(func(option string) string { return e.write(f, option) })
	return Finding{Attribute: f.Attribute, Option: option, Text: fmt.Sprintf("%q: %s", f.place(), text)}, text != ""
}
