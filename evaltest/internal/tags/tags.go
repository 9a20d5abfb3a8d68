// Package tags reads rules from the eval tags of Go types, for data sets without a spec.
// Tags that would be ignored are an error.
package tags

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Rules are the spec in the eval tags of a type.
type Rules struct {
	Type reflect.Type
	Spec eval.Spec
	Err  error // mistakes in the tags
}

// known caches the rules of types, nil for a type without tags.
var known = remembered[*Rules]{}

// OfValue returns the rules of a value's type, nil when it has no eval tags.
func OfValue(v any) *Rules {
	if v == nil {
		return nil
	}
	return OfType(reflect.TypeOf(v))
}

// OfType returns the rules of a type, nil when it has no eval tags.
func OfType(t reflect.Type) *Rules { return known.of(t, rulesOf) }

func rulesOf(t reflect.Type) (r *Rules) {
	if eval.Tagged(t) {
		r = &Rules{Type: t}
		r.Spec, r.Err = eval.SpecOfType(t)
	}
	return r
}

// remembered caches a property of types.
type remembered[V any] map[reflect.Type]V

// mu guards all remembered maps.
var mu sync.RWMutex

// of returns the cached result of find for a type.
func (m remembered[V]) of(t reflect.Type, find func(reflect.Type) V) V {
	mu.RLock()
	v, ok := m[t]
	mu.RUnlock()
	if ok {
		return v
	}
	found := find(t)
	mu.Lock()
	defer mu.Unlock()
	if v, ok = m[t]; !ok {
		m[t], v = found, found
	}
	return v
}

// For returns the rules for comparing got with want without a Spec: the rules of
// got's type or, if it has no tags, of want's type. If both have tags with different
// rules, that is an error, since the tags of one type would be ignored.
func For(got, want any) (*Rules, error) {
	r, other := OfValue(got), OfValue(want)
	if r == nil {
		r, other = other, nil
	}
	if r == nil || r.Err != nil {
		return r, ErrorOf(r)
	}
	if same, err := other.Same(r); err != nil || !same {
		return nil, errors.Join(err, fmt.Errorf("got is of type %v and want of %v, and their eval tags differ: say in Spec which count, by evaltest.SpecOf", r.Type, other.Type))
	}
	return r, nil
}

// ErrorOf returns the error of rules, which may be nil.
func ErrorOf(r *Rules) error {
	if r == nil {
		return nil
	}
	return r.Err
}

// Same reports whether r has the same rules as other. A nil r differs from no
// rules.
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

// In returns the rules with all settings of base except its fields.
func (r *Rules) In(base eval.Spec) eval.Spec {
	if r != nil {
		base.Fields, base.OfType = r.Spec.Fields, r.Spec.OfType
		if len(r.Spec.Invariants) > 0 { // without them, keep the invariants of base, whose address identifies its file
			base.Invariants = slices.Concat(r.Spec.Invariants, base.Invariants)
		}
	}
	return base
}

// Check returns an error for keys of a truth that the type lacks, since only the
// type's fields are compared.
func (r *Rules) Check(truth document.Value, want any) error {
	if r == nil || reflect.TypeOf(want) == r.Type {
		return nil
	}
	return eval.CheckType(truth, r.Type)
}

// CheckCase is Check for a case of a suite, whose truth may have tags of its own.
func (r *Rules) CheckCase(truth document.Value, want any, private bool) error {
	if other := OfValue(want); other != nil {
		same, err := false, other.Err
		if r != nil {
			same, err = other.Same(r)
		}
		if err != nil || !same {
			return errors.Join(err, fmt.Errorf("nothing would read the eval tags of %v: give the suite a Spec, by evaltest.SpecOf", other.Type))
		}
	}
	if err := Hidden(want); err != nil {
		return err
	}
	err := r.Check(truth, want)
	if err != nil && private {
		return fmt.Errorf("it does not fit %v; what does not is withheld, since values are redacted", r.Type)
	}
	return err
}

// Items returns the fields of list items, and an error for keys of want that the
// items' type lacks.
func (r *Rules) Items(want any) ([]eval.Field, error) {
	if len(r.Spec.Fields) != 1 || r.Spec.Fields[0].List == nil {
		return nil, fmt.Errorf("%v is not a list of structs: nothing would read its eval tags", r.Type)
	}
	truth, err := document.Of(want)
	if err == nil {
		err = r.Check(truth, want)
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
