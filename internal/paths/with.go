package paths

import (
	"encoding/json"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
)

// Added is a value that a document lacks. The last step of Path is its key.
type Added struct {
	Path  document.Path
	Value document.Value
}

// With returns the text of a document, on one line, with further members, and with the objects on the way to them. It
// leaves out a member for which there is no item, or whose key is there.
func With(v document.Value, members []Added) json.RawMessage { return appendWith(nil, v, members) }

func appendWith(dst []byte, v document.Value, all []Added) []byte {
	begin := func(name string) {
		if last := dst[len(dst)-1]; last != '{' && last != '[' {
			dst = append(dst, ',')
		}
		dst = append(dst, name...)
	}
	switch {
	case len(all) == 0:
	case v.Kind() == document.Object || !v.Exists():
		dst = append(dst, '{')
		for key, member := range v.Members() {
			begin(quoted(key))
			dst = appendWith(dst, member, below(all, func(s document.Step) bool { return !s.Bracket && s.Key == key }))
		}
		done := map[string]bool{}
		for _, a := range all {
			key := a.Path[0].Key
			if done[key] || v.Member(key).Exists() {
				continue
			}
			done[key] = true
			begin(quoted(key))
			if len(a.Path) == 1 {
				dst = append(dst, a.Value.RawText()...)
			} else {
				dst = appendWith(dst, document.Value{}, below(all, func(s document.Step) bool { return s.Key == key }))
			}
		}
		return append(dst, '}')
	case v.Kind() == document.Array:
		dst = append(dst, '[')
		for i, item := range v.Items() {
			begin("")
			dst = appendWith(dst, item, below(all, func(s document.Step) bool { return s.Index == i }))
		}
		return append(dst, ']')
	}
	return append(dst, oneLine(v.Raw())...)
}

// below returns the members inside of a value to which a step leads.
func below(all []Added, leads func(document.Step) bool) (inside []Added) {
	for _, a := range all {
		if len(a.Path) > 1 && leads(a.Path[0]) {
			inside = append(inside, Added{a.Path[1:], a.Value})
		}
	}
	return inside
}

func quoted(key string) string { return string(gjson.AppendJSONString(nil, key)) + ":" }
