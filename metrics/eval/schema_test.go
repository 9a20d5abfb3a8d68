package eval_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

func ExampleSpecFromSchema() {
	spec, err := eval.SpecFromSchema([]byte(`{
		"type": "object",
		"properties": {
			"number": {"type": "string"},
			"date": {"type": "string", "format": "date"},
			"total": {"type": ["number", "null"]},
			"lines": {"type": "array", "items": {"type": "object", "properties": {
				"description": {"type": "string"},
				"amount": {"type": "number"}
			}}}
		}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range spec.Fields {
		text, err := eval.Spec{Fields: []eval.Field{f}}.MarshalJSON()
		fmt.Println(string(text), err)
	}
	// Output:
	// {"fields":[{"path":"number","match":"auto"}]} <nil>
	// {"fields":[{"path":"date","match":"date"}]} <nil>
	// {"fields":[{"path":"total","match":"numeric"}]} <nil>
	// {"fields":[{"path":"lines","match":"list","by":["description"],"fields":[{"path":"description","match":"auto"},{"path":"amount","match":"numeric"}]}]} <nil>
}

// TestSpecFromSchema has, for each schema, the fields that a person would write.
func TestSpecFromSchema(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		// Types.
		{"string", `{"properties":{"a":{"type":"string"}}}`, `[{path: a, match: auto}]`},
		{"number", `{"properties":{"a":{"type":"number","multipleOf":0.01}}}`, `[{path: a, match: numeric}]`},
		{"integer", `{"properties":{"a":{"type":"integer","minimum":0}}}`, `[{path: a, match: numeric}]`},
		{"boolean", `{"properties":{"a":{"type":"boolean"}}}`, `[{path: a, match: exact}]`},
		{"no type", `{"properties":{"a":{"description":"anything"},"b":true}}`, `[{path: a, match: auto}, {path: b, match: auto}]`},
		{"never", `{"properties":{"a":false,"b":{"type":"number"}}}`, `[{path: b, match: numeric}]`},
		{"always null", `{"properties":{"a":{"type":"null"}}}`, `[{path: a, match: auto}]`},
		{"nullable as types", `{"properties":{"a":{"type":["number","null"]}}}`, `[{path: a, match: numeric}]`},
		{"nullable as anyOf", `{"properties":{"a":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}],"default":null}}}`, `[{path: a, match: date}]`},
		{"nullable as oneOf, null first", `{"properties":{"a":{"oneOf":[{"type":"null"},{"type":"array","items":{"type":"string"}}]}}}`, `[{path: a, match: set, each: auto}]`},
		{"nullable of OpenAPI", `{"properties":{"a":{"type":"integer","nullable":true}}}`, `[{path: a, match: numeric}]`},
		{"number or text", `{"properties":{"a":{"type":["number","string"]}}}`, `[{path: a, match: auto}]`},
		{"text or list of texts", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}}}`, `[{path: a, match: auto}]`},

		// Formats.
		{"dates", `{"properties":{"a":{"type":"string","format":"date"},"b":{"format":"date-time"},"c":{"type":"string","format":"time"}}}`,
			`[{path: a, match: date}, {path: b, match: date, instant: true}, {path: c, match: time}]`},
		{"addresses", `{"properties":{"a":{"type":"string","format":"email"},"b":{"type":"string","format":"uri"},"c":{"type":"string","format":"uuid"}}}`,
			`[{path: a, match: exact, fold: true}, {path: b, match: url}, {path: c, match: code}]`},
		{"formats of others", `{"properties":{"a":{"type":"string","format":"decimal"},"b":{"type":"string","format":"iban"},"c":{"type":"string","format":"color"},"d":{"type":"number","format":"double"}}}`,
			`[{path: a, match: numeric}, {path: b, match: code, checksum: iban}, {path: c, match: auto}, {path: d, match: numeric}]`},
		{"bytes", `{"properties":{"a":{"type":"string","contentEncoding":"base64"}}}`, `[{path: a, match: exact}]`},

		// Values.
		{"enum", `{"properties":{"a":{"enum":["EUR","USD"]},"b":{"type":"string","enum":["x",null]},"c":{"enum":[7,19]},"d":{"enum":["7",19]},"e":{"enum":[null,7.5]}}}`,
			`[{path: a, match: exact}, {path: b, match: exact}, {path: c, match: numeric}, {path: d, match: auto}, {path: e, match: numeric}]`},
		{"const", `{"properties":{"a":{"const":"invoice"},"b":{"const":true},"c":{"enum":["yes",true]}}}`,
			`[{path: a, match: exact}, {path: b, match: exact}, {path: c, match: exact, loose: true}]`},
		{"labelled enum", `{"properties":{"a":{"oneOf":[{"const":"EUR","title":"Euro"},{"const":"USD","title":"US dollar"}]}}}`, `[{path: a, match: exact}]`},

		// Patterns.
		{"pattern of a date", `{"properties":{"a":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"b":{"pattern":"^[0-3]\\d\\.[01]\\d\\.\\d{4}$"}}}`,
			`[{path: a, match: date}, {path: b, match: date}]`},
		{"pattern of a number", `{"properties":{"a":{"type":"string","pattern":"^-?\\d+(\\.\\d{1,2})?$"}}}`, `[{path: a, match: numeric}]`},
		{"decimal of pydantic", `{"properties":{"a":{"anyOf":[{"type":"number"},{"type":"string","pattern":"^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$"},{"type":"null"}]}}}`, `[{path: a, match: numeric}]`},
		{"pattern of a code", `{"properties":{"a":{"type":"string","pattern":"^[A-Z]{2}\\d{6}$"},"b":{"type":"string","pattern":"^\\d{5}$"}}}`,
			`[{path: a, match: exact}, {path: b, match: exact}]`},
		{"pattern of any text", `{"properties":{"a":{"type":"string","pattern":"\\S"},"b":{"type":"string","pattern":"(?<=x)y"},"c":{"type":"string","pattern":"("}}}`,
			`[{path: a, match: auto}, {path: b, match: auto}, {path: c, match: auto}]`},

		// Objects.
		{"nested", `{"type":"object","properties":{"vendor":{"type":"object","properties":{"name":{"type":"string"},"address":{"properties":{"zip.code":{"type":"string"},"0":{"type":"number"}}}}}}}`,
			`[{path: vendor.name, match: auto}, {path: 'vendor.address["zip.code"]', match: auto}, {path: 'vendor.address["0"]', match: numeric}]`},
		{"map", `{"properties":{"rates":{"type":"object","additionalProperties":{"type":"number"}}}}`, `[{path: rates, match: auto}]`},
		{"required", `{"required":["a","v"],"properties":{"a":{"type":"string"},"b":{"type":"number"},"v":{"properties":{"x":{"type":"string"}},"required":[]},"w":{"properties":{"y":{"type":"number"}},"required":["y"]}}}`,
			`[{path: a, match: auto}, {path: b, match: numeric, optional: true}, {path: v.x, match: auto, optional: true}, {path: w.y, match: numeric, optional: true}]`},
		{"a property that is called $ref", `{"properties":{"$ref":{"type":"string"},"type":{"type":"number"}}}`, `[{path: $ref, match: auto}, {path: type, match: numeric}]`},

		// Arrays.
		{"rows by description", `{"properties":{"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"description":{"type":"string"},"amount":{"type":"number"}}}}}}`,
			`[{path: lines, match: list, by: [description], fields: [{path: sku, match: auto}, {path: description, match: auto}, {path: amount, match: numeric}]}]`},
		{"rows by what is required", `{"properties":{"lines":{"items":{"required":["productCode"],"properties":{"description":{"type":"string"},"productCode":{"type":"string"}}}}}}`,
			`[{path: lines, match: list, by: [productCode], fields: [{path: description, match: auto, optional: true}, {path: productCode, match: auto}]}]`},
		{"rows without a name", `{"properties":{"lines":{"items":{"properties":{"quantity":{"type":"number"},"name":{"type":"number"},"day":{"type":"string","format":"date"}}}}}}`,
			`[{path: lines, match: list, fields: [{path: quantity, match: numeric}, {path: name, match: numeric}, {path: day, match: date}]}]`},
		{"rows by a code with a form, not by one of a few names", `{"properties":{"rows":{"items":{"properties":{"label":{"enum":["net","tax"]},"item_no":{"type":"string","pattern":"^[A-Z]\\d{5}$"}}}}}}`,
			`[{path: rows, match: list, by: [item_no], fields: [{path: label, match: exact}, {path: item_no, match: exact}]}]`},
		{"rows of rows", `{"properties":{"orders":{"items":{"properties":{"buyer":{"properties":{"name":{"type":"string"}}},"lines":{"type":"array","items":{"properties":{"item":{"type":"string"}}}}}}}}}`,
			`[{path: orders, match: list, by: [buyer.name], fields: [{path: buyer.name, match: auto}, {path: lines, match: list, by: [item], fields: [{path: item, match: auto}]}]}]`},
		{"rows by the first of equal names, in an object too", `{"properties":{"a":{"items":{"properties":{"name":{"type":"string"},"title":{"type":"string"}}}},"b":{"items":{"properties":{"of":{"properties":{"name":{"type":"string"}}},"title":{"type":"string"}}}},"c":{"items":{"properties":{"title":{"type":"string"},"of":{"properties":{"name":{"type":"string"}}}}}}}}`,
			`[{path: a, match: list, by: [name], fields: [{path: name, match: auto}, {path: title, match: auto}]}, {path: b, match: list, by: [of.name], fields: [{path: of.name, match: auto}, {path: title, match: auto}]}, ` +
				`{path: c, match: list, by: [title], fields: [{path: title, match: auto}, {path: of.name, match: auto}]}]`},
		{"rows of any keys", `{"properties":{"rows":{"type":"array","items":{"type":"object"}}}}`, `[{path: rows, match: list}]`},
		{"scalars", `{"properties":{"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true},"days":{"type":"array","items":{"type":"string","format":"date"}},"box":{"type":"array","items":{"type":"number"},"minItems":4,"maxItems":4}}}`,
			`[{path: tags, match: set, each: auto}, {path: days, match: set, each: date}, {path: box, match: auto}]`},
		{"tuples", `{"properties":{"a":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false},"b":{"type":"array","items":[{"type":"string"},{"type":"string"}]}}}`,
			`[{path: a, match: auto}, {path: b, match: auto}]`},
		{"arrays of anything", `{"properties":{"a":{"type":"array"},"b":{"type":"array","items":{"type":"array","items":{"type":"number"}}},"c":{"type":"array","items":{"type":["string","object"]}}}}`,
			`[{path: a, match: auto}, {path: b, match: auto}, {path: c, match: auto}]`},
		{"an array at the top", `{"type":"array","items":{"properties":{"name":{"type":"string"}}}}`, `[{path: "", match: list, by: [name], fields: [{path: name, match: auto}]}]`},
		{"texts at the top", `{"type":"array","items":{"type":"string"}}`, `[{path: "", match: set, each: auto}]`},

		// References and combinations.
		{"$defs", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"from":{"$ref":"#/$defs/party"},"to":{"$ref":"#/$defs/party"}},"$defs":{"party":{"properties":{"name":{"type":"string"}}}}}`,
			`[{path: from.name, match: auto}, {path: to.name, match: auto}]`},
		{"definitions of draft-07, escaped", `{"properties":{"a":{"$ref":"#/definitions/a~1b%20~0c"}},"definitions":{"a/b ~c":{"type":"number"}}}`, `[{path: a, match: numeric}]`},
		{"anchors and $id", `{"$id":"https://example.com/i.json","properties":{"a":{"$ref":"#money"},"b":{"$ref":"https://example.com/i.json#/$defs/m"},"c":{"$ref":"#old"}},"$defs":{"m":{"$anchor":"money","type":"number"},"o":{"$id":"#old","type":"boolean"}}}`,
			`[{path: a, match: numeric}, {path: b, match: numeric}, {path: c, match: exact}]`},
		{"a reference with more beside it", `{"properties":{"a":{"$ref":"#/$defs/s","format":"date"}},"$defs":{"s":{"type":"string"}}}`, `[{path: a, match: date}]`},
		{"the schema as a reference", `{"$ref":"#/$defs/Invoice","$defs":{"Invoice":{"type":"object","properties":{"n":{"type":"number"}}}}}`, `[{path: n, match: numeric}]`},
		{"allOf", `{"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"number"},"a":{"format":"date"}}}]}`,
			`[{path: a, match: date}, {path: b, match: numeric, optional: true}]`},
		{"oneOf of objects", `{"oneOf":[{"properties":{"kind":{"const":"invoice"},"total":{"type":"number"}},"required":["kind","total"]},{"properties":{"kind":{"const":"note"},"text":{"type":"string"}},"required":["kind"]}]}`,
			`[{path: kind, match: exact}, {path: total, match: numeric, optional: true}, {path: text, match: auto, optional: true}]`},
		{"anyOf of what is required", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			`[{path: a, match: auto, optional: true}, {path: b, match: numeric, optional: true}]`},
		{"branches of different formats", `{"properties":{"a":{"anyOf":[{"type":"string","format":"date"},{"type":"string"}]}}}`, `[{path: a, match: auto}]`},
		{"if", `{"properties":{"a":{"type":"string"}},"required":["a"],"if":{"properties":{"a":{"const":"x"}}},"then":{"properties":{"b":{"type":"number"}},"required":["b"]}}`,
			`[{path: a, match: auto}, {path: b, match: numeric, optional: true}]`},
		{"dependentSchemas", `{"properties":{"a":{"type":"string"}},"dependentSchemas":{"a":{"properties":{"b":{"type":"number"}}}},"dependencies":{"a":["b"]}}`,
			`[{path: a, match: auto}, {path: b, match: numeric}]`},

		// Schemas that say nothing of fields.
		{"nothing", `{}`, `[]`}, {"true", `true`, `[]`}, {"any object", `{"type":"object"}`, `[]`}, {"a scalar", `{"type":"string","format":"date"}`, `[]`},
		{"keywords that do not matter", `{"$comment":"x","title":"T","properties":{"a":{"type":"string","examples":["b"],"x-order":1,"deprecated":true,"maxLength":3,"not":{"const":"c"}}},"unevaluatedProperties":false}`, `[{path: a, match: auto}]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec, err := eval.SpecFromSchema([]byte(tt.schema))
			require.NoError(t, err)
			assert.True(t, spec.OfType)
			_, err = spec.Compile()
			require.NoError(t, err)
			got, err := spec.MarshalJSON()
			require.NoError(t, err)
			var want eval.Spec
			if tt.want != "[]" {
				want, err = eval.ParseSpec([]byte("fields: "+tt.want), nil)
				require.NoError(t, err)
			}
			text, err := want.MarshalJSON()
			require.NoError(t, err)
			assert.JSONEq(t, string(text), string(got))
		})
	}
}

func TestSpecFromSchemaErrors(t *testing.T) {
	const tree = `{"$ref":"#/$defs/node","$defs":{"node":{"properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}}`
	for _, tt := range []struct{ schema, want string }{
		{`{"a"`, `eval: the schema is not JSON: invalid JSON at offset 4: unexpected end of JSON input`},
		{`7`, `eval: #: it is a number, want a schema: an object, true or false`},
		{`false`, `eval: #: no document is of this schema`},
		{`{"properties":{"a":{"type":"strnig"}}}`, `eval: #/properties/a/type: "strnig" is not a type; did you mean "string"?`},
		{`{"properties":{"a":{"type":[]}}}`, `eval: #/properties/a/type: [] is not a type; valid are string, number, integer, boolean, object, array, null`},
		{`{"properties":[]}`, `eval: #/properties: it is an array, want an object with a schema for each key`},
		{`{"properties":{"a/b":{"~":1,"properties":{"c":3}}}}`, `eval: #/properties/a~1b/properties/c: it is a number, want a schema: an object, true or false`},
		{`{"required":"a"}`, `eval: #/required: it is a string, want an array of keys`},
		{`{"required":[1]}`, `eval: #/required: 1 is not a key, want a string`},
		{`{"enum":{}}`, `eval: #/enum: it is an object, want an array with the values`},
		{`{"type":"number","enum":["a"]}`, `eval: #: none of the values of const or enum is of the type that the schema names`},
		{`{"allOf":[]}`, `eval: #/allOf: it is an array, want an array of one schema or more`},
		{`{"pattern":1}`, `eval: #/pattern: it is a number, want a string`},
		{`{"properties":{"a":{"$ref":7}}}`, `eval: #/properties/a/$ref: 7 is not a reference, want a string such as "#/$defs/line"`},
		{`{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{}}`, `eval: #/properties/a/$ref: "#/$defs/b" leads nowhere: there is no "b"`},
		{`{"$ref":"#b"}`, `eval: #/$ref: "#b" leads nowhere: no schema has that $anchor`},
		{`{"$ref":"#/%zz"}`, `eval: #/$ref: "#/%zz" leads nowhere: it has a % without two hexadecimal digits`},
		{`{"$ref":"https://example.com/a.json"}`, `eval: #/$ref: "https://example.com/a.json" is in another document, and references to these are not followed; put the schema under $defs`},
		{tree, `eval: #/$defs/node/properties/children/items/$ref: "#/$defs/node" refers to a schema that contains it, at field "children[]": the spec would have no end; remove the reference to compare the field as a whole`},
		{`{"allOf":[{"$ref":"#"}]}`, `eval: #/allOf/0/$ref: "#" refers to a schema that contains it, at field "(document)": the spec would have no end; remove the reference to compare the field as a whole`},
		{`{"properties":{"a":{"allOf":[{"type":"string"},{"type":"number"}]}}}`, `eval: #/properties/a/allOf/1: no value of "a" has a type that this and the rest of the schema allow`},
		{`{"allOf":[{"properties":{"a":{"items":{"properties":{"b":{"type":"string"}}}}}},{"properties":{"a":{"items":{"properties":{"b":{"type":"number"}}}}}}]}`,
			`eval: #/allOf/1: no value of "a[].b" has a type that this and the rest of the schema allow`},
		{`{"properties":{"` + strings.Repeat("k", 1001) + `":{}}}`, `eval: #/properties/` + strings.Repeat("k", 187) + `…: the key has 1001 bytes, want at most 1000`},
		{`{"properties":{"a":{"type":"x"},"b":{"type":"y"}}}`, "eval: #/properties/a/type: \"x\" is not a type; valid are string, number, integer, boolean, object, array, null\n" +
			"eval: #/properties/b/type: \"y\" is not a type; valid are string, number, integer, boolean, object, array, null"},
	} {
		_, err := eval.SpecFromSchema([]byte(tt.schema))
		assert.EqualError(t, err, tt.want, tt.schema)
		var e *eval.SpecError
		assert.ErrorAs(t, err, &e)
	}
}

// The cost of a schema is bounded by its parts, each reference followed anew.
func TestHostileSchemasAreBounded(t *testing.T) {
	effort.OneGoroutine(t)
	doubled := func(how string) string { // 2^30 parts in 2 KB
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
		for i := range 30 {
			next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
			fmt.Fprintf(&b, `"d%d":%s,`, i, strings.ReplaceAll(how, "NEXT", next))
		}
		b.WriteString(`"d30":{"type":"string"}}}`)
		return b.String()
	}
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
		for i := range n {
			fmt.Fprintf(&b, `"d%d":{"properties":{"a":{"$ref":"#/$defs/d%d"}}},`, i, i+1)
		}
		fmt.Fprintf(&b, `"d%d":{"type":"string"}}}`, n)
		return b.String()
	}
	keys := func(n int, schema string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"k%d":%s`, i, schema)
		}
		return b.String()
	}
	const parts = "with its references followed the schema has more than 100000 parts"
	for _, tt := range []struct{ name, schema, want string }{
		{"doubled properties", doubled(`{"properties":{"x":NEXT,"y":NEXT}}`), parts},
		{"doubled allOf", doubled(`{"allOf":[NEXT,NEXT]}`), parts},
		{"doubled anyOf", doubled(`{"anyOf":[NEXT,NEXT],"type":"string"}`), parts},
		{"doubled items", doubled(`{"items":NEXT,"then":NEXT,"if":true}`), parts},
		{"a long chain", chain(5_000), "lies more than 100 levels deep"},
		{"a chain that is not too long", chain(90), ""},
		{"many fields", `{"properties":{` + keys(10_001, `{}`) + `}}`, "the schema has more than 10000 fields"},
		{"many keywords", `{"properties":{` + keys(effort.Size(500, 5_000), `{"$ref":"#/$defs/a"}`) + `},"$defs":{"a":{` + keys(effort.Size(2_000, 20_000), `0`) + `}}}`, parts},
		{"many values", `{"properties":{` + keys(effort.Size(200, 5_000), `{"$ref":"#/$defs/a"}`) + `},"$defs":{"a":{"enum":[` + strings.Repeat(`0,`, effort.Size(1_000, 50_000)) + `0]}}}`, parts},
		{"nested brackets", strings.Repeat(`{"items":`, 127) + `{}` + strings.Repeat(`}`, 127), "lies more than 100 levels deep"},
		{"nested allOf", strings.Repeat(`{"allOf":[`, 63) + `{}` + strings.Repeat(`]}`, 63), ""},
		{"large patterns", `{"properties":{` + keys(effort.Size(50, 1_000), `{"pattern":"^`+strings.Repeat("(a{30}){30}", 15)+`$"}`) + `}}`, ""},
		{"large", `{"title":"` + strings.Repeat("x", 1<<20) + `"}`, "want at most 1048576"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			begin := time.Now()
			spec, err := eval.SpecFromSchema([]byte(tt.schema))
			t.Logf("%d bytes: %v", len(tt.schema), time.Since(begin))
			if tt.want != "" {
				require.ErrorContains(t, err, tt.want)
				return
			}
			require.NoError(t, err)
			_, err = spec.Compile()
			require.NoError(t, err)
		})
	}
}

// FuzzSpecFromSchema: any text gives a spec that compiles, or an error.
func FuzzSpecFromSchema(f *testing.F) {
	for _, seed := range []string{
		`{"properties":{"a":{"type":["number","null"]},"b":{"$ref":"#/$defs/c"}},"required":["a"],"$defs":{"c":{"items":{"properties":{"d.e":{"format":"date"}}}}}}`,
		`{"allOf":[{"oneOf":[{"const":1},{"enum":["a",null]}]},{"if":{},"then":{"$ref":"#"}}]}`,
		`{"type":"array","items":{"type":"object","properties":{"":{},"[0]":{"pattern":"^\\d+$"}}}}`,
		`{"properties":{"a":{"prefixItems":[{}]},"a":{"items":[{}]}},"dependencies":{"a":{"properties":{"$":{}}}}}`,
		`{"$ref":"#x","$defs":{"y":{"$anchor":"x","properties":{"(document)":{},"/a":{},"0":{}}}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		spec, err := eval.SpecFromSchema(text)
		if err != nil {
			return
		}
		if _, err := spec.Compile(); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		written, err := spec.MarshalJSON()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if _, err := eval.ParseSpec(written, nil); err != nil && len(written) < 1<<20 {
			t.Fatalf("%s: %s: %v", text, written, err)
		}
	})
}
