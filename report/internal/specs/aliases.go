package specs

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// WithAliases returns the text of a spec file in YAML with a rule that has aliases for a field: `match: one_of, aliases:
// {EUR: ["€"]}`. Comments, and the rest of the text, stay as they are. ok is false if the text has no simple place for
// them: a field that the spec does not name, an element of a set, a file in JSON, a rule with options of its own,
// or aliases in several lines.
func WithAliases(text []byte, attribute, rule string, custom map[string]func(json.RawMessage) (compare.Comparator, error)) (changed []byte, ok bool) {
	var found spectext.Problems
	root, err := spectext.Read(text, &found)
	if err != nil || found.Err() != nil || json.Valid(text) {
		return nil, false
	}
	e := editor{text: text}
	fields := root.Member("fields")
	if fields == nil || !e.add(findField(&fields.Value, "", attribute), rule) {
		return nil, false
	}
	old, errOld := others(text, attribute, custom)
	mended, errNew := others(e.text, attribute, custom)
	return e.text, errOld == nil && errNew == nil && bytes.Equal(old, mended)
}

// others returns a spec in JSON without the comparator of one attribute.
func others(text []byte, attribute string, custom map[string]func(json.RawMessage) (compare.Comparator, error)) ([]byte, error) {
	spec, err := eval.ParseSpec(text, custom)
	if err != nil {
		return nil, err
	}
	return spec.Replaced(func(name string, m compare.Comparator) compare.Comparator {
		if name == attribute {
			return nil
		}
		return m
	}).MarshalJSON()
}

// findField returns the field with an attribute, nil without one.
func findField(fields *spectext.Value, prefix, attribute string) *spectext.Value {
	for i := range fields.Items {
		f := &fields.Items[i]
		path := f.Text
		if m := f.Member("path"); m != nil {
			path = m.Value.Text
		}
		name := paths.Join(prefix, path)
		if name == attribute {
			return f
		}
		for _, mark := range []string{paths.Items, paths.Members} {
			if inner := f.Member("fields"); inner != nil && strings.HasPrefix(attribute, name+mark+".") {
				return findField(&inner.Value, name+mark, attribute)
			}
		}
	}
	return nil
}

// editor changes a text at places that spectext.Read has found.
type editor struct{ text []byte }

// add adds a rule with aliases to a field. It replaces the name of the comparator that the field has.
func (e *editor) add(f *spectext.Value, rule string) bool {
	name, options, _ := strings.Cut(strings.TrimPrefix(rule, "match: "), ", ")
	if f == nil {
		return false
	}
	if f.Kind == document.String {
		start, end, ok := e.scalar(f)
		path := string(e.text[start:end])
		return ok && e.replace(start, end, "{path: "+path+", "+rule+"}")
	}
	path, match, aliases := f.Member("path"), f.Member("match"), f.Member("aliases")
	if path == nil {
		return false
	}
	if aliases != nil {
		start := e.offset(aliases.Value.At)
		_, entries, _ := strings.Cut(options, "aliases: {")
		return start < len(e.text) && e.text[start] == '{' && len(aliases.Value.Members) > 0 && e.replace(start+1, start+1, strings.TrimSuffix(entries, "}")+", ")
	}
	owner := &path.Value
	if match != nil {
		owner = &match.Value
	}
	start, end, ok := e.scalar(owner)
	if !ok {
		return false
	}
	if match != nil {
		e.replace(start, end, name)
		end = start + len(name)
	} else {
		options = rule
	}
	if e.text[e.offset(f.At)] == '{' {
		return e.replace(end, end, ", "+options)
	}
	line := end
	if i := bytes.IndexByte(e.text[end:], '\n'); i >= 0 {
		line += i
	} else {
		line = len(e.text)
	}
	indent := "\n" + strings.Repeat(" ", path.At.Column-1)
	for _, key := range []string{"each: ", "aliases: "} {
		options = strings.Replace(options, ", "+key, indent+key, 1)
	}
	return e.replace(line, line, indent+options)
}

func (e *editor) replace(start, end int, text string) bool {
	e.text = bytes.Join([][]byte{e.text[:start], []byte(text), e.text[end:]}, nil)
	return true
}

// scalar returns the place of a text in one line, with its quotes.
func (e *editor) scalar(v *spectext.Value) (start, end int, ok bool) {
	start = e.offset(v.At)
	for _, quote := range []string{"", `"`, "'"} {
		if written := quote + v.Text + quote; bytes.HasPrefix(e.text[start:], []byte(written)) {
			return start, start + len(written), true
		}
	}
	return start, start, false
}

// offset returns the byte at a position. A column counts characters.
func (e *editor) offset(p spectext.Position) int {
	start := 0
	for range p.Line - 1 {
		start += bytes.IndexByte(e.text[start:], '\n') + 1
	}
	column := 1
	for i := range string(e.text[start:]) {
		if column == p.Column {
			return start + i
		}
		column++
	}
	return len(e.text)
}
