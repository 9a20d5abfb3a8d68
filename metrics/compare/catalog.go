package compare

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// catalog lists the comparators that a spec may name, in the order of the
// documentation, each by its zero value. All else that is known of one stands in
// its file.
var catalog = [...]builtin{
	Exact{},
	Fuzzy{},
	Numeric{},
	Date{},
	Code{},
	Regex{},
	Box{},
	Point{},
	OneOf{},
	Semantic{},
	Ignore{},
	Auto{},
}

// builtin is a comparator of this package: a struct whose exported fields are its
// options, by their JSON names. Beside these methods it may be a preparer and a
// decoder.
type builtin interface {
	Comparator
	validate() error
	name() string     // its name in a spec
	pairing() Pairing // how the matcher of list items may use it
	sentence() string // its values and rule, in one line; see Sentence
}

// preparer is a builtin that has something to do once for many values.
type preparer interface {
	prepare() (Comparator, error)
}

// compareOnce prepares a comparator for one comparison.
func compareOnce(ctx context.Context, p preparer, got, want document.Value) (Comparison, error) {
	c, err := p.prepare()
	if err != nil {
		return Comparison{}, err
	}
	return c.Compare(ctx, got, want)
}

// decoder is a builtin that encoding/json cannot read. The options have known
// keys and the right types.
type decoder interface {
	decode(options document.Value, custom map[string]func(config json.RawMessage) (Comparator, error)) (Comparator, error)
}

// Pairing says how much of a comparator the matcher of list items uses, which
// has to judge many pairs of items for each that it keeps; see package eval.
type Pairing uint8

const (
	// PairByText: texts are compared by their edit distance instead, since a text
	// that is nearly right says which item is meant.
	PairByText Pairing = iota
	// PairByKind: as PairByText, unless [Auto.For] chooses [Date] for the text.
	PairByKind
	// PairByMatch: only whether values match counts.
	PairByMatch
	// PairCostly: as PairByMatch, and Compare may be slow or cost money. It is asked
	// only where it is the comparator of a match field.
	PairCostly
)

// PairingOf returns how the matching of list items uses c. Comparators of this package have a fixed
// Pairing. A comparator of yours states it by a method Pairing() Pairing: any but PairCostly may be asked
// about many pairs of values, and about truths alone. Without the method, and for a [Func], it is PairCostly. A nil Comparator counts as [Exact].
func PairingOf(c Comparator) Pairing {
	if b := inCatalog(c); b != nil {
		return b.pairing()
	}
	if p, ok := c.(pairer); ok && !isNilPointer(c) {
		return p.Pairing()
	}
	return PairCostly
}

// inCatalog returns c itself, without its pointer, if its type is in the catalog, [Exact]
// for no comparator, else nil. A struct that embeds such a type is another one.
func inCatalog(c Comparator) builtin {
	t := reflect.TypeOf(c)
	if t == nil {
		return Exact{}
	}
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	for _, b := range catalog {
		switch {
		case reflect.TypeOf(b) != t:
		case !pointer:
			return c.(builtin)
		case !reflect.ValueOf(c).IsNil():
			return reflect.ValueOf(c).Elem().Interface().(builtin)
		}
	}
	return nil
}

func lookup(name string) builtin {
	for _, b := range catalog {
		if b.name() == name {
			return b
		}
	}
	return nil
}

// reserved reports whether a name belongs to a comparator that users cannot replace. They can
// replace "semantic", since it needs their function.
func reserved(name string) bool {
	return name != Semantic{}.name() && lookup(name) != nil
}

// Names returns the names of the comparators that a spec may name, in the order
// of the documentation. [Func] is not among them: each Func has a name of its
// own, for which [Parse] needs a constructor, and so does "semantic".
func Names() []string {
	names := make([]string, len(catalog))
	for i, b := range catalog {
		names[i] = b.name()
	}
	return names
}

// Option is one property that a comparator of this package has in a spec.
type Option struct {
	Key string
	// Type names the type of the value: "bool"; "number"; "string"; "list of strings", which may be
	// one string; "map of lists of strings", an object whose members are such lists; "comparator", a
	// name or an object {"match": name, and its options}.
	Type string
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

// Options returns the options of the comparator of that name, in the order of
// its struct. It is false for a name that [Names] does not have.
func Options(name string) ([]Option, bool) {
	b := lookup(name)
	if b == nil {
		return nil, false
	}
	return optionsOf(b), true
}

// optionsOf returns the options of a comparator: the fields of its struct.
func optionsOf(b builtin) []Option {
	var options []Option
	for _, field := range reflect.VisibleFields(reflect.TypeOf(b)) {
		if key, _, _ := strings.Cut(field.Tag.Get("json"), ","); key != "" && key != "-" {
			options = append(options, Option{key, optionType(field.Type)})
		}
	}
	return options
}

// optionType returns the type that a spec writes for a Go type, "" where specs have no form for it.
// A test checks that every option has one.
func optionType(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[Comparator]():
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
