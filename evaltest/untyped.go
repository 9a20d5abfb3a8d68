package evaltest

import (
	"context"
	"fmt"
	"reflect"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

// suite is a [Suite] without its type parameters, so that the code that runs suites is compiled once, not for each pair
// of types in the user's package. Inputs are pointers to the inputs of the user's Suite. Package reflect converts all
// that is not called often, since a user's package compiles each generic function for each of its types.
type suite struct {
	Suite[any, any]
	input, output reflect.Type  // of the user's Suite
	policy        *cases.Policy // set when the cases run
}

// suiteOf converts all fields of a Suite.
func suiteOf[In, Out any](s *Suite[In, Out]) *suite {
	u := untyped(reflect.ValueOf(s).Elem())
	u.input, u.output = reflect.TypeFor[In](), reflect.TypeFor[Out]()
	if extract := s.Extract; extract != nil {
		u.Extract = func(ctx context.Context, input any) (answer any, err error) {
			err = cases.Guarded(func() (err error) { answer, err = extract(ctx, *input.(*In)); return err })
			return answer, err
		}
	}
	if text := s.Text; text != nil {
		u.Text = func(input any) string { return text(*input.(*In)) }
	}
	if sure := s.Confidence; sure != nil {
		u.Confidence = func(answer any, path string) (float64, bool) {
			output, _ := answer.(Out) // ok is false only for a nil Out of interface type
			return sure(output, path)
		}
	}
	return u
}

// untyped converts the fields of a Suite other than Extract, Text and Confidence.
func untyped(s reflect.Value) *suite {
	u := &suite{}
	copyFields(reflect.ValueOf(&u.Suite).Elem(), s)
	if all := s.FieldByName("Cases"); !all.IsNil() {
		u.Cases = make([]Case[any], all.Len())
		for i := range u.Cases {
			u.Cases[i] = untypedCase(all.Index(i))
		}
	}
	if all := s.FieldByName("Source"); !all.IsNil() {
		u.Source = func(yield func(Case[any], error) bool) {
			for c, err := range all.Seq2() {
				err, _ := err.Interface().(error)
				if !yield(untypedCase(c), err) {
					return
				}
			}
		}
	}
	u.Measures = nil
	for _, m := range s.FieldByName("Measures").Seq2() {
		u.Measures = append(u.Measures, untypedMeasure(m))
	}
	return u
}

// copyFields copies the fields of one type from one instance of a generic struct to another.
func copyFields(to, from reflect.Value) {
	for i := range to.NumField() {
		if f := from.Field(i); f.Type() == to.Field(i).Type() {
			to.Field(i).Set(f)
		}
	}
}

func untypedCase(c reflect.Value) (u Case[any]) {
	copyFields(reflect.ValueOf(&u).Elem(), c)
	from := c.FieldByName("Input")
	input := reflect.New(from.Type())
	input.Elem().Set(from)
	u.Input = input.Interface()
	return u
}

// typedCase converts a Case[any] to type t: it is the inverse of untypedCase.
func typedCase(u reflect.Value, t reflect.Type) reflect.Value {
	c := reflect.New(t).Elem()
	copyFields(c, u)
	c.FieldByName("Input").Set(u.FieldByName("Input").Elem().Elem())
	return c
}

func untypedMeasure(m reflect.Value) (u Measure[any]) {
	to := reflect.ValueOf(&u).Elem()
	copyFields(to, m)
	for i := range to.NumField() {
		if score := m.Field(i); score.Kind() == reflect.Func && !score.IsNil() { // (ctx, case, ...)
			to.Field(i).Set(reflect.MakeFunc(to.Field(i).Type(), func(args []reflect.Value) []reflect.Value {
				args[1] = typedCase(args[1], score.Type().In(1))
				return score.Call(args)
			}))
		}
	}
	return u
}

// begin opens a data set of Collect at its first answer. Without a Spec it takes the
// rules from the answer's type. An answer of a type with other rules is an error, since
// its tags would be ignored.
func (d *dataset) begin(got, want any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.awaitsFirst {
		d.awaitsFirst = false
		d.beginErr = d.beginAs(got, want)
	}
	if d.beginErr != nil || d.gate.State != gotest.GateWaits { // a late row is refused for that alone
		return d.beginErr
	}
	if err := d.checkTags(got); err != nil {
		return err
	}
	return d.checkTags(want)
}

// beginEmpty opens a data set that ended without an answer.
func (d *dataset) beginEmpty() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.awaitsFirst {
		return nil
	}
	d.awaitsFirst = false
	d.beginErr = d.beginAs(nil, nil)
	return d.beginErr
}

func (d *dataset) beginAs(got, want any) error {
	set, err := gotest.Environment()
	if err != nil {
		return err
	}
	if d.types, err = cases.RulesFor(got, want); err != nil {
		return err
	}
	if d.types != nil {
		if err := d.applySpec(d.types.In(d.cfg.Spec), set); err != nil {
			return err
		}
	}
	return d.create(set)
}

// checkTags returns an error if a value has eval tags that the data set would ignore: it has
// no Spec and began without tags or with another type's tags, or only the dynamic type
// of an interface value has them.
func (d *dataset) checkTags(v any) error {
	if d.types == nil && len(d.cfg.Spec.Fields) > 0 {
		if d.cfg.Spec.OfType {
			return d.checkHiddenTags(v)
		}
		return nil
	}
	r := cases.RulesOfValue(v)
	same := r == nil
	if r != nil && d.types != nil {
		var err error
		if same, err = r.Same(d.types); err != nil {
			return err
		}
	}
	if !same {
		return fmt.Errorf("data set %q: nothing would read the eval tags of %v: give it a Spec, by evaltest.SpecOf, or the values of each type a data set of their own", d.name, r.Type)
	}
	return d.checkHiddenTags(v)
}

func (d *dataset) checkHiddenTags(v any) error {
	if err := cases.Hidden(v); err != nil {
		return fmt.Errorf("data set %q: %w", d.name, err)
	}
	return nil
}
