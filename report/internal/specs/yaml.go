package specs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// WriteYAML writes a spec as [eval.ParseSpec] reads it, each field on a line of its own. reasons has
// comments for attributes (for a list or set, the path of the field) and for invariants ("rule
// adds_up", with the name); it may be nil.
func WriteYAML(w io.Writer, s eval.Spec, reasons map[string]string) error {
	text, err := s.MarshalJSON()
	if err != nil {
		return err
	}
	spec, err := document.Parse(text)
	if err != nil {
		return err
	}
	y := yamlWriter{causes: reasons}
	for key, value := range spec.Members() {
		if key == "fields" {
			y.addLine("fields:", "")
			y.fields(value, "  ", within(""))
			continue
		}
		if key == "invariants" {
			y.addLine("invariants:", "")
			for _, item := range value.Items() {
				y.addLine("  - "+flowText(item), reasons[ruleKey(item.Member("name").Text())])
			}
			continue
		}
		y.addLine(key+": "+flowText(value), "")
	}
	_, err = io.WriteString(w, y.finish())
	return err
}

// ruleKey is the key of an invariant in a map that also has attributes.
func ruleKey(name string) string { return "rule " + name }

type yamlWriter struct {
	causes map[string]string
	lines  []commented
}

type commented struct{ text, comment string }

func (y *yamlWriter) addLine(text, comment string) {
	y.lines = append(y.lines, commented{text, comment})
}

// maxColumn is the last column in which comments begin; the comment of a longer line stands after its end.
const maxColumn = 64

// finish aligns the comments.
func (y *yamlWriter) finish() string {
	column := 0
	for _, l := range y.lines {
		if n := utf8.RuneCountInString(l.text); l.comment != "" && n <= maxColumn {
			column = max(column, n)
		}
	}
	var b strings.Builder
	for _, l := range y.lines {
		b.WriteString(l.text)
		if l.comment != "" {
			b.WriteString(strings.Repeat(" ", max(column-utf8.RuneCountInString(l.text), 0)) + "  # " + printable(l.comment))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// printable returns a text without line breaks and invisible characters.
func printable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return text
	}
	return strings.ReplaceAll(strings.Trim(strconv.Quote(text), `"`), `\"`, `"`)
}

// fields writes fields; attribute names each by its path.
func (y *yamlWriter) fields(fields document.Value, indent string, attribute func(path string) string) {
	for _, f := range fields.Items() {
		own := attribute(f.Member("path").Text())
		inner, classes := f.Member("fields"), f.Member("classes")
		packet := classes.Kind() == document.Object
		if !inner.Exists() && !packet {
			y.addLine(indent+"- "+flowText(f), y.causes[own])
			continue
		}
		mark, comment := "- ", y.causes[own]
		for key, value := range f.Members() {
			if key != "fields" && (key != "classes" || !packet) {
				y.addLine(indent+mark+key+": "+flowText(value), comment)
				mark, comment = "  ", ""
			}
		}
		if packet {
			y.addLine(indent+mark+"classes:", "")
			y.classes(f, indent+"    ", own)
			continue
		}
		y.addLine(indent+mark+"fields:", "")
		y.fields(inner, indent+"    ", within(own+paths.Mark(f.Member("match").Text() == "map")))
	}
}

// within names the fields of a list or an object.
func within(prefix string) func(string) string {
	return func(path string) string { return paths.Join(prefix, path) }
}

// classes writes the fields of each class of a packet.
func (y *yamlWriter) classes(packet document.Value, indent, attribute string) {
	s := eval.Sections{Class: packet.Member("class_key").Text(), Pages: packet.Member("pages_key").Text()}
	for class, fields := range packet.Member("classes").Members() {
		name := class
		if !plain(class) {
			name = strconv.Quote(class)
		}
		inner := fields.Member("fields")
		if !inner.Exists() {
			y.addLine(indent+name+": {}", y.causes[classKey(attribute, class)])
			continue
		}
		y.addLine(indent+name+":", y.causes[classKey(attribute, class)])
		y.addLine(indent+"  fields:", "")
		y.fields(inner, indent+"    ", func(path string) string { return paths.Join(attribute+"[]", s.Attribute(class, path)) })
	}
}

// flowText returns a value on one line of YAML: JSON, with plain texts without quotes.
func flowText(v document.Value) string {
	switch v.Kind() {
	case document.String:
		if plain(v.Text()) {
			return v.Text()
		}
		return strconv.Quote(v.Text())
	case document.Array:
		var items []string
		for _, item := range v.Items() {
			items = append(items, flowText(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case document.Object:
		var members []string
		for key, member := range v.Members() {
			if !plain(key) {
				key = strconv.Quote(key)
			}
			members = append(members, fmt.Sprintf("%s: %s", key, flowText(member)))
		}
		return "{" + strings.Join(members, ", ") + "}"
	}
	return v.RawText()
}

// plain reports whether a text means the same in YAML without quotes.
func plain(text string) bool {
	letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' }
	for i, r := range text {
		if !letter(r) && (i == 0 || r != '.' && (r < '0' || r > '9')) {
			return false
		}
	}
	return text != "" && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan"}, strings.ToLower(text))
}

// WriteMended writes a corrected spec, if it differs and compiles.
func WriteMended(w io.Writer, old, mended eval.Spec) error {
	oldText, err := old.MarshalJSON()
	if err != nil {
		return err
	}
	newText, err := mended.MarshalJSON()
	if err != nil {
		return err
	}
	if bytes.Equal(oldText, newText) {
		return nil
	}
	if _, err := mended.Compile(); err != nil {
		return nil
	}
	fmt.Fprint(w, "\ncorrected spec:\n\n")
	return WriteYAML(w, mended, nil)
}

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
