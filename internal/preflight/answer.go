package preflight

import (
	"bytes"
	"encoding/json"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// valueOf makes a value of an answer: an object (map[string]any), an array ([]any), or a
// whole value (json.RawMessage).
func valueOf(answer any) (document.Value, error) {
	var text bytes.Buffer
	to := json.NewEncoder(&text)
	to.SetEscapeHTML(false) // messages quote a truth as it is written
	if err := to.Encode(answer); err != nil {
		return document.Value{}, err
	}
	return document.Parse(text.Bytes())
}

// answerIn returns the answer of a perfect extractor to a document, or an item of a list: each value of the
// truth at the place where the spec reads it in answers, and the first of several accepted ones.
func answerIn(fields []*field, in document.Value) (answer any) {
	answer = map[string]any{}
	for _, f := range fields {
		if v := in.At(f.want); v.Exists() {
			answer = with(answer, f.got, f.answer(f.page.Join(in, f.page.Places(f.want), v)))
		}
	}
	return answer
}

// with puts a value at a path in an answer, and makes the objects and arrays on the way.
func with(answer any, path document.Path, v any) any {
	if len(path) == 0 {
		return v
	}
	step := path[0]
	if step.Index >= 0 && step.Index < 10_000 {
		items, _ := answer.([]any)
		for len(items) <= step.Index {
			items = append(items, map[string]any{})
		}
		items[step.Index] = with(items[step.Index], path[1:], v)
		return items
	}
	object, ok := answer.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	object[step.Key] = with(object[step.Key], path[1:], v)
	return object
}

// answer returns the answer's value of a field for the truth v.
func (f *field) answer(v document.Value) any {
	var item func(document.Value) any
	switch {
	case f.Kind == "list" && len(f.spec.List.Fields) > 0:
		item = func(v document.Value) any {
			if v.Kind() == document.Object || v.Kind() == document.Array {
				return answerIn(f.items, v)
			}
			return v.Raw()
		}
	case f.Kind == "set":
		item = func(v document.Value) any { return accepted(f.spec.Set.Match, v).Raw() }
	}
	if item == nil || v.Kind() != document.Array {
		return accepted(f.spec.Match, v).Raw()
	}
	items := []any{}
	for _, v := range v.Items() {
		items = append(items, item(v))
	}
	return items
}

// accepted returns the first of several accepted values.
func accepted(match compare.Comparator, v document.Value) document.Value {
	alternatives, ok := match.(compare.Alternatives)
	if !ok || v.Kind() != document.Array {
		return v
	}
	for _, one := range alternatives.Accepted(v) {
		if !one.Empty() {
			return one
		}
	}
	return v
}
