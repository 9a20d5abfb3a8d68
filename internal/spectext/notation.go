package spectext

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Notation is the way in which a person writes a spec, so that advice can be given in the same way. The zero value is
// YAML.
type Notation string

const (
	YAML Notation = ""     // a file in YAML or JSON: match: date, order: dmy
	Tags Notation = "tags" // struct tags: eval:"date,order=dmy"
	Go   Notation = "go"   // compare.Date{Order: "dmy"}
)

// Write returns options as a person writes them in the notation. options has the form of a spec file, "match: date,
// order: dmy". In Go, an option of the field stands beside the rule: `compare.Date{}, Optional: true`. Write returns
// options unchanged if they are not YAML.
func (n Notation) Write(options string) string {
	object, ok := parseFlow(options)
	switch {
	case !ok || n == YAML:
		return options
	case n == Tags:
		return fmt.Sprintf("eval:%q", strings.Join(tagParts(object), ","))
	}
	return goRule(object)
}

// Name returns one option as a sentence names it in the notation: order: dmy, order=dmy, Order: "dmy".
func (n Notation) Name(option string) string {
	object, ok := parseFlow(option)
	switch {
	case !ok || n == YAML:
		return option
	case n == Tags:
		return strings.Join(tagParts(object), ",")
	}
	return goRule(object)
}

// WriteAlone returns the options of one comparator, such as "order: dmy", with the name of the comparator where the
// notation needs it. A spec file adds the options to the others of the field.
func (n Notation) WriteAlone(match, options string) string {
	if n == YAML || !slices.Contains(compare.Names(), match) && !slices.Contains(Kinds(), match) {
		return n.Write(options)
	}
	return n.Write("match: " + match + ", " + options)
}

func parseFlow(options string) (object Value, ok bool) {
	var found Problems
	object, err := Read([]byte("{"+options+"}"), &found)
	return object, err == nil && found.Err() == nil && object.Kind == document.Object
}

// tagParts returns the parts of an eval tag, the name first.
func tagParts(object Value) (parts []string) {
	for _, m := range object.Members {
		text := m.Value.Text
		switch {
		case m.Key == "match":
			parts = slices.Insert(parts, 0, text)
			continue
		case m.Value.Kind == document.Object: // each
			parts = append(parts, m.Key+"="+strings.Join(tagParts(m.Value), ","))
			continue
		case m.Value.Kind == document.Bool && text == "true":
			parts = append(parts, m.Key)
			continue
		case m.Value.Kind == document.Array:
			items := arithmetic.Each(m.Value.Items, func(item Value) string { return item.Text })
			text = strings.Join(items, ";")
		}
		if strings.Contains(text, ",") || strings.HasPrefix(text, "'") || strings.TrimSpace(text) != text {
			text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
		}
		parts = append(parts, m.Key+"="+text)
	}
	return parts
}

// fieldOptions are the options of a field, which are not options of its rule.
var fieldOptions = []string{"expected_path", "weight", "optional", "unscored", "zero_is_empty", "absent", "absent_words", "decides"}

// goRule returns the composite literal of a rule, followed by the options of the field as fields of a struct.
func goRule(object Value) string {
	rule, inside, neighbours := "", []string(nil), []string(nil)
	for _, m := range object.Members {
		key, value := GoName(m.Key), m.Value
		switch {
		case m.Key == "match" && slices.Contains(Kinds(), m.Value.Text):
			rule = "eval." + GoName(m.Value.Text)
			continue
		case m.Key == "match":
			rule = "compare." + GoName(m.Value.Text)
			continue
		case m.Key == "each":
			if match := object.Member("match"); match != nil && (match.Value.Text == MatchSet || match.Value.Text == MatchMap) {
				key = "Match"
			}
			if value.Kind == document.String {
				value = Value{Kind: document.Object, Members: []Member{{Key: "match", Value: value}}}
			}
		}
		text := key + ": " + goValue(value)
		if slices.Contains(fieldOptions, m.Key) {
			neighbours = append(neighbours, text)
		} else {
			inside = append(inside, text)
		}
	}
	if rule == "" {
		return strings.Join(append(inside, neighbours...), ", ")
	}
	return strings.Join(append([]string{rule + "{" + strings.Join(inside, ", ") + "}"}, neighbours...), ", ")
}

func goValue(v Value) string {
	switch v.Kind {
	case document.Object:
		return goRule(v)
	case document.Array:
		items := arithmetic.Each(v.Items, goValue)
		return "[]string{" + strings.Join(items, ", ") + "}"
	case document.String:
		return strconv.Quote(v.Text)
	}
	return v.Text
}

// GoName returns the Go name of a key of a spec file: only_formats is OnlyFormats.
func GoName(key string) string {
	switch key {
	case "expected_path":
		return "WantPath"
	case "nfc", "url":
		return strings.ToUpper(key)
	}
	var name strings.Builder
	for part := range strings.SplitSeq(key, "_") {
		if part != "" {
			name.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return name.String()
}
