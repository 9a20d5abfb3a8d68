package evaltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// typeRules is what the eval tags of a type say.
type typeRules struct {
	typ  reflect.Type
	spec eval.Spec
	err  error
}

// rulesOf has the *typeRules of types, nil for a type without tags.
var rulesOf sync.Map

// rulesOfValue returns the rules of a value's type, nil when it has no eval tags.
func rulesOfValue(v any) *typeRules {
	if v == nil {
		return nil
	}
	return rulesOfType(reflect.TypeOf(v))
}

func rulesOfType(t reflect.Type) *typeRules {
	if known, ok := rulesOf.Load(t); ok {
		return known.(*typeRules)
	}
	var r *typeRules
	if eval.Tagged(t) {
		r = &typeRules{typ: t}
		r.spec, r.err = eval.SpecOfType(t)
	}
	known, _ := rulesOf.LoadOrStore(t, r)
	return known.(*typeRules)
}

// rulesFor returns the rules by which got is compared with want where no Spec says it:
// those of got's type, or of want's where that alone has tags. Tags of both that say
// different things are an error, since one of them would not be read.
func rulesFor(got, want any) (*typeRules, error) {
	r, other := rulesOfValue(got), rulesOfValue(want)
	if r == nil {
		r, other = other, nil
	}
	if r == nil || r.err != nil {
		return r, errorOf(r)
	}
	if same, err := other.same(r); err != nil || !same {
		return nil, errors.Join(err, fmt.Errorf("got is a %v and want a %v, and their eval tags differ: say in Spec which count, by evaltest.SpecOf", r.typ, other.typ))
	}
	return r, nil
}

func errorOf(r *typeRules) error {
	if r == nil {
		return nil
	}
	return r.err
}

// same reports whether r says what other says; nil says nothing else.
func (r *typeRules) same(other *typeRules) (bool, error) {
	if r == nil || r == other {
		return true, nil
	}
	if r.err != nil {
		return false, r.err
	}
	text, err := json.Marshal(r.spec)
	otherText, otherErr := json.Marshal(other.spec)
	return bytes.Equal(text, otherText), errors.Join(err, otherErr)
}

// in returns the rules with everything but the fields from base.
func (r *typeRules) in(base eval.Spec) eval.Spec {
	if r != nil {
		base.Fields = r.spec.Fields
	}
	return base
}

// check says what a truth has that the type has not: its fields alone are compared.
func (r *typeRules) check(truth document.Value, want any) error {
	if r == nil || reflect.TypeOf(want) == r.typ {
		return nil
	}
	return eval.CheckType(truth, r.typ)
}

// checkCase is check for a case of a suite, whose truth may have tags of its own.
func (r *typeRules) checkCase(truth document.Value, want any, private bool) error {
	if other := rulesOfValue(want); other != nil {
		same, err := false, other.err
		if r != nil {
			same, err = other.same(r)
		}
		if err != nil || !same {
			return errors.Join(err, fmt.Errorf("nothing would read the eval tags of %v: give the suite a Spec, by evaltest.SpecOf", other.typ))
		}
	}
	err := r.check(truth, want)
	if err != nil && private {
		return fmt.Errorf("it does not fit %v; what does not is withheld, since values are redacted", r.typ)
	}
	return err
}

// items returns the fields of list items, and what want has that their type has not.
func (r *typeRules) items(want any) ([]eval.Field, error) {
	if len(r.spec.Fields) != 1 || r.spec.Fields[0].List == nil {
		return nil, fmt.Errorf("%v is not a list of structs: nothing would read its eval tags", r.typ)
	}
	truth, err := document.Of(want)
	if err == nil {
		err = r.check(truth, want)
	}
	return r.spec.Fields[0].List.Fields, err
}

// typeName names a type in the name of a data set: "Invoice", "[]Line". It is "" where
// the type says nothing of a document: JSON text, a map.
func typeName(v any) string {
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

// begin gives a data set of Collect the rules of its first answer's type, where no Spec
// says what is compared, and its artifact. An answer of a type with other rules is an
// error: they would not be read.
func (d *dataset) begin(got, want any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.waits {
		d.waits = false
		d.begun = d.beginAs(got, want)
	}
	if d.begun != nil {
		return d.begun
	}
	if err := d.reads(got); err != nil {
		return err
	}
	return d.reads(want)
}

// beginEmpty begins a data set that no answer has begun.
func (d *dataset) beginEmpty() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.waits {
		return nil
	}
	d.waits = false
	d.begun = d.beginAs(nil, nil)
	return d.begun
}

func (d *dataset) beginAs(got, want any) error {
	set, err := environment()
	if err != nil {
		return err
	}
	if d.types, err = rulesFor(got, want); err != nil {
		return err
	}
	if d.types != nil {
		if err := d.use(d.types.in(d.cfg.Spec), set); err != nil {
			return err
		}
	}
	return d.create(set)
}

// reads returns an error when a value has eval tags that the data set would not read: it
// has no Spec, and was begun without tags or by those of another type.
func (d *dataset) reads(v any) error {
	if d.types == nil && len(d.cfg.Spec.Fields) > 0 {
		return nil
	}
	r := rulesOfValue(v)
	same := r == nil
	if r != nil && d.types != nil {
		var err error
		if same, err = r.same(d.types); err != nil {
			return err
		}
	}
	if !same {
		return fmt.Errorf("data set %q: nothing would read the eval tags of %v: give it a Spec, by evaltest.SpecOf, or the values of each type a data set of their own", d.name, r.typ)
	}
	return nil
}
