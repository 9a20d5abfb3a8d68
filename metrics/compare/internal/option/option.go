// Package option holds what comparators have in common in a spec: the options of a struct, and the check of JSON
// against them. The doc comment of compare.Parse specifies the check.
package option

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
	Bool       = "bool"
	Number     = "number"
	String     = "string"
	Strings    = "list of strings"
	Aliases    = "map of lists of strings"
	Comparator = "comparator"
)

// Of returns the options of a struct: its exported fields with a JSON name. A field of the type comparator is an option
// of the type [Comparator].
func Of(structure, comparator reflect.Type) []Option {
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
		return Comparator
	case t == reflect.TypeFor[[]string]():
		return Strings
	case t == reflect.TypeFor[map[string][]string]():
		return Aliases
	case t.Kind() == reflect.Bool:
		return Bool
	case t.Kind() == reflect.Float64, t.Kind() == reflect.Int:
		return Number
	case t.Kind() == reflect.String:
		return String
	}
	return ""
}
