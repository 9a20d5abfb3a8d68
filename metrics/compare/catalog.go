package compare

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// catalog lists the comparators that a spec may name, in the order of the documentation, each by its zero value.
// Everything else about a comparator is in its own file.
var catalog = [...]builtin{
	Exact{},
	Fuzzy{},
	Numeric{},
	Date{},
	Time{},
	Period{},
	Code{},
	URL{},
	Class{},
	Person{},
	Bool{},
	Currency{},
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

// preparer is a builtin with work to do once for many values, such as compiling formats.
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

// Pairing says how the matcher of list items uses a comparator. The matcher judges many pairs of items for each pair
// that it keeps; see package eval.
type Pairing uint8

const (
	// PairByText: the matcher compares texts by their edit distance instead, since a text that is nearly right shows
	// which item is meant.
	PairByText Pairing = iota
	// PairByKind: as PairByText, unless [Auto.For] chooses [Date] for the text.
	PairByKind
	// PairByMatch: a pair of values counts 1 if it matches, else 0.
	PairByMatch
	// PairCostly: as PairByMatch, but Compare may be slow or cost money. The matcher calls it only for a match field.
	PairCostly
)

// PairingOf returns how the matcher of list items uses c. A comparator of this package has a Pairing of its own; a nil
// Comparator counts as [Exact]. A comparator of yours states it by a method Pairing() Pairing. If the result is not
// PairCostly, c may be called for many pairs of values, and with a truth on both sides. PairingOf returns PairCostly
// for a comparator without the method, and for a [Func].
func PairingOf(c Comparator) Pairing {
	if b := inCatalog(c); b != nil {
		return b.pairing()
	}
	if p, ok := c.(pairer); ok && !isNilPointer(c) {
		return p.Pairing()
	}
	return PairCostly
}

// inCatalog returns c, dereferenced if it is a pointer, if its type is in the catalog. It returns [Exact] for a nil
// Comparator, and nil for any other type, a struct that embeds a type of the catalog included.
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

// Options returns the options of the comparator of that name, in the order of its struct. It reports false for a name
// that [Names] does not have.
func Options(name string) ([]Option, bool) {
	b := lookup(name)
	if b == nil {
		return nil, false
	}
	options := arithmetic.Each(optionsOf(b), func(o kind.Option) Option { return Option(o) })
	return options, true
}

// optionsOf returns the options of a comparator: the fields of its struct.
func optionsOf(b builtin) []kind.Option {
	return kind.OptionsOf(reflect.TypeOf(b), reflect.TypeFor[Comparator]())
}

// Name returns the name of c in a spec: one of [Names] for a comparator of this package, "exact" for nil, and the field
// Name of a [Func]. For a comparator of yours it returns the result of its method Name() string or, without that
// method, its Go type ("bank.IBAN").
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
// without those that have their zero value. The options of a comparator of yours are its JSON, which must be an object:
// otherwise two different specs could have the same text.
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

// Sentence describes c for people, in one line: "number, within 0.01, format auto". It names the default of an option
// that is not given if the default decides something. The text may change: programs should read [Describe]. For a
// comparator of yours it returns the result of its method Sentence() string or, without that method, the name.
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

// Prepare returns a comparator that judges as c does and is ready for many
// values: options are checked, formats compiled, functions looked up. Package
// eval calls it once for each field. A nil Comparator is [Exact].
//
// The result compares, may implement [Alternatives], [Wrapper] and [Asker], and can be passed to [Read] and [ScalarOf].
// To name, describe or store a comparator, use c; see [Describe].
//
// The error says which options of a comparator of this package are wrong. For a comparator of yours, Prepare returns
// the results of its method Prepare() (Comparator, error) or, without that method, c and the error of its method
// Validate() error, if it has one. A nil pointer is an error, and so is a comparator of yours that has the name of a
// comparator of this package other than "semantic".
func Prepare(c Comparator) (Comparator, error) {
	if isNilPointer(c) {
		return nil, fmt.Errorf("compare: the comparator is a nil %T", c)
	}
	b := inCatalog(c)
	if b != nil {
		c = b
		if p, ok := b.(preparer); ok {
			ready, err := p.prepare()
			if err != nil {
				return nil, err
			}
			return ready, nil
		}
	}
	ready := c
	switch v := c.(type) {
	case ownPreparer:
		var err error
		if ready, err = v.Prepare(); err != nil {
			return nil, err
		}
	case interface{ Validate() error }:
		if err := v.Validate(); err != nil {
			return nil, err
		}
	case interface{ validate() error }: // a comparator of this package, or a struct that embeds one
		if err := v.validate(); err != nil {
			return nil, err
		}
	}
	_, ofAuto := c.(interface{ chosenByAuto() })
	if name := Name(c); b == nil && !ofAuto && reserved(name) {
		return nil, fmt.Errorf("compare: %T has the name %q, which is a comparator of this package; choose another", c, name)
	}
	return ready, nil
}
