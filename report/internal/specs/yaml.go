package specs

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/paths"
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
