package paths

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
)

// Without returns the text of a document, on one line, without the values at the places. In a place, [] means all
// items, and {} all members. It returns nil if nothing is left.
func Without(v document.Value, places []document.Path) json.RawMessage {
	if !v.Exists() || slices.ContainsFunc(places, func(path document.Path) bool { return len(path) == 0 }) {
		return nil
	}
	if len(places) == 0 {
		return oneLine(v.Raw())
	}
	return appendWithout(nil, v, places)
}

// appendWithout appends v without the values at the paths. Each path has at least one step.
func appendWithout(dst []byte, v document.Value, all []document.Path) []byte {
	if len(all) == 0 {
		return append(dst, oneLine(v.Raw())...)
	}
	item := func(leads func(document.Step) bool, name string, child document.Value) {
		var nested []document.Path
		for _, path := range all {
			switch {
			case !leads(path[0]):
			case len(path) == 1:
				return
			default:
				nested = append(nested, path[1:])
			}
		}
		dst = appendWithout(appendName(dst, name), child, nested)
	}
	switch v.Kind() {
	case document.Object:
		dst = append(dst, '{')
		for key, member := range v.Members() {
			item(func(s document.Step) bool { return s.AllMembers() || !s.Bracket && s.Key == key }, quoted(key), member)
		}
		return append(dst, '}')
	case document.Array:
		dst = append(dst, '[')
		for i, child := range v.Items() {
			item(func(s document.Step) bool { return s.AllItems() && !s.AllMembers() || s.Index == i }, "", child)
		}
		return append(dst, ']')
	}
	return append(dst, oneLine(v.Raw())...)
}

// Added is a value that a document lacks. The last step of Path is its key.
type Added struct {
	Path  document.Path
	Value document.Value
}

// With returns the text of a document, on one line, with further members, and with the objects on the way to them. It
// leaves out a member whose item the document lacks, or whose key it already has.
func With(v document.Value, members []Added) json.RawMessage { return appendWith(nil, v, members) }

func appendWith(dst []byte, v document.Value, all []Added) []byte {
	switch {
	case len(all) == 0:
	case v.Kind() == document.Object || !v.Exists():
		dst = append(dst, '{')
		for key, member := range v.Members() {
			dst = appendName(dst, quoted(key))
			dst = appendWith(dst, member, below(all, func(s document.Step) bool { return !s.Bracket && s.Key == key }))
		}
		done := map[string]bool{}
		for _, a := range all {
			key := a.Path[0].Key
			if done[key] || v.Member(key).Exists() {
				continue
			}
			done[key] = true
			dst = appendName(dst, quoted(key))
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
			dst = appendName(dst, "")
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

// appendName begins a member or an item.
func appendName(dst []byte, name string) []byte {
	if last := dst[len(dst)-1]; last != '{' && last != '[' {
		dst = append(dst, ',')
	}
	return append(dst, name...)
}

func quoted(key string) string { return string(gjson.AppendJSONString(nil, key)) + ":" }

// oneLine drops line breaks and the blanks after them; JSON has line breaks only between its parts. It keeps other
// blanks, so that each value without a line break keeps its text.
func oneLine(text json.RawMessage) json.RawMessage {
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	dst := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\n' && text[i] != '\r' {
			dst = append(dst, text[i])
			continue
		}
		for i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t') {
			i++
		}
	}
	return dst
}

// PlacesOf returns the places of attributes. It leaves out attributes that cannot be read, which a lenient spec may
// have.
func PlacesOf(attributes []string) (all []document.Path) {
	for _, attribute := range attributes {
		path, err := ParseAttribute(attribute)
		if attribute == "" {
			path, err = document.Path{}, nil
		}
		if err == nil {
			all = append(all, path)
		}
	}
	return all
}
