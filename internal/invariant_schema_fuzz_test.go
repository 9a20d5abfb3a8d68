package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/invariant"
)

// FuzzSchema checks that no schema and no document makes reading or checking panic, and that the
// findings are always the same, with a place and a problem each.
func FuzzSchema(f *testing.F) {
	for _, s := range []string{
		`true`, `{"type":["object","null"],"required":["a"],"properties":{"a":{"enum":[1,"x",[2]]}},"additionalProperties":false}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"n":{"$ref":"#/$defs/a"}},"unevaluatedProperties":{"not":{}}}}}`,
		`{"anyOf":[{"pattern":"^(a|b)*$"},{"oneOf":[{"const":1},{"multipleOf":0.1},{"if":{"minimum":2},"then":{"maximum":3},"else":false}]}]}`,
		`{"prefixItems":[true,{"contains":{"type":"null"},"minContains":2}],"items":{"uniqueItems":true},"dependentSchemas":{"a":{"maxProperties":1}}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","items":[{"$ref":"#"}],"additionalItems":{"format":"date"},"dependencies":{"a":["b"],"c":{}}}`,
		`{"$dynamicAnchor":"a","propertyNames":{"$dynamicRef":"#a"}}`, `{"$id":"x","$anchor":"y","$ref":"#y"}`, doubled(4, "allOf", `{"type":"string"}`),
	} {
		f.Add(s, `{"a":1,"n":{"n":{"x":[1,1.0,"a",null,{"a":1e999}]}}}`)
		f.Add(s, `[[1,1],[null,null],{"a":"2024-01-01","c":[]}]`)
	}
	f.Fuzz(func(t *testing.T, text, doc string) {
		s, err := invariant.CompileSchema([]byte(text))
		if err != nil {
			assert.NotContains(t, err.Error(), "\n")
			return
		}
		found, err := s.Check(t.Context(), []byte(doc))
		again, _ := s.Check(t.Context(), []byte(doc))
		assert.Equal(t, found, again)
		for _, v := range found {
			assert.NoError(t, err)
			assert.NotEmpty(t, v.Problem)
			assert.NotEmpty(t, v.Pointer())
		}
	})
}
