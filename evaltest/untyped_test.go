package evaltest

import (
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
)

// A field that suiteOf forgets would be without effect.
func TestSuiteOfHasAllFields(t *testing.T) {
	var s Suite[string, int]
	fill(reflect.ValueOf(&s).Elem(), 0)
	s.Spec.ReadTruth = nil // functions are never equal
	u := suiteOf(&s)
	from, to := reflect.ValueOf(s), reflect.ValueOf(u.Suite)
	for i := range from.NumField() {
		name := from.Type().Field(i).Name
		f, of := from.Field(i), to.FieldByName(name)
		assert.False(t, of.IsZero(), name)
		if f.Type() == of.Type() && f.Kind() != reflect.Func {
			assert.Equal(t, f.Interface(), of.Interface(), name)
		}
	}
	assert.Equal(t, []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int]()}, []reflect.Type{u.input, u.output})
	numbers, invalid := []report.Measure{{Name: "b"}}, errors.New("no claims")
	m := Measure[string]{Name: "a", Numbers: numbers, Empty: report.RatioOf(1, true), Count: true, Invalid: invalid}
	assert.Equal(t, Measure[any]{Name: "a", Numbers: numbers, Empty: report.RatioOf(1, true), Count: true, Invalid: invalid}, untypedMeasure(reflect.ValueOf(m)))
	assert.NotNil(t, u.Measures[0].Answer)
	assert.NotNil(t, u.Measures[0].Runs)
	assert.NotNil(t, u.Measures[0].Joint)
	assert.Equal(t, s.Cases[0], typedCase(reflect.ValueOf(u.Cases[0]), reflect.TypeFor[Case[string]]()).Interface())
}

// fill sets a value, but not an interface, to a value other than zero.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64, reflect.Int32:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if v.Type().Elem().Kind() == reflect.Struct && depth < 2 {
			fill(v.Index(0), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { return nil }))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), depth+1)
			}
		}
	}
}
