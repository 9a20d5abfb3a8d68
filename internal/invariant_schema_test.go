package internal_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestSchemaCheck(t *testing.T) {
	const invoice = `{"type":"object","required":["total","lines"],"additionalProperties":false,"properties":{
		"total":{"type":"number","minimum":0},"currency":{"enum":["EUR","USD"]},"id":{"type":"string","pattern":"^INV"},
		"lines":{"type":"array","items":{"$ref":"#/$defs/line"}},"contact":{"anyOf":[{"type":"string"},{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}]}},
		"$defs":{"line":{"type":"object","required":["amount"],"properties":{"amount":{"type":"number"}}}}}`
	for _, tt := range []struct{ why, schema, doc, want string }{
		{"valid", invoice, `{"total":1,"lines":[{"amount":1}]}`, ""},
		{"the root", invoice, `3`, "at the top: got number, want object"},
		{"missing", invoice, `{}`, "at the top: missing properties 'total', 'lines'"},
		{"nearest to the root first, then by place", invoice, `{"lines":[{"amount":"x"},{}],"z":1,"currency":"CHF"}`,
			"at the top: additional properties 'z' not allowed; at the top: missing property 'total'; at /currency: value must be one of 'EUR', 'USD' and 2 more"},
		{"items in their order", invoice, `{"total":1,"lines":[` + strings.Repeat(`{"amount":1},`, 9) + `{},{}]}`,
			"at /lines/9: missing property 'amount'; at /lines/10: missing property 'amount'"},
		{"the nearest alternative", invoice, `{"total":1,"lines":[],"contact":{"name":1}}`, "at /contact: got object, want string"},
		{"a pattern", invoice, `{"total":1,"lines":[],"id":"X"}`, "at /id: 'X' does not match pattern '^INV'"},
		{"decimals", `{"maximum":0.3}`, `0.30000000000000000001`, "at the top: maximum: got 0.3, want 0.3"},
		{"keys with a slash", `{"additionalProperties":{"type":"number"}}`, `{"a/b":"x"}`, "at /a~1b: got string, want number"},
		{"recursion into values", `{"properties":{"next":{"$ref":"#"},"v":{"type":"number"}}}`, `{"next":{"next":{"v":"x"}}}`, "at /next/next/v: got string, want number"},
		{"a dynamic reference that leads to one place", `{"$dynamicAnchor":"n","properties":{"c":{"items":{"$dynamicRef":"#n"}},"v":{"type":"number"}}}`, `{"c":[{"v":"x"}]}`, "at /c/0/v: got string, want number"},
		{"draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"type":"string"}},"items":[{"$ref":"#/definitions/a"}]}`, `[1]`, "at /0: got number, want string"},
		{"1e999999999", `{"type":"number"}`, `{"a":1e999999999}`, "at /a: number 1e999999999 has an exponent of more than three digits"},
		{"false", `false`, `1`, "at the top: false schema"},
		{"an id of its own", `{"$id":"https://example.com/s.json","$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `1`, "at the top: got number, want string"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			s, err := invariant.CompileSchema([]byte(tt.schema))
			require.NoError(t, err)
			for range 3 { // whatever the order of a map
				got, err := s.Check(t.Context(), []byte(tt.doc))
				require.NoError(t, err)
				assert.Equal(t, tt.want, invariant.ViolationText(got))
			}
		})
	}
}

func TestPaths(t *testing.T) {
	s, err := invariant.CompileSchema([]byte(`{"properties":{"lines":{"items":{"properties":{"0":{"type":"string"}}}}}}`))
	require.NoError(t, err)
	got, err := s.Check(t.Context(), []byte(`{"lines":[{},{"0":1}]}`))
	require.NoError(t, err)
	require.Len(t, got, 1)
	assert.Equal(t, `lines[1]["0"]`, got[0].Path.String())
	assert.Equal(t, "got number, want string", got[0].Problem)
}

func manyPatterns(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"pattern":"%dx{1000}y{1000}z{1000}x{1000}y{1000}"},`, i)
	}
	return b.String()
}

func TestCompileErrors(t *testing.T) {
	for _, tt := range []struct{ why, schema, want string }{
		{"not JSON", `{`, "unexpected EOF"},
		{"not a schema", `{"type":"strng"}`, "at /type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'"},
		{"another document", `{"$ref":"https://example.com/other.json"}`, "it refers to https://example.com/other.json: references to other documents are not followed"},
		{"a file", `{"$ref":"other.json"}`, "it refers to other.json: references to other documents are not followed"},
		{"the metaschema", `{"$ref":"https://json-schema.org/draft/2020-12/schema"}`, "it refers to https://json-schema.org/draft/2020-12/schema#: references to other documents are not followed"},
		{"itself", `{"$ref":"#"}`, "the schema at the top refers to itself for the same value, without end"},
		{"two that refer to one another", `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}`, "the schema at /$defs/a refers to itself for the same value, without end"},
		{"two dynamic anchors of a name", `{"$defs":{"a":{"$dynamicAnchor":"n"},"b":{"$dynamicAnchor":"n"}}}`, "$dynamicAnchor n appears twice; where a reference to it leads must not depend on how it was reached"},
		{"a number", `{"maximum":1e99999}`, "number 1e99999 has an exponent of more than three digits"},
		{"many patterns", `{"allOf":[` + manyPatterns(12) + `true]}`, "the patterns of the schema are too large"},
		{"size", `{"title":"` + strings.Repeat("x", invariant.MaxSchema) + `"}`, "the schema has 262156 bytes, want at most 262144"},
		{"values", `{"enum":[` + strings.Repeat("1,", 30_000) + `1]}`, "the schema has more than 10000 values"},
		{"depth", strings.Repeat(`{"not":`, 300) + `true` + strings.Repeat(`}`, 300), "the schema is nested deeper than 200 levels"},
	} {
		_, err := invariant.CompileSchema([]byte(tt.schema))
		assert.ErrorContains(t, err, tt.want, tt.why)
	}
}

// doubled is a schema of n definitions of which each refers twice to the next one.
func doubled(n int, keyword, leaf string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"%s":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, keyword, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":%s}}`, n, leaf)
	return b.String()
}

// A schema that would evaluate the same value a billion times ends with an error at
// once, and so do those that multiply with the depth of the document.
func TestHostile(t *testing.T) {
	const tooMuch = "the schema evaluates the same values too often"
	deep := strings.Repeat(`{"c":`, 500) + `1` + strings.Repeat(`}`, 500)
	list := strings.Repeat(`[`, 500) + `1` + strings.Repeat(`]`, 500)
	for _, tt := range []struct{ why, schema, doc, want string }{
		{"doubled references, all", doubled(30, "allOf", `{"type":"string"}`), `1`, tooMuch},
		{"doubled references, any", doubled(30, "anyOf", `{"type":"string"}`), `1`, tooMuch},
		{"doubled references, one", doubled(30, "oneOf", `true`), `1`, tooMuch},
		{"doubled by each level of an object", `{"properties":{"c":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}}`, deep, tooMuch},
		{"two keywords at each level of a list, unheard by a not", `{"not":{"$ref":"#/$defs/l"},"$defs":{"l":{"items":{"$ref":"#/$defs/l"},"contains":{"$ref":"#/$defs/l"},"type":["array","string"]}}}`, list, tooMuch},
		{"keys and all others", `{"patternProperties":{".":{"$ref":"#"}},"unevaluatedProperties":{"$ref":"#"}}`, deep, tooMuch},
		{"pattern on a long text", `{"pattern":"` + strings.Repeat("(x?){99}", 8) + `$"}`, `"` + strings.Repeat("x", 1<<20) + `"`, tooMuch},
		{"few doubled references", doubled(10, "allOf", `{"type":"number"}`), `1`, ""},
		{"deep, once a level", `{"properties":{"c":{"$ref":"#"}}}`, deep, ""},
		{"long", `{"items":{"type":"number","minimum":1},"uniqueItems":false}`, `[` + strings.Repeat("1,", effort.Size(20_000, 200_000)) + `1]`, ""},
		{"deep in itself, too", strings.Repeat(`{"allOf":[`, 25) + `{"properties":{"c":{"$ref":"#"}}}` + strings.Repeat(`]}`, 25), deep, "more nested evaluations than are done"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			if len(tt.doc) > 1<<18 {
				effort.OneGoroutine(t)
			}
			s, err := invariant.CompileSchema([]byte(tt.schema))
			require.NoError(t, err)
			_, err = s.Check(t.Context(), []byte(tt.doc))
			if tt.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, tt.want)
			}
		})
	}
}

func TestContext(t *testing.T) {
	s, err := invariant.CompileSchema([]byte(`true`))
	require.NoError(t, err)
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = s.Check(ended, []byte(`1`))
	assert.ErrorIs(t, err, context.Canceled)
}
