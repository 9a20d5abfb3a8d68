package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Rules are the spec in the eval tags of a type. nil means no rules.
type Rules struct {
	Type reflect.Type
	Spec eval.Spec
	Err  error // the mistakes in the tags
}

// RulesOfValue returns the rules of a value's type, nil when it has no eval tags.
func RulesOfValue(v any) *Rules {
	if v == nil {
		return nil
	}
	return RulesOfType(reflect.TypeOf(v))
}

// RulesOfType returns the rules of a type, nil when it has no eval tags.
func RulesOfType(t reflect.Type) *Rules {
	return gojson.Remember(&rulesByType, t, func(t reflect.Type) *Rules {
		if !spectext.Tagged(t) {
			return nil
		}
		spec, err := eval.SpecOfType(t)
		return &Rules{Type: t, Spec: spec, Err: err}
	})
}

// rulesByType holds the rules of types.
var rulesByType sync.Map

// RulesFor returns the rules for comparing got with want without a Spec: the rules of
// got's type or, if it has no tags, of want's type. If both have tags with different
// rules, that is an error, since the tags of one type would be ignored.
func RulesFor(got, want any) (*Rules, error) {
	r, other := RulesOfValue(got), RulesOfValue(want)
	if r == nil {
		r, other = other, nil
	}
	if r == nil || r.Err != nil {
		return r, r.Mistakes()
	}
	if same, err := other.Same(r); err != nil || !same {
		return nil, errors.Join(err, fmt.Errorf("got is of type %v and want of %v, and their eval tags differ: say in Spec which count, by evaltest.SpecOf", r.Type, other.Type))
	}
	return r, nil
}

// Mistakes returns the mistakes in the tags.
func (r *Rules) Mistakes() error {
	if r == nil {
		return nil
	}
	return r.Err
}

// Same reports whether r has the same rules as other. A nil r counts as the same as any other.
func (r *Rules) Same(other *Rules) (bool, error) {
	if r == nil || r == other {
		return true, nil
	}
	if r.Err != nil {
		return false, r.Err
	}
	text, err := json.Marshal(r.Spec)
	otherText, otherErr := json.Marshal(other.Spec)
	return bytes.Equal(text, otherText), errors.Join(err, otherErr)
}

// In returns base with the fields of r, and with the invariants of r before its own. If r is nil, In returns base.
func (r *Rules) In(base eval.Spec) eval.Spec {
	if r != nil {
		base.Fields, base.OfType = r.Spec.Fields, r.Spec.OfType
		if len(r.Spec.Invariants) > 0 { // without them, keep the invariants of base, whose address identifies its file
			base.Invariants = slices.Concat(r.Spec.Invariants, base.Invariants)
		}
	}
	return base
}

// Check returns a truth as it is compared with answers of the type out, see [spectext.Normalize]. It returns an error for
// keys that the type of the rules lacks, since only the type's fields are compared.
func (r *Rules) Check(truth document.Value, want any, output reflect.Type) (document.Value, error) {
	switch {
	case r == nil:
		return spectext.Normalize(truth, output), nil
	case reflect.TypeOf(want) == r.Type:
		return truth, nil
	}
	return spectext.CheckTruth(truth, r.Type)
}

// Checker returns the Check of a suite's cases, for answers of the type out. Without a stated spec it also returns an
// error if nothing would read the eval tags of a truth.
func (r *Rules) Checker(output reflect.Type, stated, private bool) func(truth document.Value, want any) (document.Value, error) {
	return func(truth document.Value, want any) (document.Value, error) {
		if stated {
			return r.Check(truth, want, output)
		}
		return r.checkCase(truth, want, output, private)
	}
}

func (r *Rules) checkCase(truth document.Value, want any, output reflect.Type, private bool) (document.Value, error) {
	if other := RulesOfValue(want); other != nil {
		same, err := false, other.Err
		if r != nil {
			same, err = other.Same(r)
		}
		if err != nil || !same {
			return truth, errors.Join(err, fmt.Errorf("nothing would read the eval tags of %v: give the suite a Spec, by evaltest.SpecOf", other.Type))
		}
	}
	if err := Hidden(want); err != nil {
		return truth, err
	}
	truth, err := r.Check(truth, want, output)
	if err != nil && private {
		return truth, fmt.Errorf("it does not fit %v; the mistake is withheld, since values are redacted", r.Type)
	}
	return truth, err
}

// Items returns the fields of list items, and an error for keys of want that the
// items' type lacks.
func (r *Rules) Items(want any) ([]eval.Field, error) {
	if len(r.Spec.Fields) != 1 || r.Spec.Fields[0].List == nil {
		return nil, fmt.Errorf("%v is not a list of structs: nothing would read its eval tags", r.Type)
	}
	truth, err := document.Of(want)
	if err == nil {
		_, err = r.Check(truth, want, nil)
	}
	return r.Spec.Fields[0].List.Fields, err
}

// TypeName names a type in the name of a data set: "Invoice", "[]Line". It is "" for a
// type that does not describe a document: JSON text, a map.
func TypeName(v any) string {
	t, list := reflect.TypeOf(v), ""
	for t != nil {
		switch k := t.Kind(); {
		case k == reflect.Pointer:
		case t.Name() != "" && k == reflect.Struct && t != reflect.TypeFor[document.Value]():
			return list + t.Name()
		case k == reflect.Slice || k == reflect.Array:
			list += "[]"
		default:
			return ""
		}
		t = t.Elem()
	}
	return ""
}
