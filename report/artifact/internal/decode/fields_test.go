package decode_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact/internal/decode"
	"github.com/extracteval/extracteval/report/artifact/internal/encode"
)

// writtenCase has every key of a leaf, and values that are hard to pass over.
var writtenCase = report.Case{ID: "a", Trial: 1, Status: report.OK, Fields: []report.Field{
	{Path: "total", Attribute: "total", Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 3,
		Got: json.RawMessage(`12.50`), Want: json.RawMessage(`1.25e1`)},
	{Path: "lines[0].a", Attribute: "lines[].a", GotIndex: []int{0, 12}, WantIndex: []int{}, Outcome: metrics.Wrong,
		Score: 0.125, Similarity: 1e-9, Note: "a \"note\"\\", Tag: "outside tolerance", ErrorClass: "transposed", Origin: "made_up",
		Confidence: report.RatioOf(0.75, true), Got: json.RawMessage(`"a \"}],\\"`), Want: json.RawMessage(`null`), Cut: true,
		Details: json.RawMessage(`{"x": [1, {"y":"]}"}, "\\"], "z":{}}`)},
	{Path: "ä\u2028<&", Attribute: `["a.b"].c`, Outcome: metrics.Errored, Got: json.RawMessage(`[]`), Want: json.RawMessage(`[ 1,2 ]`)},
	{},
}}

func writtenList(t testing.TB) string {
	t.Helper()
	writtenCase.Fields[3].Outcome = metrics.Missing
	line, err := encode.Append(nil, writtenCase)
	require.NoError(t, err)
	return gjson.GetBytes(line, "fields").Raw
}

// What is read in one go is what encoding/json reads: of lines as a Writer writes them
// nothing is left to it, and of any others it is asked or gives the same.
func TestFieldsAreReadAsEncodingJSONReadsThem(t *testing.T) {
	list := writtenList(t)
	all, ok := decode.Fields(list)
	require.True(t, ok, "a Writer's own form: %s", list)
	require.Equal(t, writtenCase.Fields, all)

	for _, one := range []struct{ name, list string }{
		{"another order", `[{"attribute":"a","path":"a","outcome":"match","score":1,"similarity":1,"weight":1}]`},
		{"twice", `[{"path":"a","path":"b","attribute":"a","outcome":"match"}]`},
		{"unknown key", `[{"path":"a","attribute":"a","colour":1}]`},
		{"white space", `[{"path":"a","attribute":"a","got": 5}]`},
		{"white space behind", `[{"path":"a","attribute":"a","got":5 }]`},
		{"null", `[{"path":null,"attribute":"a"}]`},
		{"null confidence", `[{"path":"a","confidence":null}]`},
		{"number too large", `[{"path":"a","score":1e999}]`},
		{"negative index", `[{"path":"a","got_index":[-1]}]`},
		{"unknown outcome", `[{"path":"a","outcome":"perhaps"}]`},
		{"null in the list", `[null]`},
		{"not a list", `{"path":"a"}`},
		{"escaped key", `[{"pa\u0074h":"a"}]`},
	} {
		t.Run(one.name, func(t *testing.T) {
			_, ok := decode.Fields(one.list)
			require.False(t, ok)
		})
	}
	all, ok = decode.Fields(`[]`)
	require.True(t, ok)
	require.Empty(t, all)
}

func FuzzFields(f *testing.F) {
	list := writtenList(f)
	f.Add(list)
	for i := 0; i < len(list); i += 7 {
		f.Add(list[:i] + " " + list[i:])
		f.Add(list[:i] + list[i+1:])
	}
	f.Add(strings.ReplaceAll(list, ",", " ,"))
	f.Add(strings.Replace(list, "outside", "out\x80\x80", 1)) // which is not UTF-8
	f.Fuzz(func(t *testing.T, list string) {
		if !gjson.Valid(list) || strings.ContainsAny(list, "\n") {
			return
		}
		got, ok := decode.Fields(list)
		if !ok {
			return
		}
		var want []report.Field
		require.NoError(t, json.Unmarshal([]byte(list), &want))
		require.Equal(t, want, got)
		gjson.Parse(list).ForEach(func(_, field gjson.Result) bool {
			seen := map[string]bool{}
			field.ForEach(func(key, _ gjson.Result) bool {
				require.False(t, seen[key.Str], "%s is there twice", key.Str)
				seen[key.Str] = true
				return true
			})
			return true
		})
	})
}
