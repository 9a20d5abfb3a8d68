package kind

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// OptionProblem says which option of a spec is wrong, and why.
type OptionProblem struct{ Key, Text string }

// CheckOptions checks keys, types, the range of numbers, and that no threshold is 0. It does not check other values.
func CheckOptions(options []Option, object document.Value) (problems []OptionProblem) {
	add := func(key, format string, args ...any) {
		problems = append(problems, OptionProblem{key, fmt.Sprintf(format, args...)})
	}
	seen := make(map[string]bool)
	for key, value := range object.Members() {
		i := slices.IndexFunc(options, func(o Option) bool { return o.Key == key })
		number, err := strconv.ParseFloat(value.RawText(), 64)
		switch {
		case i < 0:
			add(words.Shorten(key, 39), "unknown option; %s", knownKeys(options))
		case seen[key]:
			add(key, "appears twice")
		case !hasType(options[i].Type, value):
			problem := fmt.Sprintf("got %s, want a %s", words.Brief(value), options[i].Type)
			if key == "tolerance" && strings.HasSuffix(value.Text(), "%") {
				problem += "; 1% of the truth is 0.01 with relative"
			}
			if options[i].Type == optionStrings && value.Kind() == document.Array {
				problem += "; put quotes around each"
			}
			if strings.Contains(value.Text(), ";") {
				problem += "; options are separated by commas"
			}
			add(key, "%s", problem)
		case options[i].Type == optionNumber && err != nil:
			add(key, "%s is out of range", words.Shorten(value.RawText(), 39))
		case key == "threshold" && number == 0:
			add(key, "a threshold of 0 lets everything match; leave it out for the default")
		}
		seen[key] = true
	}
	return problems
}

func knownKeys(options []Option) string {
	if len(options) == 0 {
		return "there are none"
	}
	keys := arithmetic.Each(options, func(o Option) string { return o.Key })
	return "valid are " + strings.Join(keys, ", ")
}

// ListsOf returns the lists of a valid map of lists of strings, nil for a value that is not there. The lists of equal keys
// are joined.
func ListsOf(v document.Value) (lists map[string][]string) {
	for key, list := range v.Members() {
		if lists == nil {
			lists = map[string][]string{}
		}
		if list.Kind() == document.String {
			lists[key] = append(lists[key], list.Text())
		}
		for _, text := range list.Items() {
			lists[key] = append(lists[key], text.Text())
		}
		if lists[key] == nil {
			lists[key] = []string{}
		}
	}
	return lists
}

// WithLists returns valid options as JSON, in which a list of strings that is written as a text alone is a list, also
// within a map.
func WithLists(specs []Option, options document.Value) []byte {
	dst := []byte{'{'}
	for key, value := range options.Members() {
		raw := value.RawText()
		if value.Kind() == document.String && slices.Contains(specs, Option{key, optionStrings}) {
			raw = "[" + raw + "]"
		}
		if slices.Contains(specs, Option{key, optionAliases}) {
			lists, _ := gojson.Marshal(ListsOf(value)) // texts alone never fail
			raw = string(lists)
		}
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, "%q:%s", key, raw)
	}
	return append(dst, '}')
}

// hasType reports whether a value is of the type of an [Option].
func hasType(t string, v document.Value) bool {
	switch t {
	case optionBool:
		return v.Kind() == document.Bool
	case optionNumber:
		return v.Kind() == document.Number
	case optionString:
		return v.Kind() == document.String
	case optionComparator:
		return v.Kind() == document.String || v.Kind() == document.Object
	case optionAliases:
		for _, list := range v.Members() {
			if !hasType(optionStrings, list) {
				return false
			}
		}
		return v.Kind() == document.Object
	}
	if v.Kind() == document.String {
		return true
	}
	for _, item := range v.Items() {
		if item.Kind() != document.String {
			return false
		}
	}
	return v.Kind() == document.Array
}

// SplitMatch takes a comparator in a spec apart: "fuzzy", or an object with the name under a key and the options beside it.
// ok is false for an object without a name.
func SplitMatch(comparator document.Value, key string) (name string, options json.RawMessage, ok bool) {
	if comparator.Kind() == document.String {
		return comparator.Text(), nil, true
	}
	match := comparator.Member(key)
	if match.Kind() != document.String {
		return "", nil, false
	}
	options = append(options, '{')
	for member, value := range comparator.Members() {
		if member == key {
			continue
		}
		if len(options) > 1 {
			options = append(options, ',')
		}
		options = append(append(append(options, quote(member)...), ':'), value.Raw()...)
	}
	return match.Text(), append(options, '}'), true
}

// JoinMatch writes a comparator as one object, the form that SplitMatch takes apart. The options must be an object.
func JoinMatch(key, name string, options json.RawMessage) json.RawMessage {
	dst := append(append(append([]byte{'{'}, quote(key)...), ':'), quote(name)...)
	if inner := bytes.TrimSpace(options[1:]); inner[0] != '}' {
		dst = append(dst, ',')
	}
	return append(dst, options[1:]...)
}

// quote writes a text as JSON.
func quote(text string) []byte {
	quoted, _ := json.Marshal(text) // encoding/json writes every string
	return quoted
}
