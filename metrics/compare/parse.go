package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Parse makes a comparator from its form in a spec: its name and an object with its options, the form that [Describe]
// gives. Without options (nil, or null) the comparator has its defaults.
//
// If custom has a constructor for the name, Parse passes all options to it, and wraps its error. A name that neither
// [Names] nor custom has is an error that lists the valid names. For a comparator of this package, each option must be
// known, and its value must be valid and of the right type; a text counts as a list of one text. A threshold of 0 is an
// error, since every value would match. The error is an [*OptionError] or joins several, which [errors.As] finds: all
// errors in keys and types or, without any, all errors in values.
func Parse(name string, options json.RawMessage, custom map[string]func(config json.RawMessage) (Comparator, error)) (Comparator, error) {
	if construct, ok := custom[name]; ok {
		return parseCustom(name, options, construct)
	}
	b := lookup(name)
	if b == nil {
		valid := validNames(custom)
		return nil, optionErrorf(shorten(name), keyMatch, "Invalid match type: %s; valid are %s%s", shorten(name), strings.Join(valid, ", "), words.Hint(name, valid))
	}
	if len(options) == 0 || string(options) == "null" {
		options = json.RawMessage("{}")
	}
	object, err := document.Parse(options)
	if err != nil {
		return nil, optionErrorf(name, "", "its options are not JSON: %v", err)
	}
	if object.Kind() != document.Object {
		return nil, optionErrorf(name, "", "its options are of type %s, want an object", object.Kind())
	}
	allowed := optionsOf(b)
	errs := arithmetic.Each(kind.CheckOptions(allowed, object), func(p kind.OptionProblem) error { return &OptionError{Comparator: name, Key: p.Key, Problem: p.Text} })
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	if d, ok := b.(decoder); ok {
		return d.decode(object, custom)
	}
	return decodeStruct(b, kind.WithLists(allowed, object))
}

// keyMatch is the key under which a spec names a comparator.
const keyMatch = "match"

func parseCustom(name string, options json.RawMessage, construct func(json.RawMessage) (Comparator, error)) (Comparator, error) {
	if reserved(name) {
		return nil, fmt.Errorf("compare: there is a constructor for %q, which is a comparator of this package; choose another name", name)
	}
	if construct == nil {
		return nil, fmt.Errorf("compare: the constructor of %q is nil", name)
	}
	c, err := construct(options)
	if err != nil {
		return nil, fmt.Errorf("compare: constructor of %q: %w", name, err)
	}
	if c == nil {
		return nil, fmt.Errorf("compare: the constructor of %q returned no comparator and no error", name)
	}
	return c, nil
}

func validNames(custom map[string]func(json.RawMessage) (Comparator, error)) []string {
	return append(Names(), slices.DeleteFunc(slices.Sorted(maps.Keys(custom)), func(name string) bool { return lookup(name) != nil })...)
}

// OptionError says which option of a comparator is wrong, and why.
type OptionError struct {
	Comparator string // the comparator's name
	Key        string // the option's key in a spec, "match" for the name itself, "each.threshold" within a one_of; "" for the options as a whole
	Problem    string // the value found and the values allowed
	Example    string // a right value of an option that is missing
}

// Error gives all of it in one line.
func (e *OptionError) Error() string {
	switch e.Key {
	case "":
		return "compare: " + e.Comparator + ": " + e.Problem
	case keyMatch:
		return "compare: " + e.Problem
	}
	text := "compare: " + e.Comparator + ": " + e.Key + ": " + e.Problem
	if e.Example != "" {
		title := func(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
		text += fmt.Sprintf("; give one, such as compare.%s{%s: %q}", title(e.Comparator), title(e.Key), e.Example)
	}
	return text
}

func optionErrorf(comparator, key, format string, args ...any) error {
	return &OptionError{Comparator: comparator, Key: key, Problem: fmt.Sprintf(format, args...)}
}

// noneOf says that a text is not among the valid ones.
func noneOf(text string, valid []string) string {
	return fmt.Sprintf("unknown value %q; valid are %s%s", shorten(text), strings.Join(valid, ", "), words.Hint(text, valid))
}

// decodeStruct reads valid options into a comparator of the type of b.
func decodeStruct(b builtin, options []byte) (Comparator, error) {
	c := reflect.New(reflect.TypeOf(b))
	if err := json.Unmarshal(options, c.Interface()); err != nil {
		return nil, optionErrorf(b.name(), "", "%v", err)
	}
	b = c.Elem().Interface().(builtin)
	if err := b.validate(); err != nil {
		return nil, err
	}
	return b, nil
}
