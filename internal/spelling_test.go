package internal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/spelling"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

type line struct {
	Amount float64 `json:"amount,omitempty"`
}

type invoice struct {
	Number string            `json:"number,omitempty"`
	Lines  []line            `json:"lines,omitempty"`
	Extra  map[string]string `json:"extra,omitempty"`
	Rates  map[int]*line     `json:"rates,omitempty"`
}

func side(t *testing.T, v any) spelling.Side {
	t.Helper()
	read, err := document.Of(v)
	require.NoError(t, err)
	return spelling.SideOf(v, read)
}

func pathsOf(all ...string) (fields []eval.Field) {
	for _, path := range all {
		fields = append(fields, eval.Field{Path: path})
	}
	return fields
}

func list(path string, by []string, fields ...string) []eval.Field {
	return []eval.Field{{Path: path, List: &eval.List{By: by, Fields: pathsOf(fields...)}}}
}

func mapOf(path string, fields ...string) []eval.Field {
	return []eval.Field{{Path: path, Map: &eval.Map{Fields: pathsOf(fields...)}}}
}

const right = "; if that is right, mark it absent or optional"

// Each spec is judged as a single field has to be, and as a spec whose rows may be sparse.
func TestPathsThatLeadNowhere(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want any
		fields    []eval.Field
		nowhere   string // what a field fails with
		mistyped  string // what a spec fails with
	}{
		{"both have it", `{"n":1}`, `{"n":2}`, pathsOf("n"), "", ""},
		{"got alone has it", `{"n":1}`, `{}`, pathsOf("n"), "", ""},
		{"want alone has it", `{}`, `{"n":1}`, pathsOf("n"), "", ""},
		{"null is there", `{}`, `{"n":null}`, pathsOf("n"), "", ""},
		{
			"nothing is alike, and nothing else is compared", `{"n":1}`, `{"n":2}`, pathsOf("xyz"),
			`field "xyz": neither got nor want has it` + right,
			`no field of the spec leads into got or want: "xyz"; want has "n"; if that is right, mark a field absent or optional`,
		},
		{
			"sparse beside a field that is there", `{"total":1}`, `{"total":1}`, pathsOf("total", "vendor"),
			`field "vendor": neither got nor want has it` + right, "",
		},
		{
			"a document without any value is right to lack all", `{}`, json.RawMessage("null"), pathsOf("total"),
			`field "total": neither got nor want has it` + right, "",
		},
		{
			"a key in want is alike", `{}`, `{"total":1,"number":2}`, pathsOf("totla", "number"),
			`field "totla": neither got nor want has it; did you mean "total"? If it is rightly missing, mark it absent or optional`,
			`field "totla": neither got nor want has it; did you mean "total"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"a key in got is alike", `{"Total":1}`, `{"number":2}`, pathsOf("total", "number"),
			`field "total": neither got nor want has it; did you mean "Total"? If it is rightly missing, mark it absent or optional`,
			`field "total": neither got nor want has it; did you mean "Total"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"the key that is alike is another field", `{"line1":"a"}`, `{"line1":"a"}`, pathsOf("line1", "line2"),
			`field "line2": neither got nor want has it` + right, "",
		},
		{
			"the first key of a path", `{"vendor":{"name":"a","id":1}}`, `{"vendor":{"name":"a","id":1}}`, pathsOf("vendor.name", "vender.id"),
			`field "vender.id": neither got nor want has it; did you mean "vendor.id"? If it is rightly missing, mark it absent or optional`,
			`field "vender.id": neither got nor want has it; did you mean "vendor.id"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"a similar first key does not have the rest", `{"vendor":{"name":"a"}}`, `{"vendor":{"name":"a"}}`, pathsOf("vendor.name", "vender.id"),
			`field "vender.id": neither got nor want has it` + right, "",
		},
		{
			"each side by its own path", `{"a":1}`, `{"b":1}`, []eval.Field{{Path: "a", WantPath: "b"}}, "", "",
		},
		{
			"neither side by its own path", `{"sum":1}`, `{"total":1}`, []eval.Field{{Path: "total", WantPath: "totla"}, {Path: "sum", WantPath: "s"}},
			`field "total": got has no "total", and want has no "totla"; did you mean "total" in want? If it is rightly missing, mark it absent or optional`,
			`field "total": got has no "total", and want has no "totla"; did you mean "total" in want? If it is rightly missing, mark it absent or optional`,
		},
		{
			"meant to be missing", `{"n":1}`, `{"n":1}`,
			[]eval.Field{{Path: "m", Absent: true}, {Path: "nn", Optional: true}, {Path: "o", Unscored: true}, {Path: "p", Match: compare.Ignore{}}},
			"", "",
		},
		{"a whole document", `[1]`, `[1]`, []eval.Field{{Set: &eval.Set{}}}, "", ""},

		{"a type has it", invoice{}, `{"total":1}`, append(pathsOf("number"), list("lines", nil, "amount")...), "", ""},
		{
			"a type lacks it", invoice{Number: "a"}, &invoice{Number: "a"}, pathsOf("number", "nmber"),
			`field "nmber": neither got nor want has it, and the type internal_test.invoice lacks it` + right, "",
		},
		{
			"a type has one that is alike", invoice{}, `{"total":1}`, pathsOf("total", "nmuber"),
			`field "nmuber": neither got nor want has it, and the type internal_test.invoice lacks it; did you mean "number"? If it is rightly missing, mark it absent or optional`,
			`field "nmuber": neither got nor want has it, and the type internal_test.invoice lacks it; did you mean "number"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"a map does not say", invoice{Number: "a"}, `{}`, pathsOf("number", "extra.colour"),
			`field "extra.colour": neither got nor want has it` + right, "",
		},

		{
			"a field of items", `{"lines":[{"amount":1},{}]}`, `{"lines":[{"amount":2}]}`, list("lines", nil, "amuont"),
			`field "lines[].amuont": no item of got or want has it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
			`field "lines[].amuont": no item of got or want has it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"no field of items", `{"lines":[{"amount":1}]}`, `{"lines":[{"amount":2}]}`, list("lines", nil, "x", "y"),
			`field "lines[].x": no item of got or want has it` + right + "\n" + `field "lines[].y": no item of got or want has it` + right,
			`no field of the spec leads into got or want: "lines[].x", "lines[].y"; want has "amount"; if that is right, mark a field absent or optional`,
		},
		{
			"a match field", `{"lines":[{"sku":1,"amount":1}]}`, `{"lines":[{"sku":1,"amount":2}]}`, list("lines", []string{"skv"}, "amount"),
			`field "lines[].skv": no item of got or want has it; did you mean "sku"? If it is rightly missing, mark it absent or optional`,
			`field "lines[].skv": no item of got or want has it; did you mean "sku"? If it is rightly missing, mark it absent or optional`,
		},
		{"a later item has it", `{"lines":[{"a":1},{"a":1,"b":2}]}`, `{"lines":[]}`, list("lines", nil, "a", "b"), "", ""},
		{"no items", `{"lines":[]}`, `{"lines":null}`, list("lines", nil, "a", "b"), "", ""},
		{
			"the type of the items", invoice{Lines: []line{{}}}, `{"lines":[{}]}`, list("lines", nil, "amont"),
			`field "lines[].amont": no item of got or want has it, and the type internal_test.invoice lacks it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
			`field "lines[].amont": no item of got or want has it, and the type internal_test.invoice lacks it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"a list at the top", []line{{Amount: 1}}, `[{"amount":1}]`, list("", nil, "amuont"),
			`field "[].amuont": no item of got or want has it, and the type []internal_test.line lacks it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
			`field "[].amuont": no item of got or want has it, and the type []internal_test.line lacks it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"a field of a map", `{"rates":{"7":{"amount":1},"8":{}}}`, `{"rates":{"9":{"amount":2}}}`, mapOf("rates", "amuont"),
			`field "rates{}.amuont": no item of got or want has it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
			`field "rates{}.amuont": no item of got or want has it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"the type of the values of a map", invoice{Rates: map[int]*line{7: {}}}, `{"rates":{"7":{}}}`, mapOf("rates", "amont"),
			`field "rates{}.amont": no item of got or want has it, and the type internal_test.invoice lacks it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
			`field "rates{}.amont": no item of got or want has it, and the type internal_test.invoice lacks it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
		},
		{"a key that the type of the values has, and no value", invoice{Rates: map[int]*line{7: {}}}, `{"rates":{"7":{}}}`, mapOf("rates", "amount"), "", ""},
		{
			"the map", `{"rates":{"7":{"amount":1}}}`, `{"rates":{"7":{"amount":1}}}`, mapOf("rtes", "amount"),
			`field "rtes": neither got nor want has it; did you mean "rates"? If it is rightly missing, mark it absent or optional`,
			`field "rtes": neither got nor want has it; did you mean "rates"? If it is rightly missing, mark it absent or optional`,
		},
		{"a map of scalars, and one whose fields the truth has", `{"a":{"x":1}}`, `{"a":{"x":1}}`, []eval.Field{{Path: "a", Map: &eval.Map{Match: compare.Numeric{}}}, {Path: "a", Map: &eval.Map{}}}, "", ""},
		{
			"a list in a map", `{"orders":{"a":[{"amount":1}]}}`, `{"orders":{"a":[{"amount":1}]}}`,
			[]eval.Field{{Path: "orders", Map: &eval.Map{Fields: list("", nil, "amuont")}}},
			`field "orders{}[].amuont": no item of got or want has it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
			`field "orders{}[].amuont": no item of got or want has it; did you mean "amount"? If it is rightly missing, mark it absent or optional`,
		},
		{
			"the sections of a class", `[{"class":"a","n":1}]`, `[{"class":"a","n":1},{"class":"b","m":1}]`,
			[]eval.Field{{Sections: &eval.Sections{Classes: map[string][]eval.Field{"a": pathsOf("n"), "b": pathsOf("n", "m"), "c": pathsOf("n")}}}},
			`field "[].n": no item of got or want has it` + right, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, want := side(t, tt.got), side(t, tt.want)
			assert.Equal(t, tt.nowhere, strings.Join(spelling.Nowhere(tt.fields, got, want), "\n"))
			assert.Equal(t, tt.mistyped, strings.Join(spelling.Mistyped(tt.fields, got, want, false), "\n"))
		})
	}
}

// Names of documents that nobody may see stay out.
func TestPrivateNames(t *testing.T) {
	got, want := side(t, `{"total":1,"secret":2}`), side(t, `{}`)
	all := spelling.Mistyped(pathsOf("totla"), got, want, true)
	assert.Equal(t, []string{`field "totla": neither got nor want has it; one has a similar name in its place. If it is rightly missing, mark it absent or optional`}, all)
	all = spelling.Mistyped(pathsOf("x"), got, got, true)
	assert.Equal(t, []string{`no field of the spec leads into got or want: "x"; if that is right, mark a field absent or optional`}, all)
}

// An answer may have any number of keys, of any length.
func TestHostileNames(t *testing.T) {
	var text strings.Builder
	for i := range effort.Size(20_000, 100_000) {
		fmt.Fprintf(&text, `,"total%d":%d`, i, i)
	}
	got, want := side(t, `{"a":1`+text.String()+`,"`+strings.Repeat("x", 1<<20)+`":1}`), side(t, `{"a":1}`)
	assert.Len(t, spelling.Mistyped(pathsOf("a", "total"), got, want, false), 1)
	assert.Len(t, spelling.Nowhere(pathsOf(strings.Repeat("y", 900)), got, want), 1)
	assert.Empty(t, spelling.Nowhere(pathsOf("a..b", "a"), got, want), "the spec reports a path that cannot be read")
}
