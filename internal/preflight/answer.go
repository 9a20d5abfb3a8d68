package preflight

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// answerIn returns the answer of a perfect extractor to a document or to an item of a list. It has each value of the
// truth at the place where the spec reads it in answers. Of several accepted values it has the first.
func answerIn(fields []*field, truth document.Value) (answer any) {
	answer = map[string]any{}
	for _, f := range fields {
		if v := truth.At(f.want); v.Exists() {
			answer = setValue(answer, f.got, f.answer(f.page.Join(truth, f.page.Places(f.want), v)))
		}
	}
	return answer
}

// setValue returns an answer with a value at a path. It makes the objects and arrays on the way.
func setValue(answer any, path document.Path, v any) any {
	if len(path) == 0 {
		return v
	}
	step := path[0]
	if step.Index >= 0 && step.Index < 10_000 {
		items, _ := answer.([]any)
		for len(items) <= step.Index {
			items = append(items, map[string]any{})
		}
		items[step.Index] = setValue(items[step.Index], path[1:], v)
		return items
	}
	object, ok := answer.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	object[step.Key] = setValue(object[step.Key], path[1:], v)
	return object
}

// answer returns the answer's value of a field for the truth v.
func (f *field) answer(v document.Value) any {
	var item func(document.Value) any
	switch {
	case f.Kind == "list" && len(f.spec.List.Fields) > 0, f.Kind == "map" && len(f.spec.Map.Fields) > 0:
		item = func(v document.Value) any {
			if v.Kind() == document.Object || v.Kind() == document.Array {
				return answerIn(f.items, v)
			}
			return v.Raw()
		}
	case f.Kind == "sections":
		item = func(v document.Value) any { return answerIn(f.among(v), v) }
	case f.Kind == "set", f.Kind == "map" && f.spec.Map.Match != nil:
		match, _ := f.spec.Elements()
		item = func(v document.Value) any { return strictness.Accepted(match, v).Raw() }
	}
	if item == nil || v.Kind() != document.Array && f.Kind != "map" || v.Kind() != document.Object && f.Kind == "map" {
		return strictness.Accepted(f.spec.Match, v).Raw()
	}
	if f.Kind == "map" {
		members := map[string]any{}
		for key, v := range v.Members() {
			members[key] = item(v)
		}
		return members
	}
	items := []any{}
	for _, v := range v.Items() {
		items = append(items, item(v))
	}
	return items
}

// Repair returns a copy of a spec with the corrections of findings: paths that truths have in place
// of paths that they lack, match fields that pair more items, and options that comparators need.
// Findings without a remedy change nothing.
func Repair(s eval.Spec, findings []Finding) eval.Spec {
	s.DateOrders = maps.Clone(s.DateOrders)
	s.Fields = Changed(s.Fields, func(f *eval.Field) string { return f.Path }, func(f *eval.Field, attribute string) { repair(f, attribute, findings) })
	for _, f := range findings {
		if orders, found := strings.CutPrefix(f.Option, orderOfSpec); found {
			_ = json.Unmarshal([]byte(orders), &s.DateOrders) // it is our own text
		}
	}
	return s
}

// Changed returns a copy of fields, and of the fields in their lists, maps and sections, after a call of change for each
// field. It changes inner fields before the field that has them. name returns the attribute of an outer field.
func Changed(fields []eval.Field, name func(*eval.Field) string, change func(f *eval.Field, attribute string)) []eval.Field {
	fields = slices.Clone(fields)
	for i := range fields {
		f := &fields[i]
		attribute := name(f)
		if f.List != nil {
			list := *f.List
			list.Fields = Changed(list.Fields, func(f *eval.Field) string { return paths.Join(attribute+paths.Items, f.Path) }, change)
			f.List = &list
		}
		if f.Map != nil {
			inner := *f.Map
			inner.Fields = Changed(inner.Fields, func(f *eval.Field) string { return paths.Join(attribute+paths.Members, f.Path) }, change)
			f.Map = &inner
		}
		if f.Sections != nil {
			inner := *f.Sections
			inner.Classes = maps.Clone(inner.Classes)
			for class, fields := range inner.Classes {
				inner.Classes[class] = Changed(fields, func(f *eval.Field) string { return paths.Join(attribute+paths.Items, inner.Attribute(class, f.Path)) }, change)
			}
			f.Sections = &inner
		}
		change(f, attribute)
	}
	return fields
}

// repair corrects a field, whose list, map and sections are copies.
func repair(f *eval.Field, attribute string, findings []Finding) {
	if f.List != nil {
		f.List.By = slices.Clone(f.List.By)
		for j, key := range f.List.By {
			for _, finding := range findings {
				if finding.Attribute == paths.Join(attribute+paths.Items, key) && finding.Path != "" {
					f.List.By[j] = finding.Path
				}
			}
		}
	}
	for _, finding := range findings {
		if finding.Attribute != attribute {
			continue
		}
		if finding.By != "" && f.List != nil {
			f.List.By = []string{finding.By}
		}
		switch {
		case finding.Path != "" && f.WantPath != "":
			f.WantPath = finding.Path
		case finding.Path != "":
			f.Path = finding.Path
		}
		if finding.Option != "" && f.Set != nil {
			set := *f.Set
			set.Match = strictness.AddOption(set.Match, finding.Option)
			f.Set = &set
		} else if finding.Option != "" && f.Map != nil {
			f.Map.Match = strictness.AddOption(f.Map.Match, finding.Option)
		} else if finding.Option != "" {
			f.Match = strictness.AddOption(f.Match, finding.Option)
		}
	}
}
