package compare

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Name returns the name of c in a spec: for a comparator of this package one of [Names], for nil
// "exact", for a [Func] its Name; for a comparator of the user's the result of its method Name()
// string or, without that method, its Go type ("bank.IBAN").
func Name(c Comparator) string {
	if isNilPointer(c) {
		return fmt.Sprintf("%T(nil)", c)
	}
	if b := inCatalog(c); b != nil {
		return b.name()
	}
	switch c := c.(type) {
	case interface{ Name() string }:
		return c.Name()
	case interface{ called() string }: // a Func, which has its Name as a field
		return c.called()
	}
	return strings.TrimLeft(fmt.Sprintf("%T", c), "*")
}

// Describe returns the form that [Parse] reads: the name of c and an object with its options,
// without those that have their zero value. For a comparator of the user's the options are its
// JSON; it is an error if that is not an object, since two different specs could then have the same
// text.
func Describe(c Comparator) (name string, options json.RawMessage, err error) {
	name = Name(c)
	if c == nil {
		return name, json.RawMessage("{}"), nil
	}
	options, err = json.Marshal(c)
	if err != nil {
		return "", nil, fmt.Errorf("compare: the options of %s cannot be stored: %w; tag what is not an option with `json:\"-\"`, or give %T a MarshalJSON method", name, err, c)
	}
	if len(options) == 0 || options[0] != '{' {
		return "", nil, fmt.Errorf("compare: the options of %s are %s, want a JSON object; give %T a MarshalJSON method", name, shorten(string(options)), c)
	}
	return name, options, nil
}

// Sentence describes c for people, in one line: "number, within 0.01, format auto". Options that
// are not given show as their defaults where they decide something. The text may change: programs
// should read [Describe]. For a comparator of yours it is the result of its method Sentence() string or,
// without that method, the name.
func Sentence(c Comparator) string {
	if b := inCatalog(c); b != nil {
		return b.sentence()
	}
	if s, ok := c.(sentencer); ok && !isNilPointer(c) {
		return s.Sentence()
	}
	return "by " + Name(c) + ", a comparator of your own"
}

func isNilPointer(c Comparator) bool {
	v := reflect.ValueOf(c)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
