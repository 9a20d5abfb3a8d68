package kind

import (
	"reflect"
	"strings"
)

// Option is one property of a comparator; see compare.Option.
type Option struct {
	Key  string
	Type string // one of the types below
}

// The types of an [Option].
const (
	optionBool       = "bool"
	optionNumber     = "number"
	optionString     = "string"
	optionStrings    = "list of strings"
	optionAliases    = "map of lists of strings"
	optionComparator = "comparator"
)

// OptionsOf returns the options of a struct: its exported fields with a JSON name. A field of the type comparator is an option
// of the type optionComparator.
func OptionsOf(structure, comparator reflect.Type) []Option {
	var options []Option
	for _, field := range reflect.VisibleFields(structure) {
		if key, _, _ := strings.Cut(field.Tag.Get("json"), ","); key != "" && key != "-" {
			options = append(options, Option{key, typeName(field.Type, comparator)})
		}
	}
	return options
}

// typeName returns the name that an [Option] gives a Go type, "" for a type that specs cannot write. A test checks
// that the type of every option has a name.
func typeName(t, comparator reflect.Type) string {
	switch {
	case t == comparator:
		return optionComparator
	case t == reflect.TypeFor[[]string]():
		return optionStrings
	case t == reflect.TypeFor[map[string][]string]():
		return optionAliases
	case t.Kind() == reflect.Bool:
		return optionBool
	case t.Kind() == reflect.Float64, t.Kind() == reflect.Int:
		return optionNumber
	case t.Kind() == reflect.String:
		return optionString
	}
	return ""
}
