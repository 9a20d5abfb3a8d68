package eval_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// No tag makes SpecOf or spectext.CheckTruth panic, and a tag without mistakes gives a spec
// that reads back.
func FuzzTag(f *testing.F) {
	for _, seed := range []string{
		"", "-", "exact", "date", "numeric,tolerance=0.01,weight=3", "fuzzy,threshold=0.9,algorithm=jaro_winkler,optional",
		"list,by=description;hs_code,threshold=0.8,assign=optimal", "set,each=fuzzy,threshold=0.9", "date,formats='Jan 2, 2006;DD.MM.YYYY'",
		"want=a.b", ",zeroempty", "one_of,each=numeric,tolerance=1", "x='''", "=,", "each=", "one_of,each=one_of", "map,each=numeric,tolerance=1,fold",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		typ := taggedType(tag)
		spec, err := eval.SpecOfType(typ)
		truth, truthErr := document.Parse([]byte(`{"Text":"a","List":[{"A":1}],"Set":["b",1],"Struct":{"A":[]},"Map":{"k":{"A":1}},"a":{"b":1}}`))
		assert.NoError(t, truthErr)
		_, _ = spectext.CheckTruth(truth, typ)
		if err != nil {
			assert.Zero(t, spec)
			return
		}
		written, err := json.Marshal(spec)
		assert.NoError(t, err)
		back, err := eval.ParseSpec(written, nil)
		if assert.NoError(t, err) {
			spec.OfType = false // not stored
			assert.Equal(t, spec, back)
		}
	})
}

// taggedType returns a struct with fields of several kinds that have the tag.
func taggedType(tag string) reflect.Type {
	type inner struct{ A int }
	fields := []reflect.StructField{
		{Name: "Text", Type: reflect.TypeFor[string]()},
		{Name: "List", Type: reflect.TypeFor[[]inner]()},
		{Name: "Set", Type: reflect.TypeFor[[]string]()},
		{Name: "Map", Type: reflect.TypeFor[map[int]inner]()},
		{Name: "Struct", Type: reflect.TypeFor[inner]()},
	}
	for i := range fields {
		fields[i].Tag = reflect.StructTag(fmt.Sprintf("%s:%q", spectext.EvalTag, tag))
	}
	return reflect.StructOf(fields)
}
